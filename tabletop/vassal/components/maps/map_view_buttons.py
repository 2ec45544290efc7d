"""Buttons of maps: for a player's view (hidden counters, layers, zoom, the camera), and for all pieces of a map (format
section 4.3).
"""

from collections.abc import Sequence
from typing import Final

from tabletop.game.traits.property_traits import OthersProperty
from tabletop.game.traits.table_traits import CentreMap
from tabletop.game.traits.trait_base import Change, TraitCall
from tabletop.game.traits.trait_targets import Target
from tabletop.vassal.components.module_draft import Bench, Document
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.plain_texts import one_line
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component
from tabletop.vassal.files.scalars import decimal, whole
from tabletop.vassal.import_report import inactive
from tabletop.vassal.translation.trait_translation import TraitTranslation, plain

_WINDOWS: Final = {
    "NotesWindow": ("notes", "Notes"),
    "ImageSaver": ("picture", "Picture of the map"),
    "TextSaver": ("list", "List of the map"),
    "GlobalMap": ("overview", "Overview"),
}
"""The classes of buttons for actions that our window offers anyway, each with the action and its default name."""

_LAYERS: Final = {
    "Rotate Layer Order Up": "layers-up",
    "Rotate Layer Order Down": "layers-down",
    "Make Layer Active": "show-layers",
    "Make Layer Inactive": "hide-layers",
    "Switch Layer between Active and Inactive": "switch-layers",
    "Reset All Layers": "all-layers",
}


def take_view(part: Component, bench: Bench, toolbar: Toolbar, map_id: str) -> None:
    """Import a part of a map that changes a player's view of it."""
    if not map_id:
        bench.judge_all(part, inactive("it is not on a map"))
    elif part.short == "HidePiecesButton":
        take_hiding(part, bench, toolbar, map_id)
    elif part.short == "LayeredPieceCollection":
        take_layers(part, bench, toolbar, map_id)
    elif part.short == "MapShader":
        take_shade(part, bench, toolbar, map_id)
    else:
        take_camera(part, bench, toolbar, map_id)


def take_window(part: Component, toolbar: Toolbar, map_id: str) -> None:
    """Import a button for an action that our window offers anyway, with the module's text, picture and key.

    If the picture is VASSAL's own and there is no text, the window's own button is enough.
    """
    given = Attributes(part.attributes)
    does, words = _WINDOWS[part.short]
    view: Document = {"does": does, "map": map_id} if map_id else {"does": does}
    if given.text("buttonText") or not given.text("icon", "/").startswith("/"):
        toolbar.view(part, view, words)
    else:
        toolbar.key_for(given.key("hotkey").text, words, {"view": view})


def take_thread(part: Component, bench: Bench, toolbar: Toolbar, map_id: str) -> None:
    """Import the button of a thread of a map."""
    name = bench.threads.get(id(part))
    if name is None:
        bench.judge(part, inactive("it is not on a map"))
    else:
        toolbar.view(part, {"does": "thread", "map": map_id, "thread": name}, name, icon="iconName")


_ZOOMS: Final = (
    ("in", "zoomInKey", "zoom-in", "Zoom in"),
    ("out", "zoomOutKey", "zoom-out", "Zoom out"),
    ("pick", "zoomPickKey", "zoom-to", "Zoom to…"),
)
_ZOOM_ICONS: Final = ("zoom-in.png", "zoom-out.png", "zoom-fit-best.png")
"""The names of VASSAL's own pictures for zoom buttons."""


def take_zoomer(part: Component, bench: Bench, toolbar: Toolbar) -> None:
    """Import the zoom keys, and zoom buttons that have texts or pictures of the module's own."""
    given = Attributes(part.attributes)
    for name, key, does, words in _ZOOMS:
        view: Document = {"does": does}
        text = given.text(f"{name}ButtonText")
        icon = given.text(f"{name}IconName") or given.text(f"{name}Button")
        if text or (icon and not icon.startswith("/") and icon not in _ZOOM_ICONS):
            settings = {
                "buttonText": text,
                "icon": icon,
                "tooltip": given.text(f"{name}Tooltip"),
                "hotkey": given.text(key),
            }
            toolbar.view(Component(part.kind, settings, line=part.line, file=part.file), view, words)
        else:
            toolbar.key_for(given.key(key).text, words, {"view": view})
    bench.judge(part)


def take_unmarking(board: Component, toolbar: Toolbar, map_id: str) -> None:
    """Import the button of a map that removes the moved marks and trails of all its pieces."""
    given = Attributes(board.attributes)
    if given.text("markMoved", "Always") == "Never":
        return
    names = {"text": "Text", "tooltip": "Tooltip", "icon": "Icon", "hotkey": "Hotkey"}
    words = f"Clear moved marks: {map_id}"
    settings = {name: given.text(f"markUnmoved{end}") for name, end in names.items()}
    if not (settings["text"] or settings["icon"] or settings["hotkey"]):
        return
    if settings["icon"] and not settings["tooltip"]:
        settings["tooltip"] = words
    key = toolbar.button(Component(board.kind, settings, line=board.line, file=board.file))
    everywhere = Target(within="map", map=plain(map_id))
    change = Change(key, plain(settings["text"] or words), set="false")
    toolbar.add(OthersProperty("Moved", (change,), everywhere, "table"))
    toolbar.report(key, given.text("markUnmovedReport"), toolbar.taking(board))


