"""The program's benchmark figures: they are calculated and saved. No test checks the speed itself."""

import json

import pytest

from tabletop.cli.failures import ExitCode
from tabletop.cli.game_arguments import loaded
from tabletop.journal.records import check
from tabletop.workshop import bench_command
from tabletop.workshop.bench import random_gestures
from tabletop.workshop.bench.measured_tables import table
from tabletop.workshop.bench.measurement import Measurement, Unavailable, measured
from tabletop.workshop.bench.window_rows import crowded


def measurement(samples, *, at_least: bool = False, budget: float = 10) -> Measurement:
    return Measurement("a.row", "something", "ms", "CPU", budget, lambda: samples, at_least)


@pytest.mark.parametrize(
    ("samples", "at_least", "median", "best", "p95", "met"),
    [
        ([10.0], False, 10, 10, 10, True),
        ([12.0, 10, 11], False, 11, 10, 12, False),
        ([9.0] * 95 + [100.0] * 5, False, 9, 9, 9, True),
        ([9.0] * 90 + [100.0] * 10, False, 9, 9, 100, True),
        ([20.0, 30, 5], True, 20, 30, 5, True),
        ([9.0, 8, 30], True, 9, 30, 8, False),
    ],
)
def test_median_best_and_p95_against_the_budget(samples, at_least, median, best, p95, met):
    result = measured(measurement(samples, at_least=at_least))
    found = (result.median, result.best, result.p95, result.met, result.samples)
    assert found == (median, best, p95, met, len(samples))


def unavailable():
    raise Unavailable("there is no such thing here")


def test_the_figures_stand_beside_those_of_the_last_time(wartable, monkeypatch, tmp_path):
    monkeypatch.setattr(bench_command, "_all", lambda: [measurement([7.0]), measurement([3.0])])
    first = wartable("bench", "--json", tmp_path / "figures.json")
    assert first.code == ExitCode.WELL
    figures = json.loads((tmp_path / "figures.json").read_text())
    wanted = {"name": "a.row", "unit": "ms", "median": 7, "best": 7, "p95": 7, "budget": 10, "met": True}
    assert figures[0] | wanted == figures[0]
    again = wartable("bench", "--only", "a.*").lines[1]
    assert again.split()[:6] == ["a.row", "7", "7", "7", "10", "3"]


def test_what_cannot_be_measured_here_is_said(wartable, monkeypatch):
    row = Measurement("a.row", "something", "ms", "CPU", 1, unavailable)
    monkeypatch.setattr(bench_command, "_all", lambda: [row])
    assert wartable("bench").lines[1] == "a.row                not measured: there is no such thing here"


def test_published_modules_have_rows_of_their_own_with_their_largest_save(monkeypatch, tmp_path):
    saves = tmp_path / "saves" / "game"
    saves.mkdir(parents=True)
    (tmp_path / "game_plain.vmod").touch()
    for name, size in (("small.vsav", 1), ("large.vsav", 9)):
        (saves / name).write_bytes(b"x" * size)
    monkeypatch.setenv("WARTABLE_VASSAL_MODULES", str(tmp_path))
    rows = {row.name: row.what for row in bench_command._all() if row.name.endswith(".game_plain")}
    assert rows["import.save.game_plain"] == "large.vsav to a painted table"
    assert "import.log.game_plain" not in rows


def test_every_measurement_has_a_name_of_its_own():
    names = [row.name for row in bench_command._all()]
    assert len(set(names)) == len(names) >= 24


def test_the_tables_to_measure_on_hang_together():
    made = table(100)
    check(made.game)
    assert len(made.pieces) == len(made.game.pieces) == 100
    crowd = crowded(loaded("border_war"), 101)
    check(crowd)
    assert len(crowd.pieces) == 101
    assert sorted(len(holder.pieces) for holder in crowd.holders.values())[-1] == 30


@pytest.mark.parametrize(
    ("errors", "highest", "code"),
    [({}, 449.0, ExitCode.WELL), ({"KeyError x.py:1": 2}, 300.0, ExitCode.WRONG), ({}, 451.0, ExitCode.WRONG)],
)
def test_an_evening_of_gestures_fails_for_an_error_or_too_much_memory(wartable, monkeypatch, errors, highest, code):
    monkeypatch.setattr(random_gestures, "play", lambda made, seed, say: random_gestures.GestureRun(errors, highest))
    found = wartable("bench", "--gestures", "5")
    assert found.code == code
    assert found.lines[0] == f"Memory peaked at {highest:.0f} MB; the limit is 450."
    assert found.lines[1:] == [f"{place}: {often} times" for place, often in errors.items()]
