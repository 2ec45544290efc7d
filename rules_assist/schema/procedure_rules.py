"""Procedures in rule files: steps, played in order, that ask, look up a table and apply the result.

Python beside it does the things that data cannot do, for example keep a secret from step to step. See
docs/procedures.md.
"""

from typing import Final, Literal

from pydantic import Field, model_validator

from rules_assist.schema.table_rules import FactName
from tabletop.module.schema.record_base import Expr, Id, Name, Record, Text, YesNo, refuse


class WhichRecord(Record):
    """A search for pieces or places. All its conditions must hold."""

    at: FactName | None = Field(None, description="In this place, which is the answer to a question.")
    beside: FactName | None = Field(
        None,
        description="One step away from this place, or from the place of these pieces; expressions can read the step.",
    )
    in_arc_of: FactName | None = Field(None, description="In an arc of one of these pieces.")
    has_in_arc: FactName | None = Field(
        None, description="Pieces that have this place, or one of these pieces, in one of their arcs."
    )
    seen_by: FactName | None = Field(
        None, description="In sight of one of these pieces, or of this place, by the line of sight `sight`."
    )
    sight: Id | None = Field(
        None, description="The line of sight of `seen_by`; it can be left out if there is only one."
    )
    arcs: tuple[Id, ...] = Field((), description="The arcs; without them, all that the pieces have.")


class GroupRecord(WhichRecord):
    """Some pieces, under one name. They are searched for at each step, in the present position."""

    pieces: Expr = Field("true", description="The condition for the pieces.")
    among: FactName | None = Field(None, description="Only pieces of this group or answer.")


class FigureRecord(Record):
    """A number or a word that is worked out: a value, or the sum of a value over pieces or places."""

    value: Expr
    at: FactName | None = Field(None, description="Expressions read the facts of this place as `at_...`.")
    sum_of: FactName | None = Field(None, description="The pieces whose values are added up.")
    sum_over: Expr | None = Field(
        None, description="The condition for the places of the first map whose values are added up."
    )
    beside: FactName | None = Field(
        None, description="Expressions can also read the step from each piece to this place."
    )

    @model_validator(mode="after")
    def _one_or_the_other(self) -> "FigureRecord":
        if self.at is not None and self.sum_of is not None:
            raise refuse("either a value 'at' a place, or a 'sum_of' pieces, each where it stands")
        if self.sum_over is not None and (self.at is not None or self.sum_of is not None):
            raise refuse("a sum over places has no 'at' and no 'sum_of'")
        return self


class WayRecord(Record):
    """The cost of a way, which expressions read by its name; it is nothing if there is no such way.

    With `to`, expressions about a piece read the cost of its way to that place. With `of`, expressions about a place
    read the cost of the way of those pieces to it; with `any_of`, that of the piece with the cheapest way.
    """

    mode: Id = Field(description="The way of moving.")
    to: FactName | None = Field(None, description="The place to which a piece goes: the answer to a question.")
    of: FactName | None = Field(None, description="The pieces that go to a place. They must stand together.")
    any_of: FactName | None = Field(None, description="The pieces of which one goes to a place.")

    @model_validator(mode="after")
    def _one_of_them(self) -> "WayRecord":
        if [self.to, self.of, self.any_of].count(None) != 2:
            raise refuse("one of 'to' a place, 'of' pieces, and 'any_of' pieces")
        return self


class PathRecord(Record):
    """A path that a player draws: the pieces that go along it, and their way of moving."""

    of: FactName = Field(description="The group of the pieces. They must stand together.")
    mode: Id = Field(description="The way of moving. It decides the steps that are possible, and the greatest cost.")


class RefusalRecord(Record):
    """A condition under which an answer is refused, with the reason."""

    when: Expr = Field(description="The condition. It reads the answer under the id of its question.")
    no: Text = Field(description="The reason, as a sentence.")
    rule: Name = ""


