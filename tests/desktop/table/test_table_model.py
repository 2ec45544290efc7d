"""One seat's view of the table: its signals, questions, refusals, undo, and hand-over of the seat."""

import pytest

from tabletop.assembly import AtHand
from tabletop.desktop.table import table_model
from tabletop.desktop.table.table_model import LogLine, TableModel
from tabletop.game.commands import (
    Act,
    AdvanceTracker,
    AllowOrder,
    At,
    ChangeAccess,
    HoldOrders,
    MovePieces,
    RollDice,
    Say,
    Show,
    TakeSeat,
    WriteNote,
)
from tabletop.journal.review import Review
from tabletop.local_seat import LocalSeat
from tabletop.session import ANYWAY, Session, seat_history
from tests.desktop.one_map import one_map


def go(table, place: str) -> bool:
    pieces = table.at("Paramushiro") or table.at("Truk")
    return table.model.submit(MovePieces(pieces, At("pacific", table.model.components.maps["pacific"].find(place))))


def test_what_happens_is_signalled_by_its_kind(both):
    assert go(both, "Truk")
    assert both.heard == ["changed", "told", "recorded"]
    both.heard.clear()
    assert both.model.submit(AdvanceTracker("Turn", 1)).has_happened
    assert "properties_changed" in both.heard
    both.heard.clear()
    assert both.model.submit(WriteNote("public", "Plan", "Midway")).has_happened
    assert "notes_changed" in both.heard
    both.heard.clear()
    assert both.model.submit(RollDice("1d6", "search")).has_happened
    assert both.heard == ["changed", "told", "recorded"]


def test_a_line_names_who_what_and_places_by_their_titles(both):
    go(both, "Truk")
    (line,) = both.lines
    assert (line.who, line.kind) == ("both", "move")
    assert line.text.endswith("and 5 more from Paramushiro to Truk")
    assert [place.words for place in line.places] == ["Paramushiro", "Truk"]
    both.model.read_lines()
    assert both.model.lines()[-1] == line, "the log of a game that is opened tells the same"


def test_a_player_named_after_a_side_is_called_as_the_module_says(two):
    two.model.sit_as("Allies", ("AL",))
    two.model.submit(Say("Hello"))
    two.model.sit_as("Japan", ("JP",))
    two.model.submit(Say("Hello"))
    told = [f"{line.who} {line.text}" for line in two.model.lines() if line.kind == "talk"]
    assert told == ["The Allied player says: Hello", "Japan says: Hello"]


def test_what_is_refused_is_one_sentence_and_changes_nothing(both):
    before = both.model.game
    assert not both.model.submit(MovePieces((10**9,), At("pacific", "nowhere"))).has_happened
    assert not both.model.submit(RollDice("dice")).has_happened
    assert len(both.refused) == 2
    assert both.model.game is before
    assert both.lines == []


def test_a_question_is_answered_or_left(two):
    two.model.sit_as("Japan and Allies", ("JP", "AL"))
    mine = two.at("Paramushiro")
    assert two.model.submit(Show(mine, "back", ("AL",))).has_happened
    assert two.model.submit(Show(mine, "face", ("AL",))).has_happened
    assert not two.model.undo().has_happened, "left"
    assert [prompt.key for prompt in two.asked] == [ANYWAY]
    assert two.asked[0].question.startswith("The player reveals "), "what is to be taken back is said first"
    assert two.refused == [], "who leaves a question knows that nothing happens"
    two.answers.append(False)
    assert not two.model.undo().has_happened
    assert two.refused == ["Nothing was undone."]
    two.answers.append(True)
    assert two.model.undo().has_happened


def test_the_other_side_at_this_screen_is_asked_by_name_and_told_what_goes(two):
    go(two, "Truk")
    two.model.sit_as("Allies", ("AL",))
    assert not two.model.undo().has_happened, "not agreed"
    (prompt,) = two.asked
    assert prompt.question.startswith("Japan moves ")
    assert (
        " from Paramushiro to Truk\n\nThat was somebody else's action. Do the players of Japan agree?"
        in prompt.question
    )
    assert prompt.default is False
    assert two.at("Truk")
    assert two.refused == []
    two.answers.append(True)
    assert two.model.undo().has_happened
    assert two.at("Paramushiro")
    assert two.model.redo().has_happened, "it is the Allies' own step"
    assert two.at("Truk")


