"""The steps of a case. Each is a mapping, and one of its keys is the verb."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from rules_assist.assistant import FINDING
from rules_assist.cases.case_errors import CaseError, unknown
from rules_assist.cases.case_records import Said, Saying, plain_data
from rules_assist.cases.run.case_table import UMPIRE, CaseTable
from rules_assist.cases.run.step_states import with_places
from rules_assist.cases.words.case_names import PIECE, CaseNames
from rules_assist.cases.words.case_values import positions, scalar
from rules_assist.cases.words.known_words import must_be_known
from rules_assist.cases.words.matcher_types import must_fit
from rules_assist.cases.words.place_names import where_named
from rules_assist.cases.words.property_names import property_of_place
from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import underway
from rules_assist.procedure.steps import Procedure, ProcedureStep
from rules_assist.rulebook.authored_rules import Data
from rules_assist.rulebook.place_queries import place_in
from tabletop.assistance import Where
from tabletop.game.change.step import Answers
from tabletop.game.commands import (
    Act,
    AdvanceTracker,
    Answer,
    AnyCommand,
    At,
    Batch,
    Begin,
    GoOn,
    Leave,
    MovePieces,
    PlaceNew,
    Pour,
    RemovePieces,
    Resume,
    RollDice,
    SetOption,
    SetProperty,
    SetTracker,
    SetTrait,
    Withdraw,
)
from tabletop.game.side_cells import side_of
from tabletop.game.state.frames import Plain, piece_text
from tabletop.game.state.tracker import Tracker
from tabletop.module.documents.problems import nearest

_AS: Final = "as"
_SAYING: Final = "saying"
"""The word for answers to questions that the table asks at once: `saying: {finding:reach: yes}`."""

_HOLDERS: Final = frozenset(("deck", "holder"))
"""The words of commands that hold the name of a deck, hand or box."""


class CasePlayer:
    """The player of a case's steps on its table."""

    def __init__(self, table: CaseTable, names: CaseNames) -> None:
        self._table = table
        self._names = names

    def do(self, said: Saying) -> None:
        """Play one step. Raises `CaseError` for a step that is not understood, or names unknown things."""
        by = str(said.get(_AS, UMPIRE))
        if by not in self._table.game.seats:
            raise unknown(f"'{by}' plays no side", by, self._table.game.seats)
        verb = _verb_of(said)
        if verb == "undo":
            self._take_back(by, _number(said["undo"]))
            return
        self._table.do(by, _VERBS[verb].command(self, said), self._saying(said.get(_SAYING)))

    def _saying(self, said: object) -> Answers:
        """Return the answers to questions that the table asks at once.

        An answer to a finding must name an existing check. Raises CaseError.
        """
        for key in _mapping(said) if said is not None else ():
            check = key.removeprefix(FINDING)
            if check != key and check not in self._table.book.checks:
                raise unknown(f"'{key}' is never asked: there is no check '{check}'", check, self._table.book.checks)
        return _answers(said)

    def _take_back(self, by: str, steps: int) -> None:
        for taken in range(steps):
            try:
                self._table.take_back(by)
            except IndexError:
                raise CaseError(f"{steps} steps cannot be undone: only {taken} had changed anything.") from None

    # verbs

    def _move(self, said: Saying) -> AnyCommand:
        pieces = self._pieces(said["move"])
        command = self._by(said, pieces) if "by" in said else None
        if command is not None:
            return command
        where = where_named(self._table.situation(self._table.game, ""), _text(said, "to"), str(said.get("map", "")))
        return MovePieces(pieces, At(where.map, where.place))

    def _by(self, said: Saying, pieces: tuple[int, ...]) -> AnyCommand | None:
        """Return the command for a drop of pieces at a place, in one way of moving.

        None if that way does not lead there. Raises CaseError.
        """
        modes, by = self._table.book.ground.modes, _text(said, "by")
        if by not in modes:
            raise unknown(f"'{by}' is no way of moving", by, modes)
        situation = Situation(self._table.seen(self._table.game, UMPIRE), self._table.book, self._side(said))
        start = situation.where(pieces[0])
        if start is None:
            return None
        terrain = self._table.book.ground.atlas.terrain(start.map)
        return modes[by].command(situation, pieces, place_in(terrain, _text(said, "to")))

    def _place(self, said: Saying) -> AnyCommand:
        where = where_named(self._table.situation(self._table.game, ""), _text(said, "at"), str(said.get("map", "")))
        return PlaceNew(_text(said, "place"), At(where.map, where.place))

    def _pour(self, said: Saying) -> AnyCommand:
        """Return the command of `pour: wing, count: 2`, `into` another piece or `to` a place."""
        piece, count = self._piece(_text(said, "pour")), _number(said.get("count"))
        if "into" in said:
            return Pour(piece, count, self._piece(_text(said, "into")))
        where = where_named(self._table.situation(self._table.game, ""), _text(said, "to"), str(said.get("map", "")))
        return Pour(piece, count, to=At(where.map, where.place))

    def _remove(self, said: Saying) -> AnyCommand:
        return RemovePieces(self._pieces(said["remove"]))

    def _key(self, said: Saying) -> AnyCommand:
        return Act(self._pieces(said.get("of")), _text(said, "key"))

    def _set(self, said: Saying) -> AnyCommand:
        """Return the command of `set: {akagi: {force: JP 1}}` for pieces, of `set: {table: {...}}` for the table, or of
        `set: {places: {Wake: {hits: 2}}}` for places.
        """
        commands: list[AnyCommand] = []
        for name, values in _mapping(said["set"]).items():
            for key, value in _mapping(values).items():
                if name == "table":
                    commands.append(SetProperty(key, scalar(value)))
                elif name == "places":
                    for own, wanted in _mapping(value).items():
                        commands.append(SetProperty(property_of_place(self._table, key, own), scalar(wanted)))
                else:
                    commands.append(SetTrait(self._pieces(name), key, scalar(value)))
        return commands[0] if len(commands) == 1 else Batch(tuple(commands))

    def _option(self, said: Saying) -> AnyCommand:
        chosen = [
            SetOption(name, None if value is None else str(value)) for name, value in _mapping(said["option"]).items()
        ]
        return chosen[0] if len(chosen) == 1 else Batch(tuple(chosen))

    def _roll(self, said: Saying) -> AnyCommand:
        return RollDice(_text(said, "roll"), str(said.get("why", "")))

    def _track(self, said: Saying) -> AnyCommand:
        what = _mapping(said["track"])
        if len(what) != 1:
            raise CaseError("A step turns one tracker: {track: {Turn: 1}}, or its levels by name.")
        ((name, to),) = what.items()
        tracker = tracker_named(self._table, name)
        if isinstance(to, list):
            return SetTracker(name, positions(tracker, tuple(map(str, to))))
        return AdvanceTracker(name, _number(to))

    def _command(self, said: Saying) -> AnyCommand:
        """Return any command in the form of `docs/commands.md`, with pieces by the names of the case. Raises
        CaseError.
        """
        seen = self._table.seen(self._table.game, UMPIRE)
        resolved = self._with_holders(self._names.resolved(seen, self._table.game, plain_data(said["command"])))
        try:
            command: AnyCommand = msgspec.convert(_typed(resolved), AnyCommand)

        except msgspec.ValidationError as error:
            raise CaseError(f"The command is not understood: {error}") from error
        return command

    def _with_holders(self, said: Data) -> Data:
        """Return a command in which the names of decks, hands and boxes are replaced by their ids. Raises CaseError
        for an unknown name.
        """
        if not isinstance(said, Mapping):
            return said
        game, found = self._table.game, {key: self._with_holders(value) for key, value in said.items()}
        for word in _HOLDERS & found.keys():
            name = str(found[word])
            if name not in game.named and not name.isdigit():
                raise unknown(f"There is no deck, hand or box '{name}'", name, filter(None, game.named))
            found[word] = game.named.get(name, found[word])
        return found

    def _run(self, said: Saying) -> AnyCommand:
        procedure = self._procedure(_text(said, "run"))
        return Begin(procedure.id, self._state(procedure.first, said), self._side(said))

    def _answer(self, said: Saying) -> AnyCommand:
        key = _text(said, "answer")
        frames = [frame for frame, waiting in self._waiting() if waiting == key]
        if not frames:
            waiting = ", ".join(waiting for _, waiting in self._waiting()) or "nothing"
            raise CaseError(
                f"'{key}' is not asked; asked is {waiting}. (A question with only one possible answer is never asked.)"
            )
        return Answer(frames[-1], key, self._meant(frames[-1], key, said.get("with")))

    def _says(self, said: Saying) -> AnyCommand:
        """Return an answer to the only question that the side is asked. It needs no key. Raises CaseError."""
        by = self._side(said)
        situation = self._table.situation(self._table.game, "")
        asked = [(id, one) for id in self._table.game.frames for one in underway(situation, id).asked]
        own = [(id, one.key) for id, one in asked if not by or one.by == side_of(by)]
        if len(own) != 1:
            waiting = ", ".join(f"{one.key} (of {one.by})" for _, one in asked) or "nothing"
            raise CaseError(
                f"'says' needs exactly one question to {by or 'anybody'}, but there are {len(own)}; asked is {waiting}."
            )
        ((frame, key),) = own
        return Answer(frame, key, self._meant(frame, key, said["says"]))

    def _meant(self, frame: int, key: str, said: Said) -> Plain:
        """Return an answer in the form that the procedure expects.

        A case can name an option by its title, and can write one option in place of a list with this option.
        """
        asked = underway(self._table.situation(self._table.game, ""), frame).asked
        one = next((one for one in asked if one.key == key), None)
        labels = {choice.label: choice.value for choice in one.options} if one is not None else {}
        several = one is not None and one.kind in ("choose", "path", "order") and isinstance(said, str)
        meant = [self._chosen(name, labels) for name in said] if isinstance(said, list) else self._chosen(said, labels)
        return [meant] if several else meant

    def _chosen(self, said: Said, labels: Mapping[str, Plain]) -> Plain:
        if isinstance(said, str) and self._names.piece(self._table.game, said) is None:
            place = self._names.place(said)
            for name in (said, *(sorted(place.names) if place is not None else ())):
                if name in labels:
                    return labels[name]
        return self._plain(said)

    def _withdraw(self, said: Saying) -> AnyCommand:
        key = _text(said, "withdraw")
        return Withdraw(self._youngest(), key)

    def _leave(self, _said: Saying) -> AnyCommand:
        return Leave(self._youngest())

    def _go_on(self, _said: Saying) -> AnyCommand:
        return GoOn(self._youngest())

    def _resume(self, said: Saying) -> AnyCommand:
        procedure, step = self._procedure(_text(said, "resume")), str(said.get("step", ""))
        if step not in procedure.by_id:
            raise unknown(f"{procedure.title} has no step '{step}'", step, procedure.by_id)
        return Resume(procedure.id, step, self._state(procedure.by_id[step], said), self._side(said))

    def _procedure(self, id: str) -> Procedure:
        procedures = self._table.book.procedures
        if id not in procedures:
            raise unknown(f"There is no procedure '{id}'", id, procedures)
        return procedures[id]

    def _state(self, step: ProcedureStep[object], said: Saying) -> dict[str, Plain]:
        """Return the state that a procedure gets. Raises CaseError for a word that does not belong to the state."""
        must_fit(step.state, said.get("with"), "with", self._must_be)
        return with_places(step.state, self._plain_given(said.get("with")), self._where)

    def _where(self, name: str) -> Where:
        return where_named(self._table.situation(self._table.game, ""), name)

    def _must_be(self, what: str, word: str, where: str) -> None:
        """Raise CaseError for an unknown piece or word of the rules."""
        if what == PIECE:
            self._piece(word)
        else:
            must_be_known(self._table.book, what, word, where)

    def _waiting(self) -> list[tuple[int, str]]:
        """Return the key of each answer for which a frame waits, with the frame.

        If no frame waits, return the questions that are shown, for example about the outcome of an abandoned procedure.
        """
        frames = self._table.game.frames
        found = [(id, one.key) for id, frame in frames.items() for one in frame.waiting]
        if not found:
            situation = self._table.situation(self._table.game, "")
            found = [(id, one.key) for id in frames for one in underway(situation, id).asked]
        return found

    def _youngest(self) -> int:
        frames = list(self._table.game.frames)
        if not frames:
            raise CaseError("No procedure is under way.")
        return frames[-1]

    def _side(self, said: Saying) -> str:
        by = str(said.get(_AS, ""))
        return by if by in self._table.game.sides else ""

    def _plain_given(self, said: Said) -> dict[str, Plain]:
        if said is None:
            return {}
        if not isinstance(said, dict):
            raise CaseError(f"'{said}' should be a mapping.")
        return {key: self._plain(value) for key, value in said.items()}

    def _plain(self, said: Said) -> Plain:
        """Return plain data as frames hold it.

        Pieces are written as `piece:12`; numbers and booleans stay as they are.
        """
        if isinstance(said, dict):
            return {key: self._plain(value) for key, value in said.items()}
        if isinstance(said, list):
            return [self._plain(value) for value in said]
        if isinstance(said, str):
            piece = self._names.piece(self._table.game, said)
            return scalar(said) if piece is None else piece_text(piece)
        return scalar(said)

    def _undo(self, _said: Saying) -> AnyCommand:
        raise CaseError("An undo is not a command.")

    def _pieces(self, said: object) -> tuple[int, ...]:
        names = said if isinstance(said, list | tuple) else [said]
        return tuple(self._piece(str(name)) for name in names)

    def _piece(self, name: str) -> int:
        found = self._names.known(self._table.game, name)
        if found is None:
            raise CaseError(f"'{name}' is not on the table (any more).")
        return found


