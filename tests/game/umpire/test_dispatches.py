"""Dispatches are written, carried for some turns and read; only their writers, their readers and the umpire know of
them.
"""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tabletop.game.beliefs.contact_rules import ContactKind, ContactRules
from tabletop.game.beliefs.report_rules import ReportRules
from tabletop.game.change.outcome import Asks, Refused
from tabletop.game.change.patch import Grant
from tabletop.game.change.step import Step
from tabletop.game.commands import (
    AdvanceTracker,
    AnyCommand,
    At,
    Batch,
    ChangeDispatch,
    DeliverDispatch,
    GiveSeat,
    HoldOrders,
    LoseDispatch,
    MovePieces,
    ReadDispatch,
    RecallDispatch,
    Say,
    SendDispatch,
    SendReport,
    SetProperty,
    TakeSeat,
    WriteDispatch,
)
from tabletop.game.decisions.dispatch_decisions import MOST_WRITTEN
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import NameLevel, NumberLevel, Tracker
from tabletop.game.state.values import UNSEEN
from tabletop.game.table_access import Role, TableAccess
from tabletop.game.traits.property_traits import OwnProperty
from tabletop.game.umpire.dispatch import Addressee, Dispatch
from tabletop.game.umpire.dispatch_rules import DispatchForm
from tabletop.log_sentences import sentence
from tabletop.session import Confirmed, NeedsConsent
from tests.game.secrets.worlds import Played, World, both, difference

UNIT = Kind("unit", "5th Division", "a", (OwnProperty("Courier", 2),), 60, 60)
FLEET = Kind("fleet", "Fleet", "b", (), 60, 60)
TURNS = Tracker("Turn", (NumberLevel("Day"), NameLevel("Time", ("morning", "noon", "night"))))
MESSAGE = DispatchForm("message", "Message", {"text": "Text"}, takes="1")
ORDER = DispatchForm("order", "Order", {"goal": "Goal", "how": "How"}, takes="Courier", held=True, to=("piece",))
WORD = DispatchForm("word", "Word by hand", {"text": "Text"})
RUMOUR = ReportRules("rumour", "Rumour", "fleet", (), within=9, invented=True)
A, B, UMPIRE = Addressee("side", "a"), Addressee("side", "b"), Addressee("umpire")


def table(world: World) -> None:
    """Lay out a unit of side a, and a fleet of side b that side a does not see.

    Messages take a day, and orders wait for the umpire.
    """
    world.components = replace(
        world.components, trackers={"Turn": TURNS}, contacts=ContactRules(dispatches=(MESSAGE, ORDER, WORD))
    )
    world.holder("own")
    world.piece("unit", UNIT, "own")
    world.holder("sea", x=450 if world.is_other else 250)
    world.piece("fleet", FLEET, "sea", world.sight(UNSEEN))
    world.changes.append(Grant(TableAccess(roles=(Role("Staff", ("b",)),))))


def played() -> Played:
    return next(both(table))


def does(play: Played, command: AnyCommand, by: str = "anna") -> Step | Refused | Asks:
    return play.session.submit(by, command)


def refusal(answer: object) -> str:
    assert isinstance(answer, Refused)
    return answer.because


def message(to: Addressee = B, text: str = "Attack at dawn.", **more: object) -> WriteDispatch:
    return WriteDispatch(to, {"text": text}, **more)  # type: ignore[arg-type]


def all_of(play: Played) -> list[Dispatch]:
    return list(play.session.game.dispatches.values())


def last(play: Played) -> int:
    return max(play.session.game.dispatches)


def seen(play: Played, seat: str) -> list[Dispatch]:
    view = play.anna.view if seat == "anna" else play.others[seat].view
    return list(view.dispatches.values())


def turns(play: Played, count: int) -> None:
    """Let the other side advance the tracker of days this number of times, each time by a third of a day."""
    for _ in range(count):
        play.by("bert", AdvanceTracker("Turn"))


def lines(play: Played) -> list[str]:
    """Return the log of the asking seat."""
    return [sentence(told, news.before, news.after) for news in play.heard for told in news.told]


# the way of a dispatch