def test_who_plays_all_sides_is_asked_for_nobodys_consent(two):
    go(two, "Truk")
    two.model.sit_as("Japan and Allies", ("JP", "AL"))
    assert two.model.undo().has_happened
    assert two.asked == []


def test_what_has_been_shown_to_the_other_side_needs_their_consent_too(two):
    mine = two.at("Paramushiro")
    two.model.sit_as("Japan", ("JP",))
    assert two.model.submit(Show(mine, "back", ("AL",))).has_happened
    assert two.model.submit(Show(mine, "face", ("AL",))).has_happened
    two.answers.append(True)
    assert two.model.undo().has_happened
    assert [prompt.key for prompt in two.asked] == ["consent"]
    assert "It showed somebody what they had not seen before. Do the players of Allies agree?" in two.asked[0].question


def test_undo_says_that_it_passes_over_what_changed_nothing(both):
    said = []
    both.model.remarked.connect(said.append)
    go(both, "Truk")
    go(both, "Saipan")
    both.model.submit(RollDice("2d6"))
    both.model.submit(Say("well"))
    assert both.model.undo().has_happened
    assert said == ["Later rolls and messages are not undone: they changed nothing on the table."]
    assert both.model.undo().has_happened
    assert len(said) == 1, "once is enough"


def test_what_is_in_the_way_goes_along_if_the_player_says_so(both):
    go(both, "Truk")
    first = both.model.table_seat.session.journal.last
    go(both, "Saipan")
    assert not both.model.take_back((first,)).has_happened
    assert both.refused
    assert both.at("Saipan")
    both.answers.append(True)
    assert both.model.take_back((first,)).has_happened
    assert both.at("Paramushiro")
    assert both.model.redo().has_happened
    assert len(both.at("Saipan")) >= 6


def test_a_player_of_a_moderated_table_undoes_own_actions_and_not_the_phase_of_the_umpire(two):
    model, session, said = two.model, two.model.table_seat.session, []
    model.remarked.connect(said.append)
    session.submit("Una", TakeSeat(umpire=True))
    session.submit("Una", ChangeAccess("moderated"))
    session.submit("Una", AdvanceTracker("Turn", 1))
    assert model.can_undo
    assert not model.undo().has_happened
    assert (said, two.asked, two.refused) == (["There is nothing of your own to undo."], [], [])
    assert model.can_undo_of_others
    assert model.undo_of_all().has_happened, "the umpire sits at the same screen"
    session.submit("Una", AdvanceTracker("Turn", 1))
    assert go(two, "Truk")
    own = model.table_seat.to_undo
    session.submit("Una", AdvanceTracker("Turn", 1))
    assert (model.table_seat.to_undo, model.table_seat.to_undo_of_all) == (own, own + 1)
    assert model.undo().has_happened
    assert two.at("Paramushiro")
    session.submit("Una", HoldOrders(("move",)))
    assert go(two, "Truk")
    session.submit("Una", AllowOrder(next(iter(session.game.held))))
    assert model.table_seat.to_undo == model.table_seat.steps, "an order that was carried out is an own action"


def test_nothing_to_undo_is_said(both):
    assert not both.model.can_undo
    assert not both.model.undo().has_happened
    assert both.refused == ["There is nothing to undo."]


def test_handing_the_screen_over_changes_the_eyes_once(two):
    two.model.submit(WriteNote("private", "Hawaii", "first"))
    two.heard.clear()
    two.model.sit_as("Allies", ("AL",))
    assert two.model.seat == "Allies"
    assert two.heard.count("replaced") == 1
    assert not any("Hawaii" in line.text for line in two.model.lines())
    assert not any(note.text for note in two.model.game.notes.values())
    two.model.sit_as("Japan and Allies", ("JP", "AL"))
    assert any(note.text for note in two.model.game.notes.values())


def test_what_is_said_to_one_side_is_not_in_the_other_ones_log(two):
    two.model.submit(Say("tomorrow at dawn", ("JP",)))
    assert any("dawn" in line.text for line in two.model.lines())
    two.model.sit_as("Allies", ("AL",))
    assert not any("dawn" in line.text for line in two.model.lines())


