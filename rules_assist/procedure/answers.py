"""Questions and their answers: the options, whether an answer is valid, and its meaning for the step."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rules_assist.movement.ways import name_of
from rules_assist.procedure.asked_views import OfferedOption, SideView
from rules_assist.procedure.step_requests import (
    Ask,
    Choose,
    Confirm,
    NotedOption,
    Number,
    Option,
    Order,
    Path,
    Pause,
    Pick,
)
from rules_assist.procedure.steps import ProcedureError
from rules_assist.rulebook.authored_rules import Unanswerable
from tabletop.assistance import ROLL, ROLL_THE_REST, Where
from tabletop.game.change.outcome import Choice
from tabletop.game.state.frames import AskKind, Plain, piece_text, thing_of
from tabletop.module.module_words import in_module_words
from tabletop.texts import text

_KINDS: Final[dict[type[Ask], AskKind]] = {
    Pick: "pick",
    Choose: "choose",
    Path: "path",
    Order: "order",
    Number: "number",
    Confirm: "confirm",
    Pause: "pause",
}


MOST_LISTED: Final = 12
"""The most options that the reply to a wrong answer lists."""


class UnfitError(Exception):
    """An error: an answer is not valid, or is out of date. The message is one sentence for the player."""


class NoOptionError(UnfitError):
    """An error: an answer is not among the options, or no longer is."""


class OnlyAnswer(NamedTuple):
    """The only possible answer: its form as plain data, and its meaning for the step."""

    said: Plain
    value: Any


def kind_of(ask: Ask) -> AskKind:
    """Return the type of a question."""
    return _KINDS[type(ask)]


def offered(ask: Ask, view: SideView) -> tuple[OfferedOption, ...]:
    """Return the options of a question, in the view of the side that is asked.

    There are none for a number, and for yes or no. Raises ProcedureError if the options of a step are wrong.
    """
    if isinstance(ask, Pause):
        return tuple(OfferedOption(one.value, one.value, one.label) for one in pause_options())
    if not isinstance(ask, Pick | Choose | Order):
        return ()
    if ask.key not in view.offers:
        view.offers[ask.key] = _worked_out(ask, view)
    return view.offers[ask.key]


def paired_with(ask: Ask, view: SideView) -> tuple[Choice, ...]:
    """Return the things with which the answers of a question are paired, in their order, in the view of the side that
    is asked.

    There are none for a question without pairs.
    """
    if not isinstance(ask, Pick | Choose | Order) or ask.against is None:
        return ()
    found = (_offered(one, view) for one in ask.against(view.situation))
    return tuple(Choice(one.said, one.label) for one in found)


def pause_options() -> tuple[Choice, ...]:
    """Return the possible answers to a pause."""
    return Choice(ROLL, text("roll")), Choice(ROLL_THE_REST, text("roll-the-rest"))


def _worked_out(ask: Pick | Choose | Order, view: SideView) -> tuple[OfferedOption, ...]:
    found = tuple(_offered(option, view) for option in ask.among(view.situation))
    if ask.always and isinstance(ask, Pick) and not found:
        return (OfferedOption(None, None, text("nothing")),)
    if len({one.said for one in found}) < len(found):
        raise ProcedureError(f"An option of '{ask.key}' stands in its list twice.")
    return _told_apart(found, view)


def _offered(option: Option, view: SideView) -> OfferedOption:
    match option:
        case NotedOption():
            found = _offered(option.option, view)
            return found._replace(label=text("noted-option", option=found.label, note=option.note), note=option.note)
        case Where():
            title = in_module_words(view.situation.book.module.components.maps[option.map].title(option.place))
            return OfferedOption(place_text(option), option, title or option.place)
        case Choice():
            return OfferedOption(option.value, option.value, option.label)
        case str():
            return OfferedOption(option, option, option)
        case _:
            if option not in view.situation.game.pieces:
                raise ProcedureError(f"There is no piece {option} to be chosen.")
            return OfferedOption(piece_text(option), option, in_module_words(view.situation.game.kind_of(option).name))


def _told_apart(options: tuple[OfferedOption, ...], view: SideView) -> tuple[OfferedOption, ...]:
    """Return the options. Pieces with the same name are distinguished by their state and place."""
    often = Counter(one.label for one in options)
    return tuple(
        one._replace(label=label_of(one.said, view, exact=True)) if often[one.label] > 1 else one for one in options
    )


def place_of(text: str) -> Where:
    """Return the place that plain data names."""
    map_id, _, place = text.removeprefix("place:").partition(":")
    return Where(map_id, place)


def place_text(where: Where) -> str:
    """Return the name of a place in plain data."""
    return f"place:{where.map}:{where.place}"


def answer_words(ask: Ask, said: Plain, view: SideView) -> str:
    """Return an answer for players, with the labels that its question gives to words."""
    labels = {option.said: option.label for option in offered(ask, view) if _is_word(option.said)}
    if isinstance(said, list):
        return _counted([answer_words(ask, one, view) for one in said])
    return labels[said] if isinstance(said, str) and said in labels else label_of(said, view)


def _counted(labels: Sequence[str]) -> str:
    """Return the labels of a list of answers, each once with its number: "G3M Nell, 11th Air Fleet; 2 × G4M Betty"."""
    told = [name if times == 1 else f"{times} × {name}" for name, times in Counter(labels).items()]
    separator = "; " if any("," in name for name in labels) else ", "
    return separator.join(told) or text("nothing")


def _is_word(said: Plain) -> bool:
    return isinstance(said, str) and not said.startswith("place:") and thing_of(said) is None


def label_of(said: Plain, view: SideView, *, exact: bool = False) -> str:
    """Return the label of a part of an answer for players.

    Pieces and places have their names; with `exact`, pieces also have their state and place.
    """
    if said is None:
        return text("nothing")
    if isinstance(said, bool):
        return text("answer-yes") if said else text("answer-no")
    if isinstance(said, list):
        return _counted([label_of(one, view) for one in said])
    name = str(said)
    if name.startswith("place:"):
        there = place_of(name)
        board = view.situation.book.module.components.maps.get(there.map)
        return in_module_words(board.title(there.place) if board is not None else "") or there.place
    thing = thing_of(name)
    if thing is None or thing[0] != "piece":
        return name
    if thing[1] not in view.situation.game.pieces:
        return text("unseen-thing")
    if not exact:
        return in_module_words(view.situation.game.kind_of(thing[1]).name)
    name, where = name_of(view.situation, thing[1]), view.situation.where(thing[1])
    return name if where is None else text("piece-at", piece=name, place=label_of(place_text(where), view))


def unasked(ask: Ask, view: SideView) -> OnlyAnswer | None:
    """Return the only possible answer of a question. None if there are several, so that it must be asked.

    If there is nothing to choose from, the answer is None, or an empty list.
    """
    match ask:
        case Number() if ask.least >= ask.most:
            return OnlyAnswer(ask.least, ask.least)
        case Pick() if len(options := offered(ask, view)) < _CHOICE:
            return OnlyAnswer(options[0].said, options[0].value) if options else OnlyAnswer(None, None)
        case Order() if len(options := offered(ask, view)) < _CHOICE:
            return _all_of(options)
        case Choose():
            options = offered(ask, view)
            least, most = bounds(ask, len(options))
            if not most:
                return _all_of(())
            if least == most == len(options) and not ask.repeats:
                return _all_of(options)
            return None
        case _:
            return None


def _all_of(options: Sequence[OfferedOption]) -> OnlyAnswer:
    return OnlyAnswer([one.said for one in options], tuple(one.value for one in options))


_CHOICE: Final = 2


def bounds(ask: Ask, options: int) -> tuple[int, int]:
    """Return the least and the most number of options to choose; 1 and 1 for a question with one answer.

    For a number, return its least and its greatest value.
    """
    match ask:
        case Number():
            return ask.least, ask.most
        case Order():
            return options, options
        case Choose() if ask.repeats and options:
            return ask.least, max(ask.least, ask.most or 0)
        case Choose():
            most = options if ask.most is None else min(ask.most, options)
            return min(ask.least, most), most
        case _:
            return 1, 1


def meant(ask: Ask, said: Plain, view: SideView) -> Any:
    """Return the meaning of an answer for the step. Raises UnfitError with a sentence if it is not valid."""
    match ask:
        case Confirm():
            if not isinstance(said, bool):
                raise UnfitError(text("answer-with-yes-or-no"))
            return said
        case Number():
            if not isinstance(said, int) or isinstance(said, bool) or not ask.least <= said <= ask.most:
                raise UnfitError(text("answer-with-number", least=ask.least, most=ask.most))
            return said
        case Pick() | Pause():
            return _chosen(ask, [said], view)[0]
        case _:
            if not isinstance(said, list):
                raise UnfitError(text("answer-with-list"))
            return _several(ask, said, view)


def settled(said: Plain) -> Any:
    """Return the meaning of an answer that is not checked again, even if its options have changed."""
    if isinstance(said, list):
        return tuple(map(settled, said))
    if not isinstance(said, str):
        return said
    if said.startswith("place:"):
        return place_of(said)
    thing = thing_of(said)
    return said if thing is None else thing[1]


def _chosen(ask: Ask, said: Sequence[Plain], view: SideView) -> tuple[Any, ...]:
    options = offered(ask, view)
    known = {one.said: one.value for one in options}
    for one in said:
        if not isinstance(one, str | int | None) or one not in known:
            raise NoOptionError(text("not-an-option", answer=label_of(one, view)))
    return tuple(known[one] for one in said if isinstance(one, str | int | None))


def options_said(ask: Ask, view: SideView) -> str:
    """Return the options of a question in a sentence. It names the first few, and is "" if there are none."""
    labels = [one.label for one in offered(ask, view)]
    first, more = ", ".join(labels[:MOST_LISTED]), len(labels) - MOST_LISTED
    return text("options", options=text("and-more", options=first, count=more) if more > 0 else first) if labels else ""


def as_offered(ask: Ask, said: Plain, view: SideView) -> Plain:
    """Return an answer in the form of the options. `said` can have titles of options, and places by any name.

    Raises UnfitError if no path leads through the chosen places.
    """
    if isinstance(said, list):
        found = [as_offered(ask, one, view) for one in said]
        return _whole_path(ask, found, view) if isinstance(ask, Path) else found
    if not isinstance(said, str):
        return said
    options = offered(ask, view)
    if any(one.said == said for one in options):
        return said
    boards = view.situation.book.module.components.maps
    places = {place_text(Where(map, name)) for map, board in boards.items() if (name := board.find(said))}
    meant = [one.said for one in options if one.label == said or one.said in places]
    return meant[0] if len(meant) == 1 else said


def _whole_path(ask: Path, said: list[Plain], view: SideView) -> list[Plain]:
    """Return the whole path through the chosen places. Raises UnfitError if there is none."""
    stops = _chosen(ask, said, view)
    try:
        return [place_text(where) for where in ask.through(view.situation, stops)]
    except Unanswerable as problem:
        raise UnfitError(str(problem)) from problem


def _several(ask: Ask, said: Sequence[Plain], view: SideView) -> tuple[Any, ...]:
    found = _chosen(ask, said, view)
    options = len(offered(ask, view))
    least, most = bounds(ask, options)
    if len(set(found)) < len(found) and not (isinstance(ask, Choose) and ask.repeats):
        raise UnfitError(text("chosen-twice"))
    if isinstance(ask, Order) and len(found) < options:
        raise UnfitError(text("all-must-be-ordered"))
    if not least <= len(found) <= most:
        raise UnfitError(text("must-be-chosen", many=_so_many(least, most), count=len(found)))
    if isinstance(ask, Path) and [place_text(where) for where in found] != _whole_path(ask, list(said), view):
        raise UnfitError(text("not-a-whole-path"))
    if isinstance(ask, Choose) and ask.because is not None:
        because = ask.because(view.situation, found)
        if because:
            raise UnfitError(because)
    return found


def _so_many(least: int, most: int) -> str:
    return str(least) if least == most else text("least-to-most", least=least, most=most)
