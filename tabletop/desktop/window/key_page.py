"""The page of keys and gestures, written from the actions themselves."""

from html import escape

from tabletop.desktop.window.window_actions import ACTIONS, MENUS

GESTURES = (
    ("Click", "choose a stack; in a stack that is fanned out, a piece"),
    ("Drag", "move what is chosen; with Alt it lies free of the grid"),
    ("Shift + click", "choose as well"),
    ("Ctrl + click", "choose, or no longer"),
    ("Drag on the empty map", "choose all in a box"),
    ("Double click", "fan a stack out, or gather it; see all sides of a counter that lies alone"),
    ("Right click", "what the pieces can do; on the empty map: bring that spot to the middle"),
    ("Arrows", "right and left: one up or down in the stack; up and down: to its top or bottom"),
    ("Wheel", "scroll; with Ctrl zoom to the cursor"),
    ("Middle button", "move the map"),
    ("Alt + click", "point at the map"),
    ("1 to 9", "with the rules assistant: show an overlay of the game, or take it away; held, only so long"),
    ("Click on a number", "with the rules assistant: where it comes from"),
    ("Escape", "let go; choose nothing"),
)


def keys_page() -> str:
    """Return all gestures and keys, as HTML."""
    rows = ["<h3>Mouse</h3><table cellpadding='3'>"]
    rows += [f"<tr><td><b>{escape(what)}</b></td><td>{escape(does)}</td></tr>" for what, does in GESTURES]
    for menu in MENUS:
        named = [action for action in ACTIONS if action.menu == menu and action.keys]
        if named:
            rows.append(f"</table><h3>{menu}</h3><table cellpadding='3'>")
            rows += [
                f"<tr><td><b>{escape(action.keys[0])}</b></td><td>{escape(action.words)}</td></tr>" for action in named
            ]
    return "".join([*rows, "</table>"])
