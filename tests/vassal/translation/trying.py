"""A small module and a table with one piece, to try translated traits of VASSAL."""

from tabletop.game.actions.action import Action, run_key
from tabletop.game.appearance.drawn_piece import Appearance
from tabletop.game.appearance.piece_display import appearance_of, menu_of
from tabletop.game.chance import Chance
from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.patch import MakeHolder, Property, Sit
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.state.components import Components
from tabletop.game.state.game import Game, ModuleName, Seat, empty_game
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.traits import Trait
from tabletop.vassal.components.piece_definitions import RawTrait
from tabletop.vassal.expressions import FieldFacts
from tabletop.vassal.traits.trait_types import read_trait
from tabletop.vassal.translation.translated_traits import take
from tabletop.workshop.comparison.compared_pieces import asked


class Module:
    """A module with the sides Red and Blue, one marker and any picture."""

    leading_zeros_stay = False
    offers_blanks = False
    others_unmask = ""
    lays_anew = True
    sending_moves = False
    maps = frozenset(("Main",))

    def picture(self, name: str, where: str) -> str | None:
        return None if name.startswith("missing") else f"images/{name}"

    def stand_in(self, words: str) -> str | None:
        return f"images/plain {words}"

    def size(self, picture: str) -> tuple[int, int] | None:
        return 16, 10

    def sound(self, name: str, where: str) -> str | None:
        return None if name.startswith("missing") else f"sounds/{name}"

    def side(self, name: str) -> str | None:
        return {"Red": "red", "Blue": "blue"}.get(name)

    def piece(self, spec: str, gpid: str, where: str) -> str | None:
        return "marker" if "Marker" in spec else None

    def note_format(self, text: str, field: FieldFacts, ours: str) -> None:
        pass

    def pattern(self, prototype: str, parameters: str, where: str) -> str | None:
        return None


def taken(type_: str, state: str = "") -> tuple[Trait, ...]:
    return take(read_trait(RawTrait(type_, state)), Module(), "here")[0]


def one(type_: str, state: str = "") -> Trait:
    [trait] = taken(type_, state)
    return trait


class Table:
    """A table with one piece, of traits written outermost first, in a box."""

    def __init__(self, *traits: str | tuple[str, str], shared: dict[str, str] | None = None) -> None:
        pairs = [(trait, "") if isinstance(trait, str) else trait for trait in traits]
        chain = [made for pair in reversed([*pairs, ("piece;;;a.png;Tank", "null;0;0;7;0")]) for made in taken(*pair)]
        kind = Kind("7", "Tank", traits=tuple(chain))
        self.components = Components({}, {kind.key: kind, "marker": Kind("marker", "Marker")}, {})
        box = Holder("box", -1, 0, 0, "", 0, 0, (), (4, 4), (), "Box")
        game = empty_game(("red", "blue"), (), ModuleName("m", "1", ""))
        given = [Property(name, value) for name, value in (shared or {}).items()]
        self.game: Game = apply(game, [Sit("ann", Seat((0,))), MakeHolder(1, box), *given])[0]
        action = self._action()
        self.piece = action.pieces.make(action.pieces.know(kind), 1, compile_kind(kind).slots)
        self.game = apply(self.game, action.close().patch)[0]

    def _action(self) -> Action:
        return Action(self.game, self.components, "ann", First())

    def do(self, *keys: str) -> None:
        for key in keys:
            action = self._action()
            run_key(action, (self.piece,), key)
            self.game = apply(self.game, action.close().patch)[0]

    def __getitem__(self, name: str) -> str:
        return asked(self.reading().reader(self.piece), name)

    def menu(self) -> list[tuple[str, str, bool]]:
        return [(line.label, line.key, line.is_enabled) for line in menu_of(self.reading(), self.piece)]

    def appearance(self) -> Appearance:
        return appearance_of(self.reading(), self.piece)

    def reading(self) -> PropertyReader:
        return PropertyReader(Draft(self.game), self.components, (0,), "ann", sees_all=True)


class First(Chance):
    """A source of chance that always gives the first result."""

    def draw(self, sides: int, why: str, *, secret: bool = False) -> int:
        return 0
