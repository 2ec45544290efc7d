"""The answers of a rules assistant as values for display. Nothing here knows a rule."""

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.flight_page import FlightPage
from tabletop.game.change.outcome import Choice
from tabletop.game.commands import AnyCommand
from tabletop.game.state.frames import AskKind
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value

PieceId = Annotated[int, Meta(extra={"ref": "piece"})]
"""The number of a piece. In plain data it is the text "piece:12", in which the number can be replaced by that of
another view.
"""

HolderId = Annotated[int, Meta(extra={"ref": "holder"})]
"""The number of a stack, deck, hand, box or hold; "holder:12" in plain data."""

PlaceId = Annotated[str, Meta(extra={"ref": "place"})]
"""A place by its own name (0805). A player who begins a procedure may use any of its names (Kure)."""

RuleNumber = Annotated[str, Meta(extra={"ref": "rule"})]
"""The number of a rule in the rulebook, or a text with several such numbers."""

CheckId = Annotated[str, Meta(extra={"ref": "check"})]
"""A check of the rules by its id."""

SideId = Annotated[str, Meta(extra={"ref": "side"})]
"""A side by its id; "" for none."""


class Where(NamedTuple):
    """A place on a map: the map's name in `Game.maps`, and the place's own name (0805, not Kure)."""

    map: str
    place: str


Due: TypeAlias = Literal["step", "end-of-move", "phase"]
"""The time by which a finding must be fixed: at once, at the end of the move, or before the phase ends."""

DUES: Final[tuple[Due, ...]] = get_args(Due)


Level: TypeAlias = Literal["off", "advise", "confirm", "enforce"]
"""The strictness with which a table enforces a rule: off, only a badge, a question before the step, or refusal."""


POLICY: Final = "policy"
"""The property of the table that holds the level of all checks; `policy:<check>` is that of one."""

PAUSES: Final = "pauses"
"""The property of the table that is `off` if procedures roll their dice without pauses."""

ROLL: Final = "roll-these"
ROLL_THE_REST: Final = "roll-the-rest"
"""The answers to a pause: roll these dice, or roll these and all other dice of the procedure without further pauses."""

STRICT: Final[tuple[Level, ...]] = ("confirm", "enforce")
"""The levels at which a step may be stopped."""


def policies_of(game: Game) -> Mapping[str, Value]:
    """Return, by name, the properties of a table that set its strictness about rules."""
    own = f"{POLICY}:"
    return {name: level for name, level in game.properties.items() if name == POLICY or name.startswith(own)}


class Fix(Struct, frozen=True):
    """The remedy for a finding: a sentence, and the command that applies it."""

    sentence: str
    command: AnyCommand


class Finding(Struct, frozen=True):
    """A breach of the rules of the game, as a side sees it.

    `check` is the id of the check that found it, and `rule` is the number in the rulebook. `numbers` are its figures by
    name ("spent": 7). Pieces have their numbers in the view that was checked.

    `supply` is the kind of supply that the pieces lack, if the finding is about supply. `mend` is a sentence on how
    they would be in supply again. It takes long to find, and is added later.
    """

    check: CheckId
    rule: RuleNumber
    message: str
    pieces: tuple[PieceId, ...] = ()
    places: tuple[Where, ...] = ()
    numbers: tuple[tuple[str, Value], ...] = ()
    due: Due = "step"
    fix: Fix | None = None
    supply: str = ""
    mend: str = ""

    @property
    def sentence(self) -> str:
        """The message with the rule's number."""
        return f"{self.message} ({self.rule})"

    @property
    def mark(self) -> tuple[str, tuple[int, ...], tuple[Where, ...]]:
        """The key that identifies the same finding before and after a step."""
        return self.check, self.pieces, self.places


# --- overlays on a map; all points are map pixels ---

Point: TypeAlias = tuple[int, int]
AreaKind: TypeAlias = Literal["reach", "dear", "zone", "threat", "supplied", "full", "choice", "arc", "cutting"]
"""The kinds of areas.

`reach`: places where pieces can go. `dear`: places where that costs more. `zone`: zones of control. `threat`: places
within reach of the enemy. `supplied`: supplied places. `full`: places without room. `choice`: places or pieces that can
be chosen. `arc`: arcs of pieces. `cutting`: places that would cut supply lines.
"""


