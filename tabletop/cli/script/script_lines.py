"""Reading of scripts, with one JSON object in each line. `docs/commands.md` describes them."""

from typing import Any, Final, TypeAlias, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.change.step import Answers
from tabletop.game.commands import AnyCommand
from tabletop.game.state.values import Value
from tabletop.module.documents.problems import LONGEST_QUOTE, nearest
from tabletop.texts import text

LONGEST_LINE: Final = 1 << 20
VERBS: Final = (
    "look",
    "now",
    "undo",
    "redo",
    *(str(command.__struct_config__.tag) for command in get_args(AnyCommand)),
)
"""The values that `do` can have."""


class LineError(Exception):
    """An error for a line of a script that is not understood; the message is a sentence."""


class CommandLine(Struct, frozen=True):
    """A line with a command, and the answers to questions that it may lead to. A move `by` a movement mode pays its
    costs.
    """

    command: AnyCommand
    answers: Answers = ()
    by: str = ""


class UndoLine(Struct, frozen=True, tag="undo", tag_field="do", forbid_unknown_fields=True):
    """A line that undoes these steps; without steps, the last step of the seat."""

    steps: tuple[int, ...] = ()
    answers: Answers = ()


class RedoLine(Struct, frozen=True, tag="redo", tag_field="do", forbid_unknown_fields=True):
    """A line that redoes the step that the seat undid last."""

    answers: Answers = ()


class AnswerLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that answers the question of the line before."""

    answer: Value


class LookLine(Struct, frozen=True, tag="look", tag_field="do", forbid_unknown_fields=True):
    """A line that asks for the contents of the seat's view, with the numbers that commands use."""


class RulesLine(Struct, frozen=True, tag="now", tag_field="do", forbid_unknown_fields=True):
    """A line that asks for the current phase, the possible actions, and the open questions."""


Line: TypeAlias = CommandLine | UndoLine | RedoLine
"""A line that acts. It may include answers to questions that it leads to."""


def read_line(written: str) -> Line | AnswerLine | LookLine | RulesLine | None:
    """Return the meaning of a line; None for an empty line or a comment (`#`). Raises LineError."""
    written = written.strip()
    if not written or written.startswith("#"):
        return None
    if len(written) > LONGEST_LINE:
        raise LineError(text("script-line-too-long"))
    try:
        return _line(msgspec.json.decode(written))
    except UnicodeEncodeError as problem:
        raise LineError(text("line-not-utf8")) from problem
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise LineError(text("line-not-understood", why=str(problem).rstrip("."))) from problem


def _line(found: Any) -> Line | AnswerLine | LookLine | RulesLine:
    if not isinstance(found, dict):
        raise LineError(text("line-no-object"))
    if "answer" in found:
        return msgspec.convert(found, AnswerLine)
    verb = str(found.get("do", ""))
    if verb not in VERBS:
        guess = nearest(verb, VERBS)
        raise LineError(text("no-command-but" if guess else "no-command", name=verb[:LONGEST_QUOTE], guess=guess))
    if verb == "look":
        return msgspec.convert(found, LookLine)
    if verb == "now":
        return msgspec.convert(found, RulesLine)
    answers = tuple(msgspec.convert(found.pop("answers", {}), dict[str, Value]).items())
    if verb in ("undo", "redo"):
        return replace(msgspec.convert(found, UndoLine | RedoLine), answers=answers)
    by = str(found.pop("by", "")) if verb == "move" else ""
    return CommandLine(msgspec.convert(found, AnyCommand), answers, by)
