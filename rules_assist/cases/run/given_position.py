"""The starting position of a case: a scenario or an empty table, and the pieces put on it."""

from collections.abc import Mapping

from rules_assist.cases.case_errors import CaseError, near_to, unknown
from rules_assist.cases.case_records import CasePosition, GivenPiece, Saying
from rules_assist.cases.run.case_dice import AsItLies, CaseDice
from rules_assist.cases.run.case_steps import CasePlayer, tracker_named
from rules_assist.cases.run.case_table import UMPIRE, CaseTable
from rules_assist.cases.run.matchers import mismatches
from rules_assist.cases.words.case_names import CaseNames
from rules_assist.cases.words.case_values import positions, scalar
from rules_assist.cases.words.place_names import where_named
from rules_assist.cases.words.property_names import must_be_kept, must_be_property, property_of_place
from rules_assist.policy import LEVELS, property_of
from rules_assist.rulebook.authored_rules import Data
from rules_assist.rulebook.rule_book import RuleBook
from tabletop.assistance import PAUSES
from tabletop.expression import as_text
from tabletop.game.change.outcome import Done, Refused
from tabletop.game.commands import (
    AnyCommand,
    At,
    MovePieces,
    PlaceNew,
    SetProperty,
    SetTracker,
    SetTrait,
)
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tabletop.module.setup import SetupError, bare_table, new_game


def given_table(
    book: RuleBook, given: CasePosition, options: Mapping[str, Value], dice: CaseDice, names: CaseNames
) -> CaseTable:
    """Return the table at the start of a case, before any step. Raises `CaseError` for impossible positions."""
    table = CaseTable(book, _start(book, given, options), CaseDice(None))
    setting = _PositionSetup(table, names)
    setting.trackers(given)
    setting.properties(given)
    for name, piece in given.pieces.items():
        setting.piece(name, piece)
    setting.words(given.model_extra or {})
    dice.of(names.title_of, lambda name: names.piece(table.game, name))
    table.chance = dice
    if given.frame is not None:
        setting.frame(given.frame)
    table.start(dice)
    return table


_starts: dict[tuple[str, str | None, tuple[tuple[str, Value], ...]], Game] = {}
"""Cached starting positions, by the module's digest, the scenario and the options."""


def _start(book: RuleBook, given: CasePosition, options: Mapping[str, Value]) -> Game:
    key = (book.module.name.digest, given.scenario, tuple(sorted(options.items(), key=str)))
    if key not in _starts:
        _starts[key] = _set_up(book, given.scenario, options)
    return _starts[key]


def _set_up(book: RuleBook, scenario: str | None, options: Mapping[str, Value]) -> Game:
    try:
        if scenario is None:
            return bare_table(book.module, options, AsItLies())
        return new_game(book.module, scenario, options, AsItLies())
    except SetupError as error:
        raise CaseError(str(error)) from error