class _Verb(NamedTuple):
    """A verb of steps: the method that makes its command, and the words that are allowed beside it."""

    command: Callable[[CasePlayer, Saying], AnyCommand]
    words: tuple[str, ...] = ()


_VERBS: Final[Mapping[str, _Verb]] = {
    "move": _Verb(CasePlayer._move, ("to", "map", "by")),
    "place": _Verb(CasePlayer._place, ("at", "map")),
    "pour": _Verb(CasePlayer._pour, ("count", "into", "to", "map")),
    "remove": _Verb(CasePlayer._remove),
    "key": _Verb(CasePlayer._key, ("of",)),
    "set": _Verb(CasePlayer._set),
    "option": _Verb(CasePlayer._option),
    "roll": _Verb(CasePlayer._roll, ("why",)),
    "track": _Verb(CasePlayer._track),
    "command": _Verb(CasePlayer._command),
    "run": _Verb(CasePlayer._run, ("with",)),
    "answer": _Verb(CasePlayer._answer, ("with",)),
    "says": _Verb(CasePlayer._says),
    "withdraw": _Verb(CasePlayer._withdraw),
    "leave": _Verb(CasePlayer._leave),
    "go-on": _Verb(CasePlayer._go_on),
    "resume": _Verb(CasePlayer._resume, ("step", "with")),
    "undo": _Verb(CasePlayer._undo),
}