class AskRecord(WhichRecord):
    """A question. The answer is kept under its id for all further steps."""

    id: FactName
    question: Text
    rule: Name = ""
    by: Expr = Field("side", description="The side that is asked.")
    when: Expr = Field("true", description="The condition for asking the question.")
    then: Text = Field("", description="A sentence about the consequences.")
    among: FactName | None = Field(None, description="Only pieces of this group or answer.")
    pieces: Expr | None = Field(None, description="The player chooses pieces for which this condition holds.")
    places: Expr | None = Field(
        None, description="The player chooses places for which this condition on `at_...` holds."
    )
    path: PathRecord | None = Field(None, description="The player draws a path for pieces, from place to place.")
    words: tuple[Name, ...] = Field((), description="The player chooses one of these words.")
    only: dict[Name, Expr] = Field(
        default_factory=dict, description="Words that are offered only if their condition holds, with the condition."
    )
    confirm: YesNo = Field(False, description="The player answers yes or no.")
    number: YesNo = Field(False, description="The player gives a whole number, from `least` to `most`.")
    least: Expr = Field("1", description="The least number of pieces or places, or the least number to give.")
    most: Expr = Field(
        "1", description="The greatest number of pieces or places (0: any number), or the highest number to give."
    )
    refuses: tuple[RefusalRecord, ...] = Field(
        (), description="The answers that are refused; for a choice of several pieces."
    )
    order: YesNo = Field(False, description="The player puts all the pieces in an order, which `for_each` follows.")
    secret: YesNo = Field(
        False, description="Only the asked side knows the answer; it is deleted when the step is over."
    )
    always: YesNo = Field(
        False,
        description="True if it is asked even with at most one possible answer, so that a question that is not asked "
        "tells other sides nothing.",
    )
    together: YesNo = Field(
        False,
        description="True if it is asked together with the question before it, to another side. Neither side "
        "learns the other's answer first.",
    )

    @model_validator(mode="after")
    def _one_sort(self) -> "AskRecord":
        sorts = (
            self.pieces is not None,
            self.places is not None,
            self.path is not None,
            bool(self.words),
            self.confirm,
            self.number,
        )
        if sum(sorts) != 1:
            raise refuse("one of 'pieces', 'places', 'path', 'words', 'confirm' and 'number'")
        if not self.only.keys() <= frozenset(self.words):
            raise refuse("words of 'words' in 'only'")
        if self.refuses and (self.pieces is None or self.order or self.least == self.most == "1"):
            raise refuse("a choice of several pieces with 'refuses'")
        if self.order and self.pieces is None:
            raise refuse("'pieces' with 'order'")
        return self


class LookRecord(Record):
    """A lookup in a results table.

    If the table needs a fact, it takes the value of the same name from the procedure.
    """

    table: Id
    given: dict[FactName, Expr] = Field(
        default_factory=dict, description="Facts that have other names in the procedure."
    )
    result: FactName = Field("result", description="The name under which the result is kept.")
    pause: Expr | None = Field(
        None, description="The side that starts the roll; without it, the dice are rolled without a pause."
    )
    secret_to: Expr | None = Field(
        None, description="The side that alone learns the roll and its modifiers; without it, everybody does."
    )


class RollRecord(Record):
    """A roll of dice. Its total is kept under the name that `result` gives, for this step and all later ones."""

    dice: Text = Field(description="The dice: 2d6, or with names in braces {raids}d6.")
    why: Text = Field(description="The purpose of the roll, as players read it.")
    when: Expr = Field("true", description="The condition for the roll.")
    result: FactName = Field("rolled", description="The name under which the total is kept.")
    pause: Expr | None = Field(
        None, description="The side that starts the roll; without it, the dice are rolled without a pause."
    )


class RunRecord(Record):
    """Another procedure that is played before this step goes on, for example the reaction of the other side."""

    procedure: Id
    when: Expr = Field("true", description="The condition for playing it.")
    side: Expr = Field("side", description="The side that plays it.")
    given: dict[FactName, FactName] = Field(
        default_factory=dict,
        description="The pieces, places and values that it begins with: its name for each, and the name here.",
    )
    result: FactName | None = Field(None, description="The name under which its result is kept, if it has one.")


