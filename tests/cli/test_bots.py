"""Programs play Fire in the Sky: they get the output of `now`, choose among the possible answers, and play a whole
war.
"""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop.journal.verify import verify

BOT = Path(__file__).parents[2] / "docs" / "bot.py"
BOTH = {"do": "take-seat", "sides": ["JP", "AL"]}
OPERATIONS = {"do": "set-tracker", "tracker": "Turn", "positions": [0, 0, 3]}
NOW = {"do": "now"}
FORM = {"do": "begin", "procedure": "form-task-force", "side": "JP"}
SHIPS = ("DD Destroyer Squadron 4", "DD Destroyer Squadron 5")


@pytest.fixture
def war(begin, tmp_path):
    return begin(tmp_path / "war.wartable", "fire_in_the_sky", "december-1941")


@pytest.fixture
def play(wartable, war, monkeypatch):
    """Return a function that plays lines as a player of both sides, and returns the answers."""

    def run(*lines: dict[str, object]) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, (BOTH, *lines)))))
        return wartable("do", war, "--as", "Bot").lines[1:]

    return run


def told(line: str, word: str) -> dict:
    assert line.startswith(f"{word} ")
    return json.loads(line.removeprefix(f"{word} "))


def asked(line: str) -> dict:
    (found,) = told(line, "now")["asked"]
    return found


def ships(play) -> list[int]:
    pieces = told(play({"do": "look"})[0], "sees")["pieces"]
    return [each["piece"] for each in pieces if each["name"].startswith(SHIPS) and each["side"] == "JP"]


def sail(pieces: list[int], to: str, **more: str) -> dict[str, object]:
    return {"do": "move", "pieces": pieces, "to": {"to": "place", "map": "pacific", "place": to}, **more}


def test_a_program_is_told_what_it_may_begin_and_how(play):
    now = told(play(OPERATIONS, NOW)[-1], "now")
    assert now["phase"] == "Operational Phase"
    assert now["acting"] == ["JP"]
    begun = {each["title"]: each["command"] for each in now["begin"] if "command" in each}
    assert begun["Form a Task Force"] == FORM
    assert now["onwards"]["command"]["procedure"] == "next-phase"


def test_a_question_shows_its_options_least_and_most(play):
    answers = play(OPERATIONS, FORM, NOW)
    base = asked(answers[-1])
    assert (base["key"], base["by"], base["kind"], base["least"], base["most"]) == ("base", "JP", "pick", 1, 1)
    assert {"value": "place:pacific:0707", "label": "Formosa"} in [
        {"value": each["value"], "label": each["label"]} for each in base["options"]
    ]


def test_a_place_is_answered_by_its_name_and_a_wrong_one_with_what_may_be(play):
    reply = {"do": "answer", "frame": asked(play(OPERATIONS, FORM, NOW)[-1])["frame"], "key": "base"}
    wrong, right, now = play({**reply, "value": "Pearl Harbor"}, {**reply, "value": "Kure"}, NOW)
    assert wrong.startswith("refused Pearl Harbor cannot be chosen here. Choose from: Hainan, ")
    assert ", Kure, " in wrong
    assert right.startswith("confirmed")
    assert asked(now)["key"] == "units"


def test_what_an_option_leads_to_is_told(play):
    leave = {"do": "begin", "procedure": "next-phase", "side": "JP"}
    now = told(play(OPERATIONS, FORM, leave, NOW)[-1], "now")
    (leaving,) = [each for each in now["asked"] if each["key"] == "leave"]
    options = {each["label"]: each.get("leads", "") for each in leaving["options"]}
    assert "9 Reaction" in options["yes"]
    assert "Reaction" not in options["no"]


def test_findings_stand_in_the_answer(play):
    pieces = ships(play)
    (_, answer) = play(OPERATIONS, sail(pieces, "Manila"))
    assert answer.startswith("confirmed")
    findings = json.loads(answer.partition(" findings ")[2])
    assert findings[0]["rule"].startswith("8")
    assert findings[0]["message"]


def test_enforced_the_phase_does_not_end_with_it(play):
    pieces = ships(play)
    strict = {"do": "set-property", "name": "policy", "value": "enforce"}
    onwards = {"do": "begin", "procedure": "next-phase", "side": "JP"}
    assert play(OPERATIONS, strict, sail(pieces, "Manila"), onwards)[-1].startswith("refused 8")


def test_a_move_by_a_way_of_moving_pays_what_it_costs(play):
    pieces = ships(play)
    force = [{"do": "set", "pieces": pieces, "name": "force", "value": "Fleet 1"}]
    answers = play(OPERATIONS, *force, sail(pieces, "Manila", by="operation"), sail(pieces, "Kure", by="operation"))
    assert "Oil Points" in answers[-2]
    assert "findings" not in answers[-2]
    assert answers[-1].startswith("refused"), "it has operated"


@pytest.mark.parametrize("by", ["reaction", "teleport"])
def test_a_way_that_is_not_open_is_refused_in_a_sentence(play, by):
    answer = play(OPERATIONS, sail(ships(play), "Manila", by=by))[-1]
    assert answer.startswith("refused ")
    assert answer.endswith((".", ")"))


def test_every_line_is_answered_by_one_line(play):
    lines = [OPERATIONS, FORM, {"do": "say", "text": "One\ntwo"}, NOW, {"do": "look"}]
    assert len(play(*lines)) == len(lines)


def test_the_bot_of_the_documentation_plays_a_whole_war(war):
    ran = subprocess.run([sys.executable, BOT, war, "1"], capture_output=True, text=True, timeout=250, check=True)
    assert ran.stdout.strip() == "Japan is down to 19 Victory Points; the Allies have won."
    assert verify(Path(war)).ok
