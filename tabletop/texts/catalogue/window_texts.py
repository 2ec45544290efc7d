"""The window."""

from typing import Final

TEXTS: Final = {
    "mishap": "Something went wrong in Wartable; the game stands as it is recorded.",
    "mishap-report": (
        "Something went wrong in Wartable; the game stands as it is recorded, and a report that tells nothing of it is"
        " in '{file}'."
    ),
    "go-on": "Go on from here",
    "go-on-tip": "Play on in '{file}' (Ctrl+Return)",
    "go-on-in-copy": "Go on from here in a copy",
    "go-on-in-copy-tip": "Play on from here in a copy; '{file}' stays as it is (Ctrl+Return)",
    "gone-on-in-copy": "You play on in a copy, '{copy}'. '{file}' stays as it is.",
    "copy-of": "{title}, copy",
    "menu-needs-selection": "Select counters first: the menu is theirs.",
    "click-ringed": "You can also click a ringed place or counter on the map.",
    "click-lit": "Click a place in the lit area of the map, or name it here.",
    "name-place": "Name of a place",
    "no-such-choice": "'{name}' cannot be chosen here.",
    "findings-together": "{count} findings",
    "finding-of-counters": "{count} {count:counter|counters}",
    "finding-show-tip": "Select its counters and go there",
    "finding-let-stand": "Let it stand…",
    "findings-let-stand": "Let them stand…",
    "finding-let-stand-tip": "It is noted in the log, with what you have to say",
    "beside-the-map": "That is beside the map. Drop counters on it.",
}
