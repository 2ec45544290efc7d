"""The permissions at an open table, at one with sides, and at a moderated one."""

from typing import get_args

import pytest
from msgspec.structs import replace

from tabletop.game.change.outcome import Performed, Refused
from tabletop.game.change.patch import Grant, MakeHolder, PieceSight, Proceed, Sit
from tabletop.game.commands import (
    Act,
    ActFor,
    AdvanceTracker,
    AllowOrder,
    Answer,
    AnyCommand,
    At,
    Batch,
    Begin,
    ChangeAccess,
    ChangeDispatch,
    ClonePieces,
    DeckCard,
    DelayOrder,
    DeliverDispatch,
    DrawPieces,
    DropContacts,
    FinishSetup,
    GiveSeat,
    GoOn,
    HoldOrders,
    Leave,
    LetStand,
    LoadDeck,
    LookInto,
    LoseDispatch,
    Measure,
    MergeContacts,
    MovePieces,
    NamedHolder,
    NoteContact,
    OpenNote,
    Ping,
    PlaceNew,
    Pour,
    PressClock,
    ReadDispatch,
    RecallDispatch,
    RecallOrder,
    RefuseOrder,
    RemovePieces,
    Report,
    ReportContact,
    Reshuffle,
    Restack,
    Resume,
    RollDice,
    Say,
    SendDispatch,
    SendReport,
    SetOption,
    SetProperty,
    SetTracker,
    SetTrait,
    Show,
    Shuffle,
    Spot,
    TakeSeat,
    TellSaved,
    TurnDeck,
    Withdraw,
    WriteDispatch,
    WriteNote,
)
from tabletop.game.decide import perform
from tabletop.game.state.frames import Frame
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.game_options import OptionRules
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.tracker import NumberLevel, Tracker
from tabletop.game.table_access import Role, TableAccess
from tabletop.game.traits.property_traits import MarkTrait, OwnProperty, Quantity
from tabletop.game.traits.sight_traits import Mask
from tabletop.game.traits.trait_base import Change as KeyChange
from tabletop.game.traits.trait_base import TraitCall
from tabletop.game.umpire.dispatch import Addressee
from tests.game.traits.playing import Playing, Rigged

COUNTER = (
    OwnProperty("Steps", 0, changes=(KeyChange(key="hit", add="1"),)),
    Quantity("Men", 6),
    Mask(call=TraitCall("mask")),
)
OURS = Kind("ours", "Our corps", "axis", (MarkTrait({"Army": "6th"}), *COUNTER), 60, 60)
OTHERS = Kind("other", "Our guards", "axis", (MarkTrait({"Army": "4th"}), *COUNTER), 60, 60)
THEIRS = Kind("theirs", "Their corps", "allies", COUNTER, 60, 60)
NOBODYS = Kind("marker", "Marker", "", COUNTER, 60, 60)
CARD = Kind("card", "Card", "", (), 60, 60)
KINDS = (OURS, OTHERS, THEIRS, NOBODYS, CARD)

HAND, THEIR_HAND, DECK, PILE, FRAME = 100, 101, 102, 103, 104
DONE = ""
"""The answer to a command that is carried out."""


