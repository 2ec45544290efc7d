"""Set-up: it makes a game, the first record of a journal, from a scenario of a module."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from tabletop.board import Location, Map
from tabletop.board.geometry import Pixel
from tabletop.board.piece_rows import Rectangle, grid, row
from tabletop.expression import as_number, as_text
from tabletop.game.actions.action import Action, run_key
from tabletop.game.actions.early_ends import AnswerNeeded, Refusal
from tabletop.game.actions.landing import land, size_of
from tabletop.game.actions.secret_setup import SETUP, UNDER_WAY, hide_all
from tabletop.game.actions.table_keys import table_piece
from tabletop.game.behaviour.deck_behaviour import mix
from tabletop.game.chance import Chance
from tabletop.game.change.patch import DropHolder, MakeHolder, PieceSight
from tabletop.game.change.step import SET_UP
from tabletop.game.change.told import Told
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.side_cells import numbers_meant, side_of, whole_sides
from tabletop.game.state.game import Game, Seat, empty_game, with_cells
from tabletop.game.state.holder import TABLE, Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.position import PositionError
from tabletop.game.state.values import BACKS, COUNT, FACES, SHUT, SIGHT_LEVELS, TOP, Value
from tabletop.game.table_access import OPEN_TABLE, AccessKind
from tabletop.module.contents.laid_boards import as_laid, boards_property, boards_to_choose, in_order, mistake, written
from tabletop.module.contents.saved_positions import decode_position
from tabletop.module.documents.problems import one_of
from tabletop.module.module import Module
from tabletop.module.schema.map.map_table_records import BoardPlacement
from tabletop.module.schema.scenario import (
    Arrival,
    Deck,
    HandRecord,
    MapItemRecord,
    Placement,
    ScenarioFile,
    SetPiece,
    UmpireSetupFile,
)
from tabletop.module.source import SourceError
from tabletop.texts import text

USUAL_BOARDS: Final[Mapping[str, tuple[BoardPlacement, ...]]] = MappingProxyType({})
"""The value for no choice of boards: every map has its default ones."""

NOWHERE: Final = -1
"""The number that stands for no map."""


class NewGame(NamedTuple):
    """A game that was set up, and the reports of the keys that its set-up pressed."""

    game: Game
    told: tuple[Told, ...] = ()


class SetupError(ValueError):
    """The error of a game that cannot be set up. One sentence says why, for example that there is no such scenario."""


class UnknownOptionError(SetupError):
    """The error of an option that the module does not have, or of a choice that the option does not have."""


def new_game(
    module: Module,
    scenario_id: str,
    options: Mapping[str, Value],
    chance: Chance,
    secret: str = "",
    boards: Mapping[str, tuple[BoardPlacement, ...]] = USUAL_BOARDS,
) -> Game:
    """Return only the game of a scenario that is set up as `set_up` does. Raises `SetupError`."""
    return set_up(module, scenario_id, options, chance, secret, boards).game


def set_up(
    module: Module,
    scenario_id: str,
    options: Mapping[str, Value],
    chance: Chance,
    secret: str = "",
    boards: Mapping[str, tuple[BoardPlacement, ...]] = USUAL_BOARDS,
    access: AccessKind | None = None,
    own: UmpireSetupFile | None = None,
) -> NewGame:
    """Return a scenario as a new game, after the keys of the set-up have been pressed. `own` is a set-up of the
    umpire's own.

    `options` take precedence over those of the scenario, and these over the module's defaults. `chance` shuffles decks.
    The names by which sides know pieces are made from `secret`. `boards` are the chosen boards, by the ids of their
    maps; the default ones lie on the other maps. The table has the module's `access`, unless another kind is given.
    Raises `SetupError` for an unknown scenario, option, choice or place, for boards that cannot be laid out, and for a
    saved position that does not fit the module.
    """
    scenario = module.scenarios.get(scenario_id)
    if scenario is None:
        raise SetupError(
            text("no-such-scenario", module=module.about.title, id=scenario_id, known=_named(module.scenarios))
        )
    if own is not None:
        scenario = with_own(scenario, own)
    laid = _boards(module, scenario, boards)
    made = _SetUp(module, scenario, _options(module, scenario, options), laid, chance, secret).made()
    usual = module.about.access.access() if module.about.access is not None else OPEN_TABLE
    return made._replace(game=replace(made.game, access=replace(usual, kind=access or usual.kind)))


def with_own(scenario: ScenarioFile, own: UmpireSetupFile) -> ScenarioFile:
    """Return a scenario together with a set-up of the umpire's own, which may replace the scenario's pieces."""
    bare = {"setup": (), "decks": (), "hands": (), "arrivals": (), "position": None}
    given = scenario.model_copy(update=bare) if own.instead else scenario
    return given.model_copy(
        update={
            "tracker": {**given.tracker, **own.tracker},
            "properties": {**given.properties, **own.properties},
            "options": {**given.options, **own.options},
            "cells": {**given.cells, **own.cells},
            "setup": (*given.setup, *own.setup),
            "decks": (*given.decks, *own.decks),
            "hands": (*given.hands, *own.hands),
        }
    )


def bare_table(module: Module, options: Mapping[str, Value], chance: Chance) -> Game:
    """Return a table of the module with nothing on it: its maps, properties and options.

    Raises `SetupError` as `new_game` does.
    """
    nothing = ScenarioFile.model_validate({"id": "bare", "title": "An empty table", "summary": "Nothing is set up."})
    return _SetUp(module, nothing, _options(module, nothing, options), {}, chance, "").made().game


def _options(module: Module, scenario: ScenarioFile, chosen: Mapping[str, Value]) -> dict[str, Value]:
    known = {option.id: option for option in module.about.options}
    for id, choice in chosen.items():
        if id not in known:
            raise UnknownOptionError(_no_option(module, id))
        if not known[id].rules().takes(as_text(choice)):
            there = _named(known[id].choices) if known[id].choices else text("it-is", wanted=known[id].rules().wanted)
            raise UnknownOptionError(text("no-such-choice-of-option", id=id, choice=as_text(choice), known=there))
    return {**{id: option.usual for id, option in known.items()}, **scenario.options, **chosen}


def _no_option(module: Module, id: str) -> str:
    """Return the sentence that a module has no option with an id. For a rule number it names the options of that
    rule.
    """
    of_rule = [option.id for option in module.about.options if option.rule == id]
    known = _named(of_rule or [option.id for option in module.about.options])
    key = "no-such-option-but-rule" if of_rule else "no-such-option"
    return text(key, module=module.about.title, id=id, known=known)


def _boards(
    module: Module, scenario: ScenarioFile, chosen: Mapping[str, tuple[BoardPlacement, ...]]
) -> dict[str, tuple[BoardPlacement, ...]]:
    """Return the boards on the maps whose boards are chosen, by map id. Raises SetupError for a wrong choice."""
    asked = boards_to_choose(module, scenario)
    for id, boards in chosen.items():
        if id not in asked:
            raise SetupError(text("no-boards-to-choose", map=id, known=_named(asked)))
        if wrong := mistake(asked[id], boards):
            raise SetupError(wrong)
    usual = {id: sheet.choice.usual for id, sheet in asked.items() if sheet.choice is not None}
    return {**scenario.boards, **usual, **{id: in_order(boards) for id, boards in chosen.items()}}


def place_names(board: Map) -> list[str]:
    """Return every name of a place on a map."""
    return [*board.places(), *(alias for alias, _ in board.aliases)]


def waiting_spot(module: Module, scenario: ScenarioFile, arrival: Arrival) -> tuple[str, Location] | None:
    """Return the map and the cell of the scenario's waiting track in which pieces wait for their turn; None if there is
    none.
    """
    for id, board in module.components.maps.items():
        for track in board.tracks:
            spot = board.spot_of(track.place(str(arrival.turn))) if track.name == scenario.waiting else None
            if spot is not None:
                return id, spot
    return None


def _saved(module: Module, scenario: ScenarioFile, secret: str) -> Game | None:
    """Return the saved position with which a scenario begins; None if it has none. Raises SetupError if it cannot
    be used.
    """
    if scenario.position is None:
        return None
    try:
        saved = decode_position(module.source.read(scenario.position), module.components.kinds)
    except (PositionError, SourceError) as error:
        raise SetupError(text("setup-unusable", scenario=scenario.title, because=error)) from error
    if (whole_sides(saved.sides), saved.maps) != (module.sides, tuple(module.components.maps)):
        raise SetupError(text("setup-of-other-module", scenario=scenario.title))
    return replace(saved, module=module.name, scenario=scenario.id, secret=secret)


def _named(known: Collection[str]) -> str:
    return text("known-are", known=one_of(known)) if known else text("it-has-none")


def lay_out(module: Module, action: Action, setup: Sequence[Placement], decks: Sequence[Deck]) -> None:
    """Lay pieces, and decks with their cards, in a running game of the module, as set-ups do.

    `module` is the result of `as_laid` for the game.
    """
    laying = _SetupBuilder(module, action)
    for placement in setup:
        laying.place(placement)
    for deck in decks:
        laying.lay_deck(deck)
    laying.close()


def given_by_options(module: Module, options: Mapping[str, Value]) -> dict[str, Value]:
    """Return the properties of the table that options set, for the choices in force."""
    found: dict[str, Value] = {}
    for id, choice in options.items():
        rules = module.components.options.get(id)
        if rules is not None and rules.sets:
            number = as_number(as_text(choice))
            found[rules.sets] = as_text(choice) if number is None else number
    return found


def spot_of_deck(module: Module, deck: Deck) -> tuple[str, Location] | None:
    """Return the map and the point at which a deck is set up; None if its board is not on the table.

    `module` is the result of `as_laid` for the game.
    """
    map_id = deck.map or next(iter(module.components.maps))
    spot = _spot(module.components.maps[map_id], map_id, deck)
    return spot and (map_id, spot._replace(place=spot.place if deck.at is not None else deck.name))


class _SetupBuilder:
    """The set-up of pieces, decks and hands within one transaction of a game whose boards are laid."""

    def __init__(self, module: Module, action: Action) -> None:
        self._module = module
        self._action = action
        self._maps = tuple(module.components.maps)
        self._box = action.pieces.new_holder("box", NOWHERE, 0, 0, "")
        self._kinds: dict[str, int] = {}

    def close(self) -> None:
        """Remove the box that the set-up needed."""
        self._action.change(DropHolder(self._box))

    def made(self, wanted: Sequence[str | SetPiece]) -> list[int]:
        """Return new pieces in the given order. They are still in the box."""
        return [piece for each in wanted for piece in self._made_of(each)]

    def _made_of(self, wanted: str | SetPiece) -> Iterator[int]:
        key = wanted.piece if isinstance(wanted, SetPiece) else wanted
        kind = self._module.components.kinds[key]
        if key not in self._kinds:
            self._kinds[key] = self._action.pieces.know(kind)
        for _ in range(wanted.count if isinstance(wanted, SetPiece) else 1):
            piece = self._action.pieces.make(self._kinds[key], self._box, compile_kind(kind).slots)
            for name, value in wanted.state.items() if isinstance(wanted, SetPiece) else ():
                self._action.set_piece_property(piece, name, value)
            if isinstance(wanted, SetPiece):
                self._show(piece, wanted)
            yield piece

    def _show(self, piece: int, wanted: SetPiece) -> None:
        """Set the sides and cells that see a piece: first sides with all their cells, then single cells."""
        for name in sorted(wanted.sight, key=lambda each: (each != side_of(each), each)):
            for number in numbers_meant(self._action.game.sides, name):
                self._action.change(PieceSight(piece, number, SIGHT_LEVELS[wanted.sight[name]]))

    def place(self, placement: Placement) -> None:
        """Lay pieces at a placement; do nothing if its board is not on the table."""
        map_id = placement.map or self._maps[0]
        board = self._module.components.maps[map_id]
        spot = _spot(board, map_id, placement)
        if spot is None:
            return
        pieces = self.made(placement.pieces)
        index = self._maps.index(map_id)
        dx, dy = placement.offset
        if placement.lay == "stack":
            land(self._action, pieces, index, spot.x + dx, spot.y + dy, spot.place)
            return
        if placement.lay in ("own stack", "heap"):
            is_heap = placement.lay == "heap"
            stacking = [piece for piece in pieces if self._action.pieces.stacks(piece)]
            for group in ([piece for piece in pieces if piece not in stacking], stacking):
                land(self._action, group, index, spot.x + dx, spot.y + dy, spot.place, joins="none", heaped=is_heap)
            return
        area = _area(board, spot)
        points = (row if placement.lay == "row" else grid)(len(pieces), size_of(self._action, pieces), area)
        for piece, (x, y) in zip(pieces, points, strict=True):
            land(self._action, [piece], index, x + dx, y + dy, spot.place)

    def lay_deck(self, deck: Deck) -> None:
        """Lay a deck with its cards, shuffled if the deck says so; do nothing if its board is not on the table."""
        found = spot_of_deck(self._module, deck)
        if found is None:
            return
        map_id, spot = found
        look, habits = TOP if deck.face == "up" else BACKS, self._module.components.habits_of(map_id)
        looks = tuple(look if habits.shows_to(side) else SHUT for side in self._action.game.sides)
        layer, index = habits.layer_of("", stacks=False), self._action.game.maps.index(map_id)
        holder = Holder("deck", index, spot.x, spot.y, spot.place, layer, 0, (), looks, (), deck.name)
        id = self.fill(holder, deck.cards)
        if deck.shuffled:
            mix(self._action, id)

    def fill(self, holder: Holder, wanted: Sequence[str | SetPiece]) -> int:
        """Return the id of a new holder with new pieces in it."""
        id = self._action.draft.fresh_id()
        self._action.change(MakeHolder(id, replace(holder, z=self._action.draft.fresh_z())))
        pieces = self.made(wanted)
        if pieces:
            self._action.pieces.put(pieces, id)
        return id


class _SetUp:
    """The set-up of one scenario within one transaction of the game."""

    def __init__(
        self,
        module: Module,
        scenario: ScenarioFile,
        options: Mapping[str, Value],
        laid: Mapping[str, tuple[BoardPlacement, ...]],
        chance: Chance,
        secret: str,
    ) -> None:
        boards = {boards_property(id): written(boards) for id, boards in laid.items()}
        self._module = module = as_laid(module, boards)
        self._scenario = scenario
        self._boards = boards
        self._maps = tuple(module.components.maps)
        bare = empty_game(module.sides, self._maps, module.name, scenario.id, secret)
        empty = with_cells(_saved(module, scenario, secret) or bare, scenario.cells)
        given = {name: value for name, value in self._properties().items() if value is not None}
        chosen = {option.id for option in module.about.options if as_text(options[option.id]) != option.usual}
        by_hand = given_by_options(module, {id: options[id] for id in chosen})
        properties = {**given, **given_by_options(module, options), **empty.properties, **by_hand}
        start = replace(empty, properties=properties, options=options, seats={SET_UP: Seat(umpire=True)})
        self._action = Action(start, module.components, SET_UP, chance)
        self._laying = _SetupBuilder(module, self._action)

    def made(self) -> NewGame:
        """Lay out everything, press the opening keys, and return the game. Nobody sits at it yet."""
        for placement in self._scenario.setup:
            self._laying.place(placement)
        for arrival in self._scenario.arrivals:
            self._let_wait(arrival)
        for deck in self._scenario.decks:
            self._laying.lay_deck(deck)
        for hand in self._scenario.hands:
            self._deal(hand)
        for side in self._scenario.secret_setup:
            self._action.set_property(SETUP + side, UNDER_WAY)
        if self._scenario.secret_setup:
            hide_all(self._action)
        self._lay_table()
        self._laying.close()
        return NewGame(replace(self._action.draft.close(), seats={}), self._action.said())

    def _properties(self) -> dict[str, Value]:
        found: dict[str, Value] = {**self._module.about.properties, **self._scenario.properties, **self._boards}
        for name, tracker in self._module.components.trackers.items():
            positions = self._scenario.tracker.get(name, ())
            if not positions and any(level.property for level in tracker.levels):
                positions = tracker.start
            found.update(tracker.properties(positions))
        return found

    def _lay_table(self) -> None:
        """Make the piece that stands for the table, if the table has traits, and press its opening keys, except those
        for the taking of a side.
        """
        kind = self._module.components.table
        if kind is None:
            return
        if not self._action.draft.named(TABLE):
            self._make_table(kind)
        for opening in self._module.about.openings:
            if opening.when != "side":
                with suppress(Refusal, AnswerNeeded):  # a mistake of the module there does not stop the set-up
                    run_key(self._action, (table_piece(self._action),), opening.key)

    def _make_table(self, kind: Kind) -> None:
        open_to_all = self._action.game.open_looks
        box = self._action.draft.fresh_id()
        z = self._action.draft.fresh_z()
        self._action.change(MakeHolder(box, Holder("box", NOWHERE, 0, 0, "", 0, z, (), open_to_all, (), TABLE)))
        self._action.pieces.make(self._action.pieces.know(kind), box, compile_kind(kind).slots)

    def _let_wait(self, arrival: Arrival) -> None:
        found = waiting_spot(self._module, self._scenario, arrival)
        if found is not None and arrival.pieces:
            map_id, spot = found
            land(self._action, self._laying.made(arrival.pieces), self._maps.index(map_id), spot.x, spot.y, spot.place)

    def _deal(self, hand: HandRecord) -> None:
        owner = self._module.sides.index(hand.side)
        looks = tuple(FACES if side_of(side) == hand.side else COUNT for side in self._action.game.sides)
        self._laying.fill(Holder("hand", NOWHERE, 0, 0, "", 0, 0, (), looks, (), hand.name, owner), hand.pieces)


def _spot(board: Map, map_id: str, where: MapItemRecord) -> Location | None:
    """Return the point of a set-up's place, and the name of the place there; None if its board is not on the table.

    Raises SetupError.
    """
    if where.at is None:
        point = _point(board, where)
        return Location(*point, board.place_at(*point)) if point is not None else None
    spot = board.spot_of(where.at)
    if spot is None:
        raise SetupError(text("map-has-no-place", map=map_id, place=where.at))
    return spot


def _point(board: Map, where: MapItemRecord) -> Pixel | None:
    """Return the point of the map (its pixels) for a set-up's place; None if its board is not on the table."""
    if where.points:
        return where.points.get(board.boards[0].name) if board.boards else None
    if where.point is None or not where.board:
        return where.point
    (x, y), owner = where.point, next((one for one in board.boards if one.name == where.board), None)
    if owner is None:
        return None
    left, top = board.origin_of(owner)
    return left + x, top + y


def _area(board: Map, spot: Location) -> Rectangle:
    """Return the rectangle round a place (map pixels). It is empty for a place that is only a point."""
    outline = board.polygon_of(spot.place) or ((spot.x, spot.y),)
    across, down = [x for x, _ in outline], [y for _, y in outline]
    return round(min(across)), round(min(down)), round(max(across)), round(max(down))
