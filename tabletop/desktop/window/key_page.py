"""The page of keys and gestures, generated from the window's actions."""

from html import escape
from typing import Final

from tabletop.desktop.platform.translation import tr, tr_later
from tabletop.desktop.window.window_actions import ACTIONS, MENUS

GESTURES = (
    (tr_later("Click"), tr_later("select a stack, or one piece of a fanned stack")),
    (tr_later("Drag"), tr_later("move the selection; with Alt off the grid")),
    (tr_later("Shift + click"), tr_later("add to the selection")),
    (tr_later("Ctrl + click"), tr_later("add or remove one")),
    (tr_later("Drag on the empty map"), tr_later("select all in a box")),
    (tr_later("Double click"), tr_later("fan or gather a stack; see all sides of a single counter")),
    (tr_later("Right click"), tr_later("open the menu of the pieces; on the empty map: centre the map there")),
    (tr_later("Arrows"), tr_later("right and left: one up or down in the stack; up and down: to its top or bottom")),
    (tr_later("Wheel"), tr_later("scroll; with Ctrl zoom to the cursor")),
    (tr_later("Middle button"), tr_later("move the map")),
    (tr_later("Alt + click"), tr_later("point out a place to everybody")),
    (
        tr_later("1 to 9"),
        tr_later("with the rules assistant: show or hide an overlay; hold to show it only that long"),
    ),
    (
        tr_later("F1, F2 and so on"),
        tr_later("for the umpire: hold to see the truth, each side's view, or all with the differences"),
    ),
    (
        tr_later("W; full stop"),
        tr_later("for the umpire: hold to swipe a view over the truth; show the next difference"),
    ),
    (tr_later("Click on a number"), tr_later("with the rules assistant: explain it")),
    (tr_later("Escape"), tr_later("let go; clear the selection")),
)

_ROW: Final = "<tr><td><b>{}</b></td><td>{}</td></tr>"
_HEADING: Final = "<h3>{}</h3><table cellpadding='3'>"


def keys_page() -> str:
    """Return the gestures, and the first key of each action that has one, as HTML."""
    rows = [_HEADING.format(tr("Mouse"))]
    rows += [_ROW.format(escape(tr(what)), escape(tr(does))) for what, does in GESTURES]
    for menu in MENUS:
        named = [action for action in ACTIONS if action.menu == menu and action.keys]
        if named:
            rows.append("</table>" + _HEADING.format(escape(tr(menu))))
            rows += [
                f"<tr><td><b>{escape(action.keys[0])}</b></td><td>{escape(tr(action.words))}</td></tr>"
                for action in named
            ]
    return "".join([*rows, "</table>"])
