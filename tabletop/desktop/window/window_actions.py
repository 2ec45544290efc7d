"""Everything the window can do by name, with its key: the one place where keys are said.

The keys are those that players know from VASSAL. Keys of a module's pieces are the module's own.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from tabletop.desktop.window.panel_layout import PANELS


@dataclass(frozen=True)
class WindowAction:
    """An action of the window: its name in the code, its words, its keys, and the menu it stands in."""

    name: str
    words: str
    keys: tuple[str, ...]
    menu: str
    icon: str = ""


REVIEW = "Review"
"""The menu of what only a game has that is looked through."""

ACTIONS: tuple[WindowAction, ...] = (
    WindowAction("new", "New game…", ("Ctrl+N",), "Game", "new"),
    WindowAction("open", "Open…", ("Ctrl+O",), "Game", "open"),
    WindowAction("save-as", "Save as…", ("Ctrl+Shift+S",), "Game", "save"),
    WindowAction("picture", "Picture of the map…", (), "Game"),
    WindowAction("list", "List of what lies on the map…", (), "Game"),
    WindowAction("review", "Look through from the beginning", (), "Game"),
    WindowAction("other-version", "Bring to another version…", (), "Game"),
    WindowAction("start-page", "Start page", (), "Game"),
    WindowAction("quit", "Quit", ("Ctrl+Q",), "Game"),
    WindowAction("undo", "Undo", ("Ctrl+Z",), "Edit", "undo"),
    WindowAction("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Edit", "redo"),
    WindowAction("select-all", "Choose everything on the map", ("Ctrl+A",), "Edit"),
    WindowAction("put-away", "Take out of the game", ("Delete",), "Edit", "trash"),
    WindowAction("clone", "Copy counter", ("Ctrl+Shift+C",), "Edit"),
    WindowAction("menu", "Menu of the selection", ("Shift+F10",), "Edit"),
    WindowAction("zoom-in", "Zoom in", ("Ctrl++", "Ctrl+="), "View", "zoom-in"),
    WindowAction("zoom-out", "Zoom out", ("Ctrl+-",), "View", "zoom-out"),
    WindowAction("zoom-to", "Zoom to…", (), "View"),
    WindowAction("fit", "Whole map", ("Ctrl+0",), "View", "fit"),
    WindowAction("overview", "Overview of the map", ("Ctrl+Shift+O",), "View"),
    WindowAction("hex-ids", "Hex numbers", ("G",), "View", "hexes"),
    WindowAction("ruler", "Ruler", ("Ctrl+L",), "View"),
    WindowAction("hide-pieces", "Hide all pieces", ("H",), "View", "eye-off"),
    WindowAction("stack-viewer", "Keep the stack viewer open", ("Ctrl+Space",), "View", "stack"),
    WindowAction("sounds", "Sounds of the game", (), "View"),
    WindowAction("plain", "Plain counters of high contrast", (), "View"),
    WindowAction("dark", "Dark", (), "View"),
    WindowAction("previous-phase", "Back one phase", ("Alt+Left",), "Table", "previous"),
    WindowAction("next-phase", "On to the next phase", ("Alt+Right",), "Table"),
    WindowAction("curtain", "Draw the curtain", ("Ctrl+Shift+K",), "Table", "curtain"),
    WindowAction("find", "Find a place or a counter", ("Ctrl+K",), "Table", "search"),
    WindowAction("move-to", "Move what is chosen to a place", ("Ctrl+Shift+M",), "Table"),
    WindowAction("options", "Options of this game…", (), "Table"),
    WindowAction("step-back", "One step back", ("PgUp",), REVIEW, "previous"),
    WindowAction("step-on", "One step on", ("PgDown",), REVIEW, "play"),
    WindowAction("to-start", "To the beginning", ("Ctrl+Home",), REVIEW, "first"),
    WindowAction("to-end", "To the end", ("Ctrl+End",), REVIEW, "last"),
    WindowAction("play", "Play, or pause", ("F5",), REVIEW),
    WindowAction("go-on", "Go on from here", ("Ctrl+Return",), REVIEW),
    WindowAction("assistant", "Rules assistant", ("F4",), "Rules"),
    WindowAction("why-not", "Why can they not go there?", ("W",), "Rules"),
    WindowAction("why-not-at", "Why can they not go to a place…", ("Shift+W",), "Rules"),
    WindowAction("explain", "Where do the numbers there come from?", ("E",), "Rules"),
    WindowAction("policies", "How strictly the rules are taken…", (), "Rules"),
    WindowAction("tables", "Consult a results table…", ("Shift+T",), "Rules"),
    WindowAction("battle-board", "Battle Board", ("F6",), "Rules"),
    WindowAction("all-rules", "All rules…", ("Shift+F2",), "Rules"),
    WindowAction("next-map", "Next map", ("Ctrl+Tab",), "Window", "board"),
    WindowAction("beside", "Another map beside this one", ("Ctrl+B",), "Window"),
    *(WindowAction(panel.name, panel.words, (panel.key,), "Window", panel.icon) for panel in PANELS),
    WindowAction("only-map", "Only the map", ("F11",), "Window"),
    WindowAction("charts", "Charts and player aids", ("F2",), "Window", "book"),
    WindowAction("keys", "Keys and gestures", ("F1",), "Help", "help"),
    WindowAction("about", "About this game", (), "Help"),
)

MENUS = ("Game", "Edit", "View", "Table", REVIEW, "Rules", "Window", "Help")
CHECKED = frozenset(
    {"hex-ids", "ruler", "hide-pieces", "stack-viewer", "sounds", "plain", "dark", "assistant", "only-map"}
    | {panel.name for panel in PANELS}
)

HELD = frozenset({"why-not", "explain"})
"""Keys that may be held down without being pressed again and again."""


def make_actions(window: QWidget, does: dict[str, Callable[..., object]]) -> dict[str, QAction]:
    """Return an action for each name, connected to what it does. A name that nothing does is a mistake in the
    program.
    """
    made: dict[str, QAction] = {}
    for named in ACTIONS:
        action = QAction(named.words, window)
        action.setShortcuts([QKeySequence(key) for key in named.keys])
        action.setCheckable(named.name in CHECKED)
        action.setAutoRepeat(named.name not in HELD)
        does_it = does[named.name]
        if named.name in CHECKED:
            action.toggled.connect(does_it)
        else:
            action.triggered.connect(lambda _=False, does_it=does_it: does_it())
        window.addAction(action)
        made[named.name] = action
    return made
