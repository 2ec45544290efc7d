"""The reports of a phase for players who keep the log closed."""

from tabletop.desktop.assistant.latest_reports import latest_reports
from tabletop.desktop.table.table_model import LogLine
from tabletop.game.change.told import Told


def line(step: int, key: str, words: str = "") -> LogLine:
    return LogLine("Japan", words, "rules", 0, told=Told(key, {"text": words}), step=step)


def test_the_last_three_reports_are_shown_in_their_order() -> None:
    earlier = [line(1, "procedure-over"), line(1, "said", "of the phase before"), line(2, "tracker-moved")]
    flights = [
        each
        for step in (3, 4, 5, 6)
        for each in (
            line(step, "procedure-answered"),
            line(step, "said", f"flight {step}"),
            line(step, "procedure-over"),
        )
    ]
    assert latest_reports(earlier) == ("of the phase before",)
    assert latest_reports([*earlier, *flights]) == ("flight 4", "flight 5", "flight 6")


def test_reports_are_forgotten_two_phases_later() -> None:
    lines = [line(1, "procedure-over"), line(1, "said", "A"), line(2, "tracker-moved"), line(2, "said", "B")]
    assert latest_reports(lines) == ("A", "B")
    assert latest_reports([*lines, line(3, "tracker-moved")]) == ("B",)
    assert latest_reports([*lines, line(3, "tracker-moved"), line(4, "tracker-moved")]) == ()


def test_what_a_player_says_is_no_report() -> None:
    assert latest_reports([line(1, "procedure-begun"), line(2, "said", "Good luck!")]) == ()
