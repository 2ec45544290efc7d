"""All actions of the window by name, with their keys, which are defined only here.

Some of them are the same as in VASSAL. The keys of pieces are defined in modules.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.window.panel_layout import PANELS, UMPIRES


@dataclass(frozen=True)
class WindowAction:
    """An action of the window: its name in the code, its words, its keys, and its menu."""

    name: str
    words: str
    keys: tuple[str, ...]
    menu: str
    icon: str = ""
    begins: bool = False
    """True for the first action of a group in its menu."""


GAME: Final = tr_later("Game")
EDIT: Final = tr_later("Edit")
VIEW: Final = tr_later("View")
TABLE: Final = tr_later("Table")
UMPIRE: Final = tr_later("Umpire")
"""The menu that only umpires have."""

REPLAY: Final = tr_later("Replay")
"""The menu of the actions for replays."""

RULES: Final = tr_later("Rules")
WINDOW: Final = tr_later("Window")
HELP: Final = tr_later("Help")

ACTIONS: tuple[WindowAction, ...] = (
    WindowAction("new", tr_later("New game…"), ("Ctrl+N",), GAME, "new"),
    WindowAction("own-setup", tr_later("New game from a set-up…"), (), GAME),
    WindowAction("open", tr_later("Open…"), ("Ctrl+O",), GAME, "open"),
    WindowAction("save-as", tr_later("Save as…"), ("Ctrl+Shift+S",), GAME, "save"),
    WindowAction("picture", tr_later("Export map image…"), (), GAME, begins=True),
    WindowAction("list", tr_later("Export piece list…"), (), GAME),
    WindowAction("save-setup", tr_later("Save position as a set-up…"), (), GAME),
    WindowAction("for-vassal", tr_later("Export for VASSAL…"), (), GAME),
    WindowAction("review", tr_later("Replay from the start"), (), GAME, begins=True),
    WindowAction("send-turn", tr_later("Send my turn…"), (), GAME, begins=True),
    WindowAction("open-turn", tr_later("Open a turn…"), (), GAME),
    WindowAction("last-report", tr_later("Replay the last report"), (), GAME),
    WindowAction("other-version", tr_later("Update module version…"), (), GAME, begins=True),
    WindowAction("start-page", tr_later("Start page"), (), GAME, begins=True),
    WindowAction("quit", tr_later("Quit"), ("Ctrl+Q",), GAME),
    WindowAction("undo", tr_later("Undo"), ("Ctrl+Z",), EDIT, "undo"),
    WindowAction("redo", tr_later("Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), EDIT, "redo"),
    WindowAction("select-all", tr_later("Select all"), ("Ctrl+A",), EDIT),
    WindowAction("put-away", tr_later("Remove from play"), ("Delete",), EDIT, "trash"),
    WindowAction("clone", tr_later("Copy counter"), ("Ctrl+Shift+C",), EDIT),
    WindowAction("menu", tr_later("Selection menu"), ("Shift+F10",), EDIT),
    WindowAction("zoom-in", tr_later("Zoom in"), ("Ctrl++", "Ctrl+="), VIEW, "zoom-in"),
    WindowAction("zoom-out", tr_later("Zoom out"), ("Ctrl+-",), VIEW, "zoom-out"),
    WindowAction("zoom-to", tr_later("Zoom to…"), (), VIEW),
    WindowAction("fit", tr_later("Whole map"), ("Ctrl+0",), VIEW, "fit"),
    WindowAction("overview", tr_later("Overview map"), ("Ctrl+Shift+O",), VIEW),
    WindowAction("hex-ids", tr_later("Hex numbers"), ("G",), VIEW, "hexes"),
    WindowAction("ruler", tr_later("Ruler"), ("Ctrl+L",), VIEW),
    WindowAction("hide-pieces", tr_later("Hide all pieces"), ("H",), VIEW, "eye-off"),
    WindowAction("hide-contacts", tr_later("Hide contacts"), ("Shift+H",), VIEW),
    WindowAction("stack-viewer", tr_later("Keep the stack viewer open"), ("Ctrl+Space",), VIEW, "stack"),
    WindowAction("sounds", tr_later("Game sounds"), (), VIEW),
    WindowAction("plain", tr_later("High-contrast counters"), (), VIEW),
    WindowAction("dark", tr_later("Dark theme"), (), VIEW),
    WindowAction("previous-phase", tr_later("Previous phase"), ("Alt+Left",), TABLE, "previous"),
    WindowAction("next-phase", tr_later("Next phase"), ("Alt+Right",), TABLE),
    WindowAction("finish-setup", tr_later("Finish or continue secret set-up"), (), TABLE),
    WindowAction("curtain", tr_later("Draw the curtain"), ("Ctrl+Shift+K",), TABLE, "curtain"),
    WindowAction("find", tr_later("Find place or counter…"), ("Ctrl+K",), TABLE, "search"),
    WindowAction("move-to", tr_later("Move selection to…"), ("Ctrl+Shift+M",), TABLE),
    WindowAction("options", tr_later("Game options…"), (), TABLE),
    WindowAction("seats", tr_later("Seats…"), (), TABLE),
    *(WindowAction(panel.name, panel.words, (panel.key,), UMPIRE) for panel in PANELS if panel.name in UMPIRES),
    WindowAction("send-report", tr_later("Send a report or contact…"), (), UMPIRE, begins=True),
    WindowAction("reveal", tr_later("Reveal or hide…"), (), UMPIRE),
    WindowAction("act-for", tr_later("Act for a player…"), (), UMPIRE),
    WindowAction("roll-back", tr_later("Roll the game back…"), (), UMPIRE),
    WindowAction("roll-secretly", tr_later("Roll secretly"), (), UMPIRE, begins=True),
    WindowAction("roll-openly", tr_later("Roll openly"), (), UMPIRE),
    WindowAction("hold", tr_later("Hold or release players' commands"), (), UMPIRE, begins=True),
    WindowAction("step-back", tr_later("Previous action"), ("PgUp",), REPLAY, "previous"),
    WindowAction("step-on", tr_later("Next action"), ("PgDown",), REPLAY, "play"),
    WindowAction("to-start", tr_later("Go to start"), ("Ctrl+Home",), REPLAY, "first"),
    WindowAction("to-end", tr_later("Go to end"), ("Ctrl+End",), REPLAY, "last"),
    WindowAction("play", tr_later("Play or pause"), ("F5",), REPLAY),
    WindowAction("next-contact", tr_later("Next contact"), ("Ctrl+PgDown",), REPLAY),
    WindowAction("go-on", tr_later("Go on from here"), ("Ctrl+Return",), REPLAY),
    WindowAction("assistant", tr_later("Rules assistant"), ("F4",), RULES),
    WindowAction("why-not", tr_later("Why can't it move there?"), ("W",), RULES),
    WindowAction("why-not-at", tr_later("Why can't it move to…"), ("Shift+W",), RULES),
    WindowAction("explain", tr_later("Explain numbers at cursor"), ("E",), RULES),
    WindowAction("policies", tr_later("Rule enforcement…"), (), RULES),
    WindowAction("tables", tr_later("Results tables…"), ("Shift+T",), RULES),
    WindowAction("battle-board", tr_later("Battle Board"), ("F6",), RULES),
    WindowAction("all-rules", tr_later("All rules…"), ("Shift+F2",), RULES),
    WindowAction("next-map", tr_later("Next map"), ("Ctrl+Tab",), WINDOW, "board"),
    WindowAction("beside", tr_later("Split view"), ("Ctrl+B",), WINDOW),
    *(
        WindowAction(panel.name, panel.words, (panel.key,), WINDOW, panel.icon)
        for panel in PANELS
        if panel.name not in UMPIRES
    ),
    WindowAction("only-map", tr_later("Map only"), ("F11",), WINDOW),
    WindowAction("charts", tr_later("Charts and player aids"), ("F2",), WINDOW, "book"),
    WindowAction("keys", tr_later("Keys and gestures"), ("F1",), HELP, "help"),
    WindowAction("about", tr_later("About this game"), (), HELP),
)

MENUS = (GAME, EDIT, VIEW, TABLE, UMPIRE, REPLAY, RULES, WINDOW, HELP)
CHECKED = frozenset(
    {
        "hex-ids",
        "ruler",
        "hide-pieces",
        "hide-contacts",
        "stack-viewer",
        "sounds",
        "plain",
        "dark",
        "assistant",
        "only-map",
    }
    | {panel.name for panel in PANELS}
)

HELD = frozenset({"why-not", "explain"})
"""The actions that a held key triggers only once."""


def make_actions(window: QWidget, does: dict[str, Callable[..., object]]) -> dict[str, QAction]:
    """Return an action for each name, connected to its function in `does`. Raises KeyError if a function is missing."""
    made: dict[str, QAction] = {}
    for named in ACTIONS:
        action = QAction(tr(named.words), window)
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
