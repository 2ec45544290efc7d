"""What must come of a case: each word of `expect` looks at one thing and says what is not as expected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rules_assist.cases.errors import CaseError, unknown
from rules_assist.cases.matching import is_matcher, mismatches
from rules_assist.cases.names import CaseNames
from rules_assist.cases.records import Saying
from rules_assist.cases.table import UMPIRE, CaseTable, Event, question_of
from rules_assist.procedure.showing import underway
from rules_assist.situation import Situation
from tabletop.assisting import Asked
from tabletop.expression import as_text
from tabletop.game.audience import audience_of
from tabletop.game.commands import Answer
from tabletop.game.frames import thing_of
from tabletop.game.game import Game
from tabletop.game.outcome import Asks, Choice, Done, Refused
from tabletop.game.sight import told_for

if TYPE_CHECKING:
    from rules_assist.eyes import SeenBy


@dataclass(frozen=True)
class Outcome:
    """What a case came to: its table, its names, and its answers in the order of the questions."""

    table: CaseTable
    names: CaseNames
    answers: Sequence[object]

    def wrong(self, expected: Saying) -> list[str]:
        """All that is not as one entry of `expect` says."""
        return _Looking(self, expected).wrong()


def _is_one(wanted: object) -> bool:
    """Whether what is expected of a list is one thing among others: a mapping that is no matcher."""
    return isinstance(wanted, Mapping) and not is_matcher(wanted)


def not_done(table: CaseTable, expected: Sequence[Saying]) -> Iterator[str]:
    """The steps of a case that were not done, though it expects no such thing: why, and what could be answered."""
    looked = {str(each.get("after", len(table.events))) for each in expected if "refused" in each or "asks" in each}
    for number, event in enumerate(table.events, 1):
        if not isinstance(event.outcome, Done) and str(number) not in looked:
            yield f"step {number} was not done: {_why_not_done(event)}{_could_be(table, event)}"


def _why_not_done(event: Event) -> str:
    return event.outcome.because if isinstance(event.outcome, Refused) else f"asked was {question_of(event)}"


def _could_be(table: CaseTable, event: Event) -> str:
    """The options that there were for an answer that was none of them."""
    command = event.command
    if not isinstance(command, Answer) or command.frame not in event.before.frames:
        return ""
    asked = underway(table.situation(event.before, ""), command.frame).asked
    labels = [choice.label for one in asked if one.key == command.key for choice in one.options]
    return f" Options are {', '.join(labels)}." if labels else ""


class _Looking:
    """Looks at the table as one entry of `expect` says: after which step, with whose eyes."""

    def __init__(self, outcome: Outcome, expected: Saying) -> None:
        self._outcome = outcome
        self._table = outcome.table
        self._names = outcome.names
        self._expected = expected
        self._side = str(expected.get("as", ""))
        self._after = _whole(expected.get("after", len(self._table.events)), "after")
        if self._side and self._side not in self._table.game.seats:
            raise CaseError(f"'{self._side}' plays no side.")
        if not 0 <= self._after <= len(self._table.events):
            raise CaseError(f"There is no step {self._after}: {len(self._table.events)} were played.")
        self._truth = self._position()
        self._seen: SeenBy = self._table.seen(self._truth, self._side)

    def wrong(self) -> list[str]:
        """All that is not as expected."""
        found: list[str] = []
        for word, wanted in self._expected.items():
            if word in ("after", "as", "when"):
                continue
            look = _WORDS.get(word)
            if look is not None:
                found += look(self, wanted)
            elif word in self._table.book.words:
                found += mismatches(wanted, self._plain(self._table.book.words[word].read(self._situation)), word)
            else:
                known = [*_WORDS, *self._table.book.words]
                raise unknown(f"'{word}' cannot be expected", word, known)
        return found

    def _position(self) -> Game:
        events = self._table.events
        if self._after == 0:
            return events[0].before if events else self._table.game
        return events[self._after - 1].after

    @property
    def _situation(self) -> Situation:
        return self._table.situation(self._truth, self._side)

    def _event(self) -> Event:
        if not self._after:
            raise CaseError("Nothing was done yet.")
        return self._table.events[self._after - 1]

    def _plain(self, value: object) -> object:
        return self._names.plain(self._seen, self._truth, value)

    # words

    def _answer(self, wanted: object) -> list[str]:
        return mismatches(wanted, self._only_answer(), "answer")

    def _answers(self, wanted: object) -> list[str]:
        return mismatches(wanted, list(self._outcome.answers), "answers")

    def _why_not(self, wanted: object) -> list[str]:
        answer = self._only_answer()
        reasons = answer.get("why_not") if isinstance(answer, Mapping) else None
        return mismatches(wanted, reasons, "why_not")

    def _only_answer(self) -> object:
        if len(self._outcome.answers) != 1:
            raise CaseError(f"{len(self._outcome.answers)} questions were asked; say which answer with 'answers'.")
        return self._outcome.answers[0]

    def _findings(self, wanted: object) -> list[str]:
        event = self._event()
        side = self._side or (event.by if event.by != UMPIRE else "")
        after = self._table.seen(event.after, side)
        found = self._table.findings(event, side)
        wanted = {"has": [wanted]} if _is_one(wanted) else wanted
        return mismatches(wanted, self._names.plain(after, event.after, found), "findings")

    def _refused(self, wanted: object) -> list[str]:
        outcome = self._event().outcome
        said = f"{outcome.code}: {outcome.because}" if isinstance(outcome, Refused) else ""
        if str(wanted) in ("no", "nothing"):
            return [f"refused: it was, with '{said}'"] if said else []
        return (
            [] if said and str(wanted) in said else [f"refused: expected '{wanted}', found '{said or 'it was done'}'"]
        )

    def _asks(self, wanted: object) -> list[str]:
        event = self._event()
        if isinstance(wanted, str):
            return mismatches(wanted, question_of(event), "asks")
        prompt = event.outcome.prompt if isinstance(event.outcome, Asks) else None
        return mismatches(wanted, self._plain(prompt), "asks")

    def _piece(self, wanted: object) -> list[str]:
        if not isinstance(wanted, dict) or "id" not in wanted:
            raise CaseError("Which piece? {piece: {id: ..., at: ...}}")
        return self._one(str(wanted["id"]), {key: value for key, value in wanted.items() if key != "id"})

    def _pieces(self, wanted: object) -> list[str]:
        return [line for name, values in _items(wanted, "pieces") for line in self._one(name, values)]

    def _one(self, name: str, wanted: object) -> list[str]:
        id = self._names.piece(self._truth, name)
        number = None if id is None else self._seen.number(id)
        if number is None:
            return [] if wanted in ("gone", "nothing") else [f"{name}: there is no such piece"]
        if not isinstance(wanted, dict):
            if wanted in ("gone", "nothing"):
                return [f"{name}: it is still there, at {self._places(number)[0]}"]
            return self._one(name, {"at": wanted})
        situation = self._situation
        found: list[str] = []
        for key, value in wanted.items():
            if key == "at":
                names = self._places(number)
                found += _stands(value, names, f"{name}.at")
            elif key == "kind":
                found += mismatches(value, situation.game.kind_of(number).key, f"{name}.kind")
            else:
                found += mismatches(value, situation.read(number, key), f"{name}.{key}")
        return found

    def _places(self, number: int) -> list[str]:
        """What the place of a piece is called, by players first."""
        where = self._situation.where(number)
        return list(dict.fromkeys((self._names.title(where), where.place))) if where else ["nowhere"]

    def _at(self, wanted: object) -> list[str]:
        from rules_assist.cases.names import where_named

        found: list[str] = []
        for place, pieces in _items(wanted, "at"):
            here = self._situation.pieces_at(where_named(self._situation, place))
            names = [self._names.name(self._truth, id) for n in here if (id := self._seen.piece(n)) is not None]
            exact = {"set": pieces} if isinstance(pieces, list) else pieces
            found += mismatches(exact, names, f"at.{place}")
        return found

    def _holder(self, wanted: object) -> list[str]:
        found: list[str] = []
        if not isinstance(wanted, dict) or "id" not in wanted:
            raise CaseError("Which holder? {holder: {id: ..., count: ...}}")
        name = str(wanted["id"])
        game = self._seen.game
        held = game.holders.get(game.named.get(name, 0))
        if held is None:
            return [f"{name}: there is no such deck, hand or box"]
        facts = {"count": len(held.pieces) + held.more, "form": held.form, "place": held.place}
        for key, value in wanted.items():
            if key != "id":
                found += mismatches(value, facts.get(key), f"{name}.{key}")
        return found

    def _options(self, wanted: object) -> list[str]:
        return mismatches(wanted, dict(self._truth.options), "options")

    def _table_properties(self, wanted: object) -> list[str]:
        return mismatches(wanted, dict(self._seen.game.properties), "table")

    def _hears(self, wanted: object) -> list[str]:
        """What the side was told of the step: the keys of the sentences, or `nothing`."""
        event = self._event()
        who = audience_of(event.after, event.after.seats[self._side or UMPIRE])
        heard = [told.key for told in event.told if told_for(told, event.before, event.after, who) is not None]
        return mismatches({"has": wanted} if isinstance(wanted, list) else wanted, heard or None, "hears")

    def _told(self, wanted: object) -> list[str]:
        told = [{"key": told.key, **told.facts} for told in self._event().told]
        return mismatches({"has": wanted}, told, "told")

    def _asked(self, wanted: object) -> list[str]:
        """The questions of all procedures under way, as the side sees them: `{key, by, question, options, ...}`."""
        asked = [one for frame in self._seen.game.frames for one in underway(self._situation, frame).asked]
        if wanted in ("nothing", []):
            return mismatches("nothing", [one.key for one in asked], "asked")
        if _is_one(wanted):
            return mismatches({"has": [wanted]}, [self._question(one) for one in asked], "asked")
        return mismatches(wanted, [self._question(one) for one in asked], "asked")

    def _question(self, asked: Asked) -> dict[str, object]:
        facts = {name: getattr(asked, name) for name in asked.__struct_fields__ if name not in ("frame", "options")}
        return {**facts, "options": [self._option_name(choice) for choice in asked.options]}

    def _option_name(self, choice: Choice) -> object:
        thing = thing_of(choice.value) if isinstance(choice.value, str) else None
        if thing is None or thing[0] != "piece":
            return choice.label or choice.value
        piece = self._seen.piece(thing[1])
        return choice.label if piece is None else self._names.name(self._truth, piece)

    def _procedure(self, wanted: object) -> list[str]:
        """The youngest procedure under way: `{id, step, side, state}`, or `nothing`."""
        frames = list(self._seen.game.frames.values())
        if not frames or wanted == "nothing":
            return mismatches(wanted, [frame.procedure for frame in frames], "procedure")
        frame = frames[-1]
        facts = {"id": frame.procedure, "step": frame.step, "side": frame.side, "stale": frame.stale}
        return mismatches(wanted, {**facts, "state": self._state(frame.state)}, "procedure")

    def _state(self, data: object) -> object:
        if isinstance(data, Mapping):
            return {self._state(key): self._state(value) for key, value in data.items()}
        if isinstance(data, list | tuple):
            return [self._state(value) for value in data]
        thing = thing_of(data) if isinstance(data, str) else None
        if thing is not None and thing[0] == "piece":
            piece = self._seen.piece(thing[1])
            return "nobody" if piece is None else self._names.name(self._truth, piece)
        return data

    def _story(self, wanted: object) -> list[str]:
        """What the youngest procedure has settled: `{step, question, by, answer}` each, in order."""
        frames = list(self._seen.game.frames)
        decided = underway(self._situation, frames[-1]).story if frames else ()
        return mismatches({"has": wanted} if isinstance(wanted, list) else wanted, self._plain(decided), "story")

    def _rolls(self, wanted: object) -> list[str]:
        """What was rolled in the step: a list of `{why, total, ...}`, or by number: `{2: {total: 7}}`."""
        rolled = [dict(told.facts) for told in self._event().told if told.key in ("rolled", "looked-up")]
        if isinstance(wanted, dict) and wanted and all(str(key).isdigit() for key in wanted):
            return mismatches(wanted, dict(enumerate(rolled, 1)), "rolls")
        return mismatches(wanted, rolled, "rolls")

    def _ending(self, wanted: object) -> list[str]:
        """How the game has ended, by the sequence of play: `{id, winner, rule, says}`, or `nothing`."""
        sequence = self._table.book.sequence
        ending = sequence.ending(self._situation) if sequence is not None else None
        return mismatches(wanted, self._plain(ending), "ending")

    def _unseen(self, wanted: object) -> list[str]:
        names = wanted if isinstance(wanted, list) else [wanted]
        ids = ((str(name), self._names.piece(self._truth, str(name))) for name in names)
        return [f"{name}: it is seen" for name, id in ids if id is not None and self._seen.number(id) is not None]


_WORDS: Final[Mapping[str, Callable[[_Looking, object], list[str]]]] = {
    "answer": _Looking._answer,
    "answers": _Looking._answers,
    "why_not": _Looking._why_not,
    "findings": _Looking._findings,
    "refused": _Looking._refused,
    "asks": _Looking._asks,
    "piece": _Looking._piece,
    "pieces": _Looking._pieces,
    "at": _Looking._at,
    "holder": _Looking._holder,
    "options": _Looking._options,
    "table": _Looking._table_properties,
    "hears": _Looking._hears,
    "told": _Looking._told,
    "unseen": _Looking._unseen,
    "asked": _Looking._asked,
    "procedure": _Looking._procedure,
    "story": _Looking._story,
    "rolls": _Looking._rolls,
    "ending": _Looking._ending,
}


def _stands(wanted: object, names: Sequence[str], where: str) -> list[str]:
    """Whether a thing that goes by several names is where it should be; `{not: ...}` must hold for all of them."""
    if not isinstance(wanted, Mapping):
        return [] if str(wanted) in names else [f"{where}: expected {wanted}, found {' = '.join(names)}"]
    missed = [mismatches(wanted, name, where) for name in names]
    return next(filter(None, missed), []) if "not" in wanted or all(missed) else []


def _items(said: object, word: str) -> list[tuple[str, object]]:
    if not isinstance(said, dict):
        raise CaseError(f"'{word}' is followed by names: {{{word}: {{...}}}}")
    return [(str(key), value) for key, value in said.items()]


def _whole(said: object, word: str) -> int:
    text = as_text(said) if isinstance(said, str | int) else ""
    if not text.isdigit():
        raise CaseError(f"'{word}' is followed by a number.")
    return int(text)
