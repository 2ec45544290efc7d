"""Known leaks, put back into the program by patches. Random pairs of games must find every one of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from tabletop.expression import as_text
from tabletop.game import decide
from tabletop.game.actions import heard_words, landing, transaction
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.key_calls import KeyCalls
from tabletop.game.actions.piece_verbs import PieceVerbs
from tabletop.game.behaviour import group_behaviour
from tabletop.game.change.outcome import refused
from tabletop.game.change.told import Told
from tabletop.game.commands import Restack, RollDice, SetTrait
from tabletop.game.decisions import piece_decisions, trait_decisions
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.rolls import facts
from tabletop.game.rolls import roll as throw
from tabletop.game.sight import eyes, seen_changes
from tabletop.game.sight.seen_draft import SeenDraft
from tabletop.game.state.values import FACE
from tabletop.journal import barriers, takeback
from tabletop.module.contents.deck_exchange import encode_deck
from tabletop.session import Connection, table_session, table_undo
from tabletop.session.seat_stream import NoticedNumbers
from tabletop.session.table_undo import TableUndo
from tests.game.secrets.pairs import play

Patch = pytest.MonkeyPatch


class PutBack(NamedTuple):
    """A leak: its description, the function that puts it back, and a seed whose pair finds it."""

    what: str
    how: Callable[[Patch], None]
    seed: int = 0


@contextmanager
def _by_the_truth(action: Any) -> Iterator[None]:
    """Let an action read the true position instead of the view of its seat."""
    before = action.view, action.reading
    with action.on_truth():
        action.view = action.reading = action.whole
        try:
            yield
        finally:
            action.view, action.reading = before


def _truly(patch: Patch, owner: Any, name: str) -> None:
    """Patch a function of an action so that it reads the true position."""
    old = getattr(owner, name)

    def by_the_truth(action: Any, *args: Any, **named: Any) -> Any:
        with _by_the_truth(action):
            return old(action, *args, **named)

    patch.setattr(owner, name, by_the_truth)


def _secret_rolls_are_heard(patch: Patch) -> None:
    def roll(action: Any, command: RollDice) -> None:
        rolled = throw(command.dice, action.chance, command.why, secret=command.secret)
        sides = action.sides if command.secret else None
        action.tell(Told("rolled", {"why": command.why, **facts(rolled)}, sides=sides))

    patch.setitem(decide._DECISIONS, RollDice, roll)


def _refusals_name_the_face(patch: Patch) -> None:
    def set_trait(action: Any, command: SetTrait) -> None:
        for piece in command.pieces:
            held = action.truth.piece(piece)
            kind = action.whole.kind(held.kind) if held is not None else None
            if kind is not None and command.name not in kind.writers:
                raise Refusal("no-such-name", "no-property-to-set", piece=kind.kind.name, name=command.name)
        trait_decisions.set_trait(action, command)

    patch.setitem(decide._DECISIONS, SetTrait, set_trait)


def _keys_act_by_the_face(patch: Patch) -> None:
    def send(calls: Any, piece: int, key: str) -> None:
        with _by_the_truth(calls._action):
            calls.run(calls.send(piece, key))

    patch.setattr(KeyCalls, "_send_to_back", send)


def _dragging_is_sonar(patch: Patch) -> None:
    def lying(action: Any, map_index: int, x: int, y: int) -> list[Any]:
        truth = action.truth
        return [(id, truth.holder(id)) for id in truth.holders_at(map_index, x, y)]

    patch.setattr(landing, "lying_at", lying)


def _boxes_are_sonar(patch: Patch) -> None:
    _truly(patch, landing, "_lay_out")


def _cargo_boards_what_is_unseen(patch: Patch) -> None:
    _truly(patch, group_behaviour, "_mat_at")


def _restacks_with_what_is_unseen(patch: Patch) -> None:
    _truly(patch, piece_decisions, "restack")
    patch.setitem(decide._DECISIONS, Restack, piece_decisions.restack)


def _one_key_a_piece(patch: Patch) -> None:
    old = takeback._in_the_way

    def in_the_way(entries: Any, chosen: Any, _notices: Any, _seen: Any) -> Any:
        return old(entries, chosen, lambda _seq: True, lambda entry: takeback.keys(entry.step.patch))

    patch.setattr(takeback, "_in_the_way", in_the_way)


def _undoes_among_all(patch: Patch) -> None:
    def among(back: Any, _entry: Any, change: Any, _within: Any) -> Any:
        held = back._draft.holder(change.holder)
        return change if held is not None and change.above in held.pieces else replace(change, above=0)

    patch.setattr(takeback._Back, "_among_seen", among)


def _contacts_are_no_barriers(patch: Patch) -> None:
    def revealed(before: Any, after: Any, _patch: Any, who: Any, _known_to: Any) -> bool:
        was, now = eyes.eyes(before, who), eyes.eyes(after, who)
        both = (id for id in before.pieces if id in after.pieces)
        return any(was.level(id) < now.level(id) == FACE for id in both)

    patch.setattr(barriers, "revealed", revealed)
    patch.setattr(barriers, "shown_to", lambda _journal, _step: frozenset())


def _counts_all(patch: Patch) -> None:
    patch.setattr(SeenDraft, "known_in", lambda draft, holder: draft.truth.known_in(holder))


def _tells_true_ids(patch: Patch) -> None:
    patch.setattr(PropertyReader, "number_of", lambda _reading, id: id)


def _tells_step_numbers(patch: Patch) -> None:
    patch.setattr(NoticedNumbers, "number", lambda _numbers, seq: seq)


def _probes_steps(patch: Patch) -> None:
    old = TableUndo.take_back

    def take_back(undoing: Any, by: str, steps: Any, persons: Any, answers: Any = ()) -> Any:
        chosen = tuple(steps)
        if undoing._session.journal.taken_back().intersection(chosen):
            return refused("not-possible", "undone-already")
        return old(undoing, by, chosen, persons, answers)

    patch.setattr(TableUndo, "take_back", take_back)
    patch.setattr(NoticedNumbers, "step", lambda _numbers, number: number)


def _layers_by_the_face(patch: Patch) -> None:
    def layer_of(action: Any, piece: int, habits: Any) -> int:
        value = as_text(action.whole.read(piece, habits.layered_by)) if habits.layers else ""
        return habits.layer_of(value, stacks=action.pieces.stacks(piece))

    patch.setattr(landing, "layer_of", layer_of)


def _tells_questions(patch: Patch) -> None:
    patch.setattr(eyes, "as_seen", lambda frame, _sides: frame)


def _tells_properties(patch: Patch) -> None:
    patch.setattr(eyes._SomeEyes, "reads", lambda _eyes, _name: True)


def _names_what_goes_behind_screens(patch: Patch) -> None:
    patch.setattr(seen_changes, "_without_what_is_shut", lambda told, _was, _now: told)


def _deck_files_are_true(patch: Patch) -> None:
    def deck_file(connection: Any, deck: int) -> Any:
        session = connection._session
        true = session.names(connection.audience).id(connection._view.name(deck))
        return encode_deck(session.game, true, session.components.kinds)

    patch.setattr(Connection, "deck_file", deck_file)


LEAKS: Final = {
    1: PutBack("a secret roll of the umpire is heard", _secret_rolls_are_heard),
    2: PutBack("a refusal names the face of a back", _refusals_name_the_face, 186),
    3: PutBack("keys act by the hidden face", _keys_act_by_the_face, 6),
    4: PutBack("dragging is sonar", _dragging_is_sonar, 56),
    5: PutBack("dropping in boxes is sonar", _boxes_are_sonar, 86),
    6: PutBack("cargo boards an unseen mat", _cargo_boards_what_is_unseen, 5),
    7: PutBack("restacking swaps with what is unseen", _restacks_with_what_is_unseen, 120),
    8: PutBack("undo tells that a piece was seen or changed", _one_key_a_piece, 91),
    9: PutBack("undo puts a piece beside what is unseen", _undoes_among_all, 289),
    10: PutBack("a contact is no barrier", _contacts_are_no_barriers, 171),
    11: PutBack("all are counted, known or not", _counts_all, 13),
    12: PutBack("true ids are told", _tells_true_ids),
    13: PutBack("numbers of steps are the record's", _tells_step_numbers),
    14: PutBack("steps are probed", _probes_steps),
    15: PutBack("what a back hides decides where it lies", _layers_by_the_face, 16),
    16: PutBack("secret questions are read", _tells_questions),
    17: PutBack("properties of an enemy's map are told", _tells_properties),
    18: PutBack("what goes behind a screen is named, and which screen", _names_what_goes_behind_screens, 190),
    20: PutBack("the file of a deck is of the truth", _deck_files_are_true, 84),
}
"""The leaks that the program once had, numbered."""


def _decides_on_truth(patch: Patch) -> None:
    patch.setattr(transaction, "seen_draft", lambda truth, *_: truth)


def _knows_backs(patch: Patch) -> None:
    patch.setattr(SeenDraft, "_piece", lambda draft, id: draft.truth.piece(id) if draft.seen_level(id) else None)
    patch.setattr(SeenDraft, "is_back", lambda _draft, _id: False)


def _sees_what_lies_there(patch: Patch) -> None:
    patch.setattr(SeenDraft, "_holder", lambda draft, id: draft.truth.holder(id))


def _undoes_by_the_record(patch: Patch) -> None:
    old = takeback.take_back
    patch.setattr(table_undo, "take_back", lambda record, game, steps, _who, _notices: old(record, game, steps))


def _tells_how_many_lie_there(patch: Patch) -> None:
    patch.setattr(eyes._SomeEyes, "_more", lambda seen, held: sum(not seen.level(id) for id in held.pieces))


def _reads_what_is_unseen(patch: Patch) -> None:
    patch.setattr(PropertyReader, "seen", lambda _reading, pieces: list(pieces))
    patch.setattr(PropertyReader, "seen_in", lambda _reading, _holder, pieces: list(pieces))


def _reports_are_read_by_the_actor(patch: Patch) -> None:
    old = heard_words.readings

    def readings(action: Any, who: Any) -> Any:
        return dict.fromkeys(old(action, who), action.table)

    patch.setattr(heard_words, "readings", readings)


def _stacks_rise_for_what_is_unseen(patch: Patch) -> None:
    patch.setattr(PieceVerbs, "are_open", lambda _verbs, _pieces: True)


def _facts_are_told_to_all(patch: Patch) -> None:
    old = seen_changes._heard

    def heard(told: Told, was: Any, now: Any, who: Any) -> Told | None:
        found = old(told, was, now, who)
        return None if found is None else replace(found, facts=told.facts)

    patch.setattr(seen_changes, "_heard", heard)


def _everybody_hears_of_every_step(patch: Patch) -> None:
    patch.setattr(table_session, "NOTHING", None)


def _undo_of_the_table_is_of_the_record(patch: Patch) -> None:
    def to_undo(undoing: Any, seat: str, *, of_table: bool = True) -> int:
        return undoing._session.journal.to_undo(None if of_table else seat)

    patch.setattr(TableUndo, "to_undo", to_undo)


def _sealed_notes_are_read(patch: Patch) -> None:
    def note(seen: Any, id: int) -> Any:
        found = seen.game.notes.get(id)
        if found is None:
            return None
        name = seen._name("note", id, 0)
        seen.ids[name] = id
        return name, found

    patch.setattr(eyes._SomeEyes, "note", note)


OWN: Final = (
    PutBack("commands are decided on the truth", _decides_on_truth, 3),
    PutBack("backs are known to who acts", _knows_backs, 4),
    PutBack("holders are known whole to who acts", _sees_what_lies_there, 17),
    PutBack("undo goes by the record", _undoes_by_the_record, 57),
    PutBack("what lies unseen in a holder is counted for all", _tells_how_many_lie_there),
    PutBack("properties are counted from all pieces", _reads_what_is_unseen, 14),
    PutBack("reports are told as who acts reads them", _reports_are_read_by_the_actor),
    PutBack("stacks rise for what is unseen", _stacks_rise_for_what_is_unseen),
    PutBack("the facts of a message are told to all", _facts_are_told_to_all, 1),
    PutBack("everybody hears that something happened", _everybody_hears_of_every_step),
    PutBack("the table's undo takes back what was not noticed", _undo_of_the_table_is_of_the_record, 3),
    PutBack("notes are read by all", _sealed_notes_are_read),
)
"""Leaks that the program never had, but could have."""


def main() -> None:
    """Put each leak back, and print the number of pairs played until it is found."""
    say = partial(print, flush=True)
    for leak in (*LEAKS.values(), *OWN):
        with pytest.MonkeyPatch.context() as patch:
            leak.how(patch)
            found = next((number for number in range(500) if play(number).found is not None), None)
        say(f"{leak.what}: {'not found' if found is None else f'pair {found + 1}'}")


if __name__ == "__main__":
    main()
