"""Set-ups of the umpire's own: added to a scenario, checked, written from a position, and told to nobody."""

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from tabletop.dice import SeededChance
from tabletop.game.change.draft import apply
from tabletop.game.change.outcome import Done
from tabletop.game.commands import Act, MovePieces, SetTrait, Show, Spot
from tabletop.game.decide import decide
from tabletop.game.sight.audience import audience
from tabletop.game.sight.view import View
from tabletop.game.state.game import Game, Seat
from tabletop.game.state.position import position_of
from tabletop.game.state.values import BACK, FACE, UNSEEN
from tabletop.module.documents.problems import ModuleProblems
from tabletop.module.library import find_module
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import set_up
from tabletop.module.umpire_setup import UmpireSetup, written_setup

OWN = """\
module: trial
scenario: meeting
cells: {Blue: [Hussars]}
properties: {"side:Red:plan": wait}
setup:
  - {at: "0405", pieces: [{piece: red_artillery, sight: {Blue: unseen, Blue/Hussars: back}}]}
"""


@pytest.fixture
def module(blank: Path) -> Module:
    return load_module(blank)


def begun(module: Module, text: str, folder: Path) -> Game:
    file = folder / "own.yaml"
    file.write_text(text, encoding="utf-8")
    own = UmpireSetup(file).checked(module, module.scenarios["meeting"])
    chance = SeededChance("11" * 32, b"set-up", 0, 0)
    return set_up(module, "meeting", {}, chance, "22" * 32, own=own).game


def lying(game: Game) -> Counter[tuple[object, ...]]:
    """Return the pieces of a game as counts of equal ones: of the same kind, position, holder, state and sight."""
    found: Counter[tuple[object, ...]] = Counter()
    for id, piece in game.pieces.items():
        held, spot = game.holder_of(id), game.lying(id)
        where = (spot.map, spot.x, spot.y, spot.place, held.form, held.name, held.looks)
        found[game.kind_of(id).key, where, piece.state, piece.sight] += 1
    return found


def test_its_pieces_come_to_those_of_the_scenario(module, tmp_path):
    game = begun(module, OWN, tmp_path)
    assert game.sides == ("Red", "Blue", "Blue/Hussars")
    (hidden,) = (piece for piece in game.pieces.values() if piece.sight != game.open_sight)
    assert hidden.sight == (FACE, UNSEEN, BACK)
    assert len(game.pieces) == 1 + len(set_up(module, "meeting", {}, SeededChance("11" * 32, b"", 0, 0)).game.pieces)
    assert game.properties["side:Red:plan"] == "wait"


def test_with_instead_the_scenario_gives_no_pieces(module, tmp_path):
    game = begun(module, f"{OWN}instead: yes\n", tmp_path)
    assert [game.kind_of(id).key for id in game.pieces if game.lying(id).map >= 0] == ["red_artillery"]


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("module: trial", "module: trail", "own.yaml:1:9: found 'trail', expected the module that is set up, trial"),
        ("scenario: meeting", "scenario: dawn", "own.yaml:2:11: found 'dawn', expected the scenario that is set up"),
        ("Blue: [Hussars]", "Bleu: [Hussars]", "own.yaml:3:9: found 'Bleu', expected a side of this game"),
        ('at: "0405"', 'at: "9999"', "own.yaml:6:10: found '9999', expected a place of the map 'main'"),
        ("red_artillery", "red_artilery", "own.yaml:6:35: found 'red_artilery', expected a piece of this game"),
        ("Blue/Hussars: back", "Blue/Husars: back", "expected a side of this game or a cell of this scenario"),
        ("Blue: unseen", "Blue: hidden", "own.yaml:6:64: found 'hidden', expected"),
        ("setup:", "set_up:", "own.yaml:5:1: found 'set_up'"),
    ],
)
def test_a_mistake_is_told_with_file_and_line(module, tmp_path, old, new, mistake):
    with pytest.raises(ModuleProblems) as found:
        begun(module, OWN.replace(old, new), tmp_path)
    assert mistake in str(found.value)


