"""The Battle of the Bismarck Sea (17.1) from the start page to its winner, by two players at one screen."""

import re

import pytest

from tests.journeys.conftest import Player
from tests.journeys.two_at_one_screen import TwoAtOneScreen, begin_at_start_page

MAP = "new-guinea"


@pytest.fixture
def two(player: Player, monkeypatch: pytest.MonkeyPatch) -> TwoAtOneScreen:
    begin_at_start_page(player, monkeypatch, "Battle of the Bismarck Sea", {"Spotting": 9, "the shot of A6M at": 9})
    return TwoAtOneScreen(player, MAP, {"JP": "Japan", "AL": "Allies"})


def test_the_convoy_sails_to_lae(two: TwoAtOneScreen) -> None:
    table = two.table
    assert table.part == ("1", "Random event")
    commits_its_aircraft(two)
    while table.part[1] != "Reconnaissance":
        two.go_on()
    two.pass_on("AL", "JP")
    while table.part[1] != "Air and naval operations":
        two.go_on()
    two.pass_on("AL")
    sails(two)
    two.pass_on("AL", "JP", "AL", "JP")
    while table.part[1] != "Reaction moves":
        two.go_on()
    two.begin("JP", "Disembark")
    two.play({"What is landed": ("Japanese supply", "Japanese supply") + 3 * ("51st Division regiment",)})
    while table.part[1] != "Victory points":
        two.go_on()
    for side in ("JP", "AL"):
        two.sit(side)
        table.wait(lambda: "Japan has more Victory Points and has won." in two.said)
        assert "The game is over." in two.said
        assert "for steps landed at Lae: 8;" in table.log, "three regiments and two supply units"
        japanese, allied = re.findall(r"Points of (?:Japan|the Allies): (\d+)", table.log)[-2:]
        assert two.names(f"japanese-points.{japanese}") == two.names(f"allied-points.{allied}") == ["Victory points"]
        assert int(japanese) > int(allied) > 0
    assert not table.refused


def commits_its_aircraft(two: TwoAtOneScreen) -> None:
    """Let Japan take a ship and commit the 11th Hikoshidan, of which the Allies only learn that it is committed."""
    table = two.table
    two.begin("JP", "The turn begins")
    two.play({"Take a ship": True, "Commit": True, "Which of its units": ("A6M3 Zero",), "At which port": "Lae"})
    assert "Light cruiser transport" in two.names("Rabaul")
    assert two.kinds("jp-airbases", "Rabaul") == ["A6M3 Zero"]
    assert two.kinds("jp-airbases", "Lae") == ["A6M Rufe", "Ki-43 Oscar"]

    two.sit("AL")
    assert two.kinds("jp-airbases") == []
    assert len(two.kinds("al-airbases", "Port Moresby")) == 6
    assert "“Commit the 11th Hikoshidan this turn?” with yes" in table.log
    assert "Zero" not in table.log
    assert "floatplane" not in table.log


def sails(two: TwoAtOneScreen) -> None:
    """Let the convoy sail hex by hex to Lae, past bombers that fighters from Rabaul and Lae meet."""
    table = two.table
    two.begin("JP", "Naval mission")
    course = ("1805", "1705", "1605", "1606", "Lae")
    convoy = {"Which mission": "transport", "Which ships": ("Maru", "Maru"), "Which way": course}
    two.play(convoy, until=lambda: two.asked.by == "AL")
    assert "Spotted at Talasea: 2 × Maru transport" in table.log

    raid = {"How do you react": "air attack", "Which air units": ("P-38", "B-25", "B-25")}
    two.play(raid, until=lambda: two.asked.by == "JP")
    two.sit("JP")
    assert two.names("1805").count("aircraft") == 3, "Japan sees how many, but not which"
    assert "B-25" not in table.log
    fighters = {"Which fighter": ("Ki-43", "A6M3", "A6M Rufe"), "What is the target": "ships"}
    two.play(fighters, until=lambda: two.board is not None)
    assert re.search(r"Interceptor scramble.*: success", table.log)

    two.play({}, until=two.is_fought_out)
    assert re.search(r"B-25 Mitchell \(B-25 [ab]\) is shot down", table.log)
    assert re.search(r"B-25 Mitchell \(B-25 [ab]\) leaves for its base", table.log)
    two.play({})
    assert two.kinds("jp-airbases", "Talasea") == []
    assert two.kinds("al-airbases", "Buna/Gona") == ["B-25 Mitchell"]
    two.sit("JP")
    assert "A6M3 Zero" in two.kinds("jp-airbases", "Talasea")
    assert two.names("Lae").count("Maru transport") == 2
