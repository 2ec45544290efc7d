"""The commands to the table, as data: one frozen struct for each verb, in the imperative.

Pieces and holders are named by the ids in the view of the asking seat. `decide` decides each command.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from tabletop.game.state.frames import Plain
from tabletop.game.state.game import NoteKind
from tabletop.game.state.values import NOBODY, Value
from tabletop.game.table_access import AccessKind, Role
from tabletop.game.umpire.dispatch import Addressee


class Command(Struct, frozen=True, tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """The base of all commands."""


class Spot(Struct, frozen=True, tag="spot", tag_field="to", omit_defaults=True, forbid_unknown_fields=True):
    """A point of a map (map pixels). It is moved to the map's grid unless it is `free`.

    Pieces join the topmost stack at that point, or begin one; in a box of the map they lie side by side, unless the
    point is `free`.
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
    """A goal in a holder: on top of its pieces, directly above the piece `above`, or at the bottom."""

    holder: int
    above: int = 0
    bottom: bool = False


class NamedHolder(Struct, frozen=True, tag="named", tag_field="to", forbid_unknown_fields=True):
    """A goal on top of the deck, hand or box of this name."""

    name: str


Goal: TypeAlias = Spot | At | Into | NamedHolder
"""The goal of a move: a point, a place of a map, or a stack, deck, hand or box."""


class MovePieces(Command, frozen=True, tag="move"):
    """The command to move pieces together, in the order given from the bottom up.

    If `around` names one of them, only that piece and its stack come to the goal. The others keep their distances from
    it.
    """

    pieces: tuple[int, ...]
    to: Goal
    around: int = 0


class Restack(Command, frozen=True, tag="restack"):
    """The command to move pieces within their holders: one place up or down, or to the top or the bottom."""

    pieces: tuple[int, ...]
    how: Literal["up", "down", "top", "bottom"]


class Act(Command, frozen=True, tag="act"):
    """The command to send a key to pieces. Their traits define the effect of the key.

    `chosen` are further selected pieces, which traits can read if the key is sent to the table. `at` is the point of
    the mouse. Without it, as for a key of the keyboard, the point of the piece counts.
    """

    pieces: tuple[int, ...]
    key: str
    chosen: tuple[int, ...] = ()
    at: Spot | None = None


class PlaceNew(Command, frozen=True, tag="place-new"):
    """The command to take new pieces of a kind out of the counter tray."""

    kind: str
    to: Goal
    count: int = 1


class RemovePieces(Command, frozen=True, tag="remove"):
    """The command to take pieces out of the game."""

    pieces: tuple[int, ...]


class ClonePieces(Command, frozen=True, tag="clone"):
    """The command to put a copy of each piece on top of it."""

    pieces: tuple[int, ...]


class Pour(Command, frozen=True, tag="pour"):
    """The command to pour `count` things out of a piece that stands for several.

    They go `into` another piece, or are split off as a new piece `to` a goal. A piece that is emptied leaves the game.
    """

    piece: int
    count: int
    into: int = NOBODY
    to: Goal | None = None


class Show(Command, frozen=True, tag="show"):
    """The command to set how sides see pieces: not at all, from their backs, or their faces.

    Empty `sides` means all other sides.
    """

    pieces: tuple[int, ...]
    level: Literal["unseen", "back", "face"]
    sides: tuple[str, ...] = ()


class SetTrait(Command, frozen=True, tag="set"):
    """The command to set a property of pieces by hand."""

    pieces: tuple[int, ...]
    name: str
    value: Value


class Shuffle(Command, frozen=True, tag="shuffle"):
    """The command to shuffle a deck."""

    deck: int


class DrawPieces(Command, frozen=True, tag="draw"):
    """The command to draw from the top of a deck, or chosen pieces from it."""

    deck: int
    to: Goal
    count: int = 1
    chosen: tuple[int, ...] = ()


class TurnDeck(Command, frozen=True, tag="turn-deck"):
    """The command to turn a deck face up or face down, or to reverse its order."""

    deck: int
    how: Literal["face-up", "face-down", "reverse"]


