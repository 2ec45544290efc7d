"""Every command that a seat can give, made for a piece that it sees, in the numbers of its own view."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, NamedTuple, TypeAlias

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
    Goal,
    GoOn,
    HoldOrders,
    Into,
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
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.state.frames import piece_text
from tabletop.game.state.game import Game
from tabletop.game.state.kind import BACK_OF
from tabletop.game.umpire.dispatch import Addressee
from tests.game.secrets.layouts import POINTS, TABLE_KEYS
from tests.game.secrets.trait_groups import KINDS, keys_heard
from tests.game.secrets.worlds import Labels


class Hand(NamedTuple):
    """The material for a random command: a view, the numbers of things in it by label, one piece, and a key."""

    chance: Random
    view: Game
    numbers: Mapping[str, int]
    plays: tuple[str, ...]
    piece: int
    wanted: str

    @property
    def holder(self) -> int:
        """The holder of the piece."""
        return self.view.pieces[self.piece].at

    def some(self, thing: str) -> int:
        """Return the number of a random thing whose label begins with `thing` (`note`, `piece`); 0 if there is none."""
        found = sorted(label for label in self.numbers if label.startswith(thing))
        return self.numbers[self.chance.choice(found)] if found else 0

    @property
    def pieces(self) -> tuple[int, ...]:
        """The piece, and sometimes another one."""
        more = (self.some("piece"),) if self.chance.random() < 0.2 else ()
        return tuple(dict.fromkeys((self.piece, *more)))

    @property
    def spot(self) -> Spot:
        """A random point of the map."""
        return Spot("main", self.chance.choice(POINTS), 50)

    @property
    def goal(self) -> Goal:
        """A random goal of a move: a point, a place or a holder."""
        chance, holder = self.chance, self.some("holder")
        goals: tuple[Goal, ...] = (
            self.spot,
            Spot("main", chance.choice(POINTS) + 7, 53, free=chance.random() < 0.5),
            At("main", chance.choice(("A1", "B1", "C1", "harbour"))),
            Spot("main", chance.choice((930, 950)), 50),
            Into(holder, chance.choice((0, *self.view.holders[holder].pieces)), bottom=chance.random() < 0.3),
            NamedHolder(chance.choice(("deck", "pile", "safe"))),
        )
        return chance.choice(goals)

    @property
    def key(self) -> str:
        """The wanted key, if the piece reacts to it or only its back is seen; else a random key that the piece reacts
        to.
        """
        kind = self.view.kind_of(self.piece).key
        heard = TABLE_KEYS if kind == "table" else () if kind.startswith(BACK_OF) else keys_heard(kind)
        return self.wanted if self.wanted in heard or not heard else self.chance.choice(heard)

    @property
    def shown(self) -> tuple[str, ...]:
        """The sides to which a piece is shown, chosen at random: side b, or all other sides (no name)."""
        return self.chance.choice(((), ("b",)))


Makes: TypeAlias = Callable[[Hand], AnyCommand]


def _draw(hand: Hand) -> AnyCommand:
    chosen = (hand.piece,) if hand.chance.random() < 0.5 else ()
    return DrawPieces(hand.holder, hand.goal, hand.chance.randrange(1, 4), chosen)


def _look(hand: Hand) -> AnyCommand:
    return LookInto(hand.holder, hand.chance.choice(LEVELS), ("b",))


def _load(hand: Hand) -> AnyCommand:
    kinds = [hand.chance.choice(KINDS) for _ in range(hand.chance.randrange(3))]
    return LoadDeck(hand.holder, tuple(DeckCard(kind.key, compile_kind(kind).slots) for kind in kinds))


def _act(hand: Hand) -> AnyCommand:
    at = Spot("main", hand.chance.choice(POINTS), 53) if hand.chance.random() < 0.3 else None
    return Act(hand.pieces, hand.key, at=at)


def _answer(hand: Hand) -> AnyCommand:
    frame = hand.some("frame")
    waiting = hand.view.frames[frame].waiting if frame else ()
    keys = [one.key for one in waiting] or ["attack"]
    value = hand.chance.choice(("high", "low", 1, 2, True, False, "roll-these", "seen", piece_text(hand.piece)))
    return Answer(frame, hand.chance.choice(keys), value)


def _resume(hand: Hand) -> AnyCommand:
    state = {
        "unit": piece_text(hand.piece),
        "side": hand.plays[0],
        "plan": {"secret_of": hand.plays[0], "is": "high"},
        "lair": {"secret_of": hand.plays[0], "is": piece_text(hand.piece)},
    }
    return Resume("raid", "strike", state, hand.plays[0])


def _set_property(hand: Hand) -> AnyCommand:
    names = ("Storm", "side:a:plan", "side:b:plan", "map:lair:plan", "zone:main:North:here", "Turn")
    return SetProperty(hand.chance.choice(names), hand.chance.choice((5, None)))


def _batch(hand: Hand) -> AnyCommand:
    parts = [MAKES[hand.chance.choice(("move", "set", "restack", "remove", "roll", "show"))](hand) for _ in range(2)]
    return Batch((*parts, Say("both")))


def _act_for(hand: Hand) -> AnyCommand:
    meant = MAKES[hand.chance.choice(("act", "move", "restack", "remove", "roll"))](hand)
    return ActFor(hand.chance.choice(("anna", "bert")), meant)


def _seat(hand: Hand) -> AnyCommand:
    return hand.chance.choice((TakeSeat(hand.plays), TakeSeat(hand.plays), TakeSeat(), TakeSeat(umpire=True)))


def _dispatch(hand: Hand) -> AnyCommand:
    chance, form = hand.chance, hand.chance.choice(("message", "word"))
    to = chance.choice(
        (Addressee("side", "b"), Addressee("seat", "anna"), Addressee("umpire"), Addressee("piece", piece=hand.piece))
    )
    answers = hand.some("dispatch") * chance.randrange(2)
    return WriteDispatch(to, {"text": "so"}, form, hand.spot, answers)


def _pour(hand: Hand) -> AnyCommand:
    count = hand.chance.randrange(1, 6)
    if hand.chance.random() < 0.5:
        return Pour(hand.piece, count, to=hand.goal)
    return Pour(hand.piece, count, hand.some("piece"))


LEVELS: Final = ("shut", "count", "backs", "top", "faces")

MAKES: Final[dict[str, Makes]] = {
    "act": _act,
    "move": lambda hand: MovePieces(hand.pieces, hand.goal, hand.chance.choice((0, 0, hand.piece))),
    "restack": lambda hand: Restack(hand.pieces, hand.chance.choice(("up", "down", "top", "bottom"))),
    "place-new": lambda hand: PlaceNew(hand.chance.choice(KINDS).key, Into(hand.holder), 1),
    "pour": _pour,
    "remove": lambda hand: RemovePieces(hand.pieces),
    "clone": lambda hand: ClonePieces(hand.pieces),
    "show": lambda hand: Show(hand.pieces, hand.chance.choice(("unseen", "back", "face")), hand.shown),
    "set": lambda hand: SetTrait(hand.pieces, hand.chance.choice(("N", "N", "Hits", "Moved")), 3),
    "shuffle": lambda hand: Shuffle(hand.holder),
    "draw": _draw,
    "turn-deck": lambda hand: TurnDeck(hand.holder, hand.chance.choice(("face-down", "reverse"))),
    "reshuffle": lambda hand: Reshuffle(hand.holder, hand.chance.choice(("pile", "deck"))),
    "load-deck": _load,
    "tell-saved": lambda hand: TellSaved(hand.holder),
    "look-into": _look,
    "set-property": _set_property,
    "set-option": lambda hand: SetOption("ruling", hand.chance.choice(("strict", "loose"))),
    "track": lambda hand: AdvanceTracker("turn", hand.chance.choice((1, -1))),
    "set-tracker": lambda hand: SetTracker("turn", (hand.chance.randrange(3), hand.chance.randrange(2))),
    "press-clock": lambda hand: PressClock(hand.chance.choice(("a", "b", "")), 1_000),
    "roll": lambda hand: RollDice("2d6", secret=hand.chance.random() < 0.5),
    "say": lambda hand: Say("so", hand.chance.choice(((), ("a",), ("b",)))),
    "ping": lambda hand: Ping(Spot("main", hand.chance.choice(POINTS), 50), hand.chance.randrange(2)),
    "measure": lambda hand: Measure("main", 0, (50, 50), (250, 50), "stays", True, ((150, 50), (250, 50)), 2),
    "write-note": lambda hand: WriteNote("public", "title", "text", hand.some("note") * hand.chance.randrange(2)),
    "open-note": lambda hand: OpenNote(hand.some("note")),
    "take-seat": _seat,
    "begin": lambda hand: Begin("raid", {"unit": piece_text(hand.piece)}, hand.plays[0]),
    "answer": _answer,
    "withdraw": lambda hand: Withdraw(hand.some("frame"), hand.chance.choice(("attack", "throw", "defence"))),
    "go-on": lambda hand: GoOn(hand.some("frame")),
    "leave": lambda hand: Leave(hand.some("frame")),
    "resume": _resume,
    "all": _batch,
    "report-contact": lambda hand: ReportContact("fleet", hand.spot, hand.plays[:1], {"size": 3}),
    "send-report": lambda hand: SendReport("sighting", hand.plays, hand.pieces, answers=hand.some("dispatch")),
    "merge-contacts": lambda hand: MergeContacts((hand.some("contact"), hand.some("contact"))),
    "drop-contacts": lambda hand: DropContacts((hand.some("contact"),)),
    "note-contact": lambda hand: NoteContact(hand.some("contact"), hand.chance.choice(("big", ""))),
    "hold-orders": lambda hand: HoldOrders(("roll",)),
    "allow-order": lambda hand: AllowOrder(hand.some("order"), MovePieces(hand.pieces, hand.spot)),
    "act-for": _act_for,
    "refuse-order": lambda hand: RefuseOrder(hand.some("order"), "no"),
    "delay-order": lambda hand: DelayOrder(hand.some("order"), (1, 0)),
    "recall-order": lambda hand: RecallOrder(hand.some("order")),
    "write-dispatch": _dispatch,
    "send-dispatch": lambda hand: SendDispatch(hand.some("dispatch"), hand.chance.choice(((), (1, 0)))),
    "deliver-dispatch": lambda hand: DeliverDispatch(hand.some("dispatch")),
    "lose-dispatch": lambda hand: LoseDispatch(hand.some("dispatch")),
    "change-dispatch": lambda hand: ChangeDispatch(hand.some("dispatch"), {"text": "no"}),
    "read-dispatch": lambda hand: ReadDispatch(hand.some("dispatch")),
    "recall-dispatch": lambda hand: RecallDispatch(hand.some("dispatch")),
    "let-stand": lambda hand: LetStand("too far", hand.pieces),
    "finish-setup": lambda hand: FinishSetup(hand.plays[0]),
    "give-seat": lambda hand: GiveSeat(hand.chance.choice(("watcher", "bert", "carl"))),
    "change-access": lambda hand: ChangeAccess(hand.chance.choice(("open", "sides", "moderated"))),
    "report": lambda hand: Report(hand.pieces, "sunk", (RemovePieces(hand.pieces),)),
}
"""The functions that make random commands, by the commands' names in files."""


ABOUT_FRAMES: Final = frozenset({"answer", "withdraw", "go-on", "leave"})
"""The names of the commands about a procedure that is under way."""


def level_of(view: Game, number: int, plays: tuple[str, ...]) -> str:
    """Return the level at which a seat sees a piece of its view: `own`, the `face` of another side's piece, or a
    `back`.
    """
    kind = view.kind_of(number)
    if view.pieces[number].sight[0] == 1 or kind.key.startswith(BACK_OF):
        return "back"
    return "own" if kind.side in plays else "face"


def numbers_of(labels: Labels) -> dict[str, int]:
    """Return the numbers of things in a view, by their labels."""
    return {label: number for (_, number), label in labels.items()}