def test_a_message_arrives_when_the_tracker_has_come_to_its_time():
    play = played()
    does(play, message())
    (sent,) = all_of(play)
    assert (sent.state, sent.time, sent.due, sent.takes) == ("under-way", (0, 0), (1, 0), 1)
    turns(play, 2)
    assert seen(play, "bert") == []
    turns(play, 1)
    (came,) = seen(play, "bert")
    assert (came.state, came.seat, came.says, came.time, came.arrived) == (
        "arrived", "anna", {"text": "Attack at dawn."}, (0, 0), (1, 0),
    )  # fmt: skip


def test_its_author_knows_that_it_was_written_and_never_that_it_has_arrived():
    play = played()
    does(play, message(at=At("main", "C1")))
    before = seen(play, "anna")
    turns(play, 3)
    does(play, ReadDispatch(last(play)), by="bert")
    assert seen(play, "anna") == before
    (own,) = before
    assert (own.state, own.due, own.takes, own.arrived, own.readers, own.read, own.place) == (
        "under-way", (), None, (), (), {}, "C1",
    )  # fmt: skip
    assert lines(play)[0] == "writes Message to b, about C1: “Attack at dawn.”"
    assert not any("Message" in line for line in lines(play)[1:])


def test_its_reader_hears_it_when_it_arrives_and_nobody_else_does():
    play = played()
    does(play, message(A, "Hold on."), by="bert")
    turns(play, 3)
    assert "Message from bert to a: “Hold on.”" in lines(play)
    assert seen(play, "watcher") == []
    assert len(play.others["umpire"].view.dispatches) == 1


@pytest.mark.parametrize(
    ("to", "reads"),
    [
        (B, "bert"),
        (Addressee("seat", "bert"), "bert"),
        (Addressee("role", "Staff"), "bert"),
        (A, "anna"),
        (UMPIRE, ""),
        (Addressee("seat", "umpire"), ""),
    ],
)
def test_it_goes_to_a_side_a_person_a_role_or_the_umpire(to: Addressee, reads: str):
    play = played()
    does(play, message(to))
    turns(play, 3)
    (arrived,) = all_of(play)
    assert arrived.state == "arrived"
    here = [name for name in ("anna", "bert") if any(one.state == "arrived" for one in seen(play, name))]
    assert here == ([reads] if reads else [])


def test_an_order_to_a_unit_takes_the_time_that_its_form_reads_on_it_and_comes_to_the_umpire():
    play = played()
    to = Addressee("piece", piece=play["unit"])
    does(play, WriteDispatch(to, {"how": "by night", "goal": "C1"}, "order"))
    (order,) = all_of(play)
    assert (order.to, order.takes, order.state) == (Addressee("piece", "5th Division", play["unit"]), 2, "written")
    does(play, SendDispatch(last(play)), by="umpire")
    assert all_of(play)[0].due == (2, 0)
    assert seen(play, "anna")[0].to == Addressee("piece", "5th Division")
    assert lines(play) == ["writes Order to 5th Division: Goal “C1” and How “by night”"]
    turns(play, 6)
    (arrived,) = all_of(play)
    assert (arrived.state, arrived.readers) == ("arrived", ())


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (message(Addressee("side", "c")), "The sides are a and b."),
        (message(Addressee("role", "Cavalry")), "There is no role 'Cavalry'. Choose from: Staff."),
        (message(Addressee("seat", "carl")), "No player is called carl."),
        (message(form="letter"), "There is no form of dispatches 'letter'. Choose from: message, order and word."),
        (message(form="order"), "Order cannot be sent to this addressee."),
        (WriteDispatch(B, {"goal": "C1"}), "This form has no field 'goal'. Choose from: text."),
        (message(sender="Headquarters"), "Only an umpire carries dispatches, or writes them in another name."),
        (message(answers=999), "You have no such dispatch."),
        (message(at=At("main", "Z99")), "There is no place 'Z99' on main."),
    ],
)
def test_what_is_wrong_with_a_dispatch_is_said_at_once(command: AnyCommand, says: str):
    play = played()
    assert refusal(does(play, command)) == says
    assert all_of(play) == []


def test_orders_go_only_to_units_of_ones_own_side():
    play = played()
    to = Addressee("piece", piece=play["unit"])
    assert refusal(does(play, WriteDispatch(to, {}, "order"), by="bert")) == (
        "Dispatches go only to units of your own side."
    )