class Table:
    """A table of two sides: Ann plays the axis, Bob the allies, Uma is the umpire, Wat observes."""

    def __init__(self, kind: str = "open", *roles: Role, umpire: bool = True, hidden: int = 1) -> None:
        play = Playing(*KINDS)
        play.components = replace(
            play.components,
            trackers={"Turn": Tracker("Turn", (NumberLevel("Turn", 1, 9),))},
            options={"fog": OptionRules(("on", "off"))},
        )
        for name in play.game.seats:
            play.change(Sit(name, None))
        play.change(Sit("both", Seat((0, 1))))
        self.ours, self.guards = play.piece(OURS, "A1"), play.piece(OTHERS, "A8")
        self.theirs, self.marker, self.masked = play.piece(THEIRS, "C1"), play.piece(NOBODYS, "D1"), play.piece(THEIRS)
        self.unseen = 0
        for _ in range(hidden):
            self.unseen = play.piece(THEIRS, "F1")
            play.hide(self.unseen, 0)
        play.hide(self.masked, 0, 1)
        shut, ours, theirs = (2, 2), (4, 1), (1, 4)
        for id, form, name, looks, owner in (
            (HAND, "hand", "Hand", ours, 0),
            (THEIR_HAND, "hand", "Their hand", theirs, 1),
            (DECK, "deck", "Deck", shut, -1),
            (PILE, "deck", "Pile", shut, -1),
        ):
            play.change(MakeHolder(id, Holder(form, -1, 0, 0, "", 0, 0, (), looks, (), name, owner)))  # type: ignore[arg-type]
        for number in range(3):
            play.put_into(play.piece(CARD, "J1"), DECK if number else HAND)
        play.change(Proceed(FRAME, Frame("battle", "fire", {})))
        play.change(Sit("both", None), Sit("Ann", Seat((0,))), Sit("Bob", Seat((1,))), Sit("Wat", Seat()))
        play.change(*[Sit("Uma", Seat(umpire=True))] * umpire, Grant(TableAccess(kind, roles)))  # type: ignore[arg-type]
        self.play = play

    @property
    def game(self) -> Game:
        return self.play.game

    def answer(self, command: AnyCommand, by: str = "Ann") -> str:
        """Return the key of the sentence that refuses a command, or "" if it would be carried out. The table stays as
        it is.
        """
        outcome = perform(self.game, command, by, Rigged(), self.play.components)
        return outcome.sentence.key if isinstance(outcome, Refused) else DONE

    def do(self, command: AnyCommand, by: str = "Ann") -> str:
        """Carry out a command. Return "", or the key of the sentence that refuses it."""
        outcome = perform(self.game, command, by, Rigged(), self.play.components)
        if isinstance(outcome, Performed):
            self.play.game = outcome.after
            return DONE
        assert isinstance(outcome, Refused)
        assert outcome.because.endswith(".")
        return outcome.sentence.key

    def seats(self) -> dict[str, Seat]:
        return {name: seat for name, seat in self.game.seats.items() if seat.is_taken}


def to(place: str, on: str = "Theatre") -> At:
    return At(on, place)


CARRYING = (SendDispatch, DeliverDispatch, LoseDispatch, ChangeDispatch, ReadDispatch, RecallDispatch)