def test_a_record_is_looked_through_with_the_eyes_of_sides_whoever_sits_where(two, tmp_path):
    two.model.submit(WriteNote("private", "Hawaii", "first"))
    two.model.sit_as("Allies", ("AL",))
    file = tmp_path / "played.wartable"
    two.model.table_seat.session.journal.copy_to(file)
    with Review.of(file) as review:
        session = Session(review, two.model.module.components, now_ms=lambda: 0)
        model = TableModel(
            lambda hear: LocalSeat(session, "reader", hear), two.model.module, lambda _: None, lambda: 0, AtHand()
        )
        for side, reads in ("AL", False), ("JP", True), ("AL", False):
            model.look_with((side,))
            for seq in (review.end, 0, 1, review.end):
                model.stand_at(seq)
            assert any(note.text for note in model.game.notes.values()) == reads
        assert not model.stand_at(review.end + 1).has_happened
        assert not model.can_redo
        assert model.undo().has_happened
        assert model.can_redo


def test_a_record_tells_the_same_going_on_going_back_and_found_at_once(both, tmp_path, monkeypatch):
    monkeypatch.setattr(table_model, "HISTORY", 4)
    monkeypatch.setattr(seat_history, "KEPT_EVERY", 4)
    for number in range(12):
        both.model.submit(Say(f"{number}"))
        go(both, ("Truk", "Paramushiro")[number % 2])
    file = tmp_path / "played.wartable"
    both.model.table_seat.session.journal.copy_to(file)

    def reader(review: Review) -> TableModel:
        session = Session(review, both.model.module.components, now_ms=lambda: 0)
        return TableModel(
            lambda hear: LocalSeat(session, "reader", hear, (0, 1)),
            both.model.module,
            lambda _: None,
            lambda: 0,
            AtHand(),
        )

    with Review.of(file) as walked, Review.of(file) as found:
        walking, finding = reader(walked), reader(found)
        lines: list[LogLine] = []
        walking.line_added.connect(lines.append)
        for seq in (*range(1, walked.end + 1), *range(walked.end - 1, 0, -1), 9, 10, 3, 4, 20, 19):
            walking.stand_at(seq)
            finding.look_with(("JP",) if seq % 2 else ("JP", "AL"))
            finding.stand_at(seq)
            finding.look_with(("JP", "AL"))
            before = texts(walking.lines()), texts(finding.lines())
            walking.read_lines()
            finding.read_lines()
            told = texts(walking.lines())
            assert told == texts(finding.lines())
            assert len(told) >= min(seq, 4)
            assert all(on_the_way[-len(told) :] == told for on_the_way in before)
        assert texts(lines)[1 : len(both.lines) + 1] == texts(both.lines), "all but who took which seat"


def texts(lines: list[LogLine]) -> list[tuple[str, str]]:
    return [(line.who, line.text) for line in lines]


NAMED = one_map(
    pieces="""
group: Pieces
pieces:
- id: unit
  name: "59"
  traits:
  - {trait: property, name: Rank, start: First, changes: [{key: P, menu: Promote, set: '"Guards"'}]}
  - {trait: named, name: '{Rank} Division'}
- {id: blank, name: "60", traits: [{trait: named, name: ''}, {trait: trigger, call: {key: G, menu: Go}}]}
""",
    scenario="{id: all, title: All, summary: All., setup: [{map: main, point: [100, 100], pieces: [unit, blank]}]}",
)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_log_calls_counters_as_they_are_called_now(opened):
    model = opened(NAMED).model
    unit, blank = (piece for held in model.game.holders.values() if held.map == 0 for piece in held.pieces)
    for piece, key in ((unit, "P"), (blank, "G")):
        assert model.submit(Act((piece,), key)).has_happened
    told = [line.text for line in model.lines()]
    assert told == ["chooses “Promote” for Guards Division", "chooses “Go” for 60"]


def test_nobody_hears_of_a_table_that_was_left(both):
    both.model.leave()
    both.heard.clear()
    both.model.recorded.emit()
    both.model.refused.emit("Too late.")
    assert (both.heard, both.refused) == ([], [])
    both.model.part_from_all()
