"""Decks in files, and images of maps."""

from typing import Final

TEXTS: Final = {
    "deck-not-seen": "{deck} cannot be saved: you do not see all of its cards.",
    "file-unwritable": "{file} cannot be written.",
    "picture-form": "'{file}' is not the name of an image: end it with .png.",
    "no-map": "There is no map '{name}'. Choose from: {known}.",
    "no-theme": "There is no theme '{name}'. Choose from: {known}.",
    "no-side": "There is no side '{name}'. Choose from: {known}.",
    "no-place": "The map has no place '{place}'.",
    "no-place-but": "The map has no place '{place}'. Did you mean '{guess}'?",
    "zoom-out-of-bounds": "A zoom of {zoom} is out of bounds: between {least} and {most}.",
}
