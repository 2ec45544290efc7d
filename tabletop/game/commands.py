"""The commands to the table, as data: one frozen struct a verb, in the imperative.

Pieces and holders are named by the ids of the asking seat's own view. `decide` answers each.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.frames import Plain
from tabletop.game.state.game import NoteKind
from tabletop.game.state.values import NOBODY, Value


class Command(Struct, frozen=True, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """The base of all commands."""


class Spot(Struct, frozen=True, tag="spot", tag_field="to", omit_defaults=True, forbid_unknown_fields=True):
    """A point of a map (map pixels), drawn to the map's grid unless `free`.

    Pieces join the topmost stack whose point it is, or begin one; in a box of the map they lie side by side.
    """

    map: str
    x: int
    y: int
    free: bool = False


class At(Struct, frozen=True, tag="place", tag_field="to", forbid_unknown_fields=True):
    """A place of a map by its name: a hex, region, box or cell of a track."""

    map: str
    place: str


class Into(Struct, frozen=True, tag="holder", tag_field="to", omit_defaults=True, forbid_unknown_fields=True):
    """A holder: on top, or directly above the piece `above`, or at the bottom."""

    holder: int
    above: int = 0
    bottom: bool = False


class NamedHolder(Struct, frozen=True, tag="named", tag_field="to", forbid_unknown_fields=True):
    """The deck, hand or box of this name: on top."""

    name: str


Goal: TypeAlias = Spot | At | Into | NamedHolder
"""Where pieces go."""


class MovePieces(Command, frozen=True, tag="move"):
    """Move pieces, together and in the order given from the bottom up.

    Where `around` names one of them, only that one and what lies in its stack comes to the goal; the others lie as far
    from it as before.
    """

    pieces: tuple[int, ...]
    to: Goal
    around: int = 0


class Restack(Command, frozen=True, tag="restack"):
    """Change the order of pieces within their holders: one up or down, or to the top or the bottom."""

    pieces: tuple[int, ...]
    how: Literal["up", "down", "top", "bottom"]


class Act(Command, frozen=True, tag="act"):
    """Send a key to pieces: their traits say what it does.

    Chosen are these, and whatever else the player has `chosen`: where the table is sent a key, its traits can tell.
    `at` is the point where the mouse asked for it, or where the piece lay that a key was pressed for.
    """

    pieces: tuple[int, ...]
    key: str
    chosen: tuple[int, ...] = ()
    at: Spot | None = None


class PlaceNew(Command, frozen=True, tag="place-new"):
    """Take new pieces of a kind out of the counter tray."""

    kind: str
    to: Goal
    count: int = 1


class RemovePieces(Command, frozen=True, tag="remove"):
    """Take pieces out of the game."""

    pieces: tuple[int, ...]


class ClonePieces(Command, frozen=True, tag="clone"):
    """Put a copy of each piece on top of it."""

    pieces: tuple[int, ...]


class Show(Command, frozen=True, tag="show"):
    """Let sides see pieces: not at all, their backs, or their faces. Empty `sides`: all other sides."""

    pieces: tuple[int, ...]
    level: Literal["unseen", "back", "face"]
    sides: tuple[str, ...] = ()


class SetTrait(Command, frozen=True, tag="set"):
    """Give a typed property of pieces a value by hand."""

    pieces: tuple[int, ...]
    name: str
    value: Value


class Shuffle(Command, frozen=True, tag="shuffle"):
    """Shuffle a deck."""

    deck: int


class DrawPieces(Command, frozen=True, tag="draw"):
    """Draw from the top of a deck, or the chosen pieces of it."""

    deck: int
    to: Goal
    count: int = 1
    chosen: tuple[int, ...] = ()


class TurnDeck(Command, frozen=True, tag="turn-deck"):
    """Turn a deck face up or face down, or its order round."""

    deck: int
    how: Literal["face-up", "face-down", "reverse"]


class Reshuffle(Command, frozen=True, tag="reshuffle"):
    """Send all pieces of one deck to another, and shuffle that."""

    deck: int
    into: str


class DeckCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as a file has it: the key of its kind, and one value for each slot of the kind."""

    kind: str
    state: tuple[Value, ...] = ()


class LoadDeck(Command, frozen=True, tag="load-deck"):
    """Lay these cards into a deck, the lowest first, instead of all that lies there."""

    deck: int
    cards: tuple[DeckCard, ...]


class TellSaved(Command, frozen=True, tag="tell-saved"):
    """Say that a deck was saved to a file of the player's."""

    deck: int


LookLevel: TypeAlias = Literal["shut", "count", "backs", "top", "faces"]


class LookInto(Command, frozen=True, tag="look-into"):
    """Let sides look into a holder: nothing, how many, backs, the top one, faces."""

    holder: int
    level: LookLevel
    sides: tuple[str, ...]


class SetProperty(Command, frozen=True, tag="set-property"):
    """Give a property of the table a value; null takes it away."""

    name: str
    value: Value


