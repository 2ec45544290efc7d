"""The texts of the program in the reader's language: the catalogue of English sentences, and the languages.

Code outside the window calls `text`; the window uses `tr` for its own texts. Nothing here depends on games or on Qt.
"""

from tabletop.texts.language import SOURCE_LANGUAGE, best_language, spoken
from tabletop.texts.message import filled
from tabletop.texts.sentence import Argument, Sentence, english, listed, listed_or, text

__all__ = [
    "SOURCE_LANGUAGE",
    "Argument",
    "Sentence",
    "best_language",
    "english",
    "filled",
    "listed",
    "listed_or",
    "spoken",
    "text",
]
