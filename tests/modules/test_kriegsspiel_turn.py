"""A kriegsspiel turn of Sallow Bridge with two umpires and two sides of two seats each, played through the session.

The tutorial of the module is a record of it.
"""

from collections import Counter

from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.module.loader import load_module
from tests.modules.kriegsspiel_turn import (
    ABEL,
    ANNA,
    CARL,
    COMBAT,
    CONTACT,
    CORA,
    MARCH,
    MODULE,
    NEXT_HOUR,
    ORDERS,
    SEATING,
    SEED,
    SETUP,
    TUTORIAL,
    UDO,
    UMA,
    ScriptedTurn,
    begun,
)

HALE, THORN = (ANNA, ABEL), (CARL, CORA)
COLUMNS = 4


def enemies(view: Game, side: str) -> dict[str, str]:
    """Return the places of the units of the other side in a view, by name. All its columns are one entry, which has
    their number instead of a place.
    """
    found, columns = dict[str, str](), Counter[str]()
    for piece in view.pieces:
        kind = view.kind_of(piece)
        if kind.side not in ("", side):
            is_column = "Column" in kind.name
            columns[kind.name] += is_column
            found[kind.name] = str(columns[kind.name]) if is_column else view.lying(piece).place
    return found


def contacts(view: Game) -> list[tuple[str, str, dict[str, object], str]]:
    return [(one.kind or one.form, one.place, dict(one.says), one.source) for one in view.contacts.values()]


def written(view: Game) -> list[str]:
    """Return the dispatches that a seat knows of, with their addressees."""
    return [f"{one.form} to {one.to.name}" for one in view.dispatches.values()]


def test_the_turn_is_played_and_each_seat_knows_what_it_may() -> None:
    module = load_module(MODULE)
    table = ScriptedTurn(Journal.in_memory(begun(module), SEED, 1_700_000_000_000), module)

    def play(*parts: tuple) -> None:
        for deed in (deed for part in parts for deed in part):
            assert table.play(deed).startswith(deed.answer), deed

    play(SEATING)
    assert [enemies(table.view(seat), side) for seat, side in ((ANNA, "Hale"), (CARL, "Thorn"))] == [{}, {}]
    play(SETUP)
    for seat, side, other in ((ANNA, "Hale", "Thorn"), (ABEL, "Hale", "Thorn"), (CORA, "Thorn", "Hale")):
        assert enemies(table.view(seat), side) == {f"{other} Column": str(COLUMNS)}
    play(ORDERS)
    assert [note.text for note in table.view(CARL).notes.values()] == [""], "a sealed note"
    play(MARCH)
    for seat, waiting in ((UMA, 1), (UDO, 1), (ANNA, 0), (ABEL, 0), (CARL, 1), (CORA, 0)):
        assert len(table.view(seat).held) == waiting, seat
    assert [len(one.due) for one in table.view(CARL).held.values()] == [0], "when it is due only the umpires know"
    play(CONTACT[:1])
    for seat in HALE:
        assert enemies(table.view(seat), "Hale") == {"Thorn Column": str(COLUMNS), "Pike's Troop": "0804"}
    seen = ("cavalry", "0902", {"strength": 2, "arms": "cavalry"}, "Our own eyes")
    assert [contacts(table.view(seat)) for seat in HALE] == [[], [seen]], "the cavalry reports to its own cell"
    for seat in THORN:
        assert enemies(table.view(seat), "Thorn") == {"Hale Column": str(COLUMNS), "Lark's Troop": "0704"}
        assert contacts(table.view(seat)) == []
    play(CONTACT[1:])
    rumour = ("troops", "0802", {"strength": 14, "arms": "foot and guns"}, "The miller")
    assert [contacts(table.view(seat)) for seat in HALE] == [[rumour], [seen]]
    assert [contacts(table.view(seat)) for seat in THORN] == [[], []], "a late report is on its way"
    assert len(contacts(table.view(UMA))) == 3
    assert [written(table.view(seat)) for seat in (ANNA, ABEL, CARL, CORA)] == [
        ["order to Wren's Troop"],
        ["message to General Hale"],
        ["message to Thorn's master of horse"],
        [],
    ]
    play(COMBAT, NEXT_HOUR)
    sighting = ("troops", "0304", {"strength": 9, "arms": "foot"}, "Easting Hill")
    assert [contacts(table.view(seat))[-1:] for seat in THORN] == [[sighting], []]
    assert written(table.view(CORA)) == [], "a message was lost, and only its author has it"
    assert len(written(table.view(ANNA))) == 2
    dust = [piece for piece in table.view(ANNA).pieces if table.view(ANNA).kind_of(piece).name == "Thorn Column"]
    assert "1005" in {table.view(ANNA).lying(piece).place for piece in dust}, "the delayed march was made"
    assert not table.session.game.held

    with Journal.watch(TUTORIAL) as shipped:
        recorded = [(step.by, step.command) for step in shipped.steps()]
    played = [(step.by, step.command) for step in table.session.journal.steps()]
    assert recorded == played, "run `python -m tests.modules.kriegsspiel_turn` when the turn has changed"