class SetOption(Command, frozen=True, tag="set-option"):
    """Give an option in force a value; null takes it away."""

    name: str
    value: Value


class AdvanceTracker(Command, frozen=True, tag="track"):
    """Move a turn tracker on or back by steps of its innermost level."""

    tracker: str
    steps: int = 1


class SetTracker(Command, frozen=True, tag="set-tracker"):
    """Set a turn tracker to these positions of its levels in their order, from 0 up; below 0: it is not its turn."""

    tracker: str
    positions: tuple[int, ...]


class PressClock(Command, frozen=True, tag="press-clock"):
    """Let the clock of a side run, and stop all others, at a time (UTC milliseconds); no side: stop all."""

    side: str
    at_ms: int


class RollDice(Command, frozen=True, tag="roll"):
    """Roll dice, such as `2d6`, `5d6>=5`, `4d6kh3+1`, `3d[hit,miss,miss]`. `why` is told with the result.

    `secret`: only the roller's side and the umpire learn the result.
    """

    dice: str
    why: str = ""
    secret: bool = False


class Say(Command, frozen=True, tag="say"):
    """Say something to the table, or to some sides only."""

    text: str
    sides: tuple[str, ...] = ()


class Ping(Command, frozen=True, tag="ping"):
    """Point at a spot of a map, for everybody who may see it to look at; in which of the map's `pings`, from 0 up."""

    at: Spot
    way: int = 0


class Measure(Command, frozen=True, tag="measure"):
    """Tell of what was measured on a map with one of its `threads`, from 0 up, from one point to another (map pixels).

    The thread lies there until the next click, `stays`, or is `gone`; `shown` lets others see that. `checked` are
    points of the places that its end was over, and `distance` is how long it is, if that is known.
    """

    map: str
    thread: int
    start: tuple[int, int]
    end: tuple[int, int]
    lies: Literal["till the next click", "stays", "gone"]
    shown: bool = False
    checked: tuple[tuple[int, int], ...] = ()
    distance: int | None = None


class WriteNote(Command, frozen=True, tag="write-note"):
    """Write a note, or change one (by its id). Empty title and text: throw it away."""

    kind: NoteKind
    title: str
    text: str
    note: int = 0


class OpenNote(Command, frozen=True, tag="open-note"):
    """Open a sealed note to everybody."""

    note: int


class TakeSeat(Command, frozen=True, tag="take-seat"):
    """Play these sides from now on; none: watch."""

    sides: tuple[str, ...] = ()
    umpire: bool = False


class Begin(Command, frozen=True, tag="begin"):
    """Begin a procedure of the rules with what it is given, for a side (needed where the seat plays several that may).

    With a `parent` it answers what that procedure waits for.
    """

    procedure: str
    given: dict[str, Plain] = {}
    side: str = ""
    parent: int = NOBODY


class Answer(Command, frozen=True, tag="answer"):
    """Answer a question of a procedure under way; an answer that others still wait with can be given anew."""

    frame: int
    key: str
    value: Plain = None


class Withdraw(Command, frozen=True, tag="withdraw"):
    """Take back an own answer for which others have not yet given theirs."""

    frame: int
    key: str


class GoOn(Command, frozen=True, tag="go-on"):
    """Let a procedure go on in the position as it now is, after the table was changed by hand."""

    frame: int


class Leave(Command, frozen=True, tag="leave"):
    """Leave a procedure, to do the rest by hand: it is closed, with those that it waits for; all pieces stay."""

    frame: int


class Resume(Command, frozen=True, tag="resume"):
    """Open a procedure at one of its steps, with the state that this step begins with: the rest of it was by hand."""

    procedure: str
    step: str
    state: dict[str, Plain] = {}
    side: str = ""


class Batch(Command, frozen=True, tag="all"):
    """Several commands as one step: all happen or none."""

    commands: tuple["AnyCommand", ...]


class Report(Command, frozen=True, tag="report"):
    """Do several things that are told in one sentence about pieces ("CV Akagi sunk"), not one by one.

    `text` is what is said of the pieces, without their names. It is for rules and the umpire.
    """

    pieces: tuple[int, ...]
    text: str
    commands: tuple["AnyCommand", ...]


AnyCommand: TypeAlias = (
    MovePieces
    | Restack
    | Act
    | PlaceNew
    | RemovePieces
    | ClonePieces
    | Show
    | SetTrait
    | Shuffle
    | DrawPieces
    | TurnDeck
    | Reshuffle
    | LoadDeck
    | TellSaved
    | LookInto
    | SetProperty
    | SetOption
    | AdvanceTracker
    | SetTracker
    | PressClock
    | RollDice
    | Say
    | Ping
    | Measure
    | WriteNote
    | OpenNote
    | TakeSeat
    | Begin
    | Answer
    | Withdraw
    | GoOn
    | Leave
    | Resume
    | Batch
    | Report
)
