"""Scripts of commands: the answer to each line, and the contents of the file afterwards."""

import io
import json
import sqlite3
import threading

import pytest

from tabletop.cli.failures import ExitCode
from tabletop.game.commands import Act, Spot
from tabletop.journal.journal import Journal
from tabletop.journal.verify import verify


@pytest.fixture
def play(wartable, game, monkeypatch):
    """Return a function that plays lines for a seat as if they were typed on stdin, and returns the answers."""

    def run(*lines: str | dict[str, object], seat: str = "Red") -> list[str]:
        text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        return wartable("do", game, "--as", seat).lines

    return run


def move(piece: int, place: str) -> dict[str, object]:
    return {"do": "move", "pieces": [piece], "to": {"to": "place", "map": "main", "place": place}}


SIT_AT_BOTH = {"do": "take-seat", "sides": ["Red", "Blue"]}


def test_a_seat_called_like_a_side_takes_it_once(play, game):
    assert play({"do": "say", "text": "Hello"}) == ["confirmed 1 plays Red", "confirmed 2 says: Hello"]
    assert play({"do": "say", "text": "Again"}) == ["confirmed 3 says: Again"]
    assert play(seat="umpire") == ["confirmed 4 takes the umpire's seat"]
    with Journal.open(game) as journal:
        seats = {name: (seat.sides, seat.umpire) for name, seat in journal.game.seats.items()}
        assert seats == {"Red": ((0,), False), "umpire": ((), True)}


def test_the_umpires_seat_has_no_sides(play, game):
    assert play({"do": "take-seat", "umpire": True}, seat="Anna") == ["confirmed 1 takes the umpire's seat"]
    with Journal.open(game) as journal:
        assert (journal.game.seats["Anna"].sides, journal.game.seats["Anna"].umpire) == ((), True)


def test_at_a_moderated_table_the_first_is_umpire_and_gives_the_seats(wartable, tmp_path, monkeypatch):
    game = tmp_path / "moderated.wartable"
    assert wartable("new-game", "border_war", "--access", "modrated", "--out", game).code == ExitCode.USAGE
    assert wartable("new-game", "border_war", "--access", "moderated", "--out", game).code == ExitCode.WELL

    def typed(seat: str, *lines: dict[str, object]) -> list[str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, lines))))
        return wartable("do", game, "--as", seat).lines

    assert typed("Red") == ["refused The umpire gives the seats at this table."]
    assert typed("umpire", {"do": "give-seat", "to": "Red", "sides": ["Red"]}) == [
        "confirmed 1 takes the umpire's seat",
        "confirmed 2 gives Red Red to play",
    ]
    assert typed("Red", {"do": "track", "tracker": "Turn"}, {"do": "take-seat", "umpire": True}) == [
        "refused At this table only an umpire sets Turn.",
        "refused Somebody else is the umpire: only they can hand over that seat.",
    ]
    sight = json.loads(typed("Red", {"do": "look"})[0].removeprefix("sees "))
    assert (sight["access"], sight["seats"]["Red"]) == (
        {"kind": "moderated"},
        {"sides": ["Red"], "role": "", "umpire": False},
    )


def test_somebody_else_watches_until_they_sit_down(play):
    place = {"do": "place-new", "kind": "disrupted", "to": {"to": "place", "map": "main", "place": "0103"}}
    refused, sat, placed = play(place, SIT_AT_BOTH, place, seat="Anna")
    assert refused == "refused Observers cannot place counters."
    assert (sat, placed) == ("confirmed 1 plays Red and Blue", "confirmed 2 places Disrupted in 0103")


def test_what_is_confirmed_is_in_the_file(play, game):
    answers = play(SIT_AT_BOTH, move(6, "0604"), move(17, "0704"), seat="Anna")
    assert [answer.split()[:2] for answer in answers] == [["confirmed", str(n)] for n in (1, 2, 3)]
    with Journal.open(game) as journal:
        assert [journal.game.holder_of(piece).place for piece in (6, 17)] == ["0604", "0704"]
    assert verify(game).last == 3


def test_undo_and_redo(play, game):
    play(SIT_AT_BOTH, move(6, "0604"), {"do": "undo"}, seat="Anna")
    with Journal.open(game) as journal:
        assert journal.game.holder_of(6).place == "0103"
    play({"do": "redo"}, seat="Anna")
    with Journal.open(game) as journal:
        assert journal.game.holder_of(6).place == "0604"
    assert play({"do": "redo"}, seat="Anna") == ["refused There is nothing to undo."]