def test_the_time_that_a_message_takes_can_be_read_on_the_table():
    play = played()
    storm = DispatchForm("message", "Message", {"text": "Text"}, takes="if(Storm == 1, 3, 1)")
    play.session.components = replace(play.session.components, contacts=ContactRules(dispatches=(storm,)))
    play.by("umpire", SetProperty("Storm", 1))
    does(play, message())
    assert [(one.takes, one.due) for one in all_of(play)] == [(3, (3, 0))]


# the umpire


@pytest.mark.parametrize(
    ("form", "holds", "state"),
    [("message", (), "under-way"), ("message", ("write-dispatch",), "written"), ("word", (), "written")],
)
def test_it_waits_for_the_umpire_if_the_table_its_form_or_the_missing_delay_says_so(
    form: str, holds: tuple[str, ...], state: str
):
    play = played()
    play.by("umpire", HoldOrders(holds))
    does(play, message(form=form))
    assert [one.state for one in all_of(play)] == [state]
    assert not play.session.game.held


def test_without_an_umpire_the_program_carries_everything():
    play = played()
    play.by("umpire", TakeSeat())
    does(play, message(form="word"))
    does(play, WriteDispatch(Addressee("piece", piece=play["unit"]), {"goal": "C1"}, "order"))
    assert [one.state for one in all_of(play)] == ["arrived", "under-way"]
    turns(play, 6)
    assert [one.readers for one in all_of(play)] == [(1,), (0,)]
    assert refusal(does(play, message(UMPIRE))) == "There is no umpire at this table."


def test_a_game_that_declares_no_form_has_one_with_a_text():
    play = played()
    play.session.components = replace(play.session.components, contacts=ContactRules())
    play.by("umpire", TakeSeat())
    does(play, message())
    assert [one.says for one in seen(play, "bert")] == [{"text": "Attack at dawn."}]


def test_the_umpire_lets_it_go_later_or_sooner_and_delivers_it():
    play = played()
    does(play, message(form="word"))
    id = last(play)
    heard = len(play.heard)
    does(play, SendDispatch(id, (0, 2)), by="umpire")
    does(play, SendDispatch(id, (3, 1)), by="umpire")
    assert (all_of(play)[0].state, all_of(play)[0].due) == ("under-way", (3, 1))
    assert len(play.heard) == heard + 1, "its author sees that it has left, and not when it is due"
    turns(play, 2)
    assert seen(play, "bert") == []
    does(play, DeliverDispatch(id), by="umpire")
    assert [one.arrived for one in seen(play, "bert")] == [(0, 2)]
    assert refusal(does(play, SendDispatch(id), by="umpire")) == "That dispatch has arrived already."


def test_a_dispatch_that_is_sent_for_a_time_that_has_passed_arrives_at_once():
    play = played()
    turns(play, 4)
    does(play, message(form="word"))
    does(play, SendDispatch(last(play), (0, 1)), by="umpire")
    assert [one.arrived for one in seen(play, "bert")] == [(1, 1)]


def test_a_lost_dispatch_looks_to_its_author_like_one_under_way():
    play = played()
    does(play, message(form="word"))
    does(play, message(form="word"))
    lost, sent = play.session.game.dispatches
    does(play, LoseDispatch(lost, "shot at the ford"), by="umpire")
    does(play, SendDispatch(sent, (2, 0)), by="umpire")
    assert {one.state for one in seen(play, "anna")} == {"under-way"}
    assert {one.word for one in seen(play, "anna")} == {""}
    turns(play, 12)
    assert len(seen(play, "bert")) == 1


def test_its_reader_gets_what_the_umpire_has_changed_and_its_author_keeps_what_was_written():
    play = played()
    does(play, message())
    does(play, ChangeDispatch(last(play), {"text": "Attack at d..."}, "rain"), by="umpire")
    turns(play, 3)
    assert [one.says["text"] for one in seen(play, "bert")] == ["Attack at d..."]
    assert [one.word for one in seen(play, "bert")] == [""]
    assert [one.says["text"] for one in seen(play, "anna")] == ["Attack at dawn."]


