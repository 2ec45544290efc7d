"""Options of a game, and mistakes in groups of commands."""

from typing import Final

TEXTS: Final = {
    # What an option can be: "it is ...", "Enter ..."
    "option-text": "a text",
    "option-number": "a whole number",
    "option-number-from": "a whole number of at least {least}",
    "option-number-up-to": "a whole number of at most {most}",
    "option-number-between": "a whole number from {least} to {most}",
    # Commands
    "too-many-commands": "At most {most} {most:command|commands} can be given at once.",
    "commands-in-commands": "Commands given together cannot hold further groups of commands.",
}
