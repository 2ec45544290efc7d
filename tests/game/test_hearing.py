"""Messages that read the table depend, for each listener, only on the things that the listener sees."""

from itertools import count

import pytest

from tabletop.game.change.outcome import Performed
from tabletop.game.change.patch import HolderSight, MakeHolder, Property
from tabletop.game.commands import Act, AnyCommand
from tabletop.game.decide import perform
from tabletop.game.sight.audience import Audience, audience
from tabletop.game.sight.seen_changes import all_told_for
from tabletop.game.state.holder import Holder
from tabletop.game.state.values import FACES, TOP
from tabletop.game.traits import Trait
from tabletop.game.traits.action_traits import Delete, GlobalCommand, ReportTrait, Sound, Trigger
from tabletop.game.traits.appearance_traits import Image
from tabletop.game.traits.movement_traits import SendTo, ToPlace
from tabletop.game.traits.property_traits import ComputedProperty, MarkTrait, OwnProperty, SharedProperty
from tabletop.game.traits.sight_traits import Invisible, Mask
from tabletop.game.traits.table_traits import Throw, TraitDice
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.journal.journal import Journal
from tabletop.log_sentences import sentence
from tabletop.session import ANYWAY, News, Session
from tests.game.traits.playing import SEATS, Playing, Rigged

ALLIES, ONLOOKERS, UMPIRE = audience((1,)), Audience(()), audience((0, 1))
SECRETS = {"how many": '{count(all, Class == "CV")}', "the side's own": '{property("side:axis:Oil")}', "both": "{Sum}"}
DOES = (OwnProperty("N", start=0, number=True, changes=(Change(key="n", set='property("side:axis:Oil")'),)),)
MASK = Mask(Image("back.png"), "a force", TraitCall("mask"))


def says(secret: str) -> dict[str, tuple[Trait, ...]]:
    """Return traits that say a text on the key `go`, each in its own way."""
    return {
        "a menu entry": (*DOES, Trigger(("n",), call=TraitCall("go", f"There are {secret}"))),
        "a report": (*DOES, Trigger(("n",), call=TraitCall("go")), ReportTrait(("go",), f"There are {secret}")),
        "a report's menu": (
            Trigger(("n",), call=TraitCall("go", f"Say {secret}")),
            *DOES,
            ReportTrait(("go",), "{Menu}"),
        ),
        "how it was": (*DOES, Trigger(("n",), call=TraitCall("go")), ReportTrait(("go",), "It had {Before_Sum}")),
        "a sound": (Sound(f"{secret}.ogg", TraitCall("go")),),
        "a global command": (GlobalCommand("n", call=TraitCall("go"), report=f"There are {secret}"), *DOES),
        "dice": (Throw(TraitCall("go"), dice=(TraitDice(),), text=f"rolls {{Result}} of {secret}"),),
        "a title of dice": (Throw(TraitCall("go"), dice=(TraitDice(),), text="rolls", title=secret),),
        "a shared property": (
            SharedProperty("Said", number=True, changes=(Change(key="go", add="1"),), report=f"There are {secret}"),
        ),
        "a side's property": (
            SharedProperty(
                "Oil", "side", "axis", number=True, changes=(Change(key="go", add="1"),), report="{NewValue}"
            ),
        ),
    }


def table(traits: tuple[Trait, ...], secret: int) -> tuple[Playing, int]:
    """Return a table and a piece of the axis on it. Carriers and an amount of oil are hidden from the allies; both
    depend on `secret`.
    """
    play = Playing()
    piece = play.piece([ComputedProperty("Sum", 'count(all, Class == "CV") + property("side:axis:Oil")'), *traits])
    for _ in range(3):
        hidden = play.piece([MarkTrait({"Class": "CV" if secret > 1 else "BB"})], "C3")
        play.hide(hidden, 1)
    play.change(Property("side:axis:Oil", secret))
    return play, piece


def heard(play: Playing, command: AnyCommand, who: Audience, seat: str = "axis") -> list[tuple[str, str, str]]:
    """Return an audience's news of a command: the keys, all facts, and the sentences."""
    done = perform(play.game, command, seat, Rigged([3] * 9), play.components)
    assert isinstance(done, Performed), done
    told = all_told_for(done.done.told, play.game, done.after, who)
    return [(one.key, repr(one.facts), sentence(one, play.game, done.after)) for one in told]


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
@pytest.mark.parametrize("way", says(""))
def test_others_hear_nothing_of_what_only_who_acts_sees(way: str, secret: str) -> None:
    tables = [table(says(secret)[way], number) for number in (1, 2)]
    acts = [(play, Act((piece,), "go")) for play, piece in tables]
    for who in (ALLIES, ONLOOKERS):
        assert heard(*acts[0], who) == heard(*acts[1], who)
    assert heard(*acts[0], UMPIRE) != heard(*acts[1], UMPIRE)