class EffectRecord(Record):
    """An effect of a step.

    The pieces `of` a group are moved, get a key, are changed, shown, hidden, reported, poured or removed. At the places
    `at` an answer or a group, or at all `places` with a condition, properties are set, or new pieces placed. Without
    these, properties of the table are set, cards are drawn, or something is said.
    """

    when: Expr = "true"
    of: FactName | None = Field(None, description="The group of the pieces.")
    at: FactName | None = Field(
        None,
        description="The answer or group whose places get new values of properties (`set`) or new pieces (`place`).",
    )
    places: Expr | None = Field(
        None,
        description="Instead of `at`: all places of the first map for which this condition on `at_...` holds.",
    )
    move_to: Expr | None = Field(None, description="The name of the place to which the pieces are moved.")
    key: Name | None = Field(None, description="The key that is sent to them; their traits define its effect.")
    set: dict[Name, Expr] = Field(
        default_factory=dict, description="The properties of these pieces or places that are set, with the values."
    )
    table: dict[Name, Expr] = Field(
        default_factory=dict, description="The properties of the table that are set, with the values."
    )
    report: Name | None = Field(None, description="The form of the report, from `contacts` in `module.yaml`.")
    to: Expr | None = Field(
        None,
        description="The side that is told or shown something: by default the enemy, or all for `say`.",
    )
    show: Literal["back", "face"] | None = Field(
        None, description="The side of the pieces that the side `to` sees from now on."
    )
    hide: YesNo = Field(False, description="True if the side `to` no longer sees the pieces.")
    remove: YesNo = Field(False, description="True if the pieces are taken out of the game.")
    pour: Expr | None = Field(
        None, description="The number of things that are poured out of each piece, which stands for several."
    )
    pour_into: FactName | None = Field(
        None, description="The group or answer with the piece into which they are poured. Then `of` has one piece."
    )
    pour_to: Expr | None = Field(None, description="The name of the place to which they are split off.")
    say: Text | None = Field(None, description="A sentence for the log, with names in braces.")
    place: Expr | None = Field(None, description="The key of the kind of the new pieces, from the counter tray.")
    draw: Expr | None = Field(None, description="The number of cards that are drawn from the top of a deck.")
    deck: Expr | None = Field(None, description="The name of the deck from which the cards are drawn.")
    into: Expr | None = Field(None, description="The name of the deck, hand or box into which the cards are drawn.")
    count: Expr = Field("1", description="The number of new pieces at each place.")
    says: dict[Name, Expr] = Field(
        default_factory=dict,
        description="The figures that the report states with these values; it draws the others, or states them truly.",
    )
    source: Expr = Field('""', description="The source of the report.")
    late: Expr = Field("0", description="The number of turns after which the report arrives.")

    @model_validator(mode="after")
    def _does_something(self) -> "EffectRecord":
        given = {key for key in (*_OF_PIECES, *_OF_PLACES, *_OF_TABLE) if getattr(self, key) not in (None, False, {})}
        if len(given) != 1:
            raise refuse(
                "one of " + ", ".join(f"'{key}'" for key in dict.fromkeys((*_OF_PIECES, *_OF_PLACES, *_OF_TABLE)))
            )
        (key,) = given
        if self.report is None and self.says:
            raise refuse("'says' only beside 'report'")
        is_at = self.at is not None or self.places is not None
        if (self.of is not None) + (self.at is not None) + (self.places is not None) > 1:
            raise refuse("either 'of' with a group of pieces, 'at' with an answer or group, or 'places'")
        if self.of is None and key not in (*_OF_PLACES, *_OF_TABLE):
            raise refuse(f"'of' with the pieces for '{key}'")
        if not is_at and key in _OF_PLACES and (self.of is None or key not in _OF_PIECES):
            raise refuse(f"'at' with the places for '{key}'")
        if (self.of is not None and key not in _OF_PIECES) or (is_at and key not in _OF_PLACES):
            raise refuse(f"'{key}' without '{'of' if self.of is not None else 'at'}'")
        if (self.draw is None) != (self.deck is None) or (self.draw is None) != (self.into is None):
            raise refuse("'draw' with a number, 'deck' and 'into' together")
        if (self.pour_into is not None) + (self.pour_to is not None) != (self.pour is not None):
            raise refuse("'pour' with a number, and with either 'pour_into' or 'pour_to'")
        return self


_OF_PIECES: Final = ("move_to", "key", "report", "set", "show", "hide", "remove", "pour")
_OF_PLACES: Final = ("set", "place")
_OF_TABLE: Final = ("table", "say", "draw")
"""The keys of effects on pieces, on places, and on the table. Each effect has one of them."""


