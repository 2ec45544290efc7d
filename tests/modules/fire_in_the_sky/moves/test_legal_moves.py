"""The checks never report moves that the searches allow. All other moves have a reason, in every position."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules_assist.cases.run.case_table import CaseTable
from rules_assist.policy import new_findings
from tabletop.dice import ScriptedChance
from tabletop.game.change.outcome import Done
from tabletop.game.change.patch import pieces_of

SHIPS = {
    "JP": ("jp_cv_akagi_kaga", "jp_bb_nagato_mutsu"),
    "AL": ("us_cv_saratoga_enterprise", "br_dd_electra", "nl_dd"),
}
LAND = {"JP": ("jp_land_army25", "jp_land_snlf"), "AL": ("us_land_usaffe", "br_land_malaya")}
AIR = {"JP": ("jp_air",), "AL": ("us_air", "british_air")}
RULINGS = {
    "G-07": ("ends-its-move", "one-more-hex-each-time"),
    "G-12": ("as-from-any-base", "reinforcements-only"),
    "G-21": ("charged", "free"),
    "G-23": ("allowed-and-free", "not-allowed"),
    "G-47": ("allowed", "not-allowed"),
    "G-48": ("any-unit-not-at-sea", "land-units-only"),
    "G-56": ("by-flag", "any"),
    "G-59": ("as-the-owner-likes", "by-flag"),
}
PHASES = {"sea-deploy": 7, "one-hex": 7, "operation": 8, "reaction": 9, "box-move": 6}
ROUNDS = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)


@st.composite
def positions(draw, bases):
    """Return the data of a random position: some changed bases, some aircraft and enemies nearby, and a group of units
    to move.
    """
    side = draw(st.sampled_from(("JP", "AL")))
    other = "AL" if side == "JP" else "JP"
    mode = draw(st.sampled_from(sorted(PHASES)))
    place = st.sampled_from(bases)
    return {
        "side": side,
        "mode": mode,
        "turn": draw(st.integers(2, 16)),
        "held": draw(st.dictionaries(place, st.sampled_from(("JP", "AL")), max_size=8)),
        "flying": draw(st.lists(place, max_size=6)),
        "enemies": draw(st.lists(place, max_size=len(SHIPS[other]), unique=True)),
        "ships": draw(st.lists(st.sampled_from(SHIPS[side]), max_size=2, unique=True)),
        "aboard": draw(st.lists(st.sampled_from(LAND[side] + AIR[side]), max_size=1)),
        "start": draw(st.sampled_from((*bases, "Malaya", "West Coast USA", "Indian Ocean Ports"))),
        "rulings": draw(st.fixed_dictionaries({id: st.sampled_from(choices) for id, choices in RULINGS.items()})),
        "goal": draw(st.integers(0, 500)),
    }


def laid_out(world, said):
    """Lay out a position on the table, and return the pieces to move."""
    side, other = said["side"], "AL" if said["side"] == "JP" else "JP"
    for id, choice in said["rulings"].items():
        world.option(id, choice)
    part = other if said["mode"] == "reaction" else side
    world.now(said["turn"], part, PHASES[said["mode"]])
    world.points(tp_japan=40, tp_us=24, tp_britain=12, oil=12)
    for base, holder in said["held"].items():
        world.hold(holder, base)
    for base in said["flying"]:
        world.put("jp_air" if world.facts.control(world.cell(base)) == "JP" else "us_air", base)
    for base, kind in zip(said["enemies"], SHIPS[other], strict=False):
        world.put(kind, base)
    kinds = said["ships"] + said["aboard"]
    return tuple(world.put(kind, said["start"]) for kind in kinds)


@ROUNDS
@given(data=st.data())
def test_allowed_moves_are_clean_and_others_say_why(world, book, data):
    empty = world.table.game
    bases = tuple(site.name for site in world.facts.geography.bases)
    said = data.draw(positions(bases))
    try:
        pieces = laid_out(world, said)
        if pieces and not (said["side"] == "JP" and said["start"] in ("West Coast USA", "Indian Ocean Ports")):
            judge(world, book, said, pieces)
    finally:
        world.table = CaseTable(book, replace(empty, seats={}), ScriptedChance([]))


def judge(world, book, said, pieces):
    if said["mode"] in ("operation", "reaction"):
        world.give(pieces, force="Force 1")
    else:
        pieces = pieces[:1]
    mode = book.ground.modes[said["mode"]]
    if not mode.applies(world.situation(), pieces[0]):
        return
    reach = mode.reach(world.situation(), pieces)
    for place in reach.beside():
        why = reach.why_not(place)
        assert why is None or why.sentence, place
        assert why is not None or world.facts.geography.hex_of(place) in map(world.facts.geography.hex_of, reach.places)
    if reach.places:
        goal = reach.places[said["goal"] % len(reach.places)]
        assert reach.path(goal)[0] in world.facts.nodes_of(world.cell(said["start"]), ())
        command = mode.command(world.situation(), pieces, goal)
        event = world.table.do("umpire", command)
        assert isinstance(event.outcome, Done), event.outcome
        before = world.table.situation(event.before, said["side"])
        checks = [check for check in book.checks.values() if check.due != "phase"]
        wrong = new_findings(checks, before, before.at(event.after), pieces_of(event.outcome.patch))
        assert [finding.check for finding in wrong] == []
