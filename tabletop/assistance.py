"""The answers of a rules assistant to a table, as values that the programs show; nothing here knows a rule."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Meta, Struct

from tabletop.game.change.outcome import Choice
from tabletop.game.commands import AnyCommand
from tabletop.game.state.frames import AskKind
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value

PieceId = Annotated[int, Meta(extra={"ref": "piece"})]
"""The number of a piece; code that shows or stores such a value puts the right name in its place."""

HolderId = Annotated[int, Meta(extra={"ref": "holder"})]
"""The number of a stack, deck, hand, box or hold, treated in the same way."""

PlaceId = Annotated[str, Meta(extra={"ref": "place"})]
"""A place by its own name (0805); a player who begins a procedure may give any of its names (Kure)."""

RuleNumber = Annotated[str, Meta(extra={"ref": "rule"})]
"""The number of a rule in the rulebook; or a text with the numbers of several rules."""

CheckId = Annotated[str, Meta(extra={"ref": "check"})]
"""A check of the rules by its id."""

SideId = Annotated[str, Meta(extra={"ref": "side"})]
"""A side by its id; "" for none."""


class Where(NamedTuple):
    """A place of the table: the map's name as in `Game.maps`, and the place's own name on it (0805, not Kure)."""

    map: str
    place: str


Due: TypeAlias = Literal["step", "end-of-move", "phase"]
"""The time by which a finding must be fixed: at once, at the end of the move, or before the phase ends."""

DUES: Final[tuple[Due, ...]] = get_args(Due)


Level: TypeAlias = Literal["off", "advise", "confirm", "enforce"]
"""The strictness with which a table enforces a rule: not at all, with a badge, by asking first, by refusing."""


POLICY: Final = "policy"
"""The property of the table that holds the level of all checks; `policy:<check>` is that of one."""

PAUSES: Final = "pauses"
"""The property of the table that is `off` where procedures throw their dice without a pause."""

ROLL: Final = "roll-these"
ROLL_THE_REST: Final = "roll-the-rest"
"""The answers to a pause: these dice are thrown; or these and, without a further pause, all others of the procedure."""

STRICT: Final[tuple[Level, ...]] = ("confirm", "enforce")
"""The levels at which a step may be stopped."""


def policies_of(game: Game) -> Mapping[str, Value]:
    """Return the properties of a table that say how strictly it enforces the rules."""
    own = f"{POLICY}:"
    return {name: level for name, level in game.properties.items() if name == POLICY or name.startswith(own)}


class Fix(Struct, frozen=True):
    """The remedy for a finding: a sentence, and the command that applies it."""

    sentence: str
    command: AnyCommand


class Finding(Struct, frozen=True):
    """A breach of the rules of the game, as a side sees it.

    `check` is the id of the check that found it (policies are set by it), `rule` the rule's number in the rulebook.
    `numbers` are the figures behind it, by name ("spent": 7). Pieces are given by their numbers in the view that was
    checked.
    """

    check: CheckId
    rule: RuleNumber
    message: str
    pieces: tuple[PieceId, ...] = ()
    places: tuple[Where, ...] = ()
    numbers: tuple[tuple[str, Value], ...] = ()
    due: Due = "step"
    fix: Fix | None = None

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
"""The kinds of areas: where something can go, and where that costs more; a zone of control; where the enemy can strike;
supplied places; places that are full; places or pieces that may be chosen; an arc of a piece; places that would cut
supply lines.
"""


class OverlayArea(Struct, frozen=True):
    """An area with an edge and a hatch of its kind, as rings (the even-odd rule tells its holes).

    `side` is the side that it belongs to, "" for none. `strength` is 0 to 3: reach is filled more faintly the more it
    costs.
    """

    kind: AreaKind
    rings: tuple[tuple[Point, ...], ...]
    side: str = ""
    strength: int = 0


class Bead(Struct, frozen=True):
    """A mark on a line, such as the number of a step or a base; `text` is short."""

    at: Point
    text: str
    is_base: bool = False


class OverlayLine(Struct, frozen=True):
    """A line over the map: a path; an open supply line, the cut-off part of one, or one that could be reopened; a line
    of sight that is clear or hidden.
    """

    kind: Literal["path", "holds", "cut", "opens", "sees", "hidden"]
    points: tuple[Point, ...]
    beads: tuple[Bead, ...] = ()


class OverlayLabel(Struct, frozen=True):
    """A card at a place: a cost, a count. `note` says what is special there ("stop", "+1")."""

    at: Point
    text: str
    note: str = ""


class Cross(Struct, frozen=True):
    """The point where a line is blocked: an octagon with a cross, and the reason in a few words."""

    at: Point
    says: str


class Legend(Struct, frozen=True):
    """The meaning of an overlay in words: a title, the rule's number, and a line for each kind of mark."""

    title: str
    rule: str
    lines: tuple[str, ...] = ()


