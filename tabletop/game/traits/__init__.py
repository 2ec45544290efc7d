"""What pieces can do, as data: one struct a trait, and the union of them all.

How they behave is compiled once a kind, in `tabletop.game.kinds.compiled_kinds`; nothing here runs.
"""

from typing import TypeAlias

from tabletop.game.traits.actions import (
    Choose,
    Clone,
    Delete,
    EachPlace,
    GlobalCommand,
    MenuText,
    PlaceMarker,
    PressKey,
    Replace,
    Report,
    Separator,
    Sound,
    Submenu,
    Trigger,
)
from tabletop.game.traits.appearance import Area, Art, Border, Button, Facing, Label, Layer, Outline, Pivot
from tabletop.game.traits.groups import Attachment, Cargo, Mat
from tabletop.game.traits.movement import CameFrom, Clicked, MovedMark, NotStacking, ReturnTo, SendTo, Shift, Trail
from tabletop.game.traits.properties import (
    Computed,
    Kept,
    Mark,
    Message,
    Named,
    OthersProperty,
    OwnProperty,
    Remark,
    SharedProperty,
    Sheet,
    Table,
)
from tabletop.game.traits.sight import Barred, Invisible, Mask, Restricted
from tabletop.game.traits.table import CentreMap, DeckCommand, MoveTracker, Throw

Trait: TypeAlias = (
    Area
    | Art
    | Attachment
    | Barred
    | Border
    | Button
    | CameFrom
    | Clicked
    | Cargo
    | CentreMap
    | Choose
    | Clone
    | Computed
    | DeckCommand
    | Delete
    | EachPlace
    | Facing
    | GlobalCommand
    | Invisible
    | Kept
    | Label
    | Layer
    | Mark
    | Mask
    | Mat
    | MenuText
    | Message
    | MoveTracker
    | MovedMark
    | Named
    | NotStacking
    | OthersProperty
    | Outline
    | OwnProperty
    | Pivot
    | PlaceMarker
    | PressKey
    | Remark
    | Replace
    | Report
    | Restricted
    | ReturnTo
    | SendTo
    | Separator
    | SharedProperty
    | Sheet
    | Shift
    | Sound
    | Submenu
    | Table
    | Throw
    | Trail
    | Trigger
)
"""Every trait. Native modules write them in YAML, importers write the same YAML."""