def test_what_reads_the_same_to_all_is_said_once_to_all() -> None:
    play, piece = table(
        (*DOES, Trigger(("n",), call=TraitCall("go", "Go {Place}")), ReportTrait(("go",), "{Name} goes")), 1
    )
    command = Act((piece,), "go")
    for who in (ALLIES, ONLOOKERS, UMPIRE, audience((0,))):
        assert [key for key, *_ in heard(play, command, who)] == ["report", "acted"]
    assert [said for *_, said in heard(play, command, UMPIRE)] == ["Piece goes", "chooses “Go A1” for Piece"]
    done = perform(play.game, command, "axis", Rigged(), play.components)
    assert isinstance(done, Performed)
    assert [(one.sides, one.lesser) for one in done.done.told] == [(None, False)] * 2


def test_a_report_names_the_side_that_acts_to_whoever_reads_it() -> None:
    play, piece = table((*DOES, ReportTrait(("n",), "{SeatSide} ({SeatCalled}) of {count(all)}")), 1)
    of = {who: heard(play, Act((piece,), "n"), who)[0][2] for who in (ALLIES, UMPIRE)}
    assert of == {ALLIES: "axis (axis) of 1", UMPIRE: "axis (axis) of 4"}


def test_who_knows_of_more_pieces_than_who_acts_hears_no_count_of_the_table() -> None:
    """Counting for the others would take longer the more they see, which would reveal it to the acting seat."""
    traits = (*DOES, ComputedProperty("All", "count(all) + 1"))
    text = "{StackSize} of {count(all)}, {All}, {Before_All}"
    play, piece = table((*traits, ReportTrait(("n",), text)), 1)
    play.hide(play.piece([], "D4"), 0)
    of = {who: heard(play, Act((piece,), "n"), who)[0][2] for who in (ALLIES, UMPIRE)}
    assert of == {ALLIES: "1 of some, some, some", UMPIRE: "1 of 4, 5, 5"}


def test_what_who_hears_does_not_see_takes_no_count_from_a_report() -> None:
    play, piece = table((*DOES, ReportTrait(("n",), "{count(all)} and {count(all, Class == 'BB')}")), 1)
    command = Act((piece,), "n")
    before = {who: heard(play, command, who)[0][2] for who in (ALLIES, ONLOOKERS)}
    for side in (0, 1):
        play.hide(unseen := play.piece([MarkTrait({"Class": "BB"})], "D4"), side)
        play.hide(unseen, 1 - side)
    assert {who: heard(play, command, who)[0][2] for who in (ALLIES, ONLOOKERS)} == before
    assert before == {ALLIES: "1 and 0", ONLOOKERS: "1 and 0"}


def test_what_covers_a_pile_for_who_acts_takes_no_count_from_a_report() -> None:
    """Otherwise the listener would learn that something unseen lies on the top piece of the pile."""
    said = []
    for is_covered in (False, True):
        play, piece = table((*DOES, ReportTrait(("n",), "{count(all)}")), 1)
        pile = play.deck("Pile")
        play.put_into(play.piece([]), pile)
        if is_covered:
            play.put_into(cover := play.piece([]), pile)
            play.hide(cover, 1)
        play.change(HolderSight(pile, 0, TOP))
        said.append(heard(play, Act((piece,), "n"), ALLIES))
    assert said[0] == said[1]
    assert said[0][0][2] == "2"


def test_what_covers_a_carrier_for_who_acts_takes_no_count_of_its_cargo_from_a_report() -> None:
    said = []
    for is_covered in (False, True):
        play, piece = table((*DOES, ReportTrait(("n",), "{count(all)}")), 1)
        ship = play.piece([])
        stack, hold = play.game.pieces[ship].at, play.game.counters.next_id
        play.change(MakeHolder(hold, Holder("hold", -1, 0, 0, "", 0, hold, (), (FACES, FACES), (), carrier=ship)))
        play.put_into(play.piece([]), hold)
        play.put_into(cover := play.piece([]), stack if is_covered else play.deck("Box"))
        play.hide(cover, 1)
        play.change(HolderSight(stack, 0, TOP))
        said.append(heard(play, Act((piece,), "n"), ALLIES))
    assert said[0] == said[1]
    assert said[0][0][2] == "some"


