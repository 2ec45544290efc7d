"""What is wrong with a case itself, as against what it proves wrong."""

from collections.abc import Iterable

from tabletop.module.problems import nearest


class CaseError(Exception):
    """A case cannot be played as it is written, in one sentence."""


def unknown(sentence: str, word: str, known: Iterable[str]) -> CaseError:
    """A word that nothing is known by: the sentence that says so, with the nearest word, or else with all of them."""
    words = list(known)
    near = nearest(word, words)
    hint = f"did you mean '{near}'?" if near else f"known are {', '.join(words)}." if words else "none is known."
    return CaseError(f"{sentence}; {hint}")
