"""Undo and redo at the table: why they are refused, and questions."""

from typing import Final

TEXTS: Final = {
    "umpires-seat-offered": "{players} {count:gets|get} the umpire's seat, and will see everything.",
    "consent-needed": "{reason} {players} must agree, or the umpire.",
    "undone-already": "That is undone already.",
    "nothing-undone": "Nothing was undone.",
    "nothing-to-undo": "There is nothing to undo.",
    "undo-asked-by": "{player} asks for this undo.",
    "undo-anyway": "{reason} Undo it anyway?",
    "undo-it": "Undo",
    "leave-it": "Cancel",
    "changed-since": "It has changed since, and can no longer be undone alone.",
    "moved-since": "{players} {count:has|have} moved these pieces since. Undo that first, or both.",
    "no-longer-asked": "That request is no longer open.",
    "request-lapsed": "All have agreed, but this request can no longer be carried out.",
    "sits-elsewhere": "{seat} plays at another screen, and must agree there.",
    "changed-meanwhile": "A piece that you named has changed in the meantime: look again.",
    "not-your-step": "That was somebody else's action.",
    "undo-drawn": "It rolled or drew something.",
    "undo-shown": "It showed somebody what they had not seen before.",
}
