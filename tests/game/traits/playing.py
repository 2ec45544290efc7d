"""A small table to try traits on: two sides, a map of ten by ten squares, and a player controlled by the test."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tabletop.board import Axis, Board, BoardZone, Map, Numbering, SquareGrid, ZonedGrid
from tabletop.expression import Value, compile_template
from tabletop.game.actions.action import Action, give_property, run_key
from tabletop.game.actions.early_ends import AnswerNeeded, Refusal
from tabletop.game.actions.landing import land, lying_at
from tabletop.game.appearance.drawn_piece import Appearance, Surroundings
from tabletop.game.appearance.piece_display import MenuLine, appearance_of, menu_of, surroundings_of, viewed
from tabletop.game.chance import Chance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done
from tabletop.game.change.patch import Change, MakeHolder, PieceSight, Sit
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, ModuleName, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.traits import Trait

if TYPE_CHECKING:
    from tabletop.game.change.told import Told

SIDES = ("axis", "allies")
SEATS = {"both": Seat((0, 1)), "axis": Seat((0,)), "allies": Seat((1,)), "watcher": Seat(), "umpire": Seat((), True)}

SQUARES = SquareGrid(dx=100, dy=100, x0=50, y0=50, columns=10, rows=10, numbering=Numbering(Axis("letters")))
NORTH = BoardZone("North", ((0, 0), (1000, 0), (1000, 500), (0, 500)), parent_grid=True, form="{place}")
SOUTH = BoardZone("South", ((0, 500), (1000, 500), (1000, 1000), (0, 1000)), parent_grid=True, form="{place}")
THEATRE = Map("Theatre", (Board("sheet", 1000, 1000, ZonedGrid((NORTH, SOUTH), SQUARES)),))
DISPLAY = Map("Display", (Board("sheet", 1000, 1000, SQUARES),))
"""A map of columns A to J and rows 1 to 10. Each square is 100 map pixels wide; the middle of A1 is at 50, 50."""


class Rigged(Chance):
    """A source of chance that gives the results wanted by a test, then zeros, and keeps the reasons of all draws."""

    def __init__(self, results: Sequence[int] = ()) -> None:
        self.results = list(results)
        self.reasons: list[str] = []

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        self.reasons.append(why)
        return self.results.pop(0) if self.results else 0


class Playing:
    """A game in play. `kinds` are the contents of its counter tray; `piece` puts pieces down."""

    def __init__(self, *kinds: Kind) -> None:
        self.components = Components({"Theatre": THEATRE, "Display": DISPLAY}, {kind.key: kind for kind in kinds}, {})
        self.game: Game = empty_game(SIDES, ("Theatre", "Display"), ModuleName("test", "1", ""))
        self.told: tuple[Told, ...] = ()
        self.last = Done(())
        self.change(*(Sit(name, seat) for name, seat in SEATS.items()))

    def change(self, *changes: Change) -> None:
        """Change the game by hand."""
        self.game = apply(self.game, changes)[0]

    def piece(self, kind: Kind | Sequence[Trait], place: str = "A1", *, on: str = "Theatre", apart: bool = True) -> int:
        """Put a new piece of a kind (or one with just these traits) on a map, and return its id. It lies in its own
        stack; if not `apart`, it joins the newest stack there, if any.
        """
        if not isinstance(kind, Kind):
            kind = Kind("piece", "Piece", "axis", tuple(kind), width=60, height=60)
        action = Action(self.game, self.components, "both", Rigged())
        known = action.pieces.know(kind)
        x, y = self.components.maps[on].point_of(place) or (0, 0)
        index = self.game.maps.index(on)
        there = [] if apart else [id for id, held in lying_at(action, index, x, y) if held.form == "stack"]
        stack = there[-1] if there else action.pieces.new_holder("stack", index, x, y, place)
        made = action.pieces.make(known, stack, compile_kind(kind).slots)
        self.game = apply(self.game, action.close().patch)[0]
        return made

    def deck(self, name: str, *, look: int = 4) -> int:
        """Add an empty deck, into which both sides look at the level `look`, and return its id."""
        id = self.game.counters.next_id
        self.change(MakeHolder(id, Holder("deck", 1, 950, 950, "J10", 0, id, (), (look, look), (), name)))
        return id

    def give(self, piece: int, name: str, value: Value) -> None:
        """Give a property of a piece a value by hand."""
        action = Action(self.game, self.components, "both", Rigged())
        give_property(action, piece, name, value)
        self.game = apply(self.game, action.close().patch)[0]

    def put_into(self, piece: int, holder: int) -> None:
        """Put a piece into a holder, as a player does."""
        action = Action(self.game, self.components, "both", Rigged())
        action.pieces.put([piece], holder)
        self.game = apply(self.game, action.close().patch)[0]

    def move(self, piece: int, place: str) -> None:
        """Move a piece to a place of its map, as a player does."""
        index = self.game.holder_of(piece).map
        self.land(piece, *(self.components.maps[self.game.maps[index]].point_of(place) or (0, 0)))

    def land(self, piece: int, x: int, y: int) -> None:
        """Move a piece to a point of its map, as a player does."""
        action = Action(self.game, self.components, "both", Rigged())
        land(action, [piece], self.game.holder_of(piece).map, x, y)
        self.game = apply(self.game, action.close().patch)[0]

    def hide(self, piece: int, side: int, level: int = 0) -> None:
        """Reduce a side's sight of a piece."""
        self.change(PieceSight(piece, side, level))

    def act(
        self,
        pieces: int | Sequence[int],
        key: str,
        *,
        seat: str = "both",
        answers: Sequence[Value] = (),
        rolls: Sequence[int] = (),
    ) -> Done:
        """Send a key, answer its prompts in order, and return the result. The game is replaced by the game after it."""
        given: list[tuple[str, Value]] = []
        left = list(answers)
        ids = [pieces] if isinstance(pieces, int) else list(pieces)
        while True:
            action = Action(self.game, self.components, seat, Rigged(rolls), tuple(given))
            try:
                run_key(action, ids, key)
            except AnswerNeeded as ask:
                if not left:
                    raise
                given.append((ask.prompt.key, left.pop(0)))
                continue
            self.last = action.close()
            performed = action.performed(self.last)
            assert (performed.after, performed.back) == apply(self.game, self.last.patch)
            self.game = performed.after
            self.told = self.last.told
            return self.last

    def refused(self, pieces: int | Sequence[int], key: str, **how: str) -> str:
        """Send a key that must be refused, and return the code of the refusal."""
        before = self.game
        try:
            self.act(pieces, key, **how)  # type: ignore[arg-type]
        except Refusal as refusal:
            assert self.game is before
            return refusal.answer.code
        raise AssertionError("It was not refused.")

    def reading(self, seat: str = "both") -> PropertyReader:
        """Return the reader of the game for a seat."""
        return viewed(self.game, self.components, seat)

    def read(self, piece: int, name: str) -> Value:
        """Return a property of a piece."""
        return self.reading().read(piece, name)

    def shows(self, piece: int) -> Appearance:
        """Return the look of a piece."""
        return appearance_of(self.reading(), piece)

    def surroundings(self, piece: int, seat: str = "both") -> Surroundings:
        """Return the decorations on the map that belong to a piece."""
        return surroundings_of(self.reading(seat), piece) or Surroundings()

    def menu(self, piece: int, seat: str = "both") -> tuple[MenuLine, ...]:
        """Return the menu of a piece."""
        return menu_of(self.reading(seat), piece)

    def where(self, piece: int) -> str:
        """Return the place of a piece; "" for none."""
        return self.reading().whereabouts(piece).place

    def stack(self, piece: int) -> tuple[int, ...]:
        """Return the contents of a piece's holder, bottom first."""
        return self.game.holder_of(piece).pieces

    def reports(self) -> list[str]:
        """Return the reports of the last action, filled in."""
        found = []
        for told in self.told:
            if told.key == "report":
                template = compile_template(str(told.facts["text"]))
                found.append(template.fill(tuple(told.facts[str(n)] for n in range(len(template.expressions)))))
        return found
