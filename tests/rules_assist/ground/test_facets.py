"""Facts about places, updated piece by piece, equal those of a complete search."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_assist.places.place_facts import Facets
from rules_assist.position.situation import Situation
from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Drop, Go, HolderPlace, Make, Option, Patch, Property, Recast
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.audience_names import AudienceNames
from tabletop.game.sight.view import View

RULES = """
parts: if(move == 3, "East", "")
presence:
  - {id: units, title: Units}
  - {id: strength, title: Strength, of: attack > 2, counts: attack}
control:
  - {title: Who holds it, printed: owner, markers: move == 6}
  - {id: heir, title: Who has it next, printed: 'if(owner == "Blue" and wood == "yes", "Red", "")'}
zones:
  - {id: zoc, title: Zone of control, rule: "5", of: attack > 2 and at_own_units < 3}
  - id: fire
    title: Field of fire
    rule: "6"
    of: move == 3
    range: if(at_wood == "yes", 1, 3)
    never_across: hexside == "cliff"
  - {id: storm, title: Storm, rule: "7", of: BasicName == "Disrupted"}
  - {id: everywhere, title: What units have, rule: "8", range: "0"}
"""
SETUP: dict[str, list[object]] = {
    "0303": ["red_infantry", "red_infantry"],
    "0304": ["red_armour"],
    "0208": ["red_artillery", "blue_infantry"],
    "0604": ["blue_infantry", "blue_infantry"],
    "0505": ["blue_armour"],
    "0906": ["blue_artillery"],
    "0107": ["disrupted"],
    "Annex": ["red_infantry"],
}
OWNED = ('  - {name: Northwood, cell: "0403"}', '  - {name: Northwood, cell: "0403", values: {owner: Blue, wood: yes}}')
NAMES = (
    "own_units",
    "enemy_units",
    "own_strength",
    "enemy_strength",
    "controller",
    "own_zoc",
    "enemy_zoc",
    "own_zoc_here",
    "enemy_zoc_here",
    "enemy_fire",
    "own_storm",
    "enemy_storm",
)
PLACES = ("0303", "0304", "0403", "0504", "0505", "0208", "0107", "Reserve", "Annex", "turns.3")

quick = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def situation(made: Callable[..., Situation]) -> Situation:
    return made(RULES, SETUP, OWNED)


def known(facets: Facets) -> dict[str, list[object]]:
    """Return all facts about all places, by name and place."""
    found: dict[str, list[object]] = {}
    for side in ("Red", "Blue"):
        for name in NAMES:
            column = facets.place(name, side)
            assert column is not None
            found[f"{side} {name}"] = [column.values[code] for code in column.codes.tolist()]
    return found


def anew(situation: Situation) -> dict[str, list[object]]:
    return known(Situation(situation.game, situation.book, situation.side, situation.lifted).facets("main"))


@st.composite
def changes(draw: st.DrawFn) -> list[tuple[str, int, str]]:
    """Return some changes: the action, the piece by its place in the order of ids, and the destination."""
    what = st.sampled_from(["place", "go", "drop", "recast", "make", "lift"])
    return draw(st.lists(st.tuples(what, st.integers(0, 9), st.sampled_from(PLACES)), max_size=6))


def patch_of(situation: Situation, change: tuple[str, int, str]) -> Patch:
    what, number, place = change
    game = situation.game
    if not len(game.pieces):
        return ()
    piece = game.pieces.keys()[number % len(game.pieces)]
    board = situation.book.module.components.maps["main"]
    spot = board.spot_of(place)
    assert spot is not None
    holder = game.pieces[piece].at
    other = game.holders.keys()[number % len(game.holders)]
    kind = game.kinds.keys()[number % len(game.kinds)]
    state = compile_kind(game.kinds[kind]).slots
    match what:
        case "place":
            return (HolderPlace(holder, 0, *spot),)
        case "go":
            return (Go((piece,), other, 0),)
        case "drop":
            return (Drop(piece),)
        case "recast":
            return (Recast(piece, kind, state),)
        case _:
            return (Make(game.counters.next_id, kind, other, 0, state, game.open_sight),)


@quick
@given(changes(), st.booleans())
def test_facets_follow_every_change(situation: Situation, made_changes, asked_before):
    if asked_before:
        known(situation.facets("main"))
    origins = [situation]
    for change in made_changes:
        if change[0] == "lift":
            pieces = [piece for piece in situation.pieces() if piece % 3 == change[1] % 3]
            situation = situation.without(pieces)
        else:
            situation = situation.after(patch_of(situation, change))
        origins.append(situation)
    assert known(situation.facets("main")) == anew(situation)


@quick
@given(changes(), st.sampled_from(["", "Red", "Blue"]))
def test_another_position_of_the_table_is_known_by_where_it_differs(situation: Situation, made_changes, side):
    known(situation.facets("main"))
    later = situation
    for change in made_changes:
        if change[0] != "lift":
            later = later.at(later.after(patch_of(later, change)).game)
    became = situation.became(later.game).seen_by(side)
    assert became.side == side
    assert known(became.facets("main")) == anew(became)
    assert known(later.became(situation.game).facets("main")) == anew(situation)


@quick
@given(changes())
def test_a_sides_view_is_followed_by_its_own_differences(situation: Situation, made_changes):
    """The situation is updated as at a player's window: the table changes, the side gets its news, and its situation
    follows them.
    """
    truth = situation.game
    who = Audience((0,))
    names, view = AudienceNames(truth, who), View.of(truth, who)
    seen = Situation(view.game, situation.book, "Red")
    known(seen.facets("main"))
    for change in made_changes:
        patch = patch_of(Situation(truth, situation.book), change)
        after, _ = apply(truth, patch)
        delta = names.delta(truth, after, TouchedThings(truth, after, patch))
        truth = after
        if delta is not None:
            heard = view.apply(delta)
            seen = seen.followed(view.game, heard.pieces, heard.holders)
    assert known(seen.facets("main")) == anew(seen)


def test_what_does_not_change_keeps_its_revision(situation: Situation, piece_at):
    facets = situation.facets("main")
    before = {name: facets.revision(f"at_{name}", "Red") for name in NAMES}
    moved = situation.after((HolderPlace(situation.game.pieces[piece_at(situation, "0906")].at, 0, 10, 10, ""),))
    after = {name: moved.facets("main").revision(f"at_{name}", "Red") for name in NAMES}
    different = {name for name in NAMES if before[name] != after[name]}
    assert different == {"enemy_units", "enemy_fire"}
    same = situation.after(())
    assert {name: same.facets("main").revision(f"at_{name}", "Red") for name in NAMES} == before


@pytest.mark.parametrize("change", [Property("weather", "storm"), Option("fog", "on")])
def test_where_the_table_changes_everything_is_looked_at_anew(situation: Situation, change):
    facets = situation.facets("main")
    before = facets.revision("at_own_units", "Red")
    after = situation.after((change,)).facets("main")
    assert after.revision("at_own_units", "Red") != before
    assert known(after) == known(facets)


@pytest.mark.parametrize(
    ("name", "place", "side", "value", "behind"),
    [
        ("own_units", "0303", "Red", 2, 2),
        ("own_units", "0201", "Red", 1, 1),
        ("enemy_units", "0303", "Red", 0, 0),
        ("enemy_units", "0303", "Blue", 2, 2),
        ("own_strength", "0304", "Red", 5, 1),
        ("controller", "0403", "", "Blue", 0),
        ("controller", "0304", "", "Red", 1),
        ("controller", "0303", "", "", 0),
        ("heir", "0403", "", "Red", 0),
        ("heir", "0303", "", "", 0),
        ("own_units", "0208", "Red", 1, 1),
        ("own_units", "East", "Red", 1, 1),
        ("own_units", "West", "Red", 0, 0),
        ("enemy_units", "West", "Red", 1, 1),
        ("own_zoc", "0303", "Red", 3, 3),
        ("own_zoc", "0304", "Red", 3, 3),
        ("own_zoc", "0402", "Red", 2, 2),
        ("own_zoc_here", "0303", "Red", 2, 2),
        ("own_zoc_here", "0402", "Red", 0, 0),
        ("enemy_zoc_here", "0208", "Red", 1, 1),
        ("enemy_zoc_here", "0604", "Red", 2, 2),
        ("enemy_storm", "0107", "Red", 1, 1),
        ("enemy_storm", "0108", "Blue", 1, 1),
        ("enemy_storm", "0303", "Blue", 0, 0),
        ("own_storm", "0107", "Red", 0, 0),
        ("own_storm", "0107", "", 1, 1),
        ("enemy_units", "0107", "Red", 0, 0),
        ("enemy_everywhere", "0107", "Red", 0, 0),
        ("enemy_everywhere", "0303", "Blue", 2, 2),
        ("own_zoc", "0108", "Red", 0, 0),
        ("enemy_zoc", "0108", "Red", 1, 1),
        ("enemy_zoc", "East", "Red", 1, 1),
        ("wood", "0403", "", "yes", 0),
        ("place", "Northwood", "", "0403", 0),
        ("name", "0403", "", "Northwood", 0),
        ("name", "Reserve", "", "Reserve", 0),
        ("name", "0404", "", "", 0),
    ],
)
def test_what_is_known_of_a_place_and_who_makes_it_so(situation: Situation, name, place, side, value, behind):
    facets = situation.facets("main")
    node = facets.terrain.numbers[place]
    found = facets.value(name, node, side)
    pieces = facets.behind(name, node, side)
    assert (found, len(pieces)) == (value, behind)


def test_nothing_is_known_by_a_name_that_nobody_gave(situation: Situation):
    facets = situation.facets("main")
    with pytest.raises(KeyError, match="own_ships"):
        facets.value("own_ships", 0, "Red")
    assert facets.behind("own_ships", 0, "Red") == ()
    assert facets.revision("to_own_ships", "Red") is None
