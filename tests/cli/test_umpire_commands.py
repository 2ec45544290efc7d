"""The umpire's commands: the present knowledge of each side, and the record for the review after the game."""

import json

import pytest

from tabletop.cli.failures import ExitCode
from tabletop.cli.game_arguments import loaded
from tabletop.game.change.step import MAIL
from tabletop.game.commands import (
    At,
    DeliverDispatch,
    FinishSetup,
    GiveSeat,
    MovePieces,
    ReportContact,
    Say,
    SendReport,
    Show,
    TakeSeat,
    WriteDispatch,
)
from tabletop.game.umpire.dispatch import Addressee
from tabletop.journal.journal import Journal
from tabletop.mail.mail_notes import ReportOpened, by_mail
from tabletop.session import Session
from tabletop.texts import text

PLAYED = (
    ("Una", TakeSeat(umpire=True)),
    ("Karl", TakeSeat(("Blue",))),
    ("Rosa", TakeSeat(("Red",))),
    ("Una", Show((17,), "unseen", ("Red",))),
    ("Una", MovePieces((17,), At("main", "0704"))),
    ("Una", ReportContact("guns", At("main", "0301"), ("Red",), {"count": 2}, "a farmer")),
    ("Karl", Say("Nobody saw <us>.", ("Blue",))),
)


@pytest.fixture
def played(game):
    """Return the file of a game in which a counter of Blue moves unseen to 0704, and Red was told of guns at 0301,
    where nothing is.
    """
    with Journal.open(game) as journal:
        session = Session(journal, loaded("border_war").components, now_ms=lambda: 1_000)
        for by, command in PLAYED:
            session.submit(by, command)
    return game


def test_the_umpire_asks_what_each_side_knows(wartable, played):
    shown = wartable("show", played)
    assert shown.lines == ["0704\tBlue infantry\tRed: last seen 1 Red Movement"]
    red = wartable("show", played, "--as", "Red").lines
    assert "0301\tguns count “2”\ttold a farmer 1 Red Movement" in red
    assert not any("0704" in line for line in red)
    assert wartable("show", played, "--differences").lines == [
        "A\tRed\tnot known\t0704\tBlue infantry",
        "B\tRed\tdoes not exist\t0301",
    ]
    assert wartable("show", played, "--differences", "--as", "Blue").lines == []


def test_the_answers_are_data_too(wartable, played):
    first, second = json.loads(wartable("show", played, "--differences", "--json").out)
    assert (first["letter"], first["side"], first["kind"], first["truth"]) == ("A", "Red", "unknown", "0704")
    assert (second["believed"], second["pieces"]) == ("0301", [])
    view = json.loads(wartable("show", played, "--as", "Red", "--json").out)
    assert [contact["place"] for contact in view["contacts"]] == ["0301"]
    assert 17 not in [piece["piece"] for piece in view["pieces"]]
    assert wartable("show", played, "--json").code == ExitCode.USAGE
    assert wartable("show", played, "--as", "Redd").code == ExitCode.USAGE


def test_the_review_tells_the_truth_and_what_each_side_was_told_and_warns_of_it(wartable, played, tmp_path):
    out = tmp_path / "review"
    ran = wartable("review", played, out)
    assert (ran.code, ran.err) == (ExitCode.WELL, f"wartable: {text('review-shows-all')}\n")
    steps = [json.loads(line) for line in (out / "record.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["by"] for one in steps] == [by for by, _ in PLAYED]
    hidden, moved, told, said = steps[3:]
    assert moved["heard"] == {"Blue": moved["said"]}
    assert (17, "0704") in [(piece["piece"], piece["place"]) for piece in moved["truth"]["pieces"]]
    assert len(hidden["views"]["Red"]["gone"]) == 1, "Red loses it"
    assert told["views"]["Red"]["contacts"][0]["says"] == {"count": 2}
    assert [one["kind"] for one in told["differences"]] == ["unknown", "invented"]
    assert moved["differences"] is not None
    assert said["differences"] is None, "nothing has changed"
    index, page = ((out / name).read_text(encoding="utf-8") for name in ("index.html", "turn-1.html"))
    for written in (index, page):
        assert text("review-shows-all") in written
        assert "http" not in written, "no page needs the network"
    assert "Nobody saw &lt;us&gt;." in page
    assert "does not exist" in page


def test_the_review_names_the_answers_to_a_dispatch(wartable, tmp_path):
    game, out = tmp_path / "evening.wartable", tmp_path / "review"
    wartable("new-game", "sallow_bridge", "--out", game)
    with Journal.open(game) as journal:
        session = Session(journal, loaded("sallow_bridge").components, now_ms=lambda: 1_000)
        session.submit("Una", TakeSeat(umpire=True))
        session.submit("Una", GiveSeat("Anna", role="General Hale"))
        session.submit("Anna", FinishSetup("Hale"))
        session.submit("Anna", WriteDispatch(Addressee("umpire"), {"text": "What is there?"}, "message"))
        (question,) = session.game.dispatches
        session.submit("Una", DeliverDispatch(question))
        session.submit("Una", WriteDispatch(Addressee("side", "Hale"), {"text": "Troops."}, "message", None, question))
        at, says = At("wend", "0802"), {"strength": 14, "arms": "foot"}
        session.submit("Una", SendReport("rumour", ("Hale",), (), at, says, "The miller", answers=question))
    assert wartable("review", game, out).code == ExitCode.WELL
    (page,) = (path.read_text(encoding="utf-8") for path in out.glob("turn-*.html"))
    assert "What is there? (answered by a report, " in page
    assert "Troops. (answers “What is there?”)" in page


def test_a_review_shows_the_map_as_it_was_and_as_each_side_saw_it(wartable, played, tmp_path):
    out = tmp_path / "review"
    assert wartable("review", played, out, "--pictures").code == ExitCode.WELL
    page = (out / "turn-1.html").read_text(encoding="utf-8")
    drawn = sorted(path.name for path in out.glob("*.png"))
    assert drawn == [f"turn-1-{place}.png" for place in range(3)]
    assert [name for name in drawn if f'src="{name}"' in page] == drawn
    truth, red, blue = ((out / name).read_bytes() for name in drawn)
    assert truth == blue, "Blue sees everything, and has no contacts"
    assert truth != red, "Red does not see a counter, and believes in guns that do not exist"
    plain = tmp_path / "plain"
    wartable("review", played, plain)
    assert not list(plain.glob("*.png"))


def test_a_review_is_not_written_over_other_files(wartable, played):
    assert wartable("review", played).code == ExitCode.WELL
    assert (played.with_name("game-review") / "index.html").is_file()
    assert wartable("review", played).code == ExitCode.FILE
    assert wartable("review", played, "--replace").code == ExitCode.WELL
    assert wartable("review", played, played).code == ExitCode.FILE


def test_the_record_of_a_seat_by_mail_has_no_truth_to_show(wartable, game):
    with Journal.open(game) as journal:
        session = Session(journal, loaded("border_war").components, now_ms=lambda: 1_000)
        session.note(MAIL, by_mail(ReportOpened(stream=1, number=1, link="", digest="", turn=1, seat="Rosa")))
    for command in ("show", "review"):
        ran = wartable(command, game)
        said = text("record-of-one-seat", file=game.name, seat="Rosa")
        assert (ran.code, ran.err) == (ExitCode.FILE, f"wartable: {said}\n")
    assert not game.with_name("game-review").exists()