class _PositionSetup:
    """The set-up of a case's position, done as the umpire."""

    def __init__(self, table: CaseTable, names: CaseNames) -> None:
        self._table = table
        self._names = names

    def trackers(self, given: CasePosition) -> None:
        """Turn each tracker that the case gives to its levels."""
        for name, levels in given.tracker.items():
            tracker = tracker_named(self._table, name)
            self._do(SetTracker(name, positions(tracker, levels)))

    def properties(self, given: CasePosition) -> None:
        """Set properties of the table, and the strictness of its rules. Pauses are off unless the case sets them."""
        self._do(SetProperty(PAUSES, "off"))
        for name, value in given.properties.items():
            must_be_property(self._table, name)
            self._do(SetProperty(name, value))
        for place, values in given.places.items():
            for own, value in values.items():
                self._do(SetProperty(property_of_place(self._table, place, own), value))
        levels = given.policy if isinstance(given.policy, dict) else {"": given.policy} if given.policy else {}
        for check, level in levels.items():
            self._policy(check, level)

    def _policy(self, check: str, level: str) -> None:
        checks = self._table.book.checks
        if check and check not in checks:
            raise unknown(f"There is no check '{check}' for a policy", check, checks)
        if level not in LEVELS:
            raise unknown(f"'{level}' is no policy", level, LEVELS)
        self._do(SetProperty(property_of(check), level))

    def piece(self, name: str, piece: GivenPiece) -> None:
        """Place a piece, or move and change an existing one. Raises CaseError for an unknown name, kind or place, for a
        property or value that it cannot have, and for a new piece without a place.
        """
        goal = None
        if piece.at is not None:
            where = where_named(self._table.situation(self._table.game, ""), piece.at, piece.map or "")
            goal = At(where.map, where.place)
        if piece.kind is not None:
            self._names.must_be_kind(piece.kind)
            if goal is None:
                raise CaseError(f"Where is {name}? Give it a place with 'at'.")
            before = self._table.game.pieces
            self._do(PlaceNew(piece.kind, goal))
            self._names.give(name, next(id for id in self._table.game.pieces if id not in before), piece.kind)
        found = self._names.piece(self._table.game, name)
        if found is None:
            hint = near_to(name, self._names.there(self._table.game))
            raise CaseError(
                f"'{name}' is no piece on the table{hint}; a new one has a 'kind' and 'at' where it stands."
            )
        if goal is not None and piece.kind is None:
            self._do(MovePieces((found,), goal))
        for key, value in (piece.model_extra or {}).items():
            must_be_kept(self._table.game, found, key, name)
            self._do(SetTrait((found,), key, scalar(value)))
            is_so = self._table.situation(self._table.game, "").read(found, key)
            if mismatches(value, is_so):
                raise CaseError(f"{name}: '{key}' cannot be '{value}'; it is {as_text(is_so) or 'nothing'}.")

    def frame(self, said: Saying) -> None:
        """Start or resume a procedure by a step of a case. Raises CaseError for any other step."""
        if not {"run", "resume"} & said.keys():
            raise CaseError(f"A frame is begun by 'run' or 'resume'; found {', '.join(said) or 'nothing'}.")
        CasePlayer(self._table, self._names).do(said)
        self.must_be_done()

    def words(self, said: Mapping[str, Data]) -> None:
        """Apply the words of the module. Raises CaseError for an unknown word."""
        for word, data in said.items():
            known = self._table.book.words
            if word not in known:
                raise unknown(f"'{word}' is not a word of this module", word, [*CasePosition.model_fields, *known])
            situation = self._table.situation(self._table.game, "")
            seen = self._table.seen(self._table.game, "")
            resolved = self._names.resolved(seen, self._table.game, data)
            for command in known[word].commands(situation, resolved):
                self._do(command)

    def must_be_done(self) -> None:
        """Raise `CaseError` if the last command was not done."""
        outcome = self._table.events[-1].outcome
        if not isinstance(outcome, Done):
            because = outcome.because if isinstance(outcome, Refused) else outcome.prompt.question
            raise CaseError(f"The position cannot be given: {because}")

    def _do(self, command: AnyCommand) -> None:
        self._table.do(UMPIRE, command)
        self.must_be_done()


def changed(given: CasePosition, by: CasePosition) -> CasePosition:
    """Return the position `given` with the entries of `by`, which replace its own. Pieces are changed one by one."""
    pieces = {
        **given.pieces,
        **{name: _changed_piece(given.pieces.get(name), piece) for name, piece in by.pieces.items()},
    }
    extra = {**(given.model_extra or {}), **(by.model_extra or {})}
    fields = {name: getattr(by, name) for name in by.model_fields_set if name in CasePosition.model_fields}
    return given.model_copy(update={**extra, **fields, "pieces": pieces})


def _changed_piece(given: GivenPiece | None, by: GivenPiece) -> GivenPiece:
    """Return the entry `by` of a piece, completed by its entry `given`. If `by` names a kind, it is not completed."""
    if given is None or by.kind is not None:
        return by
    said = {name: getattr(by, name) for name in by.model_fields_set if name in GivenPiece.model_fields}
    return given.model_copy(update={**said, **(by.model_extra or {})})