def rows(table: Table) -> list[tuple[AnyCommand, str, str, str]]:
    """Return every command, with Ann's answers at an open table, at one with sides, and at a moderated one."""
    our, their, marker, masked, unseen = (
        (piece,) for piece in (table.ours, table.theirs, table.marker, table.masked, table.unseen)
    )
    enemy, nothing, umpires = "piece-of-others", "no-such-piece", "umpire-sets"
    return [
        (MovePieces(our, to("B2")), DONE, DONE, DONE),
        *(
            (command, *["only-umpire-judges"] * 3)
            for command in (HoldOrders(("move",)), ActFor("Bob", RollDice("1d6")))
        ),
        *((command(1), *["no-such-order"] * 3) for command in (AllowOrder, RefuseOrder, DelayOrder, RecallOrder)),
        (WriteDispatch(Addressee("side", "allies"), {"text": "Halt."}), DONE, DONE, DONE),
        (WriteDispatch(Addressee("umpire"), sender="Staff"), *["only-umpire-carries"] * 3),
        *((command(1), *["no-such-dispatch"] * 3) for command in CARRYING),
        (MovePieces(their, to("B2")), DONE, enemy, enemy),
        (MovePieces(marker, to("B2")), DONE, DONE, DONE),
        (MovePieces(masked, to("B2")), DONE, enemy, enemy),
        (MovePieces(unseen, to("B2")), nothing, nothing, nothing),
        (MovePieces((*our, *their), to("B2")), DONE, enemy, enemy),
        (Batch((MovePieces(our, to("B2")), MovePieces(their, to("B2")))), DONE, enemy, enemy),
        (Restack(our, "top"), DONE, DONE, DONE),
        (Restack(their, "top"), DONE, enemy, enemy),
        (Act(our, "hit"), DONE, DONE, DONE),
        (Act(their, "hit"), DONE, enemy, enemy),
        (SetTrait(our, "Steps", 2), DONE, DONE, DONE),
        (SetTrait(their, "Steps", 2), DONE, enemy, enemy),
        (SetTrait(unseen, "Steps", 2), nothing, nothing, nothing),
        (Show(our, "unseen"), DONE, DONE, DONE),
        (Show(their, "face", ("axis",)), DONE, enemy, enemy),
        (Show(masked, "face", ("axis",)), "back-not-shown", enemy, enemy),
        (ClonePieces(our), DONE, DONE, "umpire-adds"),
        (ClonePieces(their), DONE, enemy, enemy),
        (Pour(table.ours, 1, to=to("B2")), DONE, DONE, DONE),
        (Pour(table.theirs, 1, to=to("B2")), DONE, enemy, enemy),
        (Pour(table.masked, 1, to=to("B2")), "pour-no-quantity", enemy, enemy),
        (Pour(table.unseen, 1, to=to("B2")), nothing, nothing, nothing),
        (RemovePieces(our), DONE, DONE, "umpire-removes"),
        (RemovePieces(their), DONE, enemy, enemy),
        (RemovePieces(marker), DONE, DONE, "umpire-removes"),
        (RemovePieces(unseen), nothing, nothing, nothing),
        (PlaceNew("ours", to("B2")), DONE, DONE, "umpire-adds"),
        (PlaceNew("theirs", to("B2")), DONE, enemy, "umpire-adds"),
        (PlaceNew("marker", to("B2")), DONE, DONE, "umpire-adds"),
        (Shuffle(DECK), DONE, DONE, DONE),
        (Shuffle(THEIR_HAND), "belongs-to-others", "belongs-to-others", "belongs-to-others"),
        (DrawPieces(DECK, NamedHolder("Hand")), DONE, DONE, DONE),
        (DrawPieces(DECK, NamedHolder("Their hand")), *["belongs-to-others"] * 3),
        (Reshuffle(DECK, "Pile"), DONE, DONE, DONE),
        (TurnDeck(DECK, "reverse"), DONE, DONE, DONE),
        (TurnDeck(DECK, "face-up"), DONE, "umpire-opens", "umpire-opens"),
        (LookInto(DECK, "faces", ("axis",)), DONE, "umpire-opens", "umpire-opens"),
        (LookInto(HAND, "faces", ("allies",)), DONE, DONE, DONE),
        (LookInto(THEIR_HAND, "faces", ("axis",)), *["belongs-to-others"] * 3),
        (LoadDeck(DECK, (DeckCard("card"),)), DONE, "umpire-loads", "umpire-loads"),
        (LoadDeck(HAND, (DeckCard("card"),)), DONE, "umpire-loads", "umpire-loads"),
        (TellSaved(DECK), *["deck-not-seen"] * 3),
        (SetProperty("Weather", "storm"), DONE, DONE, DONE),
        (LetStand("So be it."), DONE, DONE, DONE),
        (SetProperty("side:axis:plan", 1), DONE, DONE, DONE),
        (SetProperty("side:allies:plan", 1), *["no-such-property"] * 3),
        (SetProperty("tracker:Turn:Turn", 8), DONE, umpires, umpires),
        (SetProperty("clock:running", "axis"), DONE, umpires, umpires),
        (SetProperty("map:Theatre:boards", ""), DONE, umpires, umpires),
        (SetProperty("policy", "off"), DONE, DONE, umpires),
        (SetProperty("ghosts", "no"), DONE, DONE, umpires),
        (SetProperty("map:Theatre:Weather", "storm"), DONE, DONE, umpires),
        (SetOption("fog", "off"), DONE, DONE, umpires),
        (AdvanceTracker("Turn"), DONE, DONE, umpires),
        (SetTracker("Turn", (3,)), DONE, DONE, umpires),
        (PressClock("", 0), DONE, DONE, DONE),
        (RollDice("2d6"), DONE, DONE, DONE),
        (Say("hello"), DONE, DONE, DONE),
        (Ping(Spot("Theatre", 1, 1)), DONE, DONE, DONE),
        (Measure("Theatre", 0, (0, 0), (1, 1), "gone"), *["no-thread"] * 3),
        (WriteNote("private", "Plan", "East"), DONE, DONE, DONE),
        (OpenNote(9), *["no-sealed-note"] * 3),
        (Begin("battle"), *["no-procedures"] * 3),
        (Answer(FRAME, "who"), *["no-procedures"] * 3),
        (Withdraw(FRAME, "who"), *["no-procedures"] * 3),
        (GoOn(FRAME), *["no-procedures"] * 3),
        (Leave(FRAME), DONE, DONE, "umpire-closes"),
        (Resume("battle", "fire"), "no-procedures", "no-procedures", "umpire-closes"),
        (Report(our, "routs", ()), *["only-umpire-reports"] * 3),
        (ReportContact("ships", to("B2"), ("axis",)), DONE, DONE, DONE),
        (ReportContact("ships", to("B2"), ("axis", "allies")), *["only-umpire-tells"] * 3),
        (SendReport("sighting", ("axis",)), *["only-umpire-tells"] * 3),
        (NoteContact(9, "seen"), *["no-such-contact"] * 3),
        (MergeContacts((8, 9)), *["no-such-contact"] * 3),
        (DropContacts((9,)), *["no-such-contact"] * 3),
        (FinishSetup("axis"), *["no-secret-setup"] * 3),
        (FinishSetup("allies"), *["setup-of-others"] * 3),
        (TakeSeat(), DONE, DONE, DONE),
        (TakeSeat(("axis",)), DONE, DONE, DONE),
        (TakeSeat(("allies",)), DONE, "side-taken", "umpire-seats"),
        (TakeSeat(("axis", "allies")), DONE, "side-taken", "umpire-seats"),
        (TakeSeat(umpire=True), *["umpire-seated"] * 3),
        (TakeSeat(role="Staff"), *["no-roles"] * 3),
        (GiveSeat("Wat", ("axis",)), DONE, DONE, "umpire-seats"),
        (GiveSeat("Wat", ("allies",)), "only-own-seat", "only-own-seat", "umpire-seats"),
        (GiveSeat("Wat", umpire=True), "only-own-seat", "only-own-seat", "umpire-seats"),
        (GiveSeat("Bob"), "only-own-seat", "only-own-seat", "umpire-seats"),
        (GiveSeat("Bob", ("axis",)), "already-plays", "already-plays", "umpire-seats"),
        (ChangeAccess("open"), *["umpire-changes-access"] * 3),
    ]