class OverlayArea(Struct, frozen=True):
    """An area with the edge and hatching of its kind.

    It consists of rings; holes follow from the even-odd rule. `side` is the side to which it belongs, "" for none.
    `strength` is the depth of the colour, 0 to 3: places that cost more are paler (lower).
    """

    kind: AreaKind
    rings: tuple[tuple[Point, ...], ...]
    side: str = ""
    strength: int = 0


class Bead(Struct, frozen=True):
    """A mark on a line with a short text, for example the number of a step. `is_base` marks a base of a supply line."""

    at: Point
    text: str
    is_base: bool = False


class OverlayLine(Struct, frozen=True):
    """A line over the map: a path, a supply line or a line of sight. A supply line is open, cut off, or can be
    reopened. A line of sight is clear or blocked.
    """

    kind: Literal["path", "holds", "cut", "opens", "sees", "hidden"]
    points: tuple[Point, ...]
    beads: tuple[Bead, ...] = ()


class OverlayLabel(Struct, frozen=True):
    """A card at a place with a cost or a count. `note` is a remark on it ("stop", "+1")."""

    at: Point
    text: str
    note: str = ""


class Cross(Struct, frozen=True):
    """A mark at the point where a line is blocked: an octagon with a cross, and beside it the reason in a few words."""

    at: Point
    says: str


class Legend(Struct, frozen=True):
    """The legend of an overlay: a title, the rule's number, and lines that explain it."""

    title: str
    rule: str
    lines: tuple[str, ...] = ()


class Overlay(Struct, frozen=True):
    """The marks over a map that answer one question."""

    id: str
    map: str
    legend: Legend
    areas: tuple[OverlayArea, ...] = ()
    lines: tuple[OverlayLine, ...] = ()
    labels: tuple[OverlayLabel, ...] = ()
    crosses: tuple[Cross, ...] = ()


class OverlayOffer(Struct, frozen=True):
    """An overlay that a game offers, and the key that shows it. If it `follows` the chosen pieces, it changes with
    them.
    """

    id: str
    title: str
    rule: str
    key: str
    follows: bool = False


class Remark(Struct, frozen=True):
    """A titled remark with the number of its rule; `is_grave` marks a warning."""

    title: str
    says: str
    rule: str = ""
    is_grave: bool = False

    @property
    def sentence(self) -> str:
        """The remark as a sentence."""
        return f"{self.title}: {self.says}{f' ({self.rule})' if self.rule else ''}."


class Preview(Struct, frozen=True):
    """The consequences of a drop at a place: a headline, remarks, the way, and findings.

    `held` is the place where the way is stopped before its end. `more` are further, less useful remarks. `fields` are
    the fields of fire from the place.
    """

    headline: str
    rule: str = ""
    remarks: tuple[Remark, ...] = ()
    path: OverlayLine | None = None
    held: OverlayLabel | None = None
    cross: Cross | None = None
    findings: tuple[Finding, ...] = ()
    more: tuple[str, ...] = ()
    fields: tuple[Overlay, ...] = ()

    @property
    def own_headline(self) -> str:
        """The headline, or "" if a finding says the same."""
        return "" if any(self.headline == finding.message for finding in self.findings) else self.headline

    @property
    def besides(self) -> tuple[str, ...]:
        """The remarks that do not repeat a finding."""
        return tuple(each for each in self.more if each not in self._found)

    @property
    def words(self) -> tuple[str, ...]:
        """The whole preview in sentences, the most useful first, without repetition."""
        headline = f"{self.own_headline} ({self.rule})" if self.own_headline and self.rule else self.own_headline
        remarks = (remark.sentence for remark in self.remarks)
        return tuple(filter(None, (headline, *remarks, *self._found, *self.besides)))

    @property
    def _found(self) -> tuple[str, ...]:
        return tuple(finding.sentence for finding in self.findings)


# --- the origin of numbers, and odds ---


class NumberPart(Struct, frozen=True):
    """A part of a number: its title, its amount as players write it, and the rule's number.

    `because` is the reason, also for a part that does not apply and so adds nothing.
    """

    title: str
    adds: str
    rule: str = ""
    because: str = ""
    applies: bool = True


class Account(Struct, frozen=True):
    """The origin of a number: its title, the number as players write it, and its parts in order.

    For a payment, `left` is the number of points that remain, as players write it.
    """

    title: str
    total: str
    rule: str = ""
    parts: tuple[NumberPart, ...] = ()
    left: str = ""


class Share(Struct, frozen=True):
    """A result and its chance, in thousandths and as a text for players.

    `error` is the standard error of a simulated chance: in two cases out of three the true chance is within it. The
    chance of a result that came nearly always, or nearly never, is a bound without an error.
    """

    title: str
    thousandths: int
    says: str
    error: str = ""