def _verb_of(said: Saying) -> str:
    """Return the one verb of a step. Raises CaseError if there is none, or another word does not fit it."""
    verbs = [key for key in said if key in _VERBS]
    others = [key for key in said if key not in _VERBS]
    if len(verbs) != 1:
        slip = next((unknown(f"'{key}' is not a step", key, _VERBS) for key in others if nearest(key, _VERBS)), None)
        raise slip or CaseError(f"A step needs one of {', '.join(_VERBS)}; found {', '.join(said) or 'nothing'}.")
    known = (*_VERBS[verbs[0]].words, _AS, _SAYING)
    for key in others:
        if key not in known:
            raise unknown(f"'{key}' is not allowed beside '{verbs[0]}'", key, known)
    return verbs[0]


def tracker_named(table: CaseTable, name: str) -> Tracker:
    """Return a turn tracker of the table. Raises CaseError for an unknown name."""
    trackers = table.components.trackers
    if name not in trackers:
        raise unknown(f"There is no tracker '{name}'", name, trackers)
    return trackers[name]


def _text(said: Saying, key: str) -> str:
    found = said.get(key)
    if not isinstance(found, str):
        raise CaseError(f"'{key}' is missing in {', '.join(said)}.")
    return found


def _number(said: object) -> int:
    value = scalar(said)
    if not isinstance(value, int):
        raise CaseError(f"'{said}' is not a number.")
    return value


def _mapping(said: object) -> Mapping[str, object]:
    if not isinstance(said, dict):
        raise CaseError(f"'{said}' should be a mapping.")
    return said


def _answers(said: object) -> Answers:
    return tuple((key, scalar(value)) for key, value in _mapping(said).items()) if said is not None else ()


def _typed(said: Data) -> object:
    """Return plain data in which numbers and booleans have their types."""
    if isinstance(said, Mapping):
        return {key: _typed(inner) for key, inner in said.items()}
    if isinstance(said, Sequence) and not isinstance(said, str):
        return [_typed(inner) for inner in said]
    return scalar(said) if isinstance(said, str) else said