class Reshuffle(Command, frozen=True, tag="reshuffle"):
    """The command to send all pieces of a deck to another deck, and to shuffle the other deck."""

    deck: int
    into: str


class DeckCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as it is written in a file: the key of its kind, and one value for each slot of the kind."""

    kind: str
    state: tuple[Value, ...] = ()


class LoadDeck(Command, frozen=True, tag="load-deck"):
    """The command to replace the contents of a deck by these cards, the lowest first."""

    deck: int
    cards: tuple[DeckCard, ...]


class TellSaved(Command, frozen=True, tag="tell-saved"):
    """The command to announce that the player has saved a deck to a file."""

    deck: int


LookLevel: TypeAlias = Literal["shut", "count", "backs", "top", "faces"]


class LookInto(Command, frozen=True, tag="look-into"):
    """The command to set the level at which sides see a holder: nothing, the number, backs, the top one, or faces."""

    holder: int
    level: LookLevel
    sides: tuple[str, ...]


class SetProperty(Command, frozen=True, tag="set-property"):
    """The command to set a property of the table; null removes it."""

    name: str
    value: Value


class LetStand(Command, frozen=True, tag="let-stand"):
    """The command to accept a breach of the rules, with a reason in `words`.

    `pieces` are those that the words mention. Seats that do not see all their faces read only that something is
    accepted. Seats that see none of the pieces do not read even that.
    """

    words: str
    pieces: tuple[int, ...] = ()


class SetOption(Command, frozen=True, tag="set-option"):
    """The command to set an option in force; null removes it."""

    name: str
    value: Value


class AdvanceTracker(Command, frozen=True, tag="track"):
    """The command to move a turn tracker forwards or backwards by steps of its innermost level."""

    tracker: str
    steps: int = 1


class SetTracker(Command, frozen=True, tag="set-tracker"):
    """The command to set a turn tracker to these positions of its levels, in the order of the levels, from 0 up.

    A position below 0 means that another level has its turn.
    """

    tracker: str
    positions: tuple[int, ...]


class PressClock(Command, frozen=True, tag="press-clock"):
    """The command to start a side's clock and stop all others, at a time (UTC milliseconds).

    If `side` is "", all clocks stop.
    """

    side: str
    at_ms: int


class RollDice(Command, frozen=True, tag="roll"):
    """The command to roll dice: `2d6`, `5d6>=5`, `4d6kh3+1`, `3d[hit,miss,miss]`. `why` is shown with the result.

    `secret`: only the roller's side and the umpire learn the result.
    """

    dice: str
    why: str = ""
    secret: bool = False


class Say(Command, frozen=True, tag="say"):
    """The command to say something to the table, or to some sides only."""

    text: str
    sides: tuple[str, ...] = ()


class Ping(Command, frozen=True, tag="ping"):
    """The command to point at a spot of a map for all who see it.

    `way` is the number of one of the map's `pings`, from 0 up.
    """

    at: Spot
    way: int = 0


class Measure(Command, frozen=True, tag="measure"):
    """The command to report a measurement between two points on a map, with one of its `threads` (from 0 up).

    The thread lies there until the next click, `stays` for longer, or is `gone`. `shown` lets others see it. `checked`
    are points of the places that its end passed over, and `distance` is its length, if that is known.
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
    """The command to write a note, or to change one by its id. An empty title and text delete it."""

    kind: NoteKind
    title: str
    text: str
    note: int = 0


class OpenNote(Command, frozen=True, tag="open-note"):
    """The command to open a sealed note to everybody."""

    note: int


class ReportContact(Command, frozen=True, tag="report-contact"):
    """The command to report something on a map to sides, whether or not it is there.

    `says` has each claim by its name, and `source` names the origin of the claims. `of` are the pieces that it is
    really about; no side learns of them. Only the umpire and the rules may report to any side. A contact that a player
    makes is a mark for their own sides.
    """

    kind: str
    at: Spot | At
    sides: tuple[str, ...]
    says: dict[str, Value] = {}
    source: str = ""
    of: tuple[int, ...] = ()


