"""Forecasts of chance: the battles that the module can forecast, and the next roll of a procedure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from rules_assist.chance.odds import RUNS, Distribution, TooMany, of_dice
from rules_assist.lookup.explained_sums import account_of, needs_of
from rules_assist.lookup.lookup_forecast import Forecast, Likely, forecast, percent, surely
from rules_assist.lookup.results_table import Table, TableLookup, tables_in
from rules_assist.movement.ways import name_of
from rules_assist.position.situation import Situation
from rules_assist.procedure.step_requests import Draw, Roll
from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.assistance import Odds, Outlook, PendingThrow, Prospect, Share, Where
from tabletop.game.change.outcome import Choice
from tabletop.game.change.patch import Make
from tabletop.module.module_words import in_module_words
from tabletop.texts import text

_MOST_FACES: Final = 40
"""The most different results of a roll that are shown one by one."""


# --- forecasts of the module ---


def prospects(situation: Situation, pieces: Sequence[int]) -> Iterator[Prospect]:
    """Yield the possible forecasts: at the place of the selected pieces if there is one, otherwise everywhere."""
    chosen = {where for piece in pieces if piece in situation.game.pieces and (where := situation.where(piece))}
    found = [(known, where) for known in situation.book.forecasts.values() for where in known.places(situation)]
    near = [each for each in found if each[1] in chosen]
    for known, where in near or found:
        board = situation.book.module.components.maps[where.map]
        title = text("forecast-at", title=known.title, place=in_module_words(board.title(where.place) or where.place))
        yield Prospect(known.id, title, known.rule, where, tuple(_more(situation, known.pieces(situation, where))))


def _more(situation: Situation, pieces: Iterable[int]) -> Iterator[Choice]:
    """Yield a choice for each kind among these pieces: one more piece of that kind could be added."""
    kinds = {situation.game.pieces[piece].kind: piece for piece in reversed(list(pieces))}
    for piece in reversed(kinds.values()):
        yield Choice(piece, name_of(situation, piece))


def outlooks(situation: Situation, id: str, where: Where, more: int = 0) -> Iterator[Outlook]:
    """Yield the forecasts of a battle, each more certain than the last. `more` is a piece; one more like it is added,
    if it is not 0.

    Raises KeyError if the module has no such forecast or the piece does not exist, and Unanswerable if the forecast is
    not possible now.
    """
    seen = with_another(situation, more) if more else situation
    return situation.book.forecasts[id].outlooks(seen, where)


def with_another(situation: Situation, piece: int) -> Situation:
    """Return the situation with one more piece like this one in the same place."""
    game = situation.game
    held = game.pieces[piece]
    return situation.after((Make(game.counters.next_id, held.kind, held.at, piece, held.state, held.sight),))


# --- the next roll ---


def of_request(request: Roll | Draw[Any], tables: Mapping[str, Table]) -> Outlook | None:
    """Return the possible results of a roll that a procedure is about to make; None if they cannot be calculated."""
    try:
        if isinstance(request, Roll):
            return _of_dice(request)
        return _of_look(request.look, tables) if isinstance(request.look, TableLookup) else None
    except (Unanswerable, TooMany):
        return None


def throw_of(request: Roll | Draw[Any], situation: Situation, *, weighed: bool = True) -> PendingThrow:
    """Return the display of the dice that will be thrown after a pause. It names only pieces that the side sees.

    It takes a while to work out the odds. Without `weighed` they are left out.
    """
    piece, target = (each if each in situation.game.pieces else 0 for each in (request.piece, request.target))
    found = of_request(request, tables_in(situation)) if weighed else None
    odds = found.odds if found is not None else ()
    if isinstance(request, Roll) or not isinstance(request.look, TableLookup):
        dice = request.dice if isinstance(request, Roll) else ""
        return PendingThrow(request.why, dice, piece=piece, target=target, odds=odds)
    look = request.look.lookup()
    row, column = (mark.at if mark is not None else "" for mark in (look.row, look.column))
    return PendingThrow(request.why, look.dice, needs_of(look), look.rule, piece, target, odds, look.table, row, column)


def _of_dice(request: Roll) -> Outlook | None:
    found = of_dice(request.dice)
    if len(found.weights) > _MOST_FACES:
        return None
    shares = tuple(share_of(str(result), surely(found.chance(result))) for result in sorted(found.weights))
    odds = Odds(request.dice, shares, mean=_mean(found))
    return Outlook(request.why or request.dice, "", text("odds-exact"), (odds,))


def _of_look(look: TableLookup, tables: Mapping[str, Table]) -> Outlook:
    found = forecast(look, tables)
    odds = [_odds(look, found, text("result"))]
    if found.ends:
        odds.append(Odds(text("result-in-the-end"), _shares(found.ends, {})))
    return Outlook(
        look.table.title,
        look.table.rule,
        text("odds-exact") if found.exact else text("odds-simulated", runs=RUNS),
        tuple(odds),
        notes=(look.table.note,) if look.table.note else (),
        account=account_of(look),
        beside=tuple(_with_one_more(look, found, tables)),
    )


def _with_one_more(look: TableLookup, found: Forecast, tables: Mapping[str, Table]) -> Iterator[Odds]:
    """Yield, for each number that the table asks for, the odds with this number raised by one, if they differ."""
    for name, need in look.table.needs.numbers.items():
        now = look.given[name]
        if not isinstance(now, int) or isinstance(now, bool):
            continue
        try:
            other = look.table.look(look.situation, {**look.given, name: now + 1}, look.piece)
            then = forecast(other, tables)
        except Unanswerable:  # the number is at its maximum
            continue
        if then.outcomes != found.outcomes:
            yield _odds(other, then, text("odds-with-one-more", fact=need.title, then=now + 1, now=now))


def _odds(look: TableLookup, found: Forecast, title: str) -> Odds:
    meanings = {name: each.title for name, each in look.table.results.items()}
    return Odds(title, _shares(found.outcomes, meanings), mean="" if found.mean is None else said(found.mean))


def _shares(likely: Mapping[str, Likely], meanings: Mapping[str, str]) -> tuple[Share, ...]:
    return tuple(
        share_of(f"{name}, {meanings[name]}" if meanings.get(name) else name, each) for name, each in likely.items()
    )


def _mean(found: Distribution[int]) -> str:
    return said(found.mean(int))


# --- numbers ---


def share_of(title: str, likely: Likely) -> Share:
    """Return a chance as players read it. If it was simulated, its standard error is added, unless the text is
    only a limit ("fewer than 1 in 650").
    """
    tenths = round((likely.error or 0) * 1000) if likely.percent == percent(likely.chance) else 0
    return Share(title, round(likely.chance * 1000), likely.percent, f"± {tenths / 10:.1f}%" if tenths else "")


def said(number: Fraction | float) -> str:
    """Return a number rounded to one decimal place."""
    return f"{float(number):.1f}"
