"""Comparison of the effects of menu commands with VASSAL's. Each is carried out on the same position."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from tabletop.expression import as_text, compile_template
from tabletop.game.actions.action import Action, run_key
from tabletop.game.actions.early_ends import AnswerNeeded, Refusal
from tabletop.game.appearance.piece_display import offered
from tabletop.game.chance import Chance
from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.patch import Sit
from tabletop.game.change.told import Told
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.game import Game, Seat
from tabletop.module.contents.laid_boards import as_laid
from tabletop.module.module import Module
from tabletop.vassal.expressions.plain_texts import said
from tabletop.workshop.comparison.compared_facts import Fact, FactComparison
from tabletop.workshop.comparison.compared_pieces import NOT_OURS, MenuEntry, asked, compare_menu, entries, our_key

Place: TypeAlias = tuple[str | None, int, int, str | None, int | None]
"""The place of a piece: its map, its point, its stack or deck, and its position there from the bottom."""

NEW: Final = "new"
"""The name of a piece that did not exist before."""

WHO: Final = "newbie"
"""The player who carried out the recorded actions. This player has no side, and sees everything."""


class ChangedPiece(Struct, frozen=True):
    """The changes that an action made to a piece other than the acting one: its properties before and after, and its
    place afterwards."""

    id: str
    name: str = ""
    props_changed: dict[str, tuple[str | None, str | None]] = {}
    location_after: Place | None = None


class GonePiece(Struct, frozen=True):
    """A piece that an action removed."""

    id: str


class MadePiece(Struct, frozen=True):
    """A piece or stack that an action made; only pieces have traits."""

    id: str
    name: str = ""
    traits: list[tuple[str, str, str]] | None = None


class ChangedContainer(Struct, frozen=True):
    """A stack or deck that an action changed: its contents afterwards, from the bottom."""

    id: str
    after: list[str] | None = None


class RecordedAction(Struct, frozen=True):
    """A command in the menu of a piece, and its effects."""

    piece: str
    command: str
    key: str | None = None
    props_changed: dict[str, tuple[str | None, str | None]] = {}
    location_after: Place | None = None
    menu_after: list[MenuEntry] | None = None
    removed_self: bool = False
    others_changed: list[ChangedPiece] = []
    created: list[MadePiece] = []
    removed: list[GonePiece] = []
    containers_changed: list[ChangedContainer] = []
    globals_changed: list[tuple[str, str | None, str | None]] = []
    chat: list[str] = []
    dialogs: list[str] = []
    repeatable: bool = True
    traits: list[tuple[int, str]] = []


class RecordedPiece(Struct, frozen=True):
    """A piece before any action."""

    id: str
    name: str
    props: dict[str, str]
    menu: list[MenuEntry]


class Same(Chance):
    """A source of chance that always returns the first possible result."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:  # noqa: ARG002 - it is always the first
        """Return the first result."""
        return 0


def compare_actions(
    game: Game,
    ids: Mapping[str, int],
    module: Module,
    pieces: Sequence[RecordedPiece],
    actions: Sequence[RecordedAction],
    comparing: FactComparison,
) -> None:
    """Carry out each recorded action on the same position, and compare its effects with VASSAL's.

    `ids` gives the number of a piece by its id in VASSAL. Actions without a key, and those of pieces that are missing
    here, are skipped. The effects of actions that draw random numbers are not compared.
    """
    module = as_laid(module, game.properties)
    game = apply(game, [Sit(WHO, Seat((), umpire=True))])[0]
    before = _MenuState(Draft(game), module)
    known = {piece.id: piece for piece in pieces}
    for action in actions:
        id = ids.get(action.piece, 0)
        piece = known.get(action.piece)
        if not id or piece is None or action.key is None:
            continue
        _ActionRun(game, ids, module, before, comparing).out(action, id, piece)


class _MenuState:
    """A game whose pieces and properties are read by VASSAL's names."""

    def __init__(self, draft: Draft, module: Module, told: Sequence[Told] = ()) -> None:
        self.draft = draft
        self.said = _said(told)
        self._seen = PropertyReader(draft, module.components, (), WHO, sees_all=True)
        self._known = PropertyReader(
            draft, module.components, tuple(range(len(draft.before.sides))), WHO, sees_all=True
        )

    def beside(self, piece: int) -> tuple[int, ...]:
        """Return all pieces in the stack of a piece, bottom first."""
        held = self.draft.piece(piece)
        holder = self.draft.holder(held.at) if held is not None else None
        return holder.pieces if holder is not None else ()

    def reader(self, piece: int) -> PieceReader:
        """Return a reader of a piece for the acting player, who has no side. A masked piece is read as all sides
        together see it.
        """
        return PieceReader(self._known if self._is_masked(piece) else self._seen, piece)

    def _is_masked(self, piece: int) -> bool:
        return PieceReader(self._known, piece).read("Masked") is True

    def property(self, piece: int, name: str) -> str:
        """Return a property by VASSAL's name for it."""
        return asked(PieceReader(self._known, piece), name)


