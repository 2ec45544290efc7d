"""Air units on the table as flights of a battle: their names and ratings, from the properties of the pieces.

A piece has `model`, `role`, `row` (of the Air Combat Movement Chart), `af`, `df` and `points`, with `af_reduced`,
`df_reduced` and `points_reduced` for its back, `engines`, `strafes`, `modes`, `armed`, `bf`, `bf_reduced` and `ace`. A
fighter that can carry bombs has `af_bomber` and `points_bomber`, and is a bomber if it is `loaded` (2.2.2).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules_assist.position.situation import Situation

from ..air_battle import Aircraft, Flight, Team
from ..flight_motion import MEDIUM

_LETTERS: Final = "abcdefghijklmnop"


def names_of(situation: Situation, pieces: Sequence[int]) -> list[str]:
    """Return short names: the model, with a letter if several pieces have the same model."""
    models = [str(situation.read(piece, "model")) for piece in pieces]
    counts, used = Counter(models), Counter[str]()
    names = []
    for model in models:
        names.append(f"{model} {_LETTERS[used[model]]}" if counts[model] > 1 else model)
        used[model] += 1
    return names


def flight_of(
    situation: Situation, piece: int, name: str, team: Team, *, enters: int = 1, is_loaded: bool = False
) -> Flight:
    """Return an air unit as a flight of a battle, without a number or a place."""
    return Flight(
        id=name,
        team=team,
        craft=craft_of(situation, piece),
        number=0,
        altitude=MEDIUM,
        enters=enters,
        losses=losses_of(situation, piece),
        is_loaded=is_loaded,
        has_ace=bool(_number(situation, piece, "ace")),
    )


def losses_of(situation: Situation, piece: int) -> int:
    """Return the steps that an air unit has lost."""
    return int(situation.read(piece, "Strength") == "reduced")


def craft_of(situation: Situation, piece: int) -> Aircraft:
    """Return the type of an air unit, with its ratings."""

    def pair(name: str) -> tuple[int, ...]:
        full = _number(situation, piece, name) or 0
        reduced = _number(situation, piece, f"{name}_reduced")
        return (full,) if has_one_step else (full, full if reduced is None else reduced)

    has_one_step = _number(situation, piece, "steps") == 1
    role = str(situation.read(piece, "role"))
    as_bomber = _number(situation, piece, "af_bomber") is not None and bool(_number(situation, piece, "loaded"))
    return Aircraft(
        model=str(situation.read(piece, "model")),
        role="B" if as_bomber else role,  # type: ignore[arg-type]  # the charts know the roles
        af=pair("af_bomber" if as_bomber else "af"),
        df=pair("df"),
        points=pair("points_bomber" if as_bomber else "points"),
        bf=pair("bf"),
        row=str(situation.read(piece, "row") or ""),
        engines="multi" if situation.read(piece, "engines") == "multi" else "single",
        is_japanese=situation.side_of(piece) == "JP",
        strafes=bool(_number(situation, piece, "strafes")),
        modes=_modes(situation, piece),
    )


def _modes(situation: Situation, piece: int) -> tuple[str, ...]:
    """Return the modes in which an air unit bombs: with torpedoes or without them, as it is armed (9.10.6)."""
    known = str(situation.read(piece, "modes") or "regular").split()
    armed = situation.read(piece, "armed")
    return tuple(mode for mode in known if not armed or (mode == "torpedo") == (armed == "torpedoes"))


def _number(situation: Situation, piece: int, name: str) -> int | None:
    value = situation.read(piece, name)
    return int(value) if value not in (None, "") else None
