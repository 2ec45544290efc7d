"""Lines of VASSAL's chat, as plain text with their authors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game.change.told import Told
from tabletop.vassal.files.chat_lines import ChatLine, called, read_line


@pytest.mark.parametrize(
    ("chat", "text"),
    [
        ("* Ann moves", "Ann moves"),
        ("* | Ann <b>moves</b>&nbsp;on", "Ann moves\u00a0on"),
        ("*~Ann<br>moves", "Ann moves"),
        ("*** 2d6 = 7 *** <Ann>", "** 2d6 = 7 *** <Ann>"),
        ("* &lt;Ann&gt; moves <4 hexes", "<Ann> moves <4 hexes"),
        ("- <i>Logged</i>", "Logged"),
        ("-", ""),
        ("<b>Bold</b>", "<b>Bold</b>"),
        ("", ""),
    ],
)
def test_what_is_reported_is_in_plain_words(chat: str, text: str) -> None:
    assert read_line(chat) == ChatLine(text)


@pytest.mark.parametrize(
    ("chat", "speaker", "words"),
    [
        ("<Bob> - nice", "Bob", "nice"),
        ("<Bob> nice", "Bob", "nice"),
        ("<Bob> - *nice* <3", "Bob", "*nice* <3"),
        ("<&lt;Eve (Red)&gt;> - hello", "Eve (Red)", "hello"),
        ("&lt;Eve (<observer>)&gt; - hello", "Eve (<observer>)", "hello"),
    ],
)
def test_what_a_player_typed_is_known_with_who_it_was(chat: str, speaker: str, words: str) -> None:
    line = read_line(chat)
    assert (line.speaker, line.words) == (speaker, words)
    assert line.told(speaker) == Told("said", {"text": words})
    assert line.told("Cy").key == "report"


def test_braces_of_a_line_mean_themselves() -> None:
    assert read_line("* at {there}").told("Ann") == Told("report", {"text": "at {{there}}"})


@pytest.mark.parametrize(
    ("name", "plain"), [("Eve", "Eve"), ("&lt;Eve (<observer>)&gt;", "Eve (<observer>)"), ("<>", ""), ("", "")]
)
def test_players_are_called_without_brackets(name: str, plain: str) -> None:
    assert called(name) == plain


@given(st.text(alphabet="*-|!~<>&;lt gt{}ab\n", max_size=30))
def test_any_text_is_a_line(text: str) -> None:
    line = read_line(text)
    assert line.told("a").facts
    assert line.text == line.text.strip()