class SendReport(Command, frozen=True, tag="send-report"):
    """The command to report pieces to sides in one of the game's forms. It is for the umpire and the rules.

    `says` are the stated figures, by their claims. Other figures are drawn within their bounds, or are true. `at` is
    the stated place, by default the true one. The report arrives `late` turns later. A report without pieces is
    invented. For the author of a dispatch, it is the report that `answers` this dispatch.
    """

    report: str
    sides: tuple[str, ...]
    of: tuple[int, ...] = ()
    at: Spot | At | None = None
    says: dict[str, Value] = {}
    source: str = ""
    late: int = 0
    answers: int = NOBODY


class MergeContacts(Command, frozen=True, tag="merge-contacts"):
    """The command to merge contacts of a side: the newest stays, with the additional claims and notes of the others."""

    contacts: tuple[int, ...]


class DropContacts(Command, frozen=True, tag="drop-contacts"):
    """The command to drop contacts."""

    contacts: tuple[int, ...]


class NoteContact(Command, frozen=True, tag="note-contact"):
    """The command to write a note on a contact, for its side only; an empty one removes it."""

    contact: int
    text: str


class FinishSetup(Command, frozen=True, tag="finish-setup"):
    """The command to finish a side's secret set-up, or to continue it.

    When all sides have finished, everything is shown.
    """

    side: str
    finished: bool = True


class TakeSeat(Command, frozen=True, tag="take-seat"):
    """The command to play these sides from now on.

    Without sides, the seat observes, unless it is the umpire. With a `role`, it plays the sides of that role.
    """

    sides: tuple[str, ...] = ()
    umpire: bool = False
    role: str = ""


class GiveSeat(Command, frozen=True, tag="give-seat"):
    """The command to seat a person, by their name. They play these sides from now on. Without sides they observe,
    unless they are the umpire. With a `role`, they play the sides of that role.

    It is for the umpire. A player may hand their own sides over to an observer.
    """

    to: str
    sides: tuple[str, ...] = ()
    umpire: bool = False
    role: str = ""


class ChangeAccess(Command, frozen=True, tag="change-access"):
    """The command to change the rights of the table's seats, and its roles. Without `roles` the roles stay as they are.

    It is for the umpire. Without an umpire, it is noted until all players have given the same command. `umpire` names
    the next umpire.
    """

    kind: AccessKind
    roles: tuple[Role, ...] | None = None
    umpire: str = ""


class HoldOrders(Command, frozen=True, tag="hold-orders"):
    """The command to let commands of these kinds, by their tags, wait for the umpire. The program decides all others.

    It is for the umpire.
    """

    kinds: tuple[str, ...]


class AllowOrder(Command, frozen=True, tag="allow-order"):
    """The command to carry out a waiting order on the present position, or to carry out another command `instead`.

    It is for the umpire, who also answers the questions of the order.
    """

    order: int
    instead: "AnyCommand | None" = None


class RefuseOrder(Command, frozen=True, tag="refuse-order"):
    """The command to refuse a waiting order, with a word to its author. It is for the umpire."""

    order: int
    word: str = ""


class DelayOrder(Command, frozen=True, tag="delay-order"):
    """The command to let an order wait until the tracker of the game is at `due`. It is for the umpire."""

    order: int
    due: tuple[int, ...] = ()
    word: str = ""


class RecallOrder(Command, frozen=True, tag="recall-order"):
    """The command to recall an order of one's own while it waits."""

    order: int


class ActFor(Command, frozen=True, tag="act-for"):
    """The command to carry out a command as another person, whose name is `seat`. It is for the umpire."""

    seat: str
    command: "AnyCommand"