KINDS_OF_ACCESS = ("open", "sides", "moderated")


@pytest.mark.parametrize(("column", "kind"), list(enumerate(KINDS_OF_ACCESS, 1)))
def test_what_a_player_may_do(column: int, kind: str) -> None:
    table = Table(kind)
    facts = rows(table)
    assert [(row[0], table.answer(row[0])) for row in facts] == [(row[0], row[column]) for row in facts]


def test_every_command_is_among_them() -> None:
    assert {type(row[0]) for row in rows(Table())} == set(get_args(AnyCommand))


def test_the_umpire_may_do_the_same_at_every_table() -> None:
    open_table, *others = (Table(kind) for kind in KINDS_OF_ACCESS)
    asked = [row[0] for row in rows(open_table) if not isinstance(row[0], TakeSeat)]
    refused = {open_table.answer(command, "Uma") for command in asked}
    assert refused == {
        DONE,
        "no-thread",
        "no-sealed-note",
        "no-procedures",
        "no-such-contact",
        "no-report",
        "no-secret-setup",
        "no-such-order",
        "no-such-dispatch",
    }
    for table in others:
        assert [table.answer(command, "Uma") for command in asked] == [
            open_table.answer(command, "Uma") for command in asked
        ]


def test_who_watches_may_no_more_at_one_table_than_at_another() -> None:
    asked = [row[0] for row in rows(Table()) if not isinstance(row[0], TakeSeat)]
    done = {type(command) for command in asked if Table().answer(command, "Wat") == DONE}
    assert done == {RollDice, Say, Ping}
    for kind in KINDS_OF_ACCESS[1:]:
        assert {type(command) for command in asked if Table(kind).answer(command, "Wat") == DONE} == done


