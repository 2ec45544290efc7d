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
    mark: Id = Field(description="A sign of `assets/symbols`: chevron, star, ring, triangle, diamond.")
    colour: Colour = Field(description="Full colour: a name of the theme, or #RRGGBB.")
    soft: Colour = Field(description="Soft colour, for grounds.")


_WITHIN: Final = (
    "The level, one before it, within which it is run through; usually that just before it; empty: on the outside. "
    "Several within the same one come in turn."
)


_WORDS: Final = "A template of how it is said within a turn: `Value` is its name or number."


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
    last: Whole = Field(0, description="0: without end.")
    step: Step = Field(1, description="It counts by so many; below 0 it counts down.")
    labels: dict[Name, Name] = Field(default_factory=dict, description="Names of some of the numbers.")
    property: Text = Field("", description="A property of the table that always has its label.")
    within: Text | None = Field(None, description=_WITHIN)
    words: Text = Field("", description=_WORDS)


class NameLevelRecord(Record):
    """A level of a tracker that goes through a list."""

    name: Name
    names: tuple[Name, ...] = Field(min_length=1)
    property: Text = Field("", description="A property of the table that always has its label.")
    within: Text | None = Field(None, description=_WITHIN)
    words: Text = Field("", description=_WORDS)


class TrackerKeyRecord(Record):
    """A key of the table that is pressed whenever a tracker has moved."""

    press: Text
    when: Expr = Field("true", description="Only when this holds, read by the table.")


class TrackerRecord(Record):
    """A turn tracker: levels from the outermost in."""

    name: Name
    levels: tuple[NameLevelRecord | NumberLevelRecord, ...] = Field(min_length=1)
    endless: YesNo = Field(False, description="After its end it begins again.")
    then: tuple[TrackerKeyRecord, ...] = Field((), description="What is done when it has moved.")
    words: Text = Field("", description="A template of a turn; `Level1`, `Level2` ... are its levels' words.")
    report: Text | None = Field(
        None,
        description="A template of what is said when it has moved, with `OldTurn` and `NewTurn`; none: the usual; "
        "empty: nothing.",
    )
    ahead_only: YesNo = Field(False, description="The window offers no way to turn it back.")
    turn_in: Text = Field("", description="A property of the table that has the words of its turn, once it has moved.")
    moved_in: Text = Field("", description="A property of the table that says how it moved last: Next, Prev or Set.")
    tip: Text = Field("", description="Shown while the mouse rests on its turn; empty: how to set it.")


DeckRecord: Any = model_of(DeckRules)
"""The rules of a deck, as a file writes them."""


ClockPartsRecord: Any = model_of(Parts)
"""The parts of a time that clocks show, as a file writes them."""


class ClockLook(Record):
    """The look of a side's clock."""

    title: Text | None = Field(default=None, description="What stands before the time; the side's title, if left out.")
    picture: MaybeFileName = ""
    tip: Text = ""
    ground: Hex | None = Field(default=None, description="The colour under the time while it runs.")
    ink: tuple[Hex, Hex] | None = Field(
        default=None,
        description="The colours of the time while it runs: of the first and of the second half of each second.",
    )


class ClocksRecord(Record):
    """The clocks of the sides; at most one runs."""

    sides: tuple[SideId, ...] = Field(min_length=1, description="The sides that have a clock, in the order of `next`.")
    keys: dict[SideId, Text] = Field(
        default_factory=dict, description="The key that lets a side's clock run, or stops it."
    )
    next: Text = Field("", description="The key that lets the clock of the next side run.")
    stop: Text = Field("", description="The key that stops all clocks.")
    parts: ClockPartsRecord | None = Field(None, description="Which parts of the time they show, if not the usual.")
    looks: dict[SideId, ClockLook] = Field(default_factory=dict, description="How the clocks of sides look.")
    passes: YesNo = Field(
        False, description="While a clock runs a click on any of them lets that of the next side run."
    )
    shown: YesNo = Field(True, description="Their row is seen before one of them has run.")


