"""`module.yaml`: the description of a game, its files, its sides, dice, trackers, options and pages."""

from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, GetCoreSchemaHandler, model_validator
from pydantic_core import CoreSchema

from tabletop.game.beliefs.contact_rules import ContactRules
from tabletop.game.properties.stock_lists import Inventory
from tabletop.game.state.deck import DeckRules
from tabletop.game.state.game_options import OptionRules
from tabletop.game.state.side_clocks import Parts
from tabletop.game.table_access import AccessKind, Role, TableAccess
from tabletop.module.schema.faces import Colour, Hex
from tabletop.module.schema.record_base import (
    Count,
    Expr,
    FileName,
    Id,
    MapId,
    MaybeFileName,
    ModuleId,
    Name,
    Record,
    Scalar,
    SideId,
    Text,
    Whole,
    YesNo,
    refuse,
)
from tabletop.module.schema.structs import model_of
from tabletop.module.schema.view_buttons import View


class SideRecord(Record):
    """A side of the game. Players know it by its mark as well as by its colour."""

    id: SideId
    title: Name
    player: Text = Field(
        "", description="The log's name for a player who has no name but the side's, for example *The Allied player*."
    )
    mark: Id = Field(description="A sign of `assets/symbols`: chevron, star, ring, triangle, diamond.")
    colour: Colour = Field(description="The full colour: a name of the theme, or #RRGGBB.")
    soft: Colour = Field(description="The soft colour, for grounds.")


_WITHIN: Final = (
    "The outer level, which stands before it in the list; without it, the level just before it; empty: it has none. "
    "Levels with the same outer level follow one another."
)


_WORDS: Final = "The template for its part of the name of a turn; `Value` is its present name or number."


def _not_zero(step: int) -> int:
    if not step:
        raise refuse("a whole number other than 0")
    return step


Step: TypeAlias = Annotated[Whole, AfterValidator(_not_zero)]


class NumberLevelRecord(Record):
    """A level of a tracker that counts."""

    name: Name
    count: Literal["up"] = "up"
    first: Whole = 1
    last: Whole = Field(0, description="The last number; 0: without end.")
    step: Step = Field(1, description="The step of the count; below 0 it counts down.")
    labels: dict[Name, Name] = Field(default_factory=dict, description="Names of some of the numbers.")
    property: Text = Field(
        "", description="A property of the table whose value is always the label of the present position."
    )
    within: Text | None = Field(None, description=_WITHIN)
    words: Text = Field("", description=_WORDS)


class NameLevelRecord(Record):
    """A level of a tracker that goes through a list."""

    name: Name
    names: tuple[Name, ...] = Field(min_length=1)
    property: Text = Field(
        "", description="A property of the table whose value is always the label of the present position."
    )
    within: Text | None = Field(None, description=_WITHIN)
    words: Text = Field("", description=_WORDS)


class TrackerKeyRecord(Record):
    """A key of the table that is pressed whenever a tracker has moved."""

    press: Text
    when: Expr = Field("true", description="The condition, which the table reads.")


class TrackerRecord(Record):
    """A turn tracker with its levels, the outermost first."""

    name: Name
    levels: tuple[NameLevelRecord | NumberLevelRecord, ...] = Field(min_length=1)
    endless: YesNo = Field(False, description="True if it begins again after its end.")
    then: tuple[TrackerKeyRecord, ...] = Field(
        (), description="The keys of the table that are pressed after it has moved."
    )
    words: Text = Field(
        "", description="The template for the name of a turn; `Level1`, `Level2` and so on are the words of its levels."
    )
    report: Text | None = Field(
        None,
        description="The template of the message when it has moved, with `OldTurn` and `NewTurn`. Left out: "
        "the default message; empty: no message.",
    )
    ahead_only: YesNo = Field(False, description="True if the window offers no way to turn it back.")
    turn_in: Text = Field(
        "", description="A property of the table that has the name of its turn, from its first move on."
    )
    moved_in: Text = Field("", description="A property of the table that has the way it moved last: Next, Prev or Set.")
    tip: Text = Field("", description="The text while the mouse rests on its turn; empty: a text about setting it.")


DeckRecord: Any = model_of(DeckRules)
"""The rules of a deck, as a file writes them."""


ClockPartsRecord: Any = model_of(Parts)
"""The parts of a time that clocks show, as a file writes them."""


class ClockLook(Record):
    """The look of a side's clock."""

    title: Text | None = Field(default=None, description="The text before the time; without it, the title of the side.")
    picture: MaybeFileName = ""
    tip: Text = ""
    ground: Hex | None = Field(default=None, description="The colour under the time while it runs.")
    ink: tuple[Hex, Hex] | None = Field(
        default=None,
        description="The two colours of the time while it runs, for the first and the second half of each second.",
    )