@pytest.mark.parametrize("kind", KINDS_OF_ACCESS)
def test_no_refusal_tells_of_what_is_not_seen(kind: str) -> None:
    """Ann gets the same answers at two tables, though one has more hidden pieces."""
    few, many = Table(kind, hidden=1), Table(kind, hidden=3)
    for table in (few, many):
        table.play.change(PieceSight(table.masked, 0, 1))
    named = [(one[0], two[0]) for one, two in zip(rows(few), rows(many), strict=True)]
    assert [few.answer(one) for one, _ in named] == [many.answer(two) for _, two in named]


# seats


def test_the_umpires_seat_is_free_where_nobody_sits_and_else_given() -> None:
    for kind in KINDS_OF_ACCESS:
        table = Table(kind, umpire=False)
        for name in tuple(table.game.seats):
            table.play.change(Sit(name, None))
        assert table.do(TakeSeat(umpire=True), "Ida") == DONE
        assert table.do(TakeSeat(umpire=True), "Otto") == "umpire-seated"
        assert table.do(GiveSeat("Otto", umpire=True), "Ida") == DONE
        assert {name for name, seat in table.seats().items() if seat.umpire} == {"Ida", "Otto"}
        assert table.do(TakeSeat(), "Ida") == DONE
        assert table.do(TakeSeat(umpire=True), "Ida") == "umpire-seated"


def test_beside_players_the_umpires_seat_is_taken_at_an_open_table_alone() -> None:
    answers = {kind: Table(kind, umpire=False).answer(TakeSeat(umpire=True), "Wat") for kind in KINDS_OF_ACCESS}
    assert answers == {"open": DONE, "sides": "umpire-not-agreed", "moderated": "umpire-not-agreed"}


def test_a_moderated_table_keeps_an_umpire() -> None:
    table = Table("moderated")
    assert table.do(TakeSeat(), "Uma") == "umpire-stays"
    assert table.do(GiveSeat("Uma", ("axis",)), "Uma") == "umpire-stays"
    assert table.do(GiveSeat("Uma", ("axis",), umpire=True), "Uma") == DONE
    assert table.do(GiveSeat("Wat", umpire=True), "Uma") == DONE
    assert table.do(TakeSeat(), "Uma") == DONE


def test_an_umpire_seats_everybody_anew() -> None:
    table = Table("moderated")
    assert table.do(GiveSeat("Ann"), "Uma") == DONE
    assert table.do(GiveSeat("Wat", ("axis", "allies")), "Uma") == DONE
    assert table.seats() == {"Bob": Seat((1,)), "Uma": Seat(umpire=True), "Wat": Seat((0, 1))}
    assert table.answer(MovePieces((table.ours,), to("B2")), "Ann") == "no-such-piece"
    assert table.answer(MovePieces((table.theirs,), to("B2")), "Wat") == DONE


