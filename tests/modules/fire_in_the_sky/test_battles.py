"""Battles that are played by answering every question with some option, whatever it is."""

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

import pytest

from rules_assist.odds import Tries
from rules_assist.procedure.showing import asked
from rules_assist.rulebook import RuleBook
from tabletop.assisting import Asked
from tabletop.game.commands import Answer, Begin, SetOption
from tabletop.game.outcome import Done

if TYPE_CHECKING:
    from tests.modules.fire_in_the_sky.conftest import World

LANDS = ("Wake", "Malaya", "Kure", "Rabaul", "Surabaya", "Singapore", "Davao")
PLACES = (*LANDS, "1407")
HALVES = ("Malaya West", "Malaya East")
SIDES = {"JP": "jp", "AL": "us"}
RULES = [f"rule-16-{number}" for number in ("1-2", "1-6", "1-7", "2-1", "2-2", "2-3", "2-4", "2-5", "2-6")]
GONE = ("Removed", "Japanese pool", "Allied pool", "turn-track")
SEEDS = range(150)


class Scene:
    """A hex in which forces of both sides have met, as chance has it."""

    def __init__(self, world: "World", seed: int) -> None:
        self.world = world
        self.random = Random(seed)
        self.place = self.random.choice(PLACES)
        world.table.chance = Tries(seed)
        world.now(self.random.randint(1, 16), self.random.choice(("JP", "AL")), 11)
        world.points(vp=24, merchantmen=60, sub_japan=2, sub_us=2)
        self._options(world.table.book)
        for marker in ("tokyo_express", "battle", "air_status_jp", "air_status_al", "occupied_base"):
            world.put(marker, "Markers")
        for side in SIDES:
            self._side(side)
        self._from_afar()

    def _options(self, book: RuleBook) -> None:
        options = [each for each in book.module.about.options if each.group == "Rulings" or each.id in RULES]
        self.world.step(*(SetOption(each.id, self.random.choice(each.choices)) for each in options))

    def _side(self, side: str) -> None:
        ships, land = self._kinds("naval", side, 40), self._kinds("land", side, 4)
        guns = [ship for ship in ships if "_cv" not in ship]
        fresh = self._kinds("replacements", side, 1)
        for number in range(self.random.randint(0, 3)):
            fleet = self.random.choice((ships, guns, guns))
            members = [fleet.pop() for _ in range(self.random.randint(0, 4))]
            ships = [ship for ship in ships if ship not in members]
            guns = [ship for ship in guns if ship not in members]
            aboard = self.random.choice(((), land, [f"{SIDES[side]}_air"], fresh))
            members += [aboard.pop()] if aboard else []
            self._force(f"{side} {number}", members)
        at_base = (
            [*ships[: self.random.randint(0, 2)], *land[: self.random.randint(0, 1)]] if self.place in LANDS else []
        )
        for kind in (*at_base, *[f"{SIDES[side]}_air"] * self.random.randint(0, 2)):
            self._put(kind)

    def _kinds(self, group: str, side: str, count: int) -> list[str]:
        """Kinds of counters, each once."""
        tray = self.world.table.book.module.tray
        found = [each.kind.key for each in tray if (each.group, each.kind.side) == (group, side)]
        found = [key for key in found if key != "jp_cv_taiho"]
        return self.random.sample(found, min(count, len(found)))

    def _from_afar(self) -> None:
        """Air units committed here from the next hex; what waits at Kure in the boxes of 6.1.1."""
        cell = self.world.cell(self.place)
        beside = self.world.facts.geography.adjacent[cell][0]
        for _ in range(self.random.randint(0, 3)):
            self.world.put(f"{SIDES[self.world.facts.moment.phasing]}_air", beside, committed=cell)
        if self.place == "Kure":
            self.world.put("jp_air", "Naval Aviation (Kure)")
            self.world.put("jp_cv_taiho", "Carriers without Planes (Kure)")

    def _put(self, kind: str) -> int:
        piece = self.world.put(kind, self.place)
        turned = {"land": "reduced", "air": "strength 1"}
        group = kind.split("_")[1]
        if group in ("land", "air") and self.random.random() < 0.1:
            self.world.give([piece], hits=1)
        if group in turned and self.random.random() < 0.4 and "abda" not in kind:
            self.world.give([piece], Shows=turned[group])
        return piece

    def _force(self, name: str, kinds: list[str]) -> None:
        if not kinds:
            return
        pieces = [self._put(kind) for kind in kinds]
        self.world.give(pieces, force=name)
        if self.place == "Malaya":
            self.world.give(pieces, half=self.random.choice(HALVES))
        ships = [piece for piece, kind in zip(pieces, kinds, strict=True) if self._is_ship(piece)]
        if ships:
            self.world.give(ships, Shows="operational")

    def _is_ship(self, piece: int) -> bool:
        return self.world.unit(piece).group == "naval"

    # playing

    def combat(self) -> Iterator[Asked]:
        """The submarines, then the battle, as far as there is anything for them to do."""
        for id in ("submarines", "battle"):
            procedure = self.world.table.book.procedures[id]
            if not procedure.may_begin(self.world.situation(), self.world.facts.moment.phasing):
                yield from self.play(id)

    def play(self, procedure: str) -> Iterator[Asked]:
        """Play a procedure to its end with answers by chance; each question that was answered."""
        table = self.world.table
        event = table.do("umpire", Begin(procedure, side=self.world.facts.moment.phasing))
        assert isinstance(event.outcome, Done), event.outcome
        while table.game.frames:
            frame = table.game.frames.keys()[-1]
            one = self.random.choice([each for each in asked(self.world.situation(), frame) if not each.answered])
            answers = [self._answer(one) for _ in range(20)]
            assert any(self._done(frame, one, answer) for answer in answers), one
            yield one

    def _done(self, frame: int, one: Asked, answer: object) -> bool:
        outcome = self.world.table.do("umpire", Answer(frame, one.key, answer)).outcome
        return isinstance(outcome, Done)

    def _answer(self, one: Asked) -> object:
        values = [choice.value for choice in one.options]
        match one.kind:
            case "pick":
                return self.random.choice(values)
            case "confirm":
                return self.random.random() < (0.2 if "withdraws" in one.key else 0.7)
            case "number":
                return self.random.randint(one.least, one.most)
            case "order":
                return self.random.sample(values, len(values))
        count = self.random.randint(one.least, one.most)
        return [self.random.choice(values) for _ in range(count)] if one.repeats else self.random.sample(values, count)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_battle_comes_to_its_end(world: "World", seed: int) -> None:
    """Nothing is lost or doubled, what is sunk stays sunk, nobody grows but by Replacements, all leave the board."""
    scene = Scene(world, seed)
    before = dict(world.facts.units)
    sunk: set[int] = set()
    for _ in scene.combat():
        for frame in world.table.game.frames.values():
            assert all(number >= 0 for number in frame.state.get("points", {}).values())
        gone = {unit.id for unit in world.facts.units.values() if unit.spot == "Removed"}
        assert sunk <= gone
        sunk = gone
    after = world.facts.units
    assert before.keys() == after.keys()
    assert not any(where.map == "battle-board" for where in map(world.situation().where, after) if where)
    assert all(unit.hex or unit.spot.startswith(GONE) for unit in after.values())
    for piece, unit in after.items():
        assert unit.hex in ("", before[piece].hex)
        assert unit.group == "land" or unit.strength <= before[piece].strength
    assert world.code.combat.battle_hexes(world.facts) == ()