def test_dice_of_a_report_fall_the_same_for_all() -> None:
    play, piece = table((*DOES, ReportTrait(("n",), "{random(1, 6)} of {count(all)}")), 1)
    of = {who: heard(play, Act((piece,), "n"), who)[0][2] for who in (ALLIES, UMPIRE)}
    assert of == {ALLIES: "4 of 1", UMPIRE: "4 of 4"}


def test_what_others_cannot_work_out_is_not_said_to_them_and_stops_nobody() -> None:
    play, piece = table((*DOES, ReportTrait(("n",), "{N + 1}"), MASK), 1)
    play.act(piece, "mask", seat="axis")
    assert [said for *_, said in heard(play, Act((piece,), "n"), ALLIES)] == ["", "acts with a counter"]
    assert heard(play, Act((piece,), "n"), UMPIRE)[0][2] == "2"


HIDES: dict[str, tuple[Trait, tuple[str, ...]]] = {
    "masked": (MASK, ("a force has", "acts with Piece")),
    "invisible": (Invisible(TraitCall("mask")), ("Piece has", "acts with Piece")),
}


@pytest.mark.parametrize("trait", [trait for trait, _ in HIDES.values()], ids=HIDES)
def test_what_is_hidden_while_it_is_reported_on_is_no_longer_read_by_others(trait: Trait) -> None:
    traits = (*DOES, trait, Trigger(("mask", "n"), call=TraitCall("go")), ReportTrait(("go",), "{Name} has {N}"))
    tables = [table(traits, number) for number in (1, 2)]
    for who in (ALLIES, ONLOOKERS):
        first, second = (heard(play, Act((piece,), "go"), who) for play, piece in tables)
        assert first == second


@pytest.mark.parametrize("seat", ["axis", "umpire"])
def test_what_was_masked_as_it_went_is_not_unmasked_by_its_report(seat: str) -> None:
    traits = (*DOES, MASK, Delete(TraitCall("gone")), ReportTrait(("gone",), "{Name} had {N}"))
    play, piece = table(traits, 1)
    play.act(piece, "mask", seat="axis")
    assert heard(play, Act((piece,), "gone"), ALLIES, seat)[0][2] == "a force had"


def test_what_an_invisible_piece_does_is_not_told_to_who_does_not_see_it() -> None:
    for way in says("x").values():
        play, piece = table((*way, Invisible(TraitCall("hide"))), 1)
        play.act(piece, "hide", seat="axis")
        assert heard(play, Act((piece,), "go"), ALLIES) == []


def heard_of_taking_back(play: Playing, command: AnyCommand) -> list[tuple[str, str, int]]:
    """Return the news for the allies and an observer of a command of the axis, its undo and its redo."""
    ticks = count(1)
    journal = Journal.in_memory(play.game, "17" * 32)
    session = Session(journal, play.components, now_ms=lambda: next(ticks), chance=Rigged([3] * 9))
    news: list[News] = []
    session.join("allies", news.append)
    session.join("watcher", news.append)
    session.submit("axis", command)
    for seq in (1, 2):
        session.undoing.take_back("axis", (seq,), frozenset(SEATS))
        session.undoing.take_back("axis", (seq,), frozenset(SEATS), ((ANYWAY, True),))
    assert journal.last == 3
    return [(one.by, repr(one.told), one.stream) for one in news]


@pytest.mark.parametrize("way", says(""))
def test_nor_do_they_when_it_is_taken_back_and_done_again(way: str) -> None:
    first, second = (table(says(SECRETS["both"])[way], number) for number in (1, 2))
    heard_of = [heard_of_taking_back(play, Act((piece,), "go")) for play, piece in (first, second)]
    assert heard_of[0] == heard_of[1]


@pytest.mark.parametrize("text", ["{OldPlace}", "{OldX}", "{OldLocation}", "{Before_Place}"])
def test_where_a_piece_came_from_unseen_is_not_told_to_who_sees_it_now(text: str) -> None:
    tables = []
    for place in ("D4", "E5"):
        play = Playing()
        traits = (SendTo(ToPlace("A1"), TraitCall("send")), Trigger(("send", "hide"), call=TraitCall("go")))
        piece = play.piece([Invisible(TraitCall("hide")), *traits, ReportTrait(("go",), text)], place)
        play.act(piece, "hide", seat="axis")
        tables.append((play, Act((piece,), "go")))
    for who in (ALLIES, ONLOOKERS):
        first, second = (heard(*each, who) for each in tables)
        assert first == second != []
    assert heard(*tables[0], UMPIRE) != heard(*tables[1], UMPIRE)