class Odds(Struct, frozen=True):
    """The possible results of one event, exactly one of which will happen.

    `side` is the side for which high results are good, "" for none.

    `mean` is the average if the results are numbers. `how` describes how the odds were found, if this differs from the
    rest of the outlook.
    """

    title: str
    shares: tuple[Share, ...]
    mean: str = ""
    side: str = ""
    how: str = ""


class Outlook(Struct, frozen=True):
    """The chances of an event before the dice are rolled.

    `how` describes how they were found: exactly, or by a number of simulations. `figures` are averages by name, `notes`
    are assumptions, and `account` are the modifiers of the dice. `beside` are the odds with one more piece or point.
    """

    title: str
    rule: str
    how: str
    odds: tuple[Odds, ...]
    figures: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    account: Account | None = None
    beside: tuple[Odds, ...] = ()


class Prospect(Struct, frozen=True):
    """A battle or other event for which odds can be shown now.

    `more` are the pieces involved. The odds can also be found with one more piece like any of these.
    """

    id: str
    title: str
    rule: str
    where: Where
    more: tuple[Choice, ...] = ()


# --- the contents of the panel ---


class PendingThrow(Struct, frozen=True):
    """The dice that a procedure will roll next.

    `piece` rolls them against `target` (0 for none, or for an unseen piece). `dice` are the dice as players write them.
    `needs` is the result that each must show, if dice count one by one. `odds` are the odds of all results; if one of
    them leads to another roll, the odds of the final results follow. If a results table is used, `table` is its id, and
    `row` and `column` are the labels of the cell; a label that only the dice decide is "".
    """

    title: str
    dice: str
    needs: str = ""
    rule: RuleNumber = ""
    piece: PieceId = 0
    target: PieceId = 0
    odds: tuple[Odds, ...] = ()
    table: str = ""
    row: str = ""
    column: str = ""


class ProcedureQuestion(Struct, frozen=True):
    """A question of a procedure in progress, which the command `Answer(frame, key, value)` answers.

    `by` is the asked side, "" for any player. Only the asked side knows the options. The value depends on the kind: one
    option ("pick"), a list of options ("choose", "order", "path"), a number, or yes or no. A question "run" waits for
    another procedure, which can be started again; its result can also be given by hand. A question "go-on" needs the
    command `GoOn`. A "pause" waits for `ROLL` or `ROLL_THE_REST` before it rolls its `throws`. With `repeats`, an
    option can be chosen more than once. The number of chosen options, or the number that is the answer, is between
    `least` and `most`. `then` tells the next event, and `again` the reason why the question is asked again. An
    `answered` question waits for other answers, and can be answered again or withdrawn. If it is `in_turn`, its answer
    waits in the draft turn of a game by mail, and can only be undone. `against` are the pieces with which the answers
    are matched in order. `moving` are the pieces that go to the chosen place. Only the asked side knows these pieces.
    """

    frame: int
    key: Annotated[str, Meta(extra={"ref": "question"})]
    by: SideId
    kind: AskKind
    question: str
    options: tuple[Choice, ...] = ()
    least: int = 1
    most: int = 1
    repeats: bool = False
    rule: RuleNumber = ""
    then: str = ""
    again: str = ""
    answered: bool = False
    throws: tuple[PendingThrow, ...] = ()
    against: tuple[Choice, ...] = ()
    moving: tuple[PieceId, ...] = ()
    in_turn: bool = False


class SettledAnswer(Struct, frozen=True):
    """An answer that a procedure has used, with the title of its step and the question."""

    step: str
    question: str
    by: str
    answer: str


class StepLine(Struct, frozen=True):
    """A step of a procedure: its title and the rule's number. `is_now` is true for the current step."""

    id: str
    title: str
    rule: str
    is_now: bool


class BattleBox(Struct, frozen=True):
    """A box of a battle board.

    If it counts points instead of pieces, `points` are the remaining and the original number. `mark` is a word that
    stands out.
    """

    title: str
    note: str = ""
    pieces: tuple[PieceId, ...] = ()
    points: tuple[int, int] | None = None
    mark: str = ""


class BattleSide(Struct, frozen=True):
    """A side on a battle board: its id, a note about it, and its boxes."""

    side: SideId
    note: str
    boxes: tuple[BattleBox, ...]


