"""Ways to open a supply line again, and places that cut some: found by networkx, confirmed by our own supply."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules_assist
from rules_assist.advice.supply_mends import mended
from rules_assist.places.line_cuts import cutting_places, fewest_cuts, opening
from rules_assist.position.situation import Situation
from rules_assist.rulebook.authored_rules import Unanswerable
from rules_assist.rulebook.place_queries import ask
from tabletop.game.change.patch import Drop, HolderPlace
from tests.rules_assist.inspection.test_module_notes import NOTES

RULES = """
presence: [{id: units, title: Units, of: attack > 0}]
zones: [{id: zoc, title: Zone of control, rule: "5", of: attack == 3}]
supply:
- id: line
  title: Supply
  rule: "9"
  who: attack > 0
  sources: [{who: 'Side == "Red"', at: at_name == "Northwood" and at_enemy_units == 0}, {at: at_name == "Southgate"}]
  reach: "3"
  steps:
  - {when: to_enemy_units > 0, no: enemy units stand there, rule: "9.1"}
  - {when: hexside == "cliff", no: a cliff}
  - {cost: "1"}
  stops: [{when: at_enemy_zoc > 0 and at_own_units == 0, why: enemy zone of control, rule: "9.2"}]
- {id: mail, title: Mail, rule: "10", sources: [{at: at_name == "Northwood"}], reach: "1"}
"""
ROAD = """
presence: [{id: units, title: Units, of: attack > 0}]
supply:
- {id: road, title: Road, rule: "9", who: attack > 0, sources: [{at: at_name == "Northwood"}], reach: "9", over: [road]}
"""


def asked(situation: Situation, query: str, **given: object) -> Mapping[str, object]:
    found: Mapping[str, object] = msgspec.to_builtins(ask(situation.book.queries[query], situation, given))
    return found


@pytest.mark.parametrize(
    ("setup", "lifting"),
    [
        pytest.param({}, None, id="in supply as it is"),
        pytest.param({"0504": ["blue_infantry"]}, ["0504"], id="a zone stops it"),
        pytest.param({"0404": ["blue_artillery"], "0504": ["blue_artillery"]}, None, id="there is a way round"),
        pytest.param({"0404": ["blue_infantry"], "0503": ["blue_infantry"]}, ["0404", "0503"], id="two zones"),
        pytest.param({"0403": ["blue_artillery"]}, ["0403"], id="an enemy at the source"),
        pytest.param({"0403": ["blue_infantry", "blue_infantry"]}, ["0403", "0403"], id="two enemies at the source"),
    ],
)
def test_what_would_open_the_line(made, piece_at, setup, lifting):
    situation = made(RULES, {"0405": ["red_infantry"], **setup})
    found = opening(
        situation, situation.book.ground.supply["line"], piece := piece_at(situation, "0405"), situation.where(piece)
    )
    assert (None if found is None else [situation.where(each).place for each in found.pieces]) == lifting
    assert found is None or found.line[0] == "0403"


def test_too_far_is_nobodys_doing(made, piece_at):
    situation = made(RULES, {"0408": ["red_infantry"], "0504": ["blue_infantry"]})
    answer = asked(situation, "what-opens", of=piece_at(situation, "0408"), supply="line")
    assert answer == {"supply": "line", "rule": "9", "supplied": False, "opens": False}


def test_the_supply_of_a_piece_comes_with_its_mend(made, piece_at):
    situation = made(RULES, {"0405": ["red_infantry"], "0504": ["blue_infantry"]})
    answer = asked(situation, "supply", of=piece_at(situation, "0405"), supply="line")
    assert answer["lifting"] == (piece_at(situation, "0504"),)
    assert answer["mend"] == "Removing Blue infantry at 0504 would open it again."


def test_only_what_the_side_sees_is_lifted(made, piece_at):
    """A Blue unit that Red does not see cuts nothing for Red, and is not named."""
    seen = made(RULES, {"0405": ["red_infantry"], "0504": ["blue_infantry"]})
    unseen = seen.after((Drop(piece_at(seen, "0504")),))
    piece = piece_at(unseen, "0405")
    assert asked(unseen, "supply", of=piece, supply="line")["supplied"]
    assert asked(unseen, "what-opens", of=piece, supply="line") == {
        "supply": "line",
        "rule": "9",
        "supplied": True,
        "opens": False,
    }


PLACES = ("0402", "0403", "0404", "0405", "0406", "0503", "0504", "0505", "0304")


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PLACES), min_size=5, max_size=5))
def test_a_line_opens_if_and_only_if_it_would_without_any_enemy(field: Situation, spots):
    situation = moved(field, spots)
    supply = situation.book.ground.supply["line"]
    piece, *_ = situation.pieces("Red")
    where = situation.where(piece)
    assert where is not None

    def has(situation: Situation) -> bool:
        return supply.lines(situation, piece, where.map).line(where.place) is not None

    found = opening(situation, supply, piece, where)
    alone = situation.without(situation.pieces("Blue"))
    assert (found is not None) == (has(alone) and not has(situation))
    if found is not None:
        assert has(situation.without(found.pieces))
        assert not any(has(situation.without({*found.pieces} - {each})) for each in found.pieces)


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PLACES), min_size=5, max_size=5))
def test_what_is_said_to_cut_cuts_just_these(field: Situation, spots):
    situation = moved(field, spots)
    supply = situation.book.ground.supply["line"]
    [net] = supply.nets(situation, "Red")
    node = net.terrain.node
    for place in cutting_places(situation, supply, "Red"):
        assert net.cut_by([node(place.where.place)]) == set(place.cuts)
    for piece in situation.pieces("Red"):
        cutting = fewest_cuts(situation, supply, [piece])
        if cutting is not None:
            closed = [node(where.place) for where in cutting.places]
            assert piece in net.cut_by(closed)
            assert all(piece not in net.cut_by(set(closed) - {each}) for each in closed)


def moved(situation: Situation, spots: list[str]) -> Situation:
    board = situation.book.module.components.maps["main"]
    for piece, place in zip(list(situation.pieces()), spots, strict=True):
        spot = board.spot_of(place)
        assert spot is not None
        situation = situation.after((HolderPlace(situation.game.pieces[piece].at, 0, *spot),))
    return situation


@pytest.fixture
def field(made) -> Situation:
    pieces = ["red_infantry", "red_artillery", "blue_infantry", "blue_artillery", "blue_infantry"]
    return made(RULES, {place: [piece] for place, piece in zip(PLACES, pieces, strict=False)})


def test_a_place_on_the_only_road_cuts_all_behind_it(made, piece_at):
    road = (
        'cells: ["0403", "0503"]}',
        'cells: ["0403", "0503"]}\n  - {stroke: road, kind: road, cells: ["0503", "0604"]}',
    )
    situation = made(ROAD, {"0604": ["red_infantry"], "0503": ["red_armour"], "0303": ["red_infantry"]}, road)
    infantry = piece_at(situation, "0604")
    assert asked(situation, "cutting-place", side="Red") == {
        "supply": "road",
        "rule": "9",
        "side": "Red",
        "supplied": (infantry, piece_at(situation, "0503"), piece_at(situation, "0303")),
        "places": {"0503": (infantry,)},
    }
    assert asked(situation, "fewest-cuts", of=infantry) == {
        "supply": "road",
        "rule": "9",
        "cut": True,
        "places": ("0503",),
        "least": True,
    }
    assert not asked(situation, "fewest-cuts", of=piece_at(situation, "0303"))["cut"]


CHECKS = """
facts: [{id: fed, title: Fed, kind: yes-no, value: has_line}]
checks:
- {id: fed, title: Supply, rule: "9.3", wrong: 'attack > 0 and not fed', message: "{Name} is not fed."}
- {id: still, title: Still, rule: "9.4", wrong: 'attack > 0 and (has_line or attack > 0)', message: No unit moves.}
"""


def test_a_finding_about_supply_knows_its_kind_and_gets_its_mend(made, piece_at):
    setup = {"0405": ["red_infantry"], "0408": ["red_infantry"], "0504": ["blue_infantry"]}
    situation = made(RULES + CHECKS, setup)
    near, far = (piece_at(situation, place) for place in ("0405", "0408"))
    [found, other] = situation.book.checks["fed"].findings(situation, situation, (near, far))
    assert (found.supply, found.mend) == ("line", "")
    mend = "Without Blue infantry at 0504, a supply line would reach Red infantry again."
    assert mended(situation, found).mend == mend
    assert mended(situation, other).mend == "", "it is too far away, with enemies or without"
    alone = made(RULES + CHECKS, {"0405": ["red_infantry"]})
    assert not list(alone.book.checks["fed"].findings(alone, alone, (piece_at(alone, "0405"),)))
    [still] = alone.book.checks["still"].findings(alone, alone, (piece_at(alone, "0405"),))
    assert still.supply == "", "the unit is in supply"


class Courier:
    """Supply in Python without a description of its lines."""

    id = "courier"
    title = "Couriers"
    rule = "11"


def test_supply_in_python_may_keep_its_lines_to_itself(made):
    with pytest.raises(Unanswerable, match="do not describe the parts of the lines of Couriers"):
        cutting_places(made(RULES, {"0405": ["red_infantry"]}), Courier(), "Red")


def nothing(*_: object, **__: object) -> list[int]:
    return []


USES: list[tuple[str, Callable[..., object], str, dict[str, object], str]] = [
    ("dijkstra_path", nothing, "what-opens", {"of": "0405"}, "lifting"),
    ("immediate_dominators", lambda *_: {}, "cutting-place", {"side": "Red"}, "places"),
    ("relabel_nodes", lambda *_: nx.DiGraph(), "fewest-cuts", {"of": "0406"}, "places"),
    ("minimum_node_cut", nothing, "fewest-cuts", {"of": "0406"}, "places"),
    ("node_disjoint_paths", nothing, "fewest-cuts", {"of": "0406"}, "least"),
    ("strongly_connected_components", nothing, "components", {"over": "road"}, "components"),
]


@pytest.mark.parametrize(("algorithm", "empty", "query", "given", "fact"), USES, ids=[use[0] for use in USES])
def test_each_algorithm_is_what_its_answer_comes_from(
    made, piece_at, monkeypatch, algorithm, empty, query, given, fact
):
    """If this algorithm of networkx finds nothing, the fact is not found either."""
    blue = {"0504": ["blue_infantry"]} if query == "what-opens" else {}
    situation = made(RULES, {"0405": ["red_infantry"], "0406": ["red_infantry"], **blue})
    given = {word: piece_at(situation, said) if word == "of" else said for word, said in given.items()}
    given |= {} if query == "components" else {"supply": "line"}
    assert asked(situation, query, **given).get(fact)
    monkeypatch.setattr(nx, algorithm, empty)
    assert not asked(situation, query, **given).get(fact)


def test_a_mend_comes_from_its_algorithm(made, piece_at, monkeypatch):
    situation = made(RULES + CHECKS, {"0405": ["red_infantry"], "0504": ["blue_infantry"]})
    [found] = situation.book.checks["fed"].findings(situation, situation, (piece_at(situation, "0405"),))
    assert mended(situation, found).mend
    monkeypatch.setattr(nx, "dijkstra_path", nothing)
    assert not mended(situation, found).mend


def test_every_algorithm_that_the_program_uses_has_a_case_that_fails_without_it():
    files = [file for file in Path(rules_assist.__file__).parent.rglob("*.py") if "workshop" not in file.parts]
    used = {name for file in files for name in re.findall(r"\bnx\.([a-z_]+)\(", file.read_text(encoding="utf-8"))}
    assert used == {algorithm for algorithm, *_ in USES} | {note.values[-1] for note in NOTES}