def test_who_hands_over_a_side_keeps_the_others() -> None:
    table = Table("sides", umpire=False)
    table.play.change(Sit("Bob", None), Sit("Ann", Seat((0, 1))))
    assert table.do(GiveSeat("Wat", ("allies",)), "Ann") == DONE
    assert table.seats() == {"Ann": Seat((0,)), "Wat": Seat((1,))}
    assert table.do(TakeSeat(("axis", "allies")), "Ann") == "side-taken"
    assert table.do(TakeSeat(), "Wat") == DONE
    assert table.do(TakeSeat(("axis", "allies")), "Ann") == DONE


# changing the access


def test_without_an_umpire_all_who_play_change_the_access_together() -> None:
    table, wish = Table(umpire=False), ChangeAccess("sides")
    assert table.do(wish, "Wat") == "watchers-change-nothing"
    assert table.do(wish, "Ann") == DONE
    assert (table.game.access.kind, [one.seat for one in table.game.access.wishes]) == ("open", ["Ann"])
    assert table.do(ChangeAccess("moderated"), "Bob") == DONE
    assert table.game.access.kind == "open"
    assert table.do(wish, "Bob") == DONE
    assert table.game.access == TableAccess("sides")


def test_a_wish_is_taken_back_by_wishing_for_what_is() -> None:
    table = Table(umpire=False)
    table.do(ChangeAccess("sides"), "Ann")
    table.do(ChangeAccess("open"), "Ann")
    table.do(ChangeAccess("sides"), "Bob")
    assert (table.game.access.kind, [one.seat for one in table.game.access.wishes]) == ("open", ["Bob"])


def test_all_agree_on_the_umpire_by_name() -> None:
    table = Table("sides", umpire=False)
    assert table.do(ChangeAccess("moderated", umpire="Zoe"), "Ann") == "no-such-player"
    table.do(ChangeAccess("moderated"), "Ann")
    assert table.game.access.wishes[0].umpire == "Ann"
    assert table.do(ChangeAccess("moderated", umpire="Wat"), "Bob") == DONE
    assert not table.seats()["Bob"].umpire
    table.do(ChangeAccess("moderated", umpire="Wat"), "Ann")
    assert table.seats()["Wat"] == Seat(umpire=True)
    assert table.game.access == TableAccess("moderated")
    assert table.answer(ChangeAccess("open"), "Ann") == "umpire-changes-access"


def test_who_sets_a_table_up_alone_as_moderated_is_its_umpire() -> None:
    table = Table(umpire=False)
    table.do(TakeSeat(), "Bob")
    assert table.do(ChangeAccess("moderated"), "Ann") == DONE
    assert table.seats() == {"Ann": Seat((0,), umpire=True)}


@pytest.mark.parametrize(
    ("roles", "why"),
    [
        ((Role("Staff", ("axis",)), Role("Staff", ("allies",))), "role-twice"),
        ((Role("Staff", ()),), "role-without-sides"),
        ((Role("Staff", ("neutral",)),), "sides-are"),
        ((Role("", ("axis",)),), "roles-too-long"),
        ((Role("Staff", ("axis",), moves="Army =="),), "in-other-words"),
    ],
)
def test_roles_that_make_no_sense_are_refused(roles: tuple[Role, ...], why: str) -> None:
    assert Table().answer(ChangeAccess("sides", roles), "Uma") == why


# roles

SIXTH = Role("6th Army", ("axis",), moves='Army == "6th"')
NORTH = Role("North", ("axis",), maps=("Theatre",), zones=("North",))
CLERK = Role("Clerk", ("axis",), answers=False, ends_phases=False, takes_back=False)
TIMER = Role("Timer", ("axis",), ends_phases=True)
ROLES = (SIXTH, NORTH, CLERK, TIMER)


def as_role(role: Role, kind: str = "sides") -> Table:
    """Return a table at which Ann has a role."""
    table = Table(kind, *ROLES)
    assert table.do(GiveSeat("Ann", role=role.name), "Uma") == DONE
    return table