class Overlay(Struct, frozen=True):
    """The marks of one question drawn over a map."""

    id: str
    map: str
    legend: Legend
    areas: tuple[OverlayArea, ...] = ()
    lines: tuple[OverlayLine, ...] = ()
    labels: tuple[OverlayLabel, ...] = ()
    crosses: tuple[Cross, ...] = ()


class OverlayOffer(Struct, frozen=True):
    """An overlay of a game, and the key that shows it. If it `follows` the chosen pieces, it changes with them."""

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
        """The remark in words."""
        return f"{self.title}: {self.says}{f' ({self.rule})' if self.rule else ''}."


class Preview(Struct, frozen=True):
    """The consequences of a drop here: a headline, remarks, the way, and the findings on it.

    `held` is the place where the way is stopped before its end. `more` are further remarks, of less use to the player.
    `fields` are the fields of fire from there.
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
        """The headline; "" if a finding says the same."""
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
    """A part of a number: its title, its amount as players write it, the rule's number, and the reason for it.

    A part that does not apply adds nothing, and `because` says why.
    """

    title: str
    adds: str
    rule: str = ""
    because: str = ""
    applies: bool = True


class Account(Struct, frozen=True):
    """The origin of a number: its title, the number as players write it, and its parts in order.

    For a payment, `left` is the rest of the points that it is paid from, as players write it.
    """

    title: str
    total: str
    rule: str = ""
    parts: tuple[NumberPart, ...] = ()
    left: str = ""


class Share(Struct, frozen=True):
    """A result and its chance, in thousandths and as players read it.

    `error` is the standard error of a simulated chance: in two cases out of three the true chance lies within it. A
    result that came nearly always or hardly ever is given as a bound, without an error.
    """

    title: str
    thousandths: int
    says: str
    error: str = ""


class Odds(Struct, frozen=True):
    """The possible results of one event, exactly one of which will happen.

    `side` is the side whose luck it is, "" for nobody's.

    `mean` is the average, where the results are numbers; `how` says how these odds were found, if in another way than
    the rest of an outlook.
    """

    title: str
    shares: tuple[Share, ...]
    mean: str = ""
    side: str = ""
    how: str = ""


class Outlook(Struct, frozen=True):
    """The chances of an event before the dice are thrown.

    `how` says how it is known: exactly, or from a number of simulations. `figures` are averages by name, `notes` the
    assumptions, `account` the modifiers of the dice. `beside` is the outlook with one piece or point more.
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

    `more` are the pieces involved: the odds can also be worked out with one more piece like any of them.
    """

    id: str
    title: str
    rule: str
    where: Where
    more: tuple[Choice, ...] = ()


# --- the contents of the panel ---


class PendingThrow(Struct, frozen=True):
    """The dice that a procedure is about to throw.

    `piece` throws them and `target` is the piece they are thrown at (0: none, or an unseen one). `dice` are the dice as
    players write them, `needs` the result that each must show, if dice count one by one. `odds` are those of all
    results, then those of the final ones, if one result leads to another throw. If a results table is looked up,
    `table` is its id, and `row` and `column` are the labels of the cell, "" for one that only the dice decide.
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
    """A question of a procedure under way, to be answered with the command `Answer(frame, key, value)`.

    `by` is the side that is asked, "" for any player. The value is that of one option ("pick"), a list of them
    ("choose", "order"), a number, or yes or no; "run" waits for another procedure, which can be begun again, or whose
    result can be given by hand; "go-on" needs only the command `GoOn`. A "pause" waits for the command to throw its
    `throws`: `ROLL` or `ROLL_THE_REST`. Options are known to the asked side alone. From `least` to `most` options must
    be chosen; a number lies between these two. `then` says what will follow, `again` why it is asked once more. An
    `answered` question waits for others, and can be answered again or withdrawn. `against` are the pieces that the
    answers are paired with, in their order, `moving` those that go to the place that is chosen; the asked side alone
    knows them.
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


class SettledAnswer(Struct, frozen=True):
    """An answer that a procedure has settled: the title of its step, the question, the side that answered, and the
    answer.
    """

    step: str
    question: str
    by: str
    answer: str


class StepLine(Struct, frozen=True):
    """A step of a procedure: its title, the rule's number, and whether it is the one that is under way."""

    id: str
    title: str
    rule: str
    is_now: bool