def test_the_umpire_answers_in_the_name_of_others_and_the_answer_takes_its_time():
    play = played()
    does(play, message(UMPIRE, "Where is the enemy?"))
    turns(play, 3)
    does(play, message(A, "At the ford.", answers=last(play), sender="Patrol"), by="umpire")
    assert len(seen(play, "anna")) == 1
    turns(play, 3)
    view = play.anna.view.dispatches
    (answer,) = (one for one in view.values() if one.state == "arrived")
    assert (answer.seat, answer.sender, view[answer.answers].says) == ("", "Patrol", {"text": "Where is the enemy?"})
    assert "Message from Patrol to a: “At the ford.”" in lines(play)


def test_an_answer_names_only_a_dispatch_that_its_reader_knows():
    play = played()
    does(play, message(UMPIRE))
    turns(play, 3)
    does(play, message(B, "They ask for you.", answers=last(play)), by="umpire")
    turns(play, 3)
    assert [one.answers for one in seen(play, "bert")] == [0]


def with_reports(world: World) -> None:
    """Lay out the table, with a form for reports."""
    table(world)
    rules = replace(world.components.contacts, kinds=(ContactKind("fleet", "Fleet"),), reports=(RUMOUR,))
    world.components = replace(world.components, contacts=rules)


def test_a_report_is_the_answer_to_a_dispatch_for_its_author_alone():
    play = next(both(with_reports))
    does(play, message(UMPIRE, "Where is the enemy?"))
    turns(play, 3)
    answer = SendReport("rumour", ("a", "b"), (), At("main", "C3"), source="Patrol", answers=last(play))
    assert isinstance(does(play, answer, by="umpire"), Step)
    view = play.anna.view
    (contact,) = view.contacts.values()
    assert view.dispatches[contact.answers].says == {"text": "Where is the enemy?"}
    assert lines(play)[-1] == "Patrol reports Fleet at C3 (answers “Where is the enemy?”)"
    assert [one.answers for one in play.session.join("bert").view.contacts.values()] == [0]
    assert [one.answers for one in play.session.game.contacts.values()] == [last(play), 0]


def test_a_report_that_answers_no_dispatch_is_refused():
    play = next(both(with_reports))
    answer = SendReport("rumour", ("a",), (), At("main", "C3"), answers=40)
    assert refusal(does(play, answer, by="umpire")) == "You have no such dispatch."


@pytest.mark.parametrize(
    "command", [SendDispatch(0), DeliverDispatch(0), LoseDispatch(0), ChangeDispatch(0, {})], ids=str
)
def test_only_the_umpire_carries_and_others_know_no_dispatch_but_their_own(command: AnyCommand):
    play = played()
    does(play, message())
    command = replace(command, dispatch=last(play))  # type: ignore[type-var]
    assert refusal(does(play, command)) == "Only an umpire carries dispatches, or writes them in another name."
    assert refusal(does(play, command, by="bert")) == "You have no such dispatch."
    assert refusal(does(play, ReadDispatch(last(play)), by="bert")) == "You have no such dispatch."


# reading and recalling


def test_a_reader_marks_it_as_read_and_the_umpire_learns_when():
    play = played()
    does(play, message())
    id = last(play)
    assert refusal(does(play, ReadDispatch(id))) == "That dispatch is not for you."
    turns(play, 4)
    does(play, ReadDispatch(id), by="bert")
    assert all_of(play)[0].read == {"bert": (1, 1)}
    assert refusal(does(play, ReadDispatch(id), by="bert")) == "You have read that dispatch already."


def test_its_author_recalls_it_until_it_leaves_and_is_refused_alike_whether_it_has_arrived_or_not():
    play = played()
    does(play, message(form="word"))
    assert isinstance(does(play, RecallDispatch(last(play))), Step)
    assert (all_of(play), seen(play, "anna")) == ([], [])
    does(play, message())
    answers = [refusal(does(play, RecallDispatch(last(play))))]
    turns(play, 3)
    answers += [refusal(does(play, RecallDispatch(last(play))))]
    assert answers == ["That dispatch has left already."] * 2
    assert refusal(does(play, RecallDispatch(last(play)), by="bert")).startswith("anna wrote that dispatch.")


def test_a_side_that_has_written_too_many_does_not_stop_the_other():
    play = played()
    play.by("bert", Batch((message(A, form="word"),) * MOST_WRITTEN))
    assert refusal(does(play, message(A, form="word"), by="bert")).startswith("At most 250")
    assert isinstance(does(play, message(form="word")), Step)


