"""Settings of components that have no effect here, or another effect than in VASSAL, with sentences for the report.

The importer of a component reads its settings. Settings that are neither read there nor listed here have no effect on
play in VASSAL either: for example a designer's note or the size of an editor's window.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.scalars import color


class IgnoredSettings(NamedTuple):
    """Settings that an import ignores. `how` is the difference from VASSAL that this makes.

    `settings` gives for each setting the values, separated by bars, that make no difference; an empty value makes none
    either. If `of` names a setting, and this is off or missing, none of them makes a difference.
    """

    how: str
    settings: Mapping[str, str]
    of: str = ""


def settings_left(component: Component) -> Iterator[str]:
    """Yield the differences that a component's ignored settings make, each as the end of a sentence."""
    given = _settings(component)
    for left in _LEFT.get(component.short, ()):
        is_off = left.of and given.get(left.of, "") in _NO
        if not is_off and any(_says(given, name, usual) for name, usual in left.settings.items()):
            yield left.how
    if any(_lets_through(given.get(name, "")) for name in _COLOURS.get(component.short, ())):
        yield "its colours are opaque"


def _settings(component: Component) -> Mapping[str, str]:
    """Return the settings of a component; an option of VASSAL's own window counts as a setting."""
    return {component.get("name"): component.text} if component.kind == "option" else component.attributes


def _says(given: Mapping[str, str], name: str, usual: str) -> bool:
    """Return whether a setting has a value that makes a difference."""
    return given.get(name, "").strip() not in ("", *usual.split("|"))


def _lets_through(colour: str) -> bool:
    held = color(colour.strip())
    return held is not None and held.alpha < 255


def _left(how: str, names: str = "", of: str = "", **usual: str) -> IgnoredSettings:
    """Return ignored settings. Those in `names` make a difference with any value, those in `usual` with any value
    except the given ones.
    """
    return IgnoredSettings(how, {**dict.fromkeys(names.split(), ""), **usual}, of)


_VIEWER_LAYOUT: Final = (
    "centerAll", "centerText", "centerPiecesVertically", "combineCounterSummary", "onlyShowFirstSummary",
    "stretchWidthSummary", "stretchWidthPieces",
)  # fmt: skip
_NO: Final = ("", "false", "never")

_OWN_SIZE: Final = "the tray lays its pieces out in its own way"

_MAP: Final = (_left("it is a tab, and no key closes it", "hideKey"),)

_LEFT: Final[Mapping[str, tuple[IgnoredSettings, ...]]] = {
    # the module itself
    "GlobalOptions": (
        _left("one setting for all players says if others may unmask counters", nonOwnerUnmaskable="Never|Always"),
        _left("the log shows plain text", chatterHTMLSupport="Never|Use Preferences Setting"),
        _left("keys of buttons work on every map, even if it is not shown", hotKeysOnClosedWindows="Always"),
        _left("an inventory lists only pieces that its player sees", inventoryForAll="Always"),
        _left(
            "counters that send themselves away leave no trail, whatever players prefer",
            sendToLocationMoveTrails="Never|Always",
        ),
    ),
    "option": (
        _left(
            "the window has its own pictures and keys for undoing, stepping through and saving logs",
            "undoHotKey",
            stepIcon="/images/StepForward16.gif",
            undoIcon="/images/Undo16.gif",
            stepHotKey="34,0",
            newHotKey="87,520",
            endHotKey="87,585",
        ),
        _left("options are in the menu of the table", "scenarioPropertiesIcon scenarioPropertiesHotKey"),
    ),
    "ScenarioPropertiesOptionTab": (_left("its page has no heading", "heading"),),
    "Tutorial": (_left("it does not start automatically", "launchOnStartup promptMessage", of="launchOnStartup"),),
    # windows
    "PieceWindow": (_left(_OWN_SIZE, defaultWidth="0"),),
    **dict.fromkeys(
        ("PanelWidget", "ListWidget", "BoxWidget"),
        (
            _left(_OWN_SIZE, "width height divider", fixed="false", vert="false"),
            _left(_OWN_SIZE, "nColumns", of="fixed"),
        ),
    ),
    "TurnTracker": (
        _left(
            "its row has the size that the window gives it",
            length="-1",
            lengthStyle="Variable|Maximum",
            plusButtonSize="22",
            turnButtonHeight="22",
        ),
    ),
    "ListTurnLevel": (
        _left("players cannot choose among the names of its list", "prompt", configList="false", configFirst="false"),
    ),
    # maps
    **dict.fromkeys(("Map", "PrivateMap", "PlayerHand", "WidgetMap"), _MAP),
    "BoardPicker": (
        _left(
            "boards are chosen on the start page, which has its own words",
            boardPrompt="Select board",
            addRowText="Add Row|Add row",
            addColumnText="Add Column|Add column",
            slotWidth="350",
            slotHeight="125",
            slotScale="0.2",
        ),
    ),
    "CounterDetailViewer": (
        _left("it is kept open by the window's own key", hotkey="32,130"),
        _left(
            "it is in a corner of the map, laid out in the window's own way",
            **dict.fromkeys(_VIEWER_LAYOUT, "false"),
            verticalOffset="0",
            verticalTopText="5",
            verticalBottomText="10",
            extraTextPadding="0",
        ),
        _left("the width of the line round it is the window's own", borderThickness="2", borderInnerThickness="2"),
        _left("the line round it has the colour of its text", borderColor="0,0,0"),
        _left("the part of the map that it shows is centred on a place", showTerrainSnappy="true"),
    ),
    "LOS_Thread": (_left("the picture on its button stays the same", "persistentIconName"),),
    # commands
    **dict.fromkeys(
        ("MassKeyCommand", "GlobalKeyCommand", "StartupGlobalKeyCommand", "DeckGlobalKeyCommand"),
        (_left("it ignores whether a layer of a piece is active", condition="Always"),),
    ),
}

_COLOURS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("Map", "PrivateMap", "PlayerHand", "SelectionHighlighter", "HighlightLastMoved"), ("color",)),
    "CounterDetailViewer": ("bgColor", "fgColor"),
    "Flare": ("circleColor",),
    "LOS_Thread": ("threadColor", "rangeFg", "rangeBg"),
    "MapShader": ("color", "borderColor"),
}
"""The settings of components that are colours, which are always opaque here."""
