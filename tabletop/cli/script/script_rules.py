"""Answers of the rules assistant for scripts: the current phase, possible actions, open questions, and findings."""

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import Struct

from tabletop.assembly import TableAssistant
from tabletop.assistance import Finding, Now, Offer, ProcedureQuestion, Where, marked_in_turn
from tabletop.cli.report.narration import what_is_said
from tabletop.game.change.draft import apply
from tabletop.game.change.hand_moves import Move
from tabletop.game.change.outcome import Choice, Done
from tabletop.game.commands import Answer, AnyCommand, At, MovePieces
from tabletop.game.state.game import Game
from tabletop.session import News
from tabletop.texts import text

ASKED_KEYS = frozenset({"procedure-answered", "procedure-begun", "procedure-over"})
"""The keys of messages about the progress of a procedure, which are not effects."""

MOST_FORESEEN = 12
"""The most options of a question for which consequences are worked out."""


class OfferLine(Struct, frozen=True, omit_defaults=True):
    """An action, with the command that begins it, or with the reason why it is not possible."""

    title: str
    rule: str = ""
    because: str = ""
    command: AnyCommand | None = None


class OptionLine(Struct, frozen=True, omit_defaults=True):
    """An option of a question, with its consequences up to the next roll of dice."""

    value: Any
    label: str
    leads: str = ""


class AskedLine(Struct, frozen=True):
    """A question of a procedure, with its options, and with the least and the greatest number of options to choose.

    If `against` is given, the answers are matched with it in order.
    """

    frame: int
    key: str
    by: str
    kind: str
    question: str
    options: tuple[OptionLine, ...] = ()
    least: int = 1
    most: int = 1
    repeats: bool = False
    rule: str = ""
    then: str = ""
    again: str = ""
    against: tuple[OptionLine, ...] = ()


class FindingLine(Struct, frozen=True, omit_defaults=True):
    """A mistake against the rules."""

    check: str
    rule: str
    message: str
    pieces: tuple[int, ...] = ()


class NowLine(Struct, frozen=True, omit_defaults=True):
    """The state of play for a seat: the phase, the sides that act, the open questions, and the possible actions."""

    phase: str = ""
    rule: str = ""
    acting: tuple[str, ...] = ()
    asked: tuple[AskedLine, ...] = ()
    begin: tuple[OfferLine, ...] = ()
    onwards: OfferLine | None = None
    left_undone: tuple[FindingLine, ...] = ()
    ending: str = ""


def now_of(
    assistant: TableAssistant | None, view: Game, seat: str, in_turn: Collection[tuple[int, str]] = ()
) -> NowLine:
    """Return the phase, the open questions and the possible actions, as a seat sees them; nothing without rules.

    The questions `in_turn`, whose answers wait in the draft turn of a game by mail, are left out.
    """
    if assistant is None:
        return NowLine()
    asked = tuple(
        _asked(assistant, view, seat, one)
        for each in marked_in_turn(assistant.underway(view, seat), in_turn)
        for one in each.asked
        if not one.answered
    )
    found = assistant.now(view, seat, ())
    return NowLine(asked=asked) if found is None else _now(found, asked)


def _now(found: Now, asked: tuple[AskedLine, ...]) -> NowLine:
    return NowLine(
        found.phase,
        found.rule,
        found.acting,
        asked,
        tuple(map(_offer, found.offers)),
        _offer(found.onwards) if found.onwards is not None else None,
        tuple(map(_finding, found.left_undone)),
        found.ending,
    )


def _offer(offer: Offer) -> OfferLine:
    return OfferLine(offer.title, offer.rule, offer.because, offer.command)


def _finding(found: Finding) -> FindingLine:
    return FindingLine(found.check, found.rule, found.message, found.pieces)


def _asked(assistant: TableAssistant, view: Game, seat: str, asked: ProcedureQuestion) -> AskedLine:
    options = asked.options or ((Choice(True, "yes"), Choice(False, "no")) if asked.kind == "confirm" else ())
    is_foreseen = asked.kind in ("pick", "confirm") and len(options) <= MOST_FORESEEN
    return AskedLine(
        asked.frame,
        asked.key,
        asked.by,
        asked.kind,
        asked.question,
        tuple(
            OptionLine(one.value, one.label, _leads(assistant, view, seat, asked, one) if is_foreseen else "")
            for one in options
        ),
        asked.least,
        asked.most,
        asked.repeats,
        asked.rule,
        asked.then,
        asked.again,
        tuple(OptionLine(one.value, one.label) for one in asked.against),
    )


def _leads(assistant: TableAssistant, view: Game, seat: str, asked: ProcedureQuestion, option: Choice) -> str:
    outcome = assistant.foresee(view, seat, Answer(asked.frame, asked.key, option.value))
    if outcome is None:
        return text("leads-to-dice")
    if not isinstance(outcome, Done):
        return ""
    told = [one for one in outcome.told if one.key not in ASKED_KEYS]
    return what_is_said(told, view, apply(view, outcome.patch)[0])


def paid_move(
    assistant: TableAssistant | None, view: Game, seat: str, command: AnyCommand, by: str
) -> AnyCommand | str:
    """Return a move in a movement mode, with all its costs; or a sentence with the reason why it is impossible."""
    if not isinstance(command, MovePieces) or not isinstance(command.to, At):
        return text("by-needs-place")
    if assistant is None:
        return text("by-needs-rules")
    hand = assistant.lift(view, seat, command.pieces)
    where = Where(command.to.map, command.to.place)
    found = hand.drop_by(by, where)
    return found if found is not None else hand.why_not(where) or text("by-not-open", way=by)


def findings_of(assistant: TableAssistant | None, news: News, seat: str) -> str:
    """Return the mistakes against the rules that a step of a seat has caused, as JSON; "" if there are none."""
    if assistant is None or not news.changes.pieces:
        return ""
    move = Move(news.before, frozenset(news.changes.pieces))
    found = tuple(map(_finding, assistant.findings(news.after, seat, move)))
    return msgspec.json.encode(found).decode() if found else ""
