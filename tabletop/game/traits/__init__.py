"""The abilities of pieces, as data: one struct for each trait, and the union of them all.

Their behaviour is compiled once for each kind, in `tabletop.game.kinds.compiled_kinds`; nothing here runs.
"""

from typing import TypeAlias

from tabletop.game.traits.action_traits import (
    ChooseTrait,
    Clone,
    Delete,
    EachPlace,
    GlobalCommand,
    MenuText,
    PlaceMarker,
    PressKey,
    Replace,
    ReportTrait,
    Separator,
    Sound,
    Submenu,
    Trigger,
)
from tabletop.game.traits.appearance_traits import (
    AreaTrait,
    Art,
    Border,
    Button,
    Facing,
    LabelTrait,
    Layer,
    OutlineTrait,
    Pivot,
)
from tabletop.game.traits.group_traits import Attachment, Cargo, Mat, Screen
from tabletop.game.traits.movement_traits import (
    CameFrom,
    ClickMemory,
    MovedMark,
    NotStacking,
    ReturnTo,
    SendTo,
    Shift,
    Trail,
)
from tabletop.game.traits.property_traits import (
    ComputedProperty,
    ForeignTrait,
    MarkTrait,
    Message,
    NameTrait,
    OthersProperty,
    OwnProperty,
    Quantity,
    RemarkTrait,
    SharedProperty,
    SheetTrait,
    TableTrait,
)
from tabletop.game.traits.sight_traits import BarredTrait, Invisible, Mask, RestrictedTrait
from tabletop.game.traits.table_traits import CentreMap, DeckCommand, MoveTracker, Throw

Trait: TypeAlias = (
    AreaTrait
    | Art
    | Attachment
    | BarredTrait
    | Border
    | Button
    | CameFrom
    | ClickMemory
    | Cargo
    | CentreMap
    | ChooseTrait
    | Clone
    | ComputedProperty
    | DeckCommand
    | Delete
    | EachPlace
    | Facing
    | GlobalCommand
    | Invisible
    | ForeignTrait
    | LabelTrait
    | Layer
    | MarkTrait
    | Mask
    | Mat
    | MenuText
    | Message
    | MoveTracker
    | MovedMark
    | NameTrait
    | NotStacking
    | OthersProperty
    | OutlineTrait
    | OwnProperty
    | Pivot
    | PlaceMarker
    | PressKey
    | Quantity
    | RemarkTrait
    | Replace
    | ReportTrait
    | RestrictedTrait
    | ReturnTo
    | Screen
    | SendTo
    | Separator
    | SharedProperty
    | SheetTrait
    | Shift
    | Sound
    | Submenu
    | TableTrait
    | Throw
    | Trail
    | Trigger
)
"""Every trait. Authors of native modules write them in YAML, and importers write the same YAML."""
