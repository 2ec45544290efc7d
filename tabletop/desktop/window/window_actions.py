"""Everything the window can do by name, with its key: the one place where keys are said.

The keys are those that players know from VASSAL. Keys of a module's pieces are the module's own.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from tabletop.desktop.window.panel_layout import PANELS


@dataclass(frozen=True)
class Named:
    """An action of the window: its name in the code, its words, its keys, and the menu it stands in."""

    name: str
    words: str
    keys: tuple[str, ...]
    menu: str
    icon: str = ""


REVIEW = "Review"
"""The menu of what only a game has that is looked through."""

ACTIONS: tuple[Named, ...] = (
    Named("new", "New game…", ("Ctrl+N",), "Game", "new"),
    Named("open", "Open…", ("Ctrl+O",), "Game", "open"),
    Named("save-as", "Save as…", ("Ctrl+Shift+S",), "Game", "save"),
    Named("picture", "Picture of the map…", (), "Game"),
    Named("list", "List of what lies on the map…", (), "Game"),
    Named("review", "Look through from the beginning", (), "Game"),
    Named("other-version", "Bring to another version…", (), "Game"),
    Named("start-page", "Start page", (), "Game"),
    Named("quit", "Quit", ("Ctrl+Q",), "Game"),
    Named("undo", "Undo", ("Ctrl+Z",), "Edit", "undo"),
    Named("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Edit", "redo"),
    Named("select-all", "Choose everything on the map", ("Ctrl+A",), "Edit"),
    Named("put-away", "Take out of the game", ("Delete",), "Edit", "trash"),
    Named("clone", "Copy counter", ("Ctrl+Shift+C",), "Edit"),
    Named("menu", "Menu of the selection", ("Shift+F10",), "Edit"),
    Named("zoom-in", "Zoom in", ("Ctrl++", "Ctrl+="), "View", "zoom-in"),
    Named("zoom-out", "Zoom out", ("Ctrl+-",), "View", "zoom-out"),
    Named("zoom-to", "Zoom to…", (), "View"),
    Named("fit", "Whole map", ("Ctrl+0",), "View", "fit"),
    Named("overview", "Overview of the map", ("Ctrl+Shift+O",), "View"),
    Named("hex-ids", "Hex numbers", ("G",), "View", "hexes"),
    Named("ruler", "Ruler", ("Ctrl+L",), "View"),
    Named("hide-pieces", "Hide all pieces", ("H",), "View", "eye-off"),
    Named("stack-viewer", "Keep the stack viewer open", ("Ctrl+Space",), "View", "stack"),
    Named("sounds", "Sounds of the game", (), "View"),
    Named("plain", "Plain counters of high contrast", (), "View"),
    Named("dark", "Dark", (), "View"),
    Named("previous-phase", "Back one phase", ("Alt+Left",), "Table", "previous"),
    Named("next-phase", "On to the next phase", ("Alt+Right",), "Table"),
    Named("curtain", "Draw the curtain", ("Ctrl+Shift+K",), "Table", "curtain"),
    Named("find", "Find a place or a counter", ("Ctrl+K",), "Table", "search"),
    Named("move-to", "Move what is chosen to a place", ("Ctrl+Shift+M",), "Table"),
    Named("options", "Options of this game…", (), "Table"),
    Named("step-back", "One step back", ("PgUp",), REVIEW, "previous"),
    Named("step-on", "One step on", ("PgDown",), REVIEW, "play"),
    Named("to-start", "To the beginning", ("Ctrl+Home",), REVIEW, "first"),
    Named("to-end", "To the end", ("Ctrl+End",), REVIEW, "last"),
    Named("play", "Play, or pause", ("F5",), REVIEW),
    Named("go-on", "Go on from here", ("Ctrl+Return",), REVIEW),
    Named("assistant", "Rules assistant", ("F4",), "Rules"),
    Named("why-not", "Why can they not go there?", ("W",), "Rules"),
    Named("why-not-at", "Why can they not go to a place…", ("Shift+W",), "Rules"),
    Named("explain", "Where do the numbers there come from?", ("E",), "Rules"),
    Named("policies", "How strictly the rules are taken…", (), "Rules"),
    Named("tables", "Consult a results table…", ("Shift+T",), "Rules"),
    Named("battle-board", "Battle Board", ("F6",), "Rules"),
    Named("all-rules", "All rules…", ("Shift+F2",), "Rules"),
    Named("next-map", "Next map", ("Ctrl+Tab",), "Window", "board"),
    Named("beside", "Another map beside this one", ("Ctrl+B",), "Window"),
    *(Named(panel.name, panel.words, (panel.key,), "Window", panel.icon) for panel in PANELS),
    Named("only-map", "Only the map", ("F11",), "Window"),
    Named("charts", "Charts and player aids", ("F2",), "Window", "book"),
    Named("keys", "Keys and gestures", ("F1",), "Help", "help"),
    Named("about", "About this game", (), "Help"),
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
