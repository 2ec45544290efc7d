"""Import of at-start stacks and decks as the scenario of a new game (format sections 8.2 and 11)."""

from typing import Final

from tabletop.module.documents.yaml_writer import Writable
from tabletop.vassal.components.map_boards import TakenMap
from tabletop.vassal.components.module_draft import Bench, Document, Ids, flat
from tabletop.vassal.components.pieces.deck_components import take_deck
from tabletop.vassal.components.pieces.kept_definitions import deck_type
from tabletop.vassal.components.pieces.piece_slots import SLOTS, PieceMaker
from tabletop.vassal.components.toolbar.toolbar_buttons import Toolbar
from tabletop.vassal.expressions.plain_texts import one_line
from tabletop.vassal.files.attributes import Attributes
from tabletop.vassal.files.build_file import Component, configure_name

SCENARIO: Final = "new-game"
NEW_GAME: Final = "New game"


class Start:
    """A collector of the set-up of a new game, map by map. `decks` gives VASSAL's types of its decks, by name."""

    def __init__(self, bench: Bench, maker: PieceMaker, toolbar: Toolbar) -> None:
        self._bench = bench
        self._maker = maker
        self._toolbar = toolbar
        self._deck_names = Ids()
        self._boards: Document = {}
        self._lying: dict[str, list[Writable]] = {"setup": [], "decks": []}
        self._pieces: list[Writable] = []
        self.decks: dict[str, str] = {}

    def take_map(self, map_: TakenMap) -> None:
        """Import the boards, the at-start stacks and the decks that are on a map at the start."""
        if map_.laid and map_.sheet.choice is not None:
            boards: list[Writable] = [laid.model_dump(exclude_defaults=True) for laid in map_.laid]
            self._boards[map_.sheet.id] = boards
        for child in flat(map_.component):
            if child.short == "SetupStack":
                self._bench.judge(child)
                kinds = self._kinds_of(child, "At start", one_line(configure_name(child), "Stack"))
                if kinds:
                    self._lay("setup", map_, child, {"pieces": kinds, "lay": "own stack"})
            elif child.short == "DrawPile":
                self._deck(map_, child)

    def _deck(self, map_: TakenMap, deck: Component) -> None:
        name = self._deck_names.new(one_line(configure_name(deck), "Deck"))
        self.decks[name] = deck_type(deck)
        kinds = self._kinds_of(deck, "Decks", name)
        metrics = next((Attributes(part.attributes) for part in map_.component.of("StackMetrics")), None)
        blank = metrics.color("color") if metrics is not None else None
        take_deck(deck, name, self._bench, self._toolbar, blank.text if blank is not None else "")
        record: Document = {"name": name, "cards": kinds}
        if deck.get("faceDown") in ("Never", "MenuDefaultUp"):
            record["face"] = "up"
        if deck.get("shuffle", "Always") != "Always":
            record["shuffled"] = False
        self._lay("decks", map_, deck, record)

    def _lay(self, form: str, map_: TakenMap, part: Component, record: Document) -> None:
        """Put something on a map; do nothing if the map lacks its board."""
        where = map_.where(part)
        if where is not None:
            self._lying[form].append({"map": map_.sheet.id, **where, **record})

    def _kinds_of(self, holder: Component, group: str, shelf: str) -> list[Writable]:
        made = (self._maker.record(slot, (group, shelf)) for slot in flat(holder) if slot.short in SLOTS)
        records = [record for record in made if record is not None]
        self._pieces.extend(records)
        return [record["id"] for record in records]

    def finish(self) -> None:
        """Add the collected set-up to the draft: the scenario of the new game, and a file of its pieces, if any."""
        if self._pieces:
            self._bench.documents[self._bench.file("pieces", "at-start")] = {
                "group": "At start",
                "offered": False,
                "pieces": self._pieces,
            }
        scenario: Document = {
            "id": SCENARIO,
            "title": NEW_GAME,
            "summary": "The table as the module lays it out for a new game.",
        }
        if self._boards:
            scenario["boards"] = self._boards
        scenario.update((form, lying) for form, lying in self._lying.items() if lying)
        self._bench.documents[self._bench.file("scenarios", SCENARIO)] = scenario
