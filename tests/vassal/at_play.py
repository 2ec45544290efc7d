"""Helpers for tests: they lay out pieces of a small imported module as in a save, press keys, and read the results."""

from typing import Final

from tabletop.expression import as_text, compile_template
from tabletop.game.actions.action import Action, run_key
from tabletop.game.appearance.piece_display import menu_of
from tabletop.game.change.draft import Draft, apply
from tabletop.game.change.outcome import Performed
from tabletop.game.change.patch import Sit
from tabletop.game.commands import Act, Spot
from tabletop.game.decide import perform
from tabletop.game.properties.property_reader import PieceReader, PropertyReader
from tabletop.game.state.game import Seat
from tabletop.module.contents.laid_boards import as_laid
from tabletop.vassal.files.archive import Archive
from tabletop.vassal.files.save_files import read_saved
from tabletop.vassal.games.followed_game import Follower, map_rules
from tabletop.vassal.games.vassal_position import position_of
from tabletop.workshop.comparison.compared_pieces import asked
from tabletop.workshop.comparison.menu_commands import Same

UMPIRE: Final = "umpire"
DECK: Final = "deck;true;0,0,0;40;40;Never;Never;false;false;false;;;;"
MARKER: Final = ("piece;;;;Marker", "null;0;0;5;0")
LAYER: Final = "emb2;;128;;;128;;;128;;;;1;false;0;0;a.png,b.png,c.png;,,;true;Step;;;false;;1;1;true;;;;;1.0;;true"
NEUTRAL: Final = "COUNTER|false|MAP|||||0|0||false|||EQUALS||"


def key(name: str) -> str:
    return f"57344,0,{name}"


def keys(*names: str) -> str:
    """Return a list of keys as written in the type of a trait."""
    return ",".join(key(name).replace(",", "\\,") for name in names)


def trigger(hears: str, *sends: str, match: str = "") -> str:
    return f"macro;;;;{match};{keys(hears)};{keys(*sends)};false;;;counted;;;;false;;1;1"


def report(hears: str, text: str) -> str:
    return f"report;{keys(hears)};{text};;;;false"


def counter(name: str, hears: str) -> str:
    """Return a property that grows by one at a key."""
    return f"PROP;{name};false,0,100,false;:{keys(hears)}:I\\,1;"


def command(hears: str, sends: str, match: str = "", target: str = NEUTRAL) -> str:
    return f"globalkey;;{key(hears)};{key(sends)};{match};false;1;false;true;;;-1;{target};false;"


def send(hears: str, x: int, y: int, back: str = "") -> str:
    return f"sendto;;{key(hears)};Main;;{x};{y};;{key(back) if back else ''};0;0;0;0;;L;;;;"


class Table:
    """A table with pieces on its map. An umpire who plays no side sends them keys."""

    def __init__(self, vassal, module, pieces, more) -> None:
        saved = read_saved(Archive(vassal.vsav(*pieces, more=more)))
        follower = Follower(module, position_of(saved.start, map_rules(module)))
        self.ids = follower.ids
        self.module = as_laid(module, follower.game.properties)
        self.game = apply(follower.game, [Sit(UMPIRE, Seat((), umpire=True))])[0]
        self.said: list[str] = []

    def press(self, piece: str, name: str) -> None:
        action = Action(self.game, self.module.components, UMPIRE, Same())
        run_key(action, (self.ids[piece],), name)
        done = action.close()
        self.game = action.performed(done).after
        self.said = [words(told) for told in done.told if told.key == "report"]

    def call(self, piece: str, name: str, at: Spot | None = None) -> None:
        """Use a piece as a player does: with the mouse at a point, or by a key."""
        done = perform(self.game, Act((self.ids[piece],), name, at=at), UMPIRE, Same(), self.module.components)
        assert isinstance(done, Performed), done
        self.game = done.after

    def read(self, piece: str, name: str) -> str:
        reading = PropertyReader(Draft(self.game), self.module.components, (0, 1), sees_all=True)
        return asked(PieceReader(reading, self.ids[piece]), name)

    def reads(self, piece: str, *names: str) -> list[str]:
        return [self.read(piece, name) for name in names]

    def new(self, name: str = "new") -> str:
        """Give this name to the newest piece, and return the name."""
        self.ids[name] = max(self.game.pieces)
        return name

    def menu(self, piece: str) -> dict[str, bool]:
        """Return the entries of a piece's menu, and whether they can be chosen."""
        reading = PropertyReader(Draft(self.game), self.module.components, (0, 1), sees_all=True)
        return {line.label: line.is_enabled for line in menu_of(reading, self.ids[piece])}

    def stack(self, piece: str) -> list[str]:
        """Return the pieces in a piece's stack, from the bottom."""
        names = {id: name for name, id in self.ids.items()}
        return [names.get(id, "new") for id in self.game.holder_of(self.ids[piece]).pieces]


def words(told) -> str:
    template = compile_template(as_text(told.facts["text"]))
    return template.fill(tuple(told.facts.get(str(number)) for number in range(len(template.expressions))))