# undo


def test_a_written_dispatch_is_undone_until_it_leaves():
    play = played()
    play.does(message(form="word"))
    assert isinstance(play.undoes(), Confirmed)
    assert all_of(play) == []
    assert isinstance(play.redoes(), Confirmed)
    does(play, SendDispatch(last(play), (1, 0)), by="umpire")
    answers = [refusal(play.undoes())]
    turns(play, 3)
    answers += [refusal(play.undoes())]
    assert answers == ["That dispatch has left already."] * 2


def test_an_arrival_stays_when_the_step_in_which_it_came_is_undone_and_makes_it_no_barrier():
    play = played()
    play.by("bert", message(A))
    turns(play, 2)
    play.does(AdvanceTracker("Turn"))
    assert isinstance(play.undoes(), Confirmed)
    assert [one.state for one in seen(play, "anna")] == ["arrived"]
    play.does(AdvanceTracker("Turn"))
    assert [one.arrived for one in seen(play, "anna")] == [(1, 0)]


def test_the_step_that_delivers_a_dispatch_is_a_barrier():
    play = played()
    does(play, message(form="word"))
    does(play, DeliverDispatch(last(play)), by="umpire")
    step = play.session.journal.last
    assert isinstance(play.session.undoing.take_back("umpire", (step,), frozenset()), Asks | NeedsConsent)


def test_a_move_that_was_made_with_a_dispatch_is_not_undone_once_it_has_left():
    play = played()
    play.does(Batch((MovePieces((play["unit"],), At("main", "C1")), message())))
    assert refusal(play.undoes()) == "That dispatch has left already."


# secrets


def theirs(play: Played) -> None:
    """Write dispatches of the other side.

    In the other world there are more of them, later, longer and with other contents.
    """
    other = play.world.is_other
    for text in ("one", "two and more", "three") if other else ("one",):
        play.by("bert", message(UMPIRE if other else B, text, form="word"))
    if other:
        first, second, third = play.session.game.dispatches
        play.by("umpire", SendDispatch(first, (1, 0)))
        play.by("umpire", LoseDispatch(second))
        play.by("umpire", ChangeDispatch(third, {"text": "garbled"}))
        play.by("umpire", message(B, "An answer.", answers=first))


def test_two_games_that_differ_in_the_dispatches_of_others_are_alike():
    alike(
        theirs,
        lambda play: play.does(message(A, "To ourselves.")),
        lambda play: play.submits(RecallDispatch(40)),
        lambda play: play.submits(ReadDispatch(40)),
        lambda play: turns(play, 4),
        lambda play: play.undoes(of_table=True),
        lambda play: play.does(Say("so")),
    )


def test_its_author_cannot_tell_whether_a_dispatch_has_arrived_was_changed_or_lost():
    def on_the_way(play: Played) -> None:
        id = min(play.session.game.dispatches)
        if play.world.is_other:
            play.by("umpire", LoseDispatch(id))
        else:
            play.by("umpire", ChangeDispatch(id, {"text": "No."}))
            play.by("umpire", DeliverDispatch(id))
            play.by("bert", ReadDispatch(id))

    alike(
        lambda play: play.does(message()),
        on_the_way,
        lambda play: play.undoes(),
        lambda play: turns(play, 5),
        lambda play: play.submits(RecallDispatch(3)),
        lambda play: play.undoes(),
    )


def alike(*do: Callable[[Played], object]) -> None:
    one, other = both(table)
    for play in (one, other):
        for each in do:
            each(play)
    assert difference(one, other) is None


def test_a_dispatch_from_one_cell_of_a_side_to_another_is_theirs_alone():
    play = Played(World(("a/north", "a/south", "b", "a")))
    does(play, message(Addressee("side", "a/south")))
    does(play, DeliverDispatch(last(play)), by="umpire")
    (arrived,) = all_of(play)
    assert (arrived.sides, arrived.readers) == ((0,), (1,))
    assert [one.state for one in seen(play, "anna")] == ["under-way"]
    assert [one.state for one in seen(play, "bert")] == ["arrived"]
    play.by("umpire", GiveSeat("carl", ("a",)))
    assert seen(play, "carl") == []
