"""The expected results of a case. Each word of `expect` compares one thing and reports its differences."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_assist.cases.case_errors import CaseError, unknown
from rules_assist.cases.case_records import Saying
from rules_assist.cases.run.case_table import UMPIRE, CaseTable, Event, question_of
from rules_assist.cases.run.matchers import (
    CompleteMapping,
    NamedThing,
    Some,
    is_matcher,
    mismatches,
    words_not_meant,
    words_of,
    words_under,
)
from rules_assist.cases.run.step_states import as_called
from rules_assist.cases.words.case_names import PIECE, PLACE, CaseNames
from rules_assist.cases.words.known_words import must_be_known
from rules_assist.cases.words.matcher_types import each_must_fit, must_fit
from rules_assist.cases.words.place_names import NOWHERE, must_be_places, where_named
from rules_assist.cases.words.property_names import must_be_had, must_be_property
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import underway
from rules_assist.rulebook.authored_rules import Word
from rules_assist.sequence.play_sequence import GameEnd
from tabletop.assistance import Finding, ProcedureQuestion, SettledAnswer
from tabletop.expression import as_text
from tabletop.game.change.outcome import Asks, Choice, Done, Prompt, Refused
from tabletop.game.sight.audience import audience_of
from tabletop.game.sight.seen_changes import told_for
from tabletop.game.state.frames import Frame, thing_of
from tabletop.game.state.game import Game


class CaseAnswer(NamedTuple):
    """The answer to a question, as a case writes it, and its type."""

    plain: object
    kind: type


@dataclass(frozen=True)
class Outcome:
    """The results of a case: its table, its names, and its answers in the order of the questions."""

    table: CaseTable
    names: CaseNames
    answers: Sequence["CaseAnswer"]

    def wrong(self, expected: Saying) -> list[str]:
        """Return every difference from one entry of `expect`."""
        return _ExpectationCheck(self, expected).wrong()


def _one_of_them(wanted: object) -> object:
    """Return an expectation of a list. A plain mapping becomes the expectation that one item of the list fits it."""
    is_one = isinstance(wanted, Mapping) and bool(wanted) and not is_matcher(wanted)
    return {"has": [wanted]} if is_one else wanted


def _among_others(wanted: object) -> object:
    """Return an expected value; a list with items becomes the expectation that these are among the items found."""
    return {"has": wanted} if wanted and isinstance(wanted, list) else wanted


def not_done(table: CaseTable, expected: Sequence[Saying]) -> Iterator[str]:
    """Yield a sentence for each step of a case that was not done although it should be, with the reason, or the key of
    the question that was asked.

    An entry with `refused` or `asks` for such a step expects it, and then there is no sentence.
    """
    looked = {(word, str(each.get("after", len(table.events)))) for each in expected for word in each}
    for number, event in enumerate(table.events, 1):
        word = "refused" if isinstance(event.outcome, Refused) else "asks"
        if not isinstance(event.outcome, Done) and (word, str(number)) not in looked:
            yield f"step {number} was not done: {_why_not_done(event)}"


def _why_not_done(event: Event) -> str:
    return event.outcome.because if isinstance(event.outcome, Refused) else f"asked was {question_of(event)}"


class _ExpectationCheck:
    """The comparison of one entry of `expect` with the table, after a given step and as a given side sees it."""

    def __init__(self, outcome: Outcome, expected: Saying) -> None:
        self._outcome = outcome
        self._table = outcome.table
        self._names = outcome.names
        self._expected = expected
        self._side = str(expected.get("as", ""))
        self._after = _whole(expected.get("after", len(self._table.events)), "after")
        if self._side and self._side not in self._table.game.seats:
            raise unknown(f"'{self._side}' plays no side", self._side, self._table.game.seats)
        if not 0 <= self._after <= len(self._table.events):
            raise CaseError(f"There is no step {self._after}: {len(self._table.events)} were played.")
        self._truth = self._position()
        self._seen = self._table.seen(self._truth, self._side)

    def wrong(self) -> list[str]:
        """Return every difference from the expectations. Raises CaseError for a word that cannot be expected."""
        found: list[str] = []
        for word, wanted in self._expected.items():
            if word in HOW:
                continue
            look = WORDS.get(word)
            if look is not None:
                found += look(self, wanted)
            elif word in self._table.book.words:
                found += mismatches(wanted, self._word(self._table.book.words[word]), word)
            else:
                known = [*WORDS, *HOW, *self._table.book.words]
                raise unknown(f"'{word}' cannot be expected", word, known)
        return found

    def _word(self, word: Word) -> object:
        """Return the value of a word of the module. If the word lists its names, the value has an entry for each of
        them.
        """
        situation = self._situation
        found, names = self._plain(word.read(situation)), word.names(situation)
        if not isinstance(found, Mapping) or not names:
            return found
        return CompleteMapping({self._names.place(name) or name: found.get(name) for name in names})

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

    def _must_be(self, what: str, word: str, where: str) -> None:
        """Raise CaseError for a word that can never be the name of a thing of this sort."""
        if what == PIECE:
            if word != NOBODY:
                self._names.known(self._truth, word)
        else:
            must_be_known(self._table.book, what, word, where)

    # words

    def _answer(self, wanted: object) -> list[str]:
        answer = self._only_answer()
        must_fit(answer.kind, wanted, "answer", self._must_be)
        return mismatches(wanted, answer.plain, "answer")

    def _answers(self, wanted: object) -> list[str]:
        answers = self._outcome.answers
        for number, said in enumerate(wanted if isinstance(wanted, list) else (), 1):
            if number <= len(answers):
                must_fit(answers[number - 1].kind, said, f"answers[{number}]", self._must_be)
        return mismatches(wanted, [answer.plain for answer in answers], "answers")

    def _why_not(self, wanted: object) -> list[str]:
        answer = self._only_answer()
        if "why_not" in getattr(answer.kind, "__struct_fields__", ()):
            must_fit(answer.kind, {"why_not": wanted}, "answer", self._must_be)
        reasons = answer.plain.get("why_not") if isinstance(answer.plain, Mapping) else None
        return mismatches(wanted, reasons, "why_not")

    def _only_answer(self) -> CaseAnswer:
        if len(self._outcome.answers) != 1:
            raise CaseError(f"{len(self._outcome.answers)} questions were asked; say which answer with 'answers'.")
        return self._outcome.answers[0]

    def _findings(self, wanted: object) -> list[str]:
        event = self._event()
        side = self._side or (event.by if event.by != UMPIRE else "")
        after = self._table.seen(event.after, side)
        found = self._table.findings(event, side)
        wanted = _one_of_them(wanted)
        each_must_fit(Finding, wanted, "findings", self._must_be)
        return mismatches(wanted, self._names.plain(after, event.after, found), "findings")

    def _refused(self, wanted: object) -> list[str]:
        outcome = self._event().outcome
        said = f"{outcome.code}: {outcome.because}" if isinstance(outcome, Refused) else None
        if wanted == "yes":
            return [] if said else ["refused: expected yes, found that it was done"]
        if wanted in ("no", "nothing"):
            return mismatches(None, said, "refused")
        for word in words_not_meant(wanted):
            self._must_be("rule" if word[0].isdigit() else "reason", word, "refused")
        return mismatches(_parts(wanted), said or "it was done", "refused")

    def _asks(self, wanted: object) -> list[str]:
        event = self._event()
        keys = list(words_of(wanted))
        for key in (*keys, *words_under(wanted, "key")):
            self._must_be("prompt", key, "asks")
        if keys:
            return mismatches(wanted, question_of(event), "asks")
        must_fit(Prompt, wanted, "asks", self._must_be)
        prompt = event.outcome.prompt if isinstance(event.outcome, Asks) else None
        return mismatches(wanted, self._plain(prompt), "asks")

    def _piece(self, wanted: object) -> list[str]:
        if not isinstance(wanted, dict) or "id" not in wanted:
            raise CaseError("Which piece? {piece: {id: ..., at: ...}}")
        return self._one(str(wanted["id"]), {key: value for key, value in wanted.items() if key != "id"})

    def _pieces(self, wanted: object) -> list[str]:
        return [line for name, values in _items(wanted, "pieces") for line in self._one(name, values)]

    def _one(self, name: str, wanted: object) -> list[str]:
        id = self._names.known(self._truth, name)
        number = id if id is not None and id in self._seen.pieces else None
        if wanted in _GONE:
            return [] if number is None else [f"{name}: expected gone, found it at {self._place_of(number)}"]
        if not isinstance(wanted, dict) or is_matcher(wanted):
            return self._one(name, {AT: wanted})
        if not wanted:
            raise CaseError(f"Nothing is expected of '{name}': write {{{name}: {{at: ...}}}}, its place, or gone.")
        if id is None or number is None:
            there = "it is gone" if id is None else f"{self._side} does not see it"
            return [f"{name}: expected {_listed(wanted)}, found that {there}"]
        return [line for key, value in wanted.items() for line in self._of_piece(name, id, number, key, value)]

    def _of_piece(self, name: str, id: int, number: int, key: str, wanted: object) -> list[str]:
        """Return the differences in one fact about a piece."""
        where = f"{name}.{key}"
        if key == AT:
            must_be_places(self._situation, wanted, where)
            return mismatches(wanted, self._place_of(number), where)
        if key == "kind":
            for word in words_of(wanted):
                self._names.must_be_kind(word)
            return mismatches(wanted, self._situation.game.kind_of(number).key, where)
        must_be_had(self._table, self._truth, id, key, name)
        return mismatches(wanted, self._situation.read(number, key), where)

    def _place_of(self, number: int) -> NamedThing:
        """Return the name of a piece's place: the name for players comes first. `NOWHERE` for a piece on no map."""
        where = self._situation.where(number)
        return self._names.title(where) if where else NamedThing(NOWHERE)

    def _at(self, wanted: object) -> list[str]:
        found: list[str] = []
        for place, pieces in _items(wanted, "at"):
            for name in words_of(pieces):
                self._names.known(self._truth, name)
            here = self._situation.pieces_at(where_named(self._situation, place))
            names = [self._names.name(self._truth, id) for id in here]
            exact = {"set": pieces} if isinstance(pieces, list) else pieces
            found += mismatches(exact, names, f"at.{place}")
        return found

    def _holder(self, wanted: object) -> list[str]:
        if not isinstance(wanted, dict) or "id" not in wanted:
            raise CaseError("Which holder? {holder: {id: ..., count: ...}}")
        name = str(wanted["id"])
        game = self._seen
        held = game.holders.get(game.named.get(name, 0))
        if held is None:
            raise unknown(f"There is no deck, hand or box '{name}'", name, filter(None, game.named))
        facts = CompleteMapping({"count": len(held.pieces) + held.more, "form": held.form, "place": held.place})
        return mismatches({key: value for key, value in wanted.items() if key != "id"}, facts, name)

    def _options(self, wanted: object) -> list[str]:
        known = {option.id: None for option in self._table.book.module.about.options}
        return mismatches(wanted, CompleteMapping(known | dict(self._truth.options)), "options")

    def _table_properties(self, wanted: object) -> list[str]:
        def must_know(name: str, _: str) -> None:
            must_be_property(self._table, name)

        return mismatches(wanted, Some(self._seen.properties, must_know), "table")

    def _places(self, wanted: object) -> list[str]:
        found: list[str] = []
        for place, values in _items(wanted, "places"):
            where = where_named(self._situation, place)
            reading, declared = self._situation.reading, self._table.components.maps[where.map].properties
            has = {name: reading.property_of_place(where.map, where.place, name) for name in declared}
            known = {name: value for name, value in has.items() if value is not None}
            found += mismatches(values, CompleteMapping(known), place)
        return found

    def _hears(self, wanted: object) -> list[str]:
        """Return the differences in the messages that the side hears of the step: the keys of the sentences, or
        `nothing`.
        """
        event = self._event()
        who = audience_of(event.after, event.after.seats[self._side or UMPIRE])
        heard = [told.key for told in event.told if told_for(told, event.before, event.after, who) is not None]
        for key in words_of(wanted):
            self._must_be("sentence", key, "hears")
        return mismatches(_among_others(wanted), heard, "hears")

    def _told(self, wanted: object) -> list[str]:
        for key in words_under(wanted, "key"):
            self._must_be("sentence", key, "told")
        told = [{"key": told.key, **told.facts} for told in self._event().told]
        return mismatches(wanted if not wanted or is_matcher(wanted) else {"has": wanted}, told, "told")

    def _asked(self, wanted: object) -> list[str]:
        """Return the differences in the questions of all procedures under way, as the side sees them: `{key, by,
        question, options, ...}`.
        """
        asked = [one for frame in self._seen.frames for one in underway(self._situation, frame).asked]
        keys, wanted = {one.key for one in asked}, _one_of_them(wanted)

        def must_be(what: str, word: str, where: str) -> None:
            if word not in keys:
                self._must_be(what, word, where)

        each_must_fit(ProcedureQuestion, wanted, "asked", must_be)
        return mismatches(wanted, [self._question(one) for one in asked], "asked")

    def _question(self, asked: ProcedureQuestion) -> CompleteMapping:
        facts = {name: getattr(asked, name) for name in asked.__struct_fields__ if name not in ("frame", "options")}
        return CompleteMapping(facts | {"options": [self._option_name(choice) for choice in asked.options]})

    def _option_name(self, choice: Choice) -> object:
        thing = thing_of(choice.value) if isinstance(choice.value, str) else None
        if thing is None or thing[0] != "piece":
            return choice.label or choice.value
        return self._names.name(self._truth, thing[1]) if thing[1] in self._seen.pieces else choice.label

    def _procedure(self, wanted: object) -> list[str]:
        """Return the differences in the newest procedure under way: `{id, step, side, state}`, or `nothing`."""
        frames = list(self._seen.frames.values())
        for key, what in (("id", "procedure"), ("step", "step"), ("side", "side")):
            for word in words_under(wanted, key):
                self._must_be(what, word, "procedure")
        return mismatches(wanted, self._frame(frames[-1]) if frames else None, "procedure")

    def _frame(self, frame: Frame) -> CompleteMapping:
        procedure = self._table.book.procedures[frame.procedure]
        state = as_called(procedure.by_id[frame.step].state, frame.state, self._called)
        facts = {"id": frame.procedure, "step": frame.step, "side": frame.side, "stale": frame.stale, "state": state}
        return CompleteMapping(facts)

    def _called(self, ref: str, text: str) -> object:
        """Return the case's name for a thing in plain data: `piece:12`, or a place by its own name."""
        thing = thing_of(text)
        if ref == PIECE and thing is not None:
            return self._names.name(self._truth, thing[1]) if thing[1] in self._seen.pieces else NOBODY
        return (self._names.place(text) if ref == PLACE else None) or text

    def _story(self, wanted: object) -> list[str]:
        """Return the differences in the decisions of the newest procedure: `{step, question, by, answer}` each, in
        order.
        """
        frames = list(self._seen.frames)
        decided = underway(self._situation, frames[-1]).story if frames else ()
        wanted = _among_others(wanted)
        each_must_fit(SettledAnswer, wanted, "story", self._must_be)
        return mismatches(wanted, self._plain(decided), "story")

    def _rolls(self, wanted: object) -> list[str]:
        """Return the differences in the rolls of the step: a list of `{why, total, ...}`, or by number: `{2:
        {total: 7}}`.
        """
        rolled = [dict(told.facts) for told in self._event().told if told.key == "rolled"]
        if isinstance(wanted, dict) and wanted and all(str(key).isdigit() for key in wanted):
            return mismatches(wanted, dict(enumerate(rolled, 1)), "rolls")
        return mismatches(wanted, rolled, "rolls")

    def _ending(self, wanted: object) -> list[str]:
        """Return the differences in the end of the game by the sequence of play: `{id, winner, rule, says}`, or
        `nothing`.
        """
        sequence = self._table.book.sequence
        ending = sequence.ending(self._situation) if sequence is not None else None
        must_fit(GameEnd, wanted, "ending", self._must_be)
        return mismatches(wanted, self._plain(ending), "ending")

    def _unseen(self, wanted: object) -> list[str]:
        names = list(words_of(wanted))
        if not names:
            raise CaseError("'unseen' is followed by pieces: {unseen: [akagi]}.")
        ids = ((name, self._names.known(self._truth, name)) for name in names)
        return [
            f"unseen: {name} is seen, at {self._place_of(id)}"
            for name, id in ids
            if id is not None and id in self._seen.pieces
        ]


