"""Single values in VASSAL's files: whole and decimal numbers, keystrokes, colours."""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

SHIFT: Final = 1 | 64
CTRL: Final = 2 | 128
META: Final = 4 | 256
ALT: Final = 8 | 512
"""The bits of each modifier, the old and the new one. One bit is enough; VASSAL writes both."""

ANY_NAMED: Final = 57344
"""The key code of all named commands here; VASSAL gives each its own code, which changes from run to run."""

_MODIFIERS: Final = ((META, "meta"), (CTRL, "ctrl"), (ALT, "alt"), (SHIFT, "shift"))
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,10}")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,4})?[dDfF]?")
_LARGEST: Final = 2**31 - 1

_KEY_NAMES: Final[dict[int, str]] = {
    8: "Backspace",
    9: "Tab",
    10: "Return",
    19: "Pause",
    27: "Esc",
    32: "Space",
    33: "PgUp",
    34: "PgDown",
    35: "End",
    36: "Home",
    37: "Left",
    38: "Up",
    39: "Right",
    40: "Down",
    106: "num *",
    107: "num +",
    108: "num ,",
    109: "num -",
    110: "num .",
    111: "num /",
    127: "Del",
    150: "&",
    151: "*",
    152: '"',
    153: "<",
    155: "Ins",
    156: "Help",
    160: ">",
    161: "{",
    162: "}",
    192: "`",
    222: "'",
    224: "Up",
    225: "Down",
    226: "Left",
    227: "Right",
    512: "@",
    513: ":",
    514: "^",
    515: "$",
    517: "!",
    519: "(",
    520: "#",
    521: "+",
    522: ")",
    523: "_",
    **{code: chr(code) for code in (*range(48, 58), *range(65, 91), 44, 45, 46, 47, 59, 61, 91, 92, 93)},
    **{96 + digit: f"num {digit}" for digit in range(10)},
    **{111 + number: f"F{number}" for number in range(1, 13)},
    **{61440 + number: f"F{13 + number}" for number in range(12)},
}
_WORDS: Final = frozenset(_KEY_NAMES.values())
_HELD: Final = frozenset(word for _, word in _MODIFIERS)


class Key(Struct, frozen=True):
    """A keystroke: a Java key code with modifier bits, or a named command. Only the name of a named command counts."""

    code: int = 0
    modifiers: int = 0
    name: str = ""

    def __bool__(self) -> bool:
        return bool(self.code or self.name)

    @property
    def text(self) -> str:
        """The key as our traits write it: `ctrl F`, `F2`, `key 999` if the code has no name, the name of a command
        (after `command` if it reads like a key), or an empty text for no key.
        """
        return _text_of(self)

    def written(self) -> str:
        """Return the key as VASSAL writes it, with both bits of each modifier. A named command has the code
        `ANY_NAMED`.
        """
        if self.name:
            return f"{ANY_NAMED},0,{self.name}"
        return f"{self.code},{self.modifiers}" if self.code or self.modifiers else ""


NO_KEY: Final = Key()


def ctrl(character: str) -> Key:
    """Return the key of a character with Ctrl. Old modules give only the character."""
    return Key(ord(character), CTRL)


@lru_cache(maxsize=4096)
def key(text: str) -> Key:
    """Return the keystroke in a field: `code,modifiers`, `code,modifiers,name`, or a character, which means this
    character with Ctrl.

    Empty and unreadable texts give `NO_KEY`.
    """
    if not text:
        return NO_KEY
    if "," not in text:
        return ctrl(text[0])
    code, modifiers, *names = text.split(",")
    if (number := whole(code)) is None or (bits := whole(modifiers)) is None:
        return NO_KEY
    if names and names[0]:
        return Key(ANY_NAMED, 0, names[0])
    return Key(number, _both_bits(bits))


def _both_bits(modifiers: int) -> int:
    return sum(bits for bits, _ in _MODIFIERS if modifiers & bits)


@lru_cache(maxsize=4096)
def _text_of(pressed: Key) -> str:
    if pressed.name:
        return f"command {pressed.name}" if _reads_as_a_key(pressed.name) else pressed.name
    if not pressed.code:
        return ""
    held = [word for bits, word in _MODIFIERS if pressed.modifiers & bits]
    return " ".join([*held, _KEY_NAMES.get(pressed.code, f"key {pressed.code}")])


def _reads_as_a_key(name: str) -> bool:
    *held, last = name.split(" ")
    return last in _WORDS and all(word in _HELD or word == "num" for word in held)


class Color(Struct, frozen=True):
    """A colour. Each part is between 0 and 255; an `alpha` of 255 is opaque."""

    red: int
    green: int
    blue: int
    alpha: int = 255

    @property
    def text(self) -> str:
        """The colour as `#rrggbb`, without its `alpha`."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    def written(self) -> str:
        """Return the colour as VASSAL writes it."""
        parts = (self.red, self.green, self.blue)
        return ",".join(map(str, parts if self.alpha == 255 else (*parts, self.alpha)))


def color(text: str) -> Color | None:
    """Return the colour of `r,g,b`, `r,g,b,a` or `0xRRGGBB`; None if the text is empty or not a colour."""
    if re.fullmatch(r"0[xX][0-9a-fA-F]{1,6}", text):
        number = int(text, 16)
        return Color(number >> 16, number >> 8 & 255, number & 255)
    parts = [whole(part.strip()) for part in text.split(",")]
    fit = [part for part in parts if part is not None and 0 <= part <= 255]
    return Color(*fit) if len(fit) == len(parts) and len(fit) in {3, 4} else None


def whole(text: str) -> int | None:
    """Return a whole number of 32 bits; None for anything else."""
    if not _WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if -_LARGEST - 1 <= number <= _LARGEST else None


def decimal(text: str) -> float | None:
    """Return a decimal number as Java reads it; None for anything else, and for infinite numbers."""
    if not _DECIMAL.fullmatch(stripped := text.strip()):
        return None
    number = float(stripped.rstrip("dDfF"))
    return number if abs(number) != float("inf") else None