class WriteDispatch(Command, frozen=True, tag="write-dispatch"):
    """The command to write a dispatch, in a form of the game (by default, the first one): texts by their fields.

    It can be about a spot or place of a map, and can be the answer to a dispatch that its author knows. It waits until
    an umpire sends it, or leaves at once; the game's forms and the table decide that. `sender` is the name on it. Only
    the umpire writes in other people's names.
    """

    to: Addressee
    says: dict[str, str] = {}
    form: str = ""
    at: Spot | At | None = None
    answers: int = NOBODY
    sender: str = ""


class SendDispatch(Command, frozen=True, tag="send-dispatch"):
    """The command to send a dispatch, or to set another time for its arrival. It is for the umpire.

    It arrives when the tracker of the game is at `due`; by default, after the number of turns that its form takes.
    """

    dispatch: int
    due: tuple[int, ...] = ()


class DeliverDispatch(Command, frozen=True, tag="deliver-dispatch"):
    """The command to deliver a dispatch at once. It is for the umpire."""

    dispatch: int


class LoseDispatch(Command, frozen=True, tag="lose-dispatch"):
    """The command to lose a dispatch, so that it never arrives. It is for the umpire, who can note a `word` on it."""

    dispatch: int
    word: str = ""


class ChangeDispatch(Command, frozen=True, tag="change-dispatch"):
    """The command to change the texts of a dispatch as they arrive, and the umpire's note on it. It is for the umpire.

    None leaves them as they are. The author of the dispatch keeps the original texts.
    """

    dispatch: int
    says: dict[str, str] | None = None
    word: str | None = None


class ReadDispatch(Command, frozen=True, tag="read-dispatch"):
    """The command to note that one has read a dispatch that has arrived."""

    dispatch: int


class RecallDispatch(Command, frozen=True, tag="recall-dispatch"):
    """The command to recall a dispatch of one's own before it leaves."""

    dispatch: int


class Begin(Command, frozen=True, tag="begin"):
    """The command to begin a procedure of the rules.

    `given` are its arguments. The side is needed if the seat plays several sides that may begin it. With a `parent`,
    the result of the procedure answers the question for which the parent waits.
    """

    procedure: str
    given: dict[str, Plain] = {}
    side: str = ""
    parent: int = NOBODY


class Answer(Command, frozen=True, tag="answer"):
    """The command to answer a question of a running procedure. While others have not yet given theirs, the answer can
    be changed.
    """

    frame: int
    key: str
    value: Plain = None


class Withdraw(Command, frozen=True, tag="withdraw"):
    """The command to withdraw one's own answer while others have not yet given theirs."""

    frame: int
    key: str


class GoOn(Command, frozen=True, tag="go-on"):
    """The command to continue a procedure from the current position, after the table was changed by hand."""

    frame: int


class Leave(Command, frozen=True, tag="leave"):
    """The command to close a procedure and those that it waits for, so that the rest is done by hand.

    All pieces stay.
    """

    frame: int


class Resume(Command, frozen=True, tag="resume"):
    """The command to open a procedure at one of its steps, after the steps before it were done by hand.

    `state` holds the data with which that step begins.
    """

    procedure: str
    step: str
    state: dict[str, Plain] = {}
    side: str = ""


class Batch(Command, frozen=True, tag="all"):
    """The command to do several commands as one step: all of them or none."""

    commands: tuple["AnyCommand", ...]


class Report(Command, frozen=True, tag="report"):
    """The command to do several things that one sentence about pieces reports ("CV Akagi sunk").

    `text` is that sentence without the names of the pieces. It is for the rules and the umpire.
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
    | Pour
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
    | LetStand
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
    | ReportContact
    | SendReport
    | MergeContacts
    | DropContacts
    | NoteContact
    | FinishSetup
    | TakeSeat
    | GiveSeat
    | ChangeAccess
    | HoldOrders
    | AllowOrder
    | RefuseOrder
    | DelayOrder
    | RecallOrder
    | ActFor
    | WriteDispatch
    | SendDispatch
    | DeliverDispatch
    | LoseDispatch
    | ChangeDispatch
    | ReadDispatch
    | RecallDispatch
    | Begin
    | Answer
    | Withdraw
    | GoOn
    | Leave
    | Resume
    | Batch
    | Report
)