class BattleBox(Struct, frozen=True):
    """A box of a battle board: its title, a note, and its contents.

    `points` are the remaining and the original number, if the box counts points instead of pieces; `mark` is a word
    that stands out.
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
    """A procedure under way as a battle board shows it.

    `stages` are its parts as players call them, of which number `now` is under way. `field` is the title of the area
    between the sides, with `rule`; unpaired `ships` lie there, `pairs` are the opponents. `table` is the id of a
    results table to be shown beside them. `shots` are the dice that pieces would throw at each other if they were
    paired.
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
    """A results table as players read it; the titles say what its rows and its columns stand for."""

    id: str
    title: str
    rule: str
    row_title: str
    column_title: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]


class Underway(Struct, frozen=True):
    """A procedure under way, for a panel: its steps, its decisions so far, and its questions with the asked sides.

    `touched` are pieces that were changed by hand since it was last answered, and `trouble` says why it cannot go on as
    it stands. `parent` is the frame that waits for it. `page` is its page on a battle board, if it has one, and `table`
    the results table that the page names.
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
    page: BattlePage | None = None
    table: ResultsTable | None = None


class Offer(Struct, frozen=True):
    """An action that can begin now, or cannot (`because` says why). `command` begins it; None for a way of moving."""

    id: str
    title: str
    rule: str
    because: str = ""
    command: AnyCommand | None = None


class Now(Struct, frozen=True):
    """The game's place in its rules, and the actions that are possible now, for the seat or with the chosen pieces.

    `onwards` is the command that goes to the next phase; `left_undone` must be fixed first. `ending` names the winner,
    once it is over.
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
    """A rule of the rulebook, and its handling by the assistant; `because` says why it is left to the players."""

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
    """The findings about the rules of a module: each mistake in a line, and the number of authored values.

    `notes` are worth knowing, but are not mistakes. With mistakes, nothing is counted.
    """

    errors: tuple[str, ...] = ()
    authored: int = 0
    notes: tuple[str, ...] = ()


# --- time limits ---


class Pace(Struct, frozen=True):
    """A time limit that the assistant promises to keep, in ms of processor time.

    `acts` are to be done one after the other, each timed; `plain` does the same in the simplest way, for comparison.
    """

    name: str
    what: str
    budget_ms: float
    acts: Callable[[], Iterable[Callable[[], object]]]
    plain: Callable[[], Iterable[Callable[[], object]]] | None = None