def test_named_steps_are_taken_back(play, game):
    play(SIT_AT_BOTH, move(6, "0604"), move(17, "0704"), {"do": "undo", "steps": [2]}, seat="Anna")
    with Journal.open(game) as journal:
        assert [journal.game.holder_of(piece).place for piece in (6, 17)] == ["0103", "0704"]


def test_a_question_is_answered_by_the_next_line(play):
    barrier = {"do": "all", "commands": [move(6, "0604"), {"do": "roll", "dice": "1d6"}]}
    *_, asks, confirmed = play(SIT_AT_BOTH, barrier, {"do": "undo"}, {"answer": True}, seat="Anna")
    asked = json.loads(asks.removeprefix("asks "))
    assert asked["key"] == "take-back-anyway"
    assert [choice["value"] for choice in asked["choices"]] == [True, False]
    assert confirmed.startswith("confirmed 3 undoes: Red infantry from 0103 to 0604")


def test_a_question_that_is_not_answered_is_left(play, game):
    barrier = {"do": "all", "commands": [move(6, "0604"), {"do": "roll", "dice": "1d6"}]}
    answers = play(SIT_AT_BOTH, barrier, {"do": "undo"}, {"do": "say", "text": "No"}, {"do": "undo"}, seat="Anna")
    left = "refused The question was left without an answer."
    assert answers[3:5] == [left, "confirmed 3 says: No"]
    assert answers[-1] == left
    with Journal.open(game) as journal:
        assert journal.game.holder_of(6).place == "0604"


def test_a_script_may_bring_the_answers(play):
    barrier = {"do": "all", "commands": [move(6, "0604"), {"do": "roll", "dice": "1d6"}]}
    answers = play(SIT_AT_BOTH, barrier, {"do": "undo", "answers": {"take-back-anyway": True}}, seat="Anna")
    assert answers[-1].startswith("confirmed 3 undoes")


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("no json", "The line is not understood"),
        ("[1]", "A line is a JSON object"),
        ("[" * 5000, "The line is not understood"),
        ('{"do": "moev"}', "Did you mean 'move'?"),
        ('{"do": "move", "pieces": [6]}', "missing required field `to`"),
        ('{"do": "say", "text": "a", "loud": true}', "unknown field `loud`"),
        ('{"answer": 1}', "There is no question to answer."),
        ('{"do": "roll", "dice": "2x6"}', ""),
        (json.dumps(move(99, "0604")), "There is no such piece."),
        (json.dumps(move(6, "Atlantis")), "Atlantis"),
    ],
)
def test_what_is_wrong_is_refused_and_the_script_goes_on(play, line, because):
    _, refused, confirmed = play(SIT_AT_BOTH, line, {"do": "say", "text": "On"}, seat="Anna")
    assert refused.startswith("refused ")
    assert because in refused
    assert confirmed == "confirmed 2 says: On"


def test_empty_lines_and_remarks_are_passed_over(play):
    assert play("", "  # a remark", seat="Anna") == []


def test_anything_refused_is_told_by_the_exit_code(wartable, game, tmp_path):
    script = tmp_path / "script.jsonl"
    script.write_text('{"do": "undo"}', encoding="utf-8")
    assert wartable("do", game, "--as", "Anna", "--script", script).code == ExitCode.WRONG


def test_a_line_that_is_not_utf_8_is_refused_and_the_script_goes_on(wartable, game, tmp_path, monkeypatch):
    said = b'{"do": "say", "text": "H\xf6rt!"}\n{"do": "say", "text": "Done"}\n'
    script = tmp_path / "script.jsonl"
    script.write_bytes(said)
    refused = "refused The line is not understood: it is not text in UTF-8."
    assert wartable("do", game, "--as", "Anna", "--script", script).lines == [refused, "confirmed 1 says: Done"]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(said), encoding="ascii"))
    assert wartable("do", game, "--as", "Anna").lines == [refused, "confirmed 2 says: Done"]