class _OfTraits:
    """The records of traits. They are many, and are made only when a module file with traits is read."""

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
        description="What it shows: the id of a map, the title of a page or of an inventory, or a group of the tray.",
    )
    view: View | None = Field(None, description="What it changes of how the player looks at a map or at the window.")


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
    key: Text = Field("", description="The table's traits hear it; players may press it too.")
    also: tuple[ForPlayer, ...] = Field((), description="What one that presses a key of the table does besides.")
    menu: Name | None = Field(None, description="The menu of the toolbar in which it is; none: the toolbar itself.")
    opens: Name | None = Field(None, description="The menu that it opens; one that no button opens has one of its own.")
    tip: Text = Field("", description="What it does, shown while the mouse rests on it.")
    picture: FileName | None = Field(None, description="A picture file of the module, shown on it.")
    dice: Text = Field("", description="The name of dice that are shown on it as they fell last, by their pictures.")
    bare: YesNo = Field(False, description="Its picture alone is shown, and its title while the mouse rests on it.")
    unseen: YesNo = Field(False, description="It is not shown: players press its key.")
    off: Expr | None = Field(None, description="It cannot be pressed while this holds, read by the table.")
    off_picture: FileName | None = Field(None, description="The picture shown on it while it cannot be pressed.")
    hides: YesNo = Field(False, description="It is not seen while it cannot be pressed.")
    map: Name | None = Field(None, description="The map with which it stands, by its id; none: over all of them.")
    icon: ButtonIcon | None = Field(None, description="An icon of the window's, shown where it has no picture.")


OpeningTime: TypeAlias = Literal["set-up", "launch", "opened", "side"]


class OpeningKeyRecord(Record):
    """A key of the table that is pressed automatically when a game is set up or opened, or when a player takes a
    side.
    """

    key: Text
    when: OpeningTime = Field(
        "set-up",
        description="When a game is set up; `launch`: also when the first one is opened since the program began; "
        "`opened`: also whenever one is opened; `side`: when a player takes a side.",
    )


class DiceButton(Record):
    """A button of the dice tray."""

    title: Name
    roll: Name = Field(description="In dice notation: 2d6, 5d6>=5.")


class PageRecord(Record):
    """A chart or player aid, shown in the program."""

    title: Name
    file: FileName = Field(description="A file of the module: Markdown, HTML, plain text, a picture, or a PDF.")


class TutorialRecord(Record):
    """A game that teaches this one. It is replayed step by step, and can be played on from any point."""

    title: Name
    file: FileName = Field(description="A game file of the module; one of VASSAL's, a .vlog or .vsav, does as well.")
    welcome: Text = Field("", description="What is said when it begins.")