def test_a_role_moves_the_pieces_of_its_selection() -> None:
    for kind in KINDS_OF_ACCESS:
        table = as_role(SIXTH, kind)
        facts = {
            table.ours: DONE,
            table.guards: "piece-of-another-role",
            table.marker: "piece-of-another-role",
            table.unseen: "no-such-piece",
        }
        assert {piece: table.answer(MovePieces((piece,), to("B2"))) for piece in facts} == facts
    assert as_role(SIXTH).answer(PlaceNew("other", to("B2"))) == "piece-of-another-role"
    assert as_role(SIXTH).answer(PlaceNew("ours", to("B2"))) == DONE
    assert as_role(SIXTH).answer(DrawPieces(DECK, NamedHolder("Hand"))) == DONE


def test_a_role_moves_pieces_within_its_maps_and_zones() -> None:
    table = as_role(NORTH)
    asked = (table.ours, "B5"), (table.ours, "B8"), (table.guards, "B8"), (table.guards, "B5")
    assert [table.answer(MovePieces((piece,), to(place))) for piece, place in asked] == [
        DONE,
        "outside-role",
        "piece-of-another-role",
        "piece-of-another-role",
    ]
    assert table.answer(MovePieces((table.ours,), to("B2", "Display"))) == "outside-role"


def test_a_selection_that_makes_no_sense_for_a_piece_leaves_it_out() -> None:
    table = Table("sides", Role("Odd", ("axis",), moves="Army * 2 > 1"))
    table.do(GiveSeat("Ann", role="Odd"), "Uma")
    assert table.answer(MovePieces((table.ours,), to("B2"))) == "piece-of-another-role"


def test_a_role_ends_phases_and_answers_as_it_says() -> None:
    end, reply = AdvanceTracker("Turn"), Answer(FRAME, "who")
    answers = {role.name: (as_role(role).answer(end), as_role(role, "moderated").answer(end)) for role in ROLES[1:]}
    assert answers == {"North": (DONE, "role-tracks"), "Clerk": ("role-tracks", "role-tracks"), "Timer": (DONE, DONE)}
    assert (as_role(CLERK).answer(reply), as_role(NORTH).answer(reply)) == ("role-answers", "no-procedures")


def test_a_role_is_one_seat_beside_others_of_its_side() -> None:
    table = Table("sides", *ROLES)
    assert table.do(TakeSeat(role="6th Army"), "Wat") == DONE
    assert table.seats()["Wat"] == Seat((0,), role="6th Army")
    assert table.do(TakeSeat(role="6th Army"), "Ann") == "role-taken"
    assert table.do(TakeSeat(("allies",), role="North"), "Zoe") == "role-of-sides"
    assert table.do(TakeSeat(role="South"), "Zoe") == "no-role"
    assert table.do(TakeSeat(("axis",)), "Zoe") == "side-taken"
    assert table.answer(MovePieces((table.guards,), to("B2")), "Ann") == DONE


def test_a_role_that_is_gone_leaves_its_holder_the_side() -> None:
    table = as_role(SIXTH)
    assert table.do(ChangeAccess("sides", (NORTH,)), "Uma") == DONE
    assert table.seats()["Ann"] == Seat((0,))
    assert table.game.access == TableAccess("sides", (NORTH,))


def test_the_umpire_is_bound_by_no_role() -> None:
    table = as_role(SIXTH)
    table.do(GiveSeat("Ann", role="6th Army", umpire=True), "Uma")
    assert table.answer(MovePieces((table.theirs,), to("B2"))) == DONE


def test_the_table_itself_is_in_no_role() -> None:
    table = as_role(SIXTH)
    box = Holder("box", -1, 0, 0, "", 0, 0, (), (4, 4), (), "the table")
    table.play.change(MakeHolder(200, box))
    button = table.play.piece([OwnProperty("Steps", 0, changes=(KeyChange(key="press", add="1"),))])
    table.play.put_into(button, 200)
    assert table.answer(Act((button,), "press")) == DONE
