"""The messages of a step that deserve a line of the log, and whether a line has a speaker."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from tabletop.game.change.told import LET_STAND, Told
from tabletop.game.state.values import Value

_OVER: Final = "procedure-over"
_OF_PROCEDURES: Final = frozenset({"procedure-begun", "procedure-answered", "procedure-gone-on", _OVER})
_DONE_BY_RULES: Final = frozenset({"said", "pieces-moved", "pieces-shown"})
FROM_RULES: Final = "from_rules"
"""The fact of a message that the rules caused, and no player."""

HEARERS: Final = "hearers"
"""The fact of a report, for a reader who sees everything, that names the sides to which it was told."""

REQUEST_ENDED: Final = ("request-lapsed", "request-refused")
"""The keys of messages about the end of a request for consent by mail."""

_WITHOUT_SPEAKER: Final = frozenset(
    {
        "report",
        "reported",
        "tracker-moved",
        "contact-reported",
        "contact-lost",
        "contact-found",
        "dispatch-arrived",
        "report-opened",
        "turn-sent",
        "setups-shown",
        *REQUEST_ENDED,
    }
)


def said_to_stand(told: Iterable[Told]) -> str:
    """Return the finding that a step accepts, with the player's reason, from a message of the step; "" if there is
    none.
    """
    for one in told:
        if one.key == LET_STAND:
            return str(one.facts.get("finding", ""))
        if one.key == "property-set" and one.facts.get("name") == LET_STAND:
            return str(one.facts["value"])
    return ""


def worth_telling(said: Sequence[Told]) -> list[Told]:
    """Return the messages of a step that deserve a line of the log.

    If a procedure begins and ends in the step, its beginning and its end are left out if there are other messages; if
    there are none, only the end is. The same report to several sides becomes one message. If a procedure changes who
    sees counters without revealing them, this is left out.
    """
    said = _with_hearers(said)
    if any(one.key in _OF_PROCEDURES for one in said):
        said = list(_of_rules(said))
    begun, over = ({one.facts["procedure"] for one in said if one.key == key} for key in ("procedure-begun", _OVER))
    at_once = begun & over
    kept = [one for one in said if one.key not in ("procedure-begun", _OVER) or one.facts["procedure"] not in at_once]
    return kept or [one for one in said if one.key != _OVER]


def _of_rules(said: Iterable[Told]) -> Iterator[Told]:
    """Yield the messages of a step of a procedure, those that come from the rules without a speaker.

    The rules move and reveal counters of all sides after an answer, so the player who answered is not called the mover.
    """
    for one in said:
        if one.key == "pieces-shown" and one.facts.get("level") != "face":
            continue
        is_of_rules = one.key in _DONE_BY_RULES or (one.key == "acted" and "words" in one.facts)
        yield replace(one, facts={**one.facts, FROM_RULES: True}) if is_of_rules else one


def _with_hearers(said: Iterable[Told]) -> list[Told]:
    """Return messages in which the same report to several sides is one message, which names these sides.

    Only a reader who sees everything has messages with their sides.
    """
    found: list[Told] = []
    for one in said:
        if one.key != "contact-reported" or one.sides is None:
            found.append(one)
            continue
        hearers = str(one.facts["side"])
        if found and _content_of(found[-1]) == _content_of(one):
            hearers = f"{found.pop().facts[HEARERS]}, {hearers}"
        found.append(replace(one, facts={**one.facts, HEARERS: hearers}))
    return found


def _content_of(told: Told) -> tuple[str, dict[str, Value]]:
    """Return the key and the facts of a message, without those about its hearers."""
    return told.key, {name: value for name, value in told.facts.items() if name not in ("side", HEARERS)}


def is_without_speaker(told: Told) -> bool:
    """Return whether the sentence of a message is complete without a speaker, for example a text of the module, news
    of a contact, or a note of the mail.
    """
    if told.key in _WITHOUT_SPEAKER or FROM_RULES in told.facts:
        return True
    return told.key in ("pieces-moved", "pieces-placed") and "text" in told.facts