def take_centring(part: Component, bench: Bench, toolbar: Toolbar, map_id: str) -> None:
    """Import the button that moves all pieces on a map to its middle."""
    if not map_id:
        bench.judge(part, inactive("it is not on a map"))
        return
    words = one_line(part.get("tooltip"), "Recentre")
    key = toolbar.button(part, always=True)
    toolbar.add(CentreMap(map_id, TraitCall(key, plain(words))))
    bench.judge(part)


def take_retiring(roster: Component, toolbar: Toolbar) -> None:
    """Import the button by which players change sides. It covers the table until the next player chooses a side."""
    given = Attributes(roster.attributes)
    names = {"text": "buttonText", "tooltip": "buttonToolTip", "icon": "buttonIcon", "hotkey": "buttonKeyStroke"}
    settings = {name: given.text(named) for name, named in names.items() if given.text(named)}
    view: Document = {"does": "curtain"}
    if not roster.of("entry"):
        return
    if "text" in settings or not settings.get("icon", "/").startswith("/"):
        toolbar.view(Component(roster.kind, settings, line=roster.line, file=roster.file), view, "Retire")
    else:
        toolbar.key_for(Attributes(settings).key("hotkey").text, "Retire", {"view": view})


def take_hiding(button: Component, bench: Bench, toolbar: Toolbar, map_id: str) -> None:
    """Import the button that hides all counters of a map, and shows them again."""
    view: Document = {"does": "hide-pieces", "map": map_id}
    hidden = bench.pictures.find(button.get("hiddenIcon"), button.where) if button.get("hiddenIcon") else None
    if hidden is not None:
        view["hidden_picture"] = hidden.name
    toolbar.view(button, view, "Hide pieces", icon="showingIcon")
    bench.judge(button)


def take_layers(collection: Component, bench: Bench, toolbar: Toolbar, map_id: str) -> None:
    """Import the buttons that hide or show layers of a map, or rotate their order."""
    order = Attributes(collection.attributes).texts("layerOrder")
    for button in collection.of("LayerControl"):
        given = Attributes(button.attributes)
        does = _LAYERS.get(given.text("command"))
        if does is None:
            bench.judge(button, inactive("it has no command that is known"))
            continue
        view: Document = {"does": does, "map": map_id}
        layers = [_layer(each, number, order) for number, each in enumerate(given.texts("layers")) if each.strip()]
        if layers:
            view["layers"] = layers
        if given.yes("skip", True) and does in ("layers-up", "layers-down"):
            view["skip"] = True
        toolbar.view(button, view, "Layers")
        bench.judge(button)


def _layer(named: str, number: int, order: Sequence[str]) -> str:
    """Return the name of a layer that a button names; `order` are the layers of the map.

    As in VASSAL, an entry that is a number means the layer of the map at the position that the entry has in the
    button's list. If the map has fewer layers, the result is the position itself.
    """
    if whole(named) is None:
        return one_line(named, "")
    return one_line(order[number], "") if number < len(order) else str(number)


def take_shade(shader: Component, bench: Bench, toolbar: Toolbar, map_id: str) -> None:
    """Import the button that shows and hides a shade of the map. A shade that is always on needs no button."""
    given = Attributes(shader.attributes)
    if not given.yes("alwaysOn"):
        shade = one_line(given.text("name"), "Shade")
        toolbar.view(shader, {"does": "switch-shade", "map": map_id, "shade": shade}, shade)
    bench.judge(shader)


def take_camera(button: Component, bench: Bench, toolbar: Toolbar, map_id: str) -> None:
    """Import a button that moves a player's view of a map."""
    given, taking = Attributes(button.attributes), toolbar.taking(button)
    view: Document = {"does": "look-at", "map": map_id, **_goal(given, taking)}
    offset = taking.number(given.text("xOffset"))  # VASSAL uses the horizontal distance for both directions
    if offset != "0":
        view["offset"] = [offset, offset]
    zoom = decimal(given.text("zoom"))
    if zoom is not None and zoom > 0:
        view["zoom"] = zoom
    toolbar.view(button, view, "Look")
    bench.judge(button, taking.verdict)


_TO_PIECES: Final = {"A": "first", "C": "next", "N": "nearest"}
_NAMED: Final = {"Z": ("zone", "zoneName"), "R": ("region", "regionName"), "G": ("place", "gridLocation")}


def _goal(given: Attributes, taking: TraitTranslation) -> Document:
    """Return the goal of a camera button, by its mode."""
    mode = given.text("moveCameraMode")[:1].upper() or "L"
    if mode in _TO_PIECES:
        return {"piece": taking.match(given.text("propertyFilter")) or "true", "which": _TO_PIECES[mode]}
    board = taking.name_of(given.text("boardName").strip()) if mode in "GL" else ""
    on: Document = {"board": board} if board else {}
    if mode in _NAMED and given.text(_NAMED[mode][1]).strip():
        what, setting = _NAMED[mode]
        return {what: taking.name_of(given.text(setting).strip()), **on}
    return {"point": [taking.number(given.text(axis)) for axis in ("xPos", "yPos")], **on}
