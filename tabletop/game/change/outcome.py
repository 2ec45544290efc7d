"""The three outcomes of `decide`: the command is done, it is refused, or a question must be answered first."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tabletop.game.change.patch import Patch
from tabletop.game.change.told import Told
from tabletop.game.state.game import Game
from tabletop.game.state.values import NOBODY, Value
from tabletop.texts import Argument, Sentence

RefusalCode: TypeAlias = Literal[
    "no-such-piece",  # also the answer for things that the seat cannot see
    "no-such-holder",
    "no-such-place",
    "no-such-kind",
    "no-such-key",
    "no-such-name",
    "no-more-counters",
    "not-yours",
    "not-possible",
    "bad-expression",
    "bad-dice",
    "too-long",
    "stale",
    "against-the-rules",  # said by a policy, never by the table itself
]


class Done(Struct, frozen=True):
    """The decision that a command is carried out: its changes and messages."""

    patch: Patch
    told: tuple[Told, ...] = ()


class Refused(Struct, frozen=True):
    """The decision that a command is refused: a code, and a sentence in the language of the player who asked.

    The sentence contains no ids, and names nothing that the seat does not see.
    """

    code: RefusalCode
    sentence: Sentence

    @property
    def because(self) -> str:
        """The sentence in the current language."""
        return self.sentence.words


def refused(code: RefusalCode, key: str, /, **arguments: Argument) -> Refused:
    """Return the refusal with the sentence of the catalogue under this key."""
    return Refused(code, Sentence(key, arguments))


class Choice(Struct, frozen=True, omit_defaults=True):
    """A way to answer a prompt. `note` is the warning or advice in its label, if there is any."""

    value: Value
    label: str
    note: str = ""


AnswerForm: TypeAlias = Literal["text", "long-text", "ticks", "number", "degrees"]
"""The form of an answer: the best way to enter it."""


class Prompt(Struct, frozen=True):
    """A question to the seat that gave the command.

    Without choices, any text or number answers it, best entered in its `form`. `also` are the prompts that follow. All
    may be answered together on one card called `title`; a prompt may have a `heading` above its line, and the card has
    the text `below` under all lines. An answer in the form `long-text` separates its lines by `|`. An answer in the
    form `ticks` is a number up to `most` (0: any number). An answer in the form `degrees` goes clockwise from upright.
    If the piece `turns` is given, it is turned by the difference from the default, `about` a point at this offset from
    its present middle (map pixels). With `may_be_left`, None is an answer too: then the asking trait changes nothing,
    and the rest of the action goes on.
    """

    key: str
    question: str
    choices: tuple[Choice, ...] = ()
    default: Value = None
    also: tuple["Prompt", ...] = ()
    title: str = ""
    may_be_left: bool = False
    form: AnswerForm = "text"
    most: int = 0
    heading: str = ""
    below: str = ""
    turns: int = NOBODY
    about: tuple[int, int] = (0, 0)


class Asks(Struct, frozen=True):
    """The decision that an answer is needed: send the command again, with the answer under the prompt's key."""

    prompt: Prompt


AGREED: Final = "agreed:"
"""The beginning of the keys of answers that stand for the consent of others. No seat can give them itself."""


class NeedsAgreement(Struct, frozen=True):
    """The verdict of a policy that a step needs the consent of the seats `of`.

    `words` tell the acting seat, and each of the others as far as it may know, what will happen. When all have agreed,
    the answer with this `key`, which begins with `AGREED`, is among the answers of the step.
    """

    key: str
    of: tuple[str, ...]
    words: Mapping[str, str]


Outcome: TypeAlias = Done | Refused | Asks


class Performed(Struct, frozen=True):
    """A command that is done, and its result: the game after it, and the patch that leads back.

    Both are the results of `apply` for its patch.
    """

    done: Done
    after: Game
    back: Patch
