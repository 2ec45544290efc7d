"""Scripts of commands, one JSON object a line, as `docs/commands.md` documents them: the request of each line."""

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
    """A line of a script that is not understood; the text is one sentence."""


class CommandLine(Struct, frozen=True):
    """A command, with the answers to its expected questions; a move `by` a movement mode pays its cost."""

    command: AnyCommand
    answers: Answers = ()
    by: str = ""


class UndoLine(Struct, frozen=True, tag="undo", tag_field="do", forbid_unknown_fields=True):
    """A line that undoes these steps; without any, the seat's own last one."""

    steps: tuple[int, ...] = ()
    answers: Answers = ()


class RedoLine(Struct, frozen=True, tag="redo", tag_field="do", forbid_unknown_fields=True):
    """A line that redoes the step that the seat undid last."""

    answers: Answers = ()


class AnswerLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to the question that the previous line led to."""

    answer: Value


class LookLine(Struct, frozen=True, tag="look", tag_field="do", forbid_unknown_fields=True):
    """A line that asks for everything the seat sees, with the numbers by which its commands name it."""


class RulesLine(Struct, frozen=True, tag="now", tag_field="do", forbid_unknown_fields=True):
    """A line that asks for the current phase, the possible actions, and the open questions."""


Line: TypeAlias = CommandLine | UndoLine | RedoLine
"""An action of a seat. All of them may include the answers to their expected questions."""


def read_line(written: str) -> Line | AnswerLine | LookLine | RulesLine | None:
    """Return the request of a line; None for an empty line or a remark (`#`). Raises LineError."""
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