def _said(told: Sequence[Told]) -> list[str]:
    """Return the reports as VASSAL writes them, without those for players who see less."""
    return [_words(one) for one in told if one.key == "report" and not one.lesser]


def _words(told: Told) -> str:
    """Return a report as VASSAL writes it."""
    template = compile_template(as_text(told.facts["text"]))
    return "* " + template.fill(tuple(told.facts.get(str(number)) for number in range(len(template.expressions))))


class _ActionRun:
    """The comparison of one action with its effects here."""

    def __init__(
        self, game: Game, ids: Mapping[str, int], module: Module, before: _MenuState, comparing: FactComparison
    ) -> None:
        self._game = game
        self._ids = ids
        self._module = module
        self._before = before
        self._comparing = comparing

    def out(self, action: RecordedAction, id: int, piece: RecordedPiece) -> None:
        """Carry out the action; compare each thing that VASSAL changed, and check that nothing else changed."""
        of = "actions." + (action.traits[0][1] if action.traits else "others")
        where = f"{piece.name} ({piece.id}): {action.command}"
        key = self._key_of(id, action.command) or our_key(action.key)
        after = self._done(id, key, of, where)
        if after is None or not action.repeatable:
            return
        exists = after.draft.piece(id) is not None
        self._comparing.fact(of, f"{where}: it is still there", not action.removed_self, exists)
        gone = {one.id for one in action.removed}
        if exists and not action.removed_self:
            self._self(action, id, piece, of, where, after)
        for other in action.others_changed:
            if (ours := self._ids.get(other.id, 0)) and other.id not in gone:
                self._changes(ours, other.props_changed, of, f"{where}: {other.name} ({other.id})", after)
        made = [one.name for one in action.created if one.traits is not None]
        new = [one for one in after.draft.piece_ids() if self._before.draft.piece(one) is None]
        names = [after.property(one, "PieceName") for one in new]
        self._comparing.fact(of, f"{where}: new pieces", ", ".join(sorted(made)), ", ".join(sorted(names)))
        self._around(action, of, where, after)

    def _around(self, action: RecordedAction, of: str, where: str, after: _MenuState) -> None:
        """Compare the other effects: the order of pieces, properties of the table, and the report."""
        ids = {id: name for name, id in self._ids.items()}
        for container in action.containers_changed:
            there = [one if one in self._ids else NEW for one in container.after or ()]
            first = next((self._ids[one] for one in there if one in self._ids), 0)
            if first:
                here = [ids.get(one, NEW) for one in after.beside(first)]
                self._comparing.fact(of, f"{where}: order in {container.id}", list(there), list(here))
        changed: dict[str, Fact] = {name.rpartition("/")[2]: value or "" for name, _, value in action.globals_changed}
        here_changed: dict[str, Fact] = {}
        for name, value in after.draft.properties().items():
            if value != self._game.properties.get(name) and as_text(value) != as_text(self._game.properties.get(name)):
                here_changed[name] = as_text(value)
        self._comparing.fact("actions: properties of the table", where, changed, here_changed)
        if not action.dialogs:
            there, here = (
                [said(line.removeprefix("* ")).strip() for line in lines] for lines in (action.chat, after.said)
            )
            self._comparing.fact("actions: reports", where, list(there), list(here))

    def _key_of(self, id: int, command: str) -> str:
        """Return the key of a menu entry by its text; "" if there is no such entry."""
        reader = self._before.reader(id)
        return next((key for text, key, _ in entries(offered(reader.reading, id)) if text == command), "")

    def _done(self, id: int, key: str, of: str, where: str) -> _MenuState | None:
        """Return the game after the action. If the action asks a question, return the game before: in the recording the
        question was cancelled. A refusal is recorded as a difference, and the result is None.
        """
        doing = Action(self._game, self._module.components, WHO, Same())
        try:
            run_key(doing, (id,), key)
        except AnswerNeeded:
            return _MenuState(Draft(self._game), self._module)
        except Refusal as refusal:
            self._comparing.fact(of, where, "is carried out", refusal.answer.because)
            return None
        return _MenuState(doing.draft, self._module, doing.close().told)

    def _self(
        self, action: RecordedAction, id: int, piece: RecordedPiece, of: str, where: str, after: _MenuState
    ) -> None:
        self._changes(id, action.props_changed, of, where, after)
        others = [name for name in piece.props if name not in action.props_changed and name not in NOT_OURS]
        standing = ((name, self._before.property(id, name), after.property(id, name)) for name in others)
        moved: dict[str, Fact] = {name: value for name, before, value in standing if value != before}
        self._comparing.fact(of, f"{where}: nothing else changes", {}, moved)
        if action.menu_after is not None:
            compare_menu(after.reader(id), action.menu_after, of, f"{where}: menu", self._comparing)

    def _changes(
        self, id: int, changed: Mapping[str, tuple[str | None, str | None]], of: str, where: str, after: _MenuState
    ) -> None:
        for name, (_, value) in changed.items():
            if name in NOT_OURS:
                self._comparing.leave_out(name)
            else:
                self._comparing.fact(of, f"{where}: {name}", value or "", after.property(id, name))