class OptionRecord(Record):
    """A ruling or optional rule: a switch of the game."""

    id: Id
    title: Name
    group: Name = Field("Options", description="With which others it is offered: optional rules, rulings.")
    rule: Name = Field("", description="The number by which the rulebook, or the module's own page, knows it.")
    choices: tuple[Name, ...] = Field((), description="At least two; none: any text, or any number, may be chosen.")
    number: YesNo = Field(False, description="Without choices: a whole number is chosen.")
    long: YesNo = Field(False, description="Without choices: a text of several lines, with `|` between them.")
    least: Whole | None = Field(None, description="The least number.")
    most: Whole | None = Field(None, description="The highest number.")
    usual: Text = Field(description="The choice in force if nobody says otherwise.")
    property: Text = Field("", description="A property of the table that is given the choice.")
    press: Text = Field("", description="A key of the table that is pressed when it is changed in play.")
    report: Text | None = Field(
        None,
        description="A template of what is told when it is changed in play, with `OldValue` and `NewValue`; none: the "
        "usual; empty: nothing.",
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
    sides: tuple[SideId, ...] = Field(min_length=1, description="The sides it plays, with whose eyes it sees.")
    moves: Expr = Field("true", description="It moves the pieces for which this holds, as it reads them.")
    maps: tuple[MapId, ...] = Field((), description="It moves pieces on these maps alone; none: on all.")
    zones: tuple[Name, ...] = Field((), description="It moves pieces in these zones alone; none: everywhere.")
    ends_phases: YesNo | None = Field(
        None, description="It moves turn trackers on; left out: as others do, at a moderated table the umpire alone."
    )
    answers: YesNo = Field(True, description="It answers what procedures ask its sides.")
    takes_back: YesNo = Field(True, description="It undoes its own steps.")


class AccessRecord(Record):
    """The rights that a table of the game gives its seats, unless others are chosen at set-up."""

    kind: AccessKind = Field(
        "open",
        description="`open`: whoever plays may touch what they see; `sides`: each their own side's pieces and "
        "nobody's; `moderated`: an umpire decides.",
    )
    roles: tuple[RoleRecord, ...] = Field((), description="Several seats a side.")
    holds: tuple[Name, ...] = Field((), description="Kinds of commands that wait for the umpire, where there is one.")

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
    """The use of a family: its id, the versions that will do, and values for its constants."""

    family: ModuleId
    version: Text = Field("", description="The versions that will do, as `>=1.2` or `>=1, <3`; empty: any.")
    constants: dict[Name, Scalar] = Field(
        default_factory=dict, alias="with", description="Values for constants of the family, by their names."
    )

    @model_validator(mode="after")
    def _has_a_range(self) -> Self:
        from packaging.specifiers import InvalidSpecifier, SpecifierSet

        try:
            SpecifierSet(self.version)
        except InvalidSpecifier as error:
            raise refuse("a range of versions, such as '>=1.2' or '>=1, <3'") from error
        return self

    def takes(self, version: str) -> bool:
        """Return whether a version of the family will do."""
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
    kind: Literal["game", "family"] = Field("game", description="A family is not played: other modules use it.")
    imported: Name | None = Field(
        None,
        description="What it was imported from. Names that lead nowhere there are no mistakes of this module, and an "
        "expression that makes no sense with what it meets counts for nothing instead of ending the action.",
    )
    importer: Count = Field(0, description="The version of the importer that made it.")
    uses: tuple[ModuleId | FamilyUse, ...] = Field((), description="Families this game uses.")

    @property
    def is_outdated(self) -> bool:
        """True if a different version of the importer made it."""
        return self.imported is not None and self.importer != IMPORTER

    @property
    def families(self) -> tuple[FamilyUse, ...]:
        """The families that the game uses; one that is only named is used in any version."""
        named = (FamilyUse.model_validate({"family": use}) if isinstance(use, str) else use for use in self.uses)
        return tuple(named)


class ModuleFile(Imprint):
    """The contents of `module.yaml`."""

    model_config = ConfigDict(extra="forbid")

    constants: dict[Name, Scalar] = Field(
        default_factory=dict,
        description="In a family: what each game may set otherwise, by name, with its usual value. Expressions read it "
        "as a property of the table.",
    )
    summary: Text = Field(description="What the game is about, in a few sentences.")
    designer: Name | None = None
    licence: Name = Field(description="Under which terms this module may be passed on.")
    follows: YesNo = Field(False, description="What others have moved is brought into sight.")
    menus: Literal["inner-first", "outer-first"] = Field(
        "inner-first",
        description="What stands first in the menu of a counter: what its innermost traits offer, and last what takes "
        "it away, or what its outermost traits offer, each where its trait stands.",
    )
    called: Text = Field(
        "",
        description="How players are called: `{Seat}` is their name, `{SeatSide}` the side they play; empty: by name.",
    )
    extensions: tuple[Name, ...] = Field((), description="The extensions of a VASSAL module that are in it.")
    leading_zeros_stay: bool = Field(
        False, description="In saves of VASSAL a number with leading zeros, as 007, is a text."
    )
    offers_blanks: bool = Field(
        False, description="Pieces that stand only in saves of VASSAL offer choices that are blank, too."
    )
    sending_moves: YesNo = Field(
        False, description="Pieces that stand only in saves of VASSAL have moved where they send themselves."
    )
    others_unmask: Text = Field(
        "", description="While this holds, pieces that stand only in saves of VASSAL may be unmasked by others, too."
    )
    credits: Name = Field("CREDITS.md", description="The file that says who made what.")
    sides: tuple[SideRecord, ...] = ()
    maps: tuple[Name, ...] = Field((), description="Map files; the first is the one that opens.")
    apart: tuple[MapId, ...] = Field((), description="Maps on which each side stacks on its own.")
    faces: Name | None = Field(None, description="The face book: how counters are drawn.")
    pieces: tuple[Name, ...] = Field((), description="Files of pieces; a family's have patterns only.")
    scenarios: tuple[Name, ...] = Field((), description="Scenario files.")
    rules: tuple[Name, ...] = Field((), description="Rule files, for the rules assistant.")
    trackers: tuple[TrackerRecord, ...] = ()
    dice: tuple[DiceButton, ...] = ()
    table: tuple[Annotated[BaseModel, _OfTraits()], ...] = Field(
        (), description="What the table itself can do, as pieces can: its buttons."
    )
    decks: tuple[DeckRecord, ...] = Field((), description="How decks are used.")
    clocks: ClocksRecord | None = None
    contacts: ContactsRecord | None = Field(
        None, description="What sides may be told to be on a map, true or not, and by which tracker that grows old."
    )
    inventories: tuple[InventoryRecord, ...] = Field((), description="Lists of pieces in groups, with their counts.")
    buttons: tuple[ToolbarButton, ...] = ()
    openings: tuple[OpeningKeyRecord, ...] = Field(
        (), description="Keys of the table that are pressed at the beginning."
    )
    pages: tuple[PageRecord, ...] = ()
    tutorials: tuple[TutorialRecord, ...] = ()
    options: tuple[OptionRecord, ...] = ()
    access: AccessRecord | None = None
    properties: dict[Text, Scalar] = Field(default_factory=dict, description="Properties of the table at the start.")
    counts: tuple[ExpectedCount, ...] = ()
    translations: dict[Name, Name] = Field(
        default_factory=dict, description="Translation files by their language: de, pt_BR."
    )
