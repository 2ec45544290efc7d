"""Mistakes in the notation of rolls."""

from typing import Final

TEXTS: Final = {
    "no-roll": "'{roll}' is not a roll: '{rest}' is not understood. Try 2d6+1.",
    "roll-too-long": "A roll may have at most {most} {most:character|characters}.",
    "roll-too-many-terms": "A roll may have at most {most} {most:term|terms}.",
    "roll-too-many-dice": "A roll may have at most {most} {most:die|dice}.",
    "roll-number-too-large": "{number} is too large: numbers go up to {most}.",
    "die-sides": "A die has between 1 and {most} {most:side|sides}, not {sides}.",
    "dice-count": "Between 1 and {most} {most:die|dice} can be rolled at once, not {count}.",
    "dice-explode-for-ever": "These dice would explode forever: every side explodes.",
    "faces-not-compared": "Faces that are words can be counted, but not compared.",
    "die-faces": "A die has between 1 and {most} named {most:face|faces}, such as d[hit,miss,miss].",
    "too-few-dice-to-keep": "Of {count} {count:die|dice}, {kept} cannot be kept or dropped.",
}
