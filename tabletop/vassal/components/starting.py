"""What lies on the table at the start: at-start stacks and decks as a scenario (format sections 8.2 and 11)."""

from collections.abc import Mapping

from tabletop.module.writing import Writable
from tabletop.vassal.build import Component, configure_name
from tabletop.vassal.components.bench import Bench, Document, Ids, flat, one_line
from tabletop.vassal.components.buttons import Toolbar
from tabletop.vassal.components.decks import take_deck
from tabletop.vassal.components.pieces import SLOTS, PieceMaker

SCENARIO: str = "new-game"


class Start:
    """Gathers the set-up of a new game, map by map."""

    def __init__(self, bench: Bench, maker: PieceMaker, toolbar: Toolbar) -> None:
        self._bench = bench
        self._maker = maker
        self._toolbar = toolbar
        self._deck_names = Ids()
        self._placed: list[Writable] = []
        self._decks: list[Writable] = []
        self._pieces: list[Writable] = []

    def take_map(self, board: Component, id: str, origins: Mapping[str, tuple[int, int]]) -> None:
        """Take over the at-start stacks and decks of a map. `origins` are the places of the boards in use, by name."""
        for child in flat(board):
            owner = child.attributes.get("owningBoard", "")
            if child.short == "SetupStack":
                self._bench.judge(child)
                self._stack(child, id, origins.get(owner))
            elif child.short == "DrawPile":
                self._deck(child, id, origins.get(owner))

    def _stack(self, stack: Component, id: str, origin: tuple[int, int] | None) -> None:
        kinds = self._kinds_of(stack, "At start", one_line(configure_name(stack), "Stack"))
        if kinds and origin is not None:
            self._placed.append({"map": id, "point": _point(stack, origin), "pieces": kinds})

    def _deck(self, deck: Component, id_: str, origin: tuple[int, int] | None) -> None:
        name = self._deck_names.new(one_line(configure_name(deck), "Deck"))
        kinds = self._kinds_of(deck, "Decks", name)
        take_deck(deck, name, self._bench, self._toolbar)
        if origin is not None:
            record: Document = {"name": name, "map": id_, "point": _point(deck, origin), "cards": kinds}
            if deck.get("faceDown") in ("Never", "MenuDefaultUp"):
                record["face"] = "up"
            if deck.get("shuffle", "Always") != "Always":
                record["shuffled"] = False
            self._decks.append(record)

    def _kinds_of(self, holder: Component, group: str, shelf: str) -> list[Writable]:
        records = [self._maker.record(slot, (group, shelf)) for slot in flat(holder) if slot.short in SLOTS]
        self._pieces.extend(records)
        return [record["id"] for record in records]

    def finish(self) -> None:
        """Write what was gathered."""
        if self._pieces:
            self._bench.documents[self._bench.file("pieces", "at-start")] = {
                "group": "At start",
                "offered": False,
                "pieces": self._pieces,
            }
        scenario: Document = {
            "id": SCENARIO,
            "title": "New game",
            "summary": "The table as the module lays it out for a new game.",
        }
        if self._placed:
            scenario["setup"] = self._placed
        if self._decks:
            scenario["decks"] = self._decks
        self._bench.documents[self._bench.file("scenarios", SCENARIO)] = scenario


def _point(stack: Component, origin: tuple[int, int]) -> list[Writable]:
    return [origin[0] + _whole(stack, "x"), origin[1] + _whole(stack, "y")]


def _whole(component: Component, name: str) -> int:
    try:
        return int(component.attributes.get(name, "0"))
    except ValueError:
        return 0