def test_a_position_that_is_written_and_set_up_again_is_the_same(module, tmp_path):
    game = begun(module, OWN, tmp_path)
    game = msgspec.structs.replace(game, seats={"umpire": Seat(umpire=True)})
    first, second = sorted(id for id in game.pieces if game.lying(id).map >= 0)[:2]
    for command in (
        MovePieces((first,), Spot("main", 333, 222)),
        SetTrait((second,), "Strength", "reduced"),
        Show((second,), "unseen", ("Blue/Hussars",)),
        Show((first,), "back", ("Red",)),
    ):
        done = decide(game, command, "umpire", None, module.components)
        assert isinstance(done, Done), done
        game = apply(game, done.patch)[0]
    written = written_setup(game, module)
    assert (written.pieces, written.beside, written.unknown) == (sum(lying(game).values()), 0, 0)
    again = begun(module, written.text, tmp_path)
    assert again.sides == game.sides
    assert dict(again.properties) == dict(game.properties)
    assert lying(again) == lying(game)


@pytest.mark.parametrize("name", ["millers_ford", "larch_hill"])
def test_the_set_ups_of_shipped_modules_come_back_the_same(name, tmp_path):
    module, file = load_module(find_module(name)), tmp_path / "own.yaml"
    for scenario in module.scenarios:
        game = set_up(module, scenario, {}, SeededChance("11" * 32, b"set-up", 0, 0)).game
        file.write_text(written_setup(game, module).text, encoding="utf-8")
        own = UmpireSetup(file).checked(module, module.scenarios[scenario])
        again = set_up(module, scenario, {}, SeededChance("11" * 32, b"set-up", 0, 0), own=own).game
        assert lying(again) == lying(game)
        assert (dict(again.properties), again.options) == (dict(game.properties), game.options)


def test_what_lay_behind_a_screen_lies_beside_it_unseen_by_those_who_did_not_see_it(changed, tmp_path):
    screen = "{id: screen, name: Screen, side: Red, traits: [{trait: screen, call: {key: b}, clear: {menu: Out}}]}\n"
    changed("module.yaml", ("Red, count: 8", "Red, count: 9"))
    units = changed("counters/units.yaml", ("pieces:\n", f"pieces:\n  - {screen}"))
    module = load_module(units)
    game = begun(module, OWN.replace('{at: "0405", pieces: [', '{at: "0405", pieces: [screen, red_armour, '), tmp_path)
    game = msgspec.structs.replace(game, seats={"umpire": Seat(umpire=True)})
    (put,) = (id for id in game.pieces if game.kind_of(id).key == "screen")
    done = decide(game, Act((put,), "b"), "umpire", None, module.components)
    assert isinstance(done, Done)
    game = apply(game, done.patch)[0]
    written = written_setup(game, module)
    assert written.beside == 2
    again = begun(module, written.text, tmp_path)
    for key, sight in (("red_armour", (FACE, UNSEEN, UNSEEN)), ("screen", (FACE, FACE, FACE))):
        assert sight in [piece.sight for id, piece in again.pieces.items() if again.kind_of(id).key == key]


def test_a_seat_gets_nothing_of_it_that_it_does_not_see(module, tmp_path):
    def known(text: str) -> bytes:
        """Begin a game with this set-up, and return everything that Blue knows of it, without the numbers of things."""
        game = begun(module, text, tmp_path)
        view = View.of(game, audience([1])).game
        rest = msgspec.structs.replace(position_of(view), pieces=(), holders=(), kinds=(), counters=game.counters)
        kinds = sorted(msgspec.json.encode(kind) for kind in view.kinds.values())
        drawn = sorted(map(repr, lying(view).items()))
        return msgspec.json.encode((msgspec.structs.replace(rest, counters=None), kinds, drawn))

    plain = known(OWN)
    other = (
        OWN.replace('"0405"', '"0706"').replace("[{piece: red_artillery", "[{piece: red_armour").replace("wait", "go")
    )
    assert b"wait" not in plain
    assert known(other) == plain
    more = '  - {at: "0907", pieces: [{piece: red_armour, count: 3, sight: {Blue: unseen}}]}\n'
    assert known(OWN + more) == plain
    assert known(OWN + more.replace("unseen", "back")) != plain
