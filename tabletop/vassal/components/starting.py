"""What lies on the table at the start: at-start stacks and decks as a scenario (format sections 8.2 and 11)."""

from dataclasses import dataclass
from typing import Final

from tabletop.module.writing import Writable
from tabletop.vassal.attributes import Attributes
from tabletop.vassal.boards import Layout, TakenMap
from tabletop.vassal.build import Component, configure_name
from tabletop.vassal.components.bench import Bench, Document, Ids, flat, one_line, slug
from tabletop.vassal.components.buttons import Toolbar
from tabletop.vassal.components.decks import take_deck
from tabletop.vassal.components.pieces import SLOTS, PieceMaker

SCENARIO: Final = "new-game"
NEW_GAME: Final = "New game"


class Start:
    """Gathers the set-up of a new game, map by map: one for each board that can be chosen, where one must be."""

    def __init__(self, bench: Bench, maker: PieceMaker, toolbar: Toolbar) -> None:
        self._bench = bench
        self._maker = maker
        self._toolbar = toolbar
        self._deck_names = Ids()
        self._lying: list[_Lying] = []
        self._pieces: list[Writable] = []
        self._chosen: TakenMap | None = None
        self._left: list[TakenMap] = []

    def take_map(self, map_: TakenMap) -> None:
        """Take over the at-start stacks and decks of a map."""
        if len(map_.layouts) > 1:
            is_chosen = self._chosen is None or _has_boards(map_) > _has_boards(self._chosen)
            left = self._chosen if is_chosen else map_
            self._chosen = map_ if is_chosen else self._chosen
            self._left += [left] if left is not None else []
        for child in flat(map_.component):
            if child.short == "SetupStack":
                self._bench.judge(child)
                kinds = self._kinds_of(child, "At start", one_line(configure_name(child), "Stack"))
                if kinds:
                    self._lying.append(_Lying(map_, child, "setup", {"pieces": kinds, "lay": "own stack"}))
            elif child.short == "DrawPile":
                self._deck(map_, child)

    def _deck(self, map_: TakenMap, deck: Component) -> None:
        name = self._deck_names.new(one_line(configure_name(deck), "Deck"))
        kinds = self._kinds_of(deck, "Decks", name)
        metrics = next((Attributes(part.attributes) for part in map_.component.of("StackMetrics")), None)
        blank = metrics.color("color") if metrics is not None else None
        take_deck(deck, name, self._bench, self._toolbar, blank.text if blank is not None else "")
        record: Document = {"name": name, "cards": kinds}
        if deck.get("faceDown") in ("Never", "MenuDefaultUp"):
            record["face"] = "up"
        if deck.get("shuffle", "Always") != "Always":
            record["shuffled"] = False
        self._lying.append(_Lying(map_, deck, "decks", record))

    def _kinds_of(self, holder: Component, group: str, shelf: str) -> list[Writable]:
        made = (self._maker.record(slot, (group, shelf)) for slot in flat(holder) if slot.short in SLOTS)
        records = [record for record in made if record is not None]
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
        if self._chosen is None:
            self._write(SCENARIO, NEW_GAME, None)
            return
        for map_ in self._left:
            self._bench.tally.remark(
                "Its boards are not chosen when a game is set up: the first lies there.", map_.name
            )
        ids = Ids()
        for number, layout in enumerate(self._chosen.layouts):
            id_ = ids.new(f"{SCENARIO}-{slug(layout.title, str(number))}" if number else SCENARIO)
            self._write(id_, one_line(f"{NEW_GAME}: {layout.title}", NEW_GAME), layout)

    def _write(self, id_: str, title: str, layout: Layout | None) -> None:
        """Write the scenario with these boards on the map whose boards are chosen."""
        scenario: Document = {
            "id": id_,
            "title": title,
            "summary": "The table as the module lays it out for a new game.",
        }
        if layout is not None and self._chosen is not None:
            boards: list[Writable] = [laid.model_dump(exclude_defaults=True) for laid in layout.laid]
            scenario["boards"] = {self._chosen.sheet.id: boards}
        for form in ("setup", "decks"):
            lying = [found for each in self._lying if each.form == form and (found := self._placed(each, layout))]
            if lying:
                scenario[form] = list[Writable](lying)
        self._bench.documents[self._bench.file("scenarios", id_)] = scenario

    def _placed(self, lying: "_Lying", layout: Layout | None) -> Document | None:
        """What lies there, with where it lies; None where its board does not."""
        where = layout if layout is not None and lying.map is self._chosen else lying.map.layouts[0]
        point = where.point(lying.part)
        return None if point is None else {"map": lying.map.sheet.id, "point": list[Writable](point), **lying.record}


def _has_boards(map_: TakenMap) -> bool:
    """Whether there are boards to choose from, and not only one that may be turned."""
    return len({laid.board for layout in map_.layouts for laid in layout.laid}) > 1


@dataclass(frozen=True)
class _Lying:
    """What lies on a map at the start: its component, in which list of a scenario it is, and its record."""

    map: TakenMap
    part: Component
    form: str
    record: Document
