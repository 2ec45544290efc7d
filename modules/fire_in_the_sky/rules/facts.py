"""Fire in the Sky in the words of its rules: turn, part, bases, control, capacities, units, forces."""

from rules_assist.rules import Rules

RULES = Rules()