class BattlePage(Struct, frozen=True):
    """A procedure in progress as a battle board shows it.

    `stages` are the names of its parts; `now` is the index of the current one. `field` is the title of the area
    between the sides, and `rule` its rule. `ships` are the unpaired pieces in this area; `pairs` are opponents. `table`
    is the id of a results table to show beside them. `shots` are the dice that pieces would roll against each other if
    they were paired.
    """

    title: str
    note: str
    stages: tuple[str, ...]
    now: int
    sides: tuple[BattleSide, ...]
    field: str
    rule: RuleNumber = ""
    ships: tuple[PieceId, ...] = ()
    pairs: tuple[tuple[PieceId, PieceId], ...] = ()
    table: str = ""
    shots: tuple[PendingThrow, ...] = ()


class TableRow(NamedTuple):
    """A row of a results table: its label, and a cell for each column."""

    label: str
    cells: tuple[str, ...]


class ResultsTable(Struct, frozen=True):
    """A results table for players, with titles for its rows and for its columns."""

    id: str
    title: str
    rule: str
    row_title: str
    column_title: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]


class Underway(Struct, frozen=True):
    """A procedure in progress: its steps, its decisions so far, and its questions.

    `touched` are pieces that players have changed by hand since the last answer. `trouble` is the reason if it cannot
    continue. `parent` is the frame that waits for it. `page` is its page on a board, if it has one, and `table` is the
    results table of a battle page.
    """

    frame: int
    title: str
    rule: str
    side: str
    steps: tuple[StepLine, ...]
    story: tuple[SettledAnswer, ...]
    asked: tuple[ProcedureQuestion, ...]
    touched: tuple[PieceId, ...] = ()
    trouble: str = ""
    parent: int = 0
    page: BattlePage | FlightPage | None = None
    table: ResultsTable | None = None

    def concerns(self, sides: Collection[str]) -> bool:
        """Return whether one of these sides has begun it or is asked something, or any player is asked."""
        return self.side in sides or any(not one.by or one.by in sides for one in self.asked)


def marked_in_turn(underway: Iterable[Underway], waiting: Collection[tuple[int, str]]) -> tuple[Underway, ...]:
    """Return procedures in progress, with the questions marked whose answers wait in the draft turn of a game by mail.
    A marked question counts as answered and offers nothing. `waiting` has the frame and the key of each.
    """
    return tuple(
        replace(each, asked=tuple(_in_turn(one) if (one.frame, one.key) in waiting else one for one in each.asked))
        for each in underway
    )


def _in_turn(asked: ProcedureQuestion) -> ProcedureQuestion:
    return replace(asked, options=(), then="", answered=True, throws=(), against=(), moving=(), in_turn=True)


class Offer(Struct, frozen=True):
    """An action that a player may begin. If that is impossible now, `because` is the reason. `command` begins it; a way
    of moving has no command.
    """

    id: str
    title: str
    rule: str
    because: str = ""
    command: AnyCommand | None = None


class Now(Struct, frozen=True):
    """The current phase of the game, and the actions that are possible for the seat or with the chosen pieces.

    `acting` are the sides that may act now, and `note` is a remark on it. `onwards` is the offer to begin the next
    phase. `left_undone` are findings to fix before that. `ending` names the winner after the end of the game.
    """

    phase: str
    rule: str
    note: str
    acting: tuple[str, ...]
    offers: tuple[Offer, ...]
    onwards: Offer | None = None
    left_undone: tuple[Finding, ...] = ()
    ending: str = ""


RuleWork: TypeAlias = Literal["done", "flagged", "shown", "players"]
"""The program's part in a rule: it applies the rule, flags breaches, shows its text, or leaves it to the players."""


class RuleState(Struct, frozen=True):
    """A rule of the rulebook, and the program's part in it (`work`).

    `by` are the titles of the parts of the program that serve it, or a sentence about the rules under a heading.
    `because` is the reason if the rule is left to the players.
    """

    rule: str
    title: str
    work: tuple[RuleWork, ...]
    by: tuple[str, ...] = ()
    because: str = ""


class CheckState(Struct, frozen=True):
    """A check, and the strictness with which this table enforces it."""

    id: str
    title: str
    rule: str
    level: Level


# --- the report on the rules of a module ---


class RulesReport(Struct, frozen=True):
    """The findings about the rules of a module: a line for each mistake, and the number of authored values.

    `notes` are remarks, not mistakes. If there are mistakes, nothing is counted.
    """

    errors: tuple[str, ...] = ()
    authored: int = 0
    notes: tuple[str, ...] = ()