def test_a_look_names_what_commands_name(play):
    _, sees = play({"do": "look"}, seat="Red")
    sight = json.loads(sees.removeprefix("sees "))
    reds = [piece["piece"] for piece in sight["pieces"] if piece["side"] == "Red" and piece["place"] == "0104"]
    assert play(move(reds[0], "0204"), seat="Red") == ["confirmed 2 moves Red armour from 0104 to 0204"]


def test_a_look_shows_a_side_no_more_than_it_sees(play):
    hide = {"do": "show", "pieces": [17], "level": "unseen", "sides": ["Red"]}
    *_, truth = play({"do": "take-seat", "sides": ["Red", "Blue"]}, hide, {"do": "look"}, seat="Anna")
    *_, sees = play({"do": "look"}, seat="Red")
    count = [len(json.loads(line.removeprefix("sees "))["pieces"]) for line in (truth, sees)]
    assert count == [15, 14]


def test_a_key_says_where_the_mouse_was_and_the_record_keeps_it(play, game):
    here = {"to": "spot", "map": "main", "x": 201, "y": 342}
    flip = {"do": "act", "pieces": [6], "key": "ctrl F"}
    _, done, refused = play(SIT_AT_BOTH, flip | {"at": here}, flip | {"at": here | {"map": "moon"}}, seat="Anna")
    assert done.startswith("confirmed 2 ")
    assert refused == "refused There is no map 'moon'. Choose from: main."
    with Journal.open(game) as journal:
        (step,) = journal.steps(2)
        assert step.command == Act((6,), "ctrl F", at=Spot("main", 201, 342))


def test_what_is_deleted_meanwhile_is_not_confirmed(wartable, game, monkeypatch):
    def lines():
        yield json.dumps(SIT_AT_BOTH) + "\n"
        yield json.dumps(move(6, "0604")) + "\n"
        game.unlink()
        yield json.dumps(move(17, "0704")) + "\n"

    typed = lines()
    monkeypatch.setattr("sys.stdin", type("Typed", (), {"readline": lambda self: next(typed, "")})())
    ran = wartable("do", game, "--as", "Anna")
    assert [line.split()[:2] for line in ran.lines] == [["confirmed", "1"], ["confirmed", "2"]]
    assert "'game.wartable' was deleted while the game was open." in ran.err
    assert ran.code == ExitCode.FILE


def test_what_a_crash_has_lost_is_warned_of(wartable, play, game, tmp_path):
    play(SIT_AT_BOTH, seat="Anna")
    with Journal.open(game):
        crashed = tmp_path / "crashed.wartable"
        crashed.write_bytes(game.read_bytes())
    script = tmp_path / "script"
    script.write_text('{"do": "say", "text": "Ready"}')
    assert "moves may be lost" in wartable("do", crashed, "--as", "Anna", "--script", script).err
    assert wartable("do", crashed, "--as", "Anna", "--script", script).err == ""


def test_undo_goes_by_the_record_where_what_lies_beside_it_is_damaged(wartable, play, game, tmp_path):
    play(SIT_AT_BOTH, move(6, "0604"), move(17, "0704"), seat="Anna")
    with sqlite3.connect(game) as other:
        other.execute("UPDATE steps SET back = (SELECT back FROM steps WHERE seq = 3) WHERE seq = 2")
    other.close()
    script = tmp_path / "script"
    script.write_text('{"do": "undo", "steps": [2]}')
    ran = wartable("do", game, "--as", "Anna", "--script", script)
    assert "damaged in 1 action; the first is 2" in ran.err
    with Journal.open(game) as journal:
        assert journal.game.holder_of(6).place == journal.game_at(1).holder_of(6).place
        assert journal.game.holder_of(17).place == "0704"
    assert verify(game).ok


def test_a_script_waits_for_another_program_that_writes_to_the_file(wartable, play, game, tmp_path, monkeypatch):
    play(SIT_AT_BOTH, seat="Anna")

    def lines():
        other = sqlite3.connect(game, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(0.2, other.execute, ["ROLLBACK"])
        release.start()
        yield json.dumps({"do": "say", "text": "Ready"}) + "\n"
        release.join()
        other.close()

    typed = lines()
    monkeypatch.setattr("sys.stdin", type("Typed", (), {"readline": lambda self: next(typed, "")})())
    assert wartable("do", game, "--as", "Anna").lines == ["confirmed 2 says: Ready"]
