"""Procedures: battles and phases that are played in steps."""

from typing import Final

TEXTS: Final = {
    "arc-holds": "{piece} has {enemy} in its arc at range {steps}",
    "arc-hidden": "{place} hides {enemy} ({rule})",
    "procedure-runs-another": "It is still under way: finish it, or leave it first.",
    "secret-question": "A secret question",
    "procedure-under-way": "{procedure} is under way already; finish it or leave it first.",
    "procedure-phase-over": "{procedure} belongs to {phase}, which is over. Leave it and go on by hand.",
    "on-to-next-phase": "On to the next phase",
    "leave-what-is-under-way": "Leave the procedure",
    "end-the-phase": "End the phase",
    "turn-to-next-phase": "Turn to the next phase",
    "begin-the-phase": "Begin the phase",
    "phase-must-finish": "{procedure} is under way. Finish it before the phase ends, or leave it and go on by hand.",
    "phase-close-one": "{procedure} is under way. Leave it and end the phase?",
    "phase-close-many": "{procedures} are under way. Leave them and end the phase?",
    "phase-close-then": "Questions still open there are dropped; counters stay where they are.",
    "step-finds-nothing": "'{step}' refers to something that is not there.",
    "umpire-seated": "Somebody else is the umpire: only they can hand over that seat.",
    "only-umpire-reports": "Only the umpire and the rules report what happens to counters.",
    "hits": "{count} {count:hit|hits}",
    "half-hits": "{halves} half {halves:hit|hits}",
    "hits-and-halves": "{count} {count:hit|hits} and {halves} half {halves:hit|hits}",
    "roll": "Roll",
    "roll-the-rest": "Roll the rest",
    "not-an-option": "{answer} cannot be chosen here.",
    "noted-option": "{option} ({note})",
    "options": "Choose from: {options}.",
    "and-more": "{options} and {count} more",
}