class ProcedureStepRecord(Record):
    """A step of a procedure.

    It applies the effects `before` it, asks its questions, rolls, looks its table up, and runs other procedures. Its
    other effects are applied together at the end.
    """

    id: Id
    title: Name
    rule: Name = ""
    when: Expr = Field("true", description="The step is skipped if this condition does not hold.")
    for_each: dict[FactName, FactName] = Field(
        default_factory=dict,
        description="`{unit: losers}`: the step is played once for each of these pieces, under that name. With a path, "
        "it is played once at each of its places after the first.",
    )
    until: Expr | None = Field(
        None, description="The condition that ends `for_each`, after its effects. The rest of a path is kept."
    )
    again: Expr | None = Field(
        None,
        description="The condition for playing the step once more after its effects, worked out before them. Its "
        "answers are then asked anew.",
    )
    again_from: Id | None = Field(
        None, description="The earlier step with which `again` begins; by default it is this step alone."
    )
    before: tuple[EffectRecord, ...] = Field((), description="The effects before the questions, for example moves.")
    asks: tuple[AskRecord, ...] = ()
    roll: RollRecord | None = None
    look: LookRecord | None = None
    runs: tuple[RunRecord, ...] = Field((), description="Other procedures, played one after the other.")
    effects: tuple[EffectRecord, ...] = ()

    @model_validator(mode="after")
    def _one_loop(self) -> "ProcedureStepRecord":
        if len(self.for_each) > 1:
            raise refuse("one name with one group, for example {unit: losers}")
        if self.until is not None and not self.for_each:
            raise refuse("'until' only beside 'for_each'")
        if self.again is not None and self.for_each:
            raise refuse("either 'again' or 'for_each'")
        if self.again is None and self.again_from is not None:
            raise refuse("'again_from' only beside 'again'")
        if self.asks and self.asks[0].together:
            raise refuse("a question before the one that is asked 'together' with it")
        return self


class ProcedureRecord(Record):
    """A procedure: its names for pieces and figures, and its steps in order."""

    id: Id
    title: Name
    rule: Name
    when: Expr = Field("true", description="The condition under which a side may begin it.")
    no: Text = Field("There is nothing to do.", description="The reason to give if the condition does not hold.")
    several: YesNo = Field(False, description="True if several of its kind may be under way at one place.")
    must_finish: YesNo = Field(
        False,
        description="True if the phase cannot end before it is finished or closed. Otherwise the player who "
        "ends the phase is asked.",
    )
    known_to: Literal["all", "side"] = Field(
        "all", description="The sides that know that it is under way: all, or only the side that plays it."
    )
    begun_by: Literal["players", "umpire"] = Field(
        "players",
        description="The seats that may begin it: all players, or in a moderated game only the umpire. The rules may "
        "always begin it.",
    )
    groups: dict[FactName, GroupRecord] = Field(default_factory=dict)
    figures: dict[FactName, FigureRecord] = Field(default_factory=dict)
    ways: dict[FactName, WayRecord] = Field(
        default_factory=dict, description="Costs of ways, which expressions read by these names."
    )
    takes: dict[FactName, Literal["pieces", "place", "path", "value"]] = Field(
        default_factory=dict, description="The names that a procedure which runs this one gives it, with their sorts."
    )
    gives: Expr | None = Field(
        None, description="The result for a procedure that runs this one. It is worked out before the last effects."
    )
    steps: tuple[ProcedureStepRecord, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _goes_back(self) -> "ProcedureRecord":
        known: set[str] = set()
        for step in self.steps:
            known.add(step.id)
            if step.again_from is not None and step.again_from not in known:
                raise refuse(f"an earlier step as 'again_from' of '{step.id}'")
        return self

    @model_validator(mode="after")
    def _asks_who_knows(self) -> "ProcedureRecord":
        asked = {ask.by for step in self.steps for ask in step.asks}
        rolls = [roll for step in self.steps for roll in (step.look, step.roll) if roll is not None]
        asked.update(roll.pause for roll in rolls if roll.pause is not None)
        asked.update(step.look.secret_to for step in self.steps if step.look is not None and step.look.secret_to)
        if self.known_to == "side" and asked - {"side"}:
            raise refuse("questions, pauses and rolls for 'side' alone, since no other side may know of this procedure")
        return self
