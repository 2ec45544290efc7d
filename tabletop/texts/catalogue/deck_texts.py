"""Decks in files, and pictures of maps."""

from typing import Final

TEXTS: Final = {
    "deck-not-seen": "{deck} cannot be saved: you do not see all of its cards.",
    "deck-file-unwritable": "'{file}' cannot be written.",
    "deck-file-unreadable": "'{file}' cannot be read.",
    "file-unwritable": "{file} cannot be written.",
    "picture-form": "'{file}' has no ending of a picture: call it .png.",
}
