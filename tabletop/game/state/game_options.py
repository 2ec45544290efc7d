"""The values that an option of a game may have, and their effects."""

from msgspec import Struct

from tabletop.expression import as_number
from tabletop.texts import Sentence


class OptionRules(Struct, frozen=True):
    """An option. Its value is one of its `choices`; without choices, it is a text, or a `number` from `least` to
    `most`.

    It `sets` a property of the table. When it is changed in play it `presses` a key of the table. `report` is a
    template of the message, with `OldValue` and `NewValue`. None stands for the default words, "" for no message.
    """

    choices: tuple[str, ...] = ()
    number: bool = False
    least: int | None = None
    most: int | None = None
    sets: str = ""
    presses: str = ""
    report: str | None = None

    def takes(self, value: str) -> bool:
        """Return whether the option can have this value."""
        if self.choices:
            return value in self.choices
        number = as_number(value)
        if not self.number or number is None:
            return not self.number
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    @property
    def wanted(self) -> Sentence:
        """The values of an option without choices, in words that end a sentence."""
        if not self.number:
            return Sentence("option-text")
        match self.least, self.most:
            case int(least), int(most):
                return Sentence("option-number-between", {"least": least, "most": most})
            case int(least), _:
                return Sentence("option-number-from", {"least": least})
            case _, int(most):
                return Sentence("option-number-up-to", {"most": most})
        return Sentence("option-number")
