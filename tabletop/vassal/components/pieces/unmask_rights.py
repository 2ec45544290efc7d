"""The right of others to unmask a player's pieces, from the options of a module."""

from typing import Final

from tabletop.vassal.components.module_draft import Document
from tabletop.vassal.expressions.plain_texts import one_line
from tabletop.vassal.files.build_file import Component

_PROPERTY: Final = "OpponentUnmaskable"
_AS_PLAYERS_LIKE: Final = "Use Preferences Setting"


def others_unmask(options: Component) -> str:
    """Return the condition under which others may unmask a player's pieces; an empty one never holds."""
    return {"Always": "true", _AS_PLAYERS_LIKE: f'{_PROPERTY} == "true"'}.get(options.get("nonOwnerUnmaskable"), "")


def choice_of(options: Component) -> Document | None:
    """Return the option by which players let others unmask their pieces; None if the module decides this itself."""
    if options.get("nonOwnerUnmaskable") != _AS_PLAYERS_LIKE:
        return None
    return {
        "title": one_line(options.get("promptString"), "Opponents can unmask my pieces"),
        "choices": ["true", "false"],
        "usual": "false",
        "property": _PROPERTY,
    }