class ClocksRecord(Record):
    """The clocks of the sides; at most one runs."""

    sides: tuple[SideId, ...] = Field(min_length=1, description="The sides that have a clock, in the order of `next`.")
    keys: dict[SideId, Text] = Field(
        default_factory=dict, description="The key that starts a side's clock, or stops it."
    )
    next: Text = Field("", description="The key that starts the clock of the next side.")
    stop: Text = Field("", description="The key that stops all clocks.")
    parts: ClockPartsRecord | None = Field(
        None, description="The parts of the time that they show, if they differ from the default."
    )
    looks: dict[SideId, ClockLook] = Field(default_factory=dict, description="The looks of the sides' clocks.")
    passes: YesNo = Field(
        False, description="True if, while a clock runs, a click on any of them starts the clock of the next side."
    )
    shown: YesNo = Field(True, description="True if their row is shown before one of them has run.")


class _OfTraits:
    """The records of traits.

    There are many of them, so their schema is built only when a module file with traits is read.
    """

    def __get_pydantic_core_schema__(self, _source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        from tabletop.module.schema.trait_records import TraitRecord

        return handler.generate_schema(TraitRecord)


ContactsRecord: Any = model_of(ContactRules)
"""The kinds of contacts, as a file writes them."""


InventoryRecord: Any = model_of(Inventory)
"""A list of pieces in groups, as a file writes it."""


class ForPlayer(Record):
    """The effect of a button that only the player who presses it sees."""

    shows: Name | None = Field(
        None,
        description="The thing that it shows: the id of a map, the title of a page or of an inventory, or a "
        "group of the tray.",
    )
    view: View | None = Field(None, description="The change in the player's view of a map or in the window.")


# fmt: off
ButtonIcon: TypeAlias = Literal[
    "camera", "command", "curtain", "dice", "fit", "log", "map", "measure", "note", "overview", "play", "search",
    "target", "unmoved", "zoom-in", "zoom-out", "zones",
]
# fmt: on
"""The icons of the window that buttons of a module can use."""


class ToolbarButton(ForPlayer):
    """A button of the window: it presses a key of the table, or shows something."""

    title: Name
    key: Text = Field("", description="The key, which the table's traits get; players may press it too.")
    also: tuple[ForPlayer, ...] = Field(
        (), description="The further effect of a button that presses a key of the table."
    )
    menu: Name | None = Field(None, description="The toolbar menu that contains it; without it, the toolbar itself.")
    opens: Name | None = Field(
        None, description="The menu that it opens. A menu that no button opens gets a button of its own."
    )
    tip: Text = Field("", description="A text about its effect, shown while the mouse rests on it.")
    picture: FileName | None = Field(None, description="The picture file of the module that is shown on it.")
    dice: Text = Field("", description="The name of dice whose last result is shown on it by their pictures.")
    bare: YesNo = Field(
        False, description="True if only its picture is shown, and its title while the mouse rests on it."
    )
    unseen: YesNo = Field(False, description="True if it is not shown, because players press its key.")
    off: Expr | None = Field(
        None, description="The condition, which the table reads, under which it cannot be pressed."
    )
    off_picture: FileName | None = Field(None, description="The picture on it while it cannot be pressed.")
    hides: YesNo = Field(False, description="True if it is hidden while it cannot be pressed.")
    map: Name | None = Field(
        None, description="The id of the map over which it stands; without it, it stands over all maps."
    )
    icon: ButtonIcon | None = Field(None, description="An icon of the window that is shown if it has no picture.")


OpeningTime: TypeAlias = Literal["set-up", "launch", "opened", "side"]


class OpeningKeyRecord(Record):
    """A key of the table that is pressed automatically when a game is set up or opened, or when a player takes a
    side.
    """

    key: Text
    when: OpeningTime = Field(
        "set-up",
        description="The time: when a game is set up; `launch`: also when the program opens its first game; "
        "`opened`: also whenever a game is opened; `side`: when a player takes a side.",
    )


class DiceButton(Record):
    """A button of the dice tray."""

    title: Name
    roll: Name = Field(description="The dice, in dice notation: 2d6, 5d6>=5.")


class PageRecord(Record):
    """A chart or player aid, shown in the program."""

    title: Name
    file: FileName = Field(description="A file of the module: Markdown, HTML, plain text, a picture, or a PDF.")


class TutorialRecord(Record):
    """A game that teaches this one. It is replayed step by step, and can be played on from any point."""

    title: Name
    file: FileName = Field(description="A game file of the module. It may be a .vlog or .vsav file of VASSAL.")
    welcome: Text = Field("", description="The text at its beginning.")


class OptionRecord(Record):
    """A ruling or optional rule: a switch of the game."""

    id: Id
    title: Name
    group: Name = Field("Options", description="The group in which it is offered: optional rules, rulings.")
    rule: Name = Field("", description="Its number in the rulebook, or on the module's own page.")
    choices: tuple[Name, ...] = Field(
        (), description="The choices, at least two; without them, any text or number may be chosen."
    )
    number: YesNo = Field(False, description="True if, without choices, a whole number is chosen.")
    long: YesNo = Field(
        False, description="True if, without choices, it is a text of several lines, with `|` between them."
    )
    least: Whole | None = Field(None, description="The lowest number that may be chosen.")
    most: Whole | None = Field(None, description="The highest number that may be chosen.")
    usual: Text = Field(description="The default choice.")
    property: Text = Field("", description="A property of the table that gets the choice as its value.")
    press: Text = Field("", description="A key of the table that is pressed when it is changed in play.")
    report: Text | None = Field(
        None,
        description="The template of the message when it is changed in play, with `OldValue` and `NewValue`. "
        "Left out: the default message; empty: no message.",
    )
    why: Text = ""

    @model_validator(mode="after")
    def _has_choices(self) -> Self:
        if len(self.choices) == 1:
            raise refuse("at least two choices, or none")
        if not self.choices and not self.rules().takes(self.usual):
            raise refuse(f"as the usual choice {self.rules().wanted}")
        return self

    def rules(self) -> OptionRules:
        """Return the rules of the option: its possible values and its effect."""
        return OptionRules(self.choices, self.number, self.least, self.most, self.property, self.press, self.report)


class RoleRecord(Record):
    """A role: one of several seats that play a side together."""

    name: Name
    sides: tuple[Name, ...] = Field(
        min_length=1,
        description="The sides that it plays, or cells of the scenarios (North/Hussars); it has their view.",
    )
    moves: Expr = Field("true", description="The condition for pieces that it moves, as it reads them.")
    maps: tuple[MapId, ...] = Field((), description="The only maps on which it moves pieces; without them, all maps.")
    zones: tuple[Name, ...] = Field(
        (), description="The only zones in which it moves pieces; without them, everywhere."
    )
    ends_phases: YesNo | None = Field(
        None,
        description="True if it moves turn trackers on. Left out: as others do; at a moderated table only the "
        "umpire does.",
    )
    answers: YesNo = Field(True, description="True if it answers the questions of procedures to its sides.")
    takes_back: YesNo = Field(True, description="True if it may undo its own steps.")


class AccessRecord(Record):
    """The rights that a table of the game gives its seats, unless others are chosen at set-up."""

    kind: AccessKind = Field(
        "open",
        description="`open`: players may touch the pieces that they see; `sides`: only those of their own "
        "side, and neutral ones; `moderated`: an umpire decides.",
    )
    roles: tuple[RoleRecord, ...] = Field((), description="The roles, if several seats play one side.")
    holds: tuple[Name, ...] = Field((), description="The kinds of commands that wait for the umpire, if there is one.")

    def access(self) -> TableAccess:
        """Return the access as a game stores it."""
        fields = set(Role.__struct_fields__)
        roles = tuple(Role(**role.model_dump(include=fields)) for role in self.roles)
        return TableAccess(self.kind, roles, holds=self.holds)


class ExpectedCount(Record):
    """The number of counters that the game itself states, as a check."""

    group: Name
    side: SideId | None = None
    count: Count


IMPORTER: Final = 3
"""The version of the importer of modules. Raise it whenever the contents or the form of an imported module change."""


class FamilyUse(Record):
    """The use of a family: its id, the versions that can be used, values for its constants, and the rule numbers of
    the game's own book.
    """

    family: ModuleId
    version: Text = Field(
        "", description="The versions that can be used, for example `>=1.2` or `>=1, <3`; empty: any version."
    )
    constants: dict[Name, Scalar] = Field(
        default_factory=dict, alias="with", description="The values for constants of the family, by their names."
    )
    numbers: dict[Name, Name] = Field(
        default_factory=dict,
        alias="rules",
        description="The rule numbers of the game's own book, by those of the family's rule files. Numbers that are "
        "left out are the same in both.",
    )

    @model_validator(mode="after")
    def _has_a_range(self) -> Self:
        from packaging.specifiers import InvalidSpecifier, SpecifierSet

        try:
            SpecifierSet(self.version)
        except InvalidSpecifier as error:
            raise refuse("a range of versions, for example '>=1.2' or '>=1, <3'") from error
        return self

    def takes(self, version: str) -> bool:
        """Return whether this version of the family can be used."""
        from packaging.specifiers import SpecifierSet
        from packaging.version import InvalidVersion, Version

        try:
            return not self.version or Version(version) in SpecifierSet(self.version, prereleases=True)
        except InvalidVersion:
            return False


class Imprint(Record):
    """The identity of a module, which is read quickly from `module.yaml` without the rest of the file."""

    model_config = ConfigDict(extra="ignore")

    id: ModuleId
    title: Name
    version: Name
    kind: Literal["game", "family"] = Field(
        "game", description="`family`: the module is not played but used by other modules."
    )
    imported: Name | None = Field(
        None,
        description="The source of the import. Then unknown names are not mistakes of this module, and an "
        "expression that fails is ignored and does not end the action.",
    )
    importer: Count = Field(0, description="The version of the importer that made it.")
    uses: tuple[ModuleId | FamilyUse, ...] = Field((), description="The families that this game uses.")

    @property
    def is_outdated(self) -> bool:
        """True if a different version of the importer made it."""
        return self.imported is not None and self.importer != IMPORTER

    @property
    def families(self) -> tuple[FamilyUse, ...]:
        """The families that the game uses. A family that is only named may have any version."""
        named = (FamilyUse.model_validate({"family": use}) if isinstance(use, str) else use for use in self.uses)
        return tuple(named)


class ModuleFile(Imprint):
    """The contents of `module.yaml`."""

    model_config = ConfigDict(extra="forbid")

    constants: dict[Name, Scalar] = Field(
        default_factory=dict,
        description="In a family: the constants that each game may set, by name, with their default values. "
        "Expressions read them as properties of the table.",
    )
    summary: Text = Field(description="The subject of the game, in a few sentences.")
    designer: Name | None = None
    licence: Name = Field(description="The terms under which this module may be passed on.")
    follows: YesNo = Field(False, description="True if the view moves to pieces that others have moved.")
    menus: Literal["inner-first", "outer-first"] = Field(
        "inner-first",
        description="The order of a counter's menu: either the entries of its innermost traits come first and "
        "those that remove it last, or the entries of its outermost traits come first.",
    )
    called: Text = Field(
        "",
        description="The form of players' titles: `{Seat}` is their name, `{SeatSide}` the side that they "
        "play; empty: the name alone.",
    )
    extensions: tuple[Name, ...] = Field((), description="The extensions of a VASSAL module that it includes.")
    leading_zeros_stay: bool = Field(
        False, description="True if a number with leading zeros, for example 007, is a text in VASSAL saves."
    )
    offers_blanks: bool = Field(
        False,
        description="True if lists of values to choose from also offer empty ones, for pieces of VASSAL saves alone.",
    )
    sending_moves: YesNo = Field(
        False, description="True if pieces that exist only in VASSAL saves count as moved when they send themselves."
    )
    others_unmask: Text = Field(
        "", description="The condition under which others, too, may unmask pieces that exist only in VASSAL saves."
    )
    credits: Name = Field("CREDITS.md", description="The file with the credits.")
    sides: tuple[SideRecord, ...] = ()
    maps: tuple[Name, ...] = Field((), description="The map files; the first map opens at the start.")
    apart: tuple[MapId, ...] = Field((), description="Maps on which pieces of different sides do not stack.")
    faces: Name | None = Field(None, description="The face book, which describes how counters are drawn.")
    pieces: tuple[Name, ...] = Field((), description="The files of pieces; those of a family have only patterns.")
    scenarios: tuple[Name, ...] = Field((), description="Scenario files.")
    rules: tuple[Name, ...] = Field((), description="Rule files, for the rules assistant.")
    trackers: tuple[TrackerRecord, ...] = ()
    dice: tuple[DiceButton, ...] = ()
    table: tuple[Annotated[BaseModel, _OfTraits()], ...] = Field(
        (), description="The traits of the table itself, which its buttons use."
    )
    decks: tuple[DeckRecord, ...] = Field((), description="The rules of decks.")
    clocks: ClocksRecord | None = None
    contacts: ContactsRecord | None = Field(
        None,
        description="The kinds of contacts that sides may be told of, true or not, and the tracker that "
        "measures their age.",
    )
    inventories: tuple[InventoryRecord, ...] = Field((), description="Lists of pieces in groups, with their counts.")
    buttons: tuple[ToolbarButton, ...] = ()
    openings: tuple[OpeningKeyRecord, ...] = Field(
        (), description="The keys of the table that are pressed at the beginning."
    )
    pages: tuple[PageRecord, ...] = ()
    tutorials: tuple[TutorialRecord, ...] = ()
    options: tuple[OptionRecord, ...] = ()
    access: AccessRecord | None = None
    properties: dict[Text, Scalar] = Field(default_factory=dict, description="Properties of the table at the start.")
    counts: tuple[ExpectedCount, ...] = ()
    translations: dict[Name, Name] = Field(
        default_factory=dict, description="The translation files, by their language: de, pt_BR."
    )