AT: Final = "at"
NOBODY: Final = "nobody"
"""The name of a piece that a side does not see."""
_GONE: Final = ("gone", "nothing")
HOW: Final = ("after", "as", "when")
"""The words of an entry that choose the step, the side or the options. They are not results themselves."""

WORDS: Final[Mapping[str, Callable[[_ExpectationCheck, object], list[str]]]] = {
    "answer": _ExpectationCheck._answer,
    "answers": _ExpectationCheck._answers,
    "why_not": _ExpectationCheck._why_not,
    "findings": _ExpectationCheck._findings,
    "refused": _ExpectationCheck._refused,
    "asks": _ExpectationCheck._asks,
    "piece": _ExpectationCheck._piece,
    "pieces": _ExpectationCheck._pieces,
    "at": _ExpectationCheck._at,
    "holder": _ExpectationCheck._holder,
    "options": _ExpectationCheck._options,
    "table": _ExpectationCheck._table_properties,
    "places": _ExpectationCheck._places,
    "hears": _ExpectationCheck._hears,
    "told": _ExpectationCheck._told,
    "unseen": _ExpectationCheck._unseen,
    "asked": _ExpectationCheck._asked,
    "procedure": _ExpectationCheck._procedure,
    "story": _ExpectationCheck._story,
    "rolls": _ExpectationCheck._rolls,
    "ending": _ExpectationCheck._ending,
}


def _parts(wanted: object) -> object:
    """Return an expectation in which each text is only a part of the expected text.

    Raises CaseError for a mapping that is no matcher.
    """
    if isinstance(wanted, Mapping):
        if not is_matcher(wanted):
            raise CaseError("'refused' is followed by no, yes, a part of the reason, or a matcher.")
        return {word: inner if word == "has" else _parts(inner) for word, inner in wanted.items()}
    if isinstance(wanted, list):
        return [_parts(inner) for inner in wanted]
    return {"has": str(wanted)}


def _listed(wanted: Mapping[str, object]) -> str:
    return ", ".join(f"{key}: {value}" for key, value in wanted.items())


def _items(said: object, word: str) -> list[tuple[str, object]]:
    if not isinstance(said, Mapping) or not said:
        raise CaseError(f"'{word}' is followed by names, each with what is expected: {{{word}: {{...}}}}.")
    return [(str(key), value) for key, value in said.items()]


def _whole(said: object, word: str) -> int:
    text = as_text(said) if isinstance(said, str | int) else ""
    if not text.isdigit():
        raise CaseError(f"'{word}' is followed by a number.")
    return int(text)
