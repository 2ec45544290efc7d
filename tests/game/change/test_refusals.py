"""A refusal is sent as a text's key and arguments, and put into words at the receiving end."""

from pathlib import Path

import msgspec
import pytest

from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.key_calls import MOST_CALLS
from tabletop.game.change.outcome import Refused, refused
from tabletop.game.state.values import BACK, FACE
from tabletop.game.traits.action_traits import Trigger
from tabletop.game.traits.trait_base import TraitCall
from tabletop.texts import Sentence
from tabletop.texts.language import speak
from tabletop.texts.language_files import MADE_UP, language_for
from tests.game.traits.playing import Playing


def arrived(sent: Refused) -> Refused:
    return msgspec.json.decode(msgspec.json.encode(sent), type=Refused)


@pytest.mark.parametrize(
    ("sent", "english", "made_up"),
    [
        (
            refused("not-yours", "watchers-place-nothing"),
            "Observers cannot place counters.",
            "⟦Öƀšéŕṽéŕš çàññöţ þļàçé çöûñţéŕš.··········⟧",
        ),
        (
            refused("no-more-counters", "no-more-counters", limit=4, kind="Corps"),
            "The game has only 4 of 'Corps'.",
            "⟦Ţĥé ĝàɱé ĥàš öñļý 4 öƒ 'Corps'.········⟧",
        ),
    ],
)
def test_a_refusal_is_put_into_words_where_it_arrives(sent: Refused, english: str, made_up: str) -> None:
    assert arrived(sent) == sent
    assert arrived(sent).because == english
    speak(language_for(MADE_UP, Path()))
    assert arrived(sent).because == made_up


def test_lists_and_sentences_within_a_sentence_are_put_into_words_with_it() -> None:
    wanted = Sentence("option-number-from", {"least": 3})
    assert arrived(refused("no-such-name", "sides-are", sides=("Axis", "Allies", "Neutral"))).because == (
        "The sides are Axis, Allies and Neutral."
    )
    assert (
        arrived(refused("not-possible", "no-choice-wanted", option="hand", choice="2", wanted=wanted)).because
        == "The option 'hand' has no choice '2': it is a whole number of at least 3."
    )


def test_what_a_module_says_arrives_as_it_is() -> None:
    speak(language_for(MADE_UP, Path()))
    assert (
        "Die Flotte ist auf See."
        in arrived(refused("not-possible", "in-other-words", words="Die Flotte ist auf See.")).because
    )


def test_no_more_travels_than_the_key_and_what_fills_it() -> None:
    assert msgspec.json.encode(refused("stale", "changed-meanwhile")) == (
        b'{"code":"stale","sentence":{"key":"changed-meanwhile"}}'
    )


@pytest.mark.parametrize(
    ("level", "named"),
    [
        (FACE, {"calls": MOST_CALLS, "piece": "Piece"}),
        (BACK, {"key": "go"}),
    ],
)
def test_a_piece_that_goes_round_is_named_to_who_sees_its_face(level: int, named: dict[str, object]) -> None:
    play = Playing()
    piece = play.piece([Trigger(("go", "go"), call=TraitCall("go"))])
    play.hide(piece, 0, level)
    with pytest.raises(Refusal) as found:
        play.act(piece, "go", seat="axis")
    assert found.value.answer.sentence.arguments == named
