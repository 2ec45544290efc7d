"""A scripted kriegsspiel turn of Sallow Bridge: a guide, two umpires and four players, at one table through the real
session.

`python -m tests.modules.kriegsspiel_turn` plays it and writes the tutorial of the module.
"""

import json
import re
from collections.abc import Iterator
from functools import partial
from itertools import count
from typing import Final, NamedTuple

from tabletop.assembly import AtHand, assistant_of, table_session
from tabletop.cli.script.script_player import ScriptPlayer
from tabletop.dice import SeededChance
from tabletop.game.state.game import Game
from tabletop.journal.journal import Journal
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import set_up

MODULE: Final = shipped.path("modules", "sallow_bridge")
TUTORIAL: Final = MODULE / "tutorials" / "first_turn.wartable"
SEED: Final = "5a" * 32

GUIDE, UMA, UDO = "Guide", "Uma", "Udo"
"""The seats of the guide, who explains the turn, and of the two umpires."""
ANNA, ABEL, CARL, CORA = "Anna", "Abel", "Carl", "Cora"
"""The seats of Hale's general and master of horse, and of Thorn's general and master of horse."""


class Deed(NamedTuple):
    """A line of the script: a seat, its command (docs/commands.md), and the beginning of the expected answer.

    In the command, names in angle brackets stand for counters, dispatches, orders and frames.
    """

    seat: str
    command: dict[str, object]
    answer: str = "confirmed"


def moves(seat: str, piece: str, place: str, answer: str = "confirmed") -> Deed:
    """Return the deed of a march by the rules."""
    return Deed(
        seat,
        {"do": "move", "pieces": [f"<{piece}>"], "to": {"to": "place", "map": "wend", "place": place}, "by": "march"},
        answer,
    )


def says(text: str) -> Deed:
    """Return the deed by which the guide says this sentence."""
    return Deed(GUIDE, {"do": "say", "text": text})


def does(seat: str, verb: str, answer: str = "confirmed", **fields: object) -> Deed:
    """Return the deed of a seat that gives this command."""
    return Deed(seat, {"do": verb, **fields}, answer)


SEATING: Final = (
    does(UMA, "take-seat", umpire=True),
    does(UMA, "give-seat", to=UDO, umpire=True),
    does(UMA, "give-seat", to=ANNA, role="General Hale"),
    does(UMA, "give-seat", to=ABEL, role="Hale's master of horse"),
    does(UMA, "give-seat", to=CARL, role="General Thorn"),
    does(UMA, "give-seat", to=CORA, role="Thorn's master of horse"),
    says(
        "Welcome. Uma and Udo are the umpires. Anna and Abel play Hale, Carl and Cora play Thorn: a "
        "general and a master of horse each."
    ),
    does(CORA, "take-seat", "refused", sides=["Hale"]),
)
"""The deeds by which all get their seats. A player who takes another seat is refused: only the umpire gives seats."""

SETUP: Final = (
    says(
        "Each side sets up in secret. A column that hides nothing looks like any other; Anna writes a "
        "strength of 18 on hers."
    ),
    does(ANNA, "set", pieces=["<Hale Column at 0102>"], name="claimed", value="18"),
    Deed(
        ABEL,
        {
            "do": "move",
            "pieces": ["<Swift's Troop>"],
            "to": {"to": "place", "map": "wend", "place": "0305"},
            "by": "set-up",
        },
    ),
    does(ABEL, "set", "refused", pieces=["<Ashby's Foot>"], name="spent", value=4),
    does(ANNA, "finish-setup", side="Hale"),
    does(ABEL, "finish-setup", side="Hale"),
    does(CARL, "finish-setup", side="Thorn"),
    does(CORA, "finish-setup", side="Thorn"),
    says(
        "Both sides are ready. Now the columns are seen by all, the units behind them and in the open "
        "by their own side alone."
    ),
)

ORDERS: Final = (
    says(
        "From now on marches and undos wait for the umpires. Anna seals her intention: the umpires open "
        "it after the game."
    ),
    does(
        ANNA,
        "write-note",
        kind="sealed",
        title="Hale's intention",
        text="Take the Mill with the cavalry, follow with the foot.",
    ),
    says(
        "She writes to Wren's Troop, too far away for her voice. The order arrives in an hour, and the "
        "umpires will carry it out."
    ),
    does(
        ANNA,
        "write-dispatch",
        form="order",
        to={"kind": "piece", "piece": "<Wren's Troop>"},
        says={"goal": "The hill at 0502", "manner": "Look out for the ford"},
    ),
    does(
        CARL,
        "write-dispatch",
        form="message",
        to={"kind": "role", "name": "Thorn's master of horse"},
        says={"text": "Leave the Mill to me."},
    ),
    does(UMA, "begin", procedure="next-phase"),
)

MARCH: Final = (
    says("The March phase. Each march is an order; only its author and the umpires know of it."),
    moves(ANNA, "Hale Column at 0105", "0205"),
    does(ANNA, "recall-order", order="<order 1>"),
    moves(ABEL, "Lark's Troop", "The Mill"),
    moves(CORA, "Pike's Troop", "The Mill"),
    moves(ANNA, "Hale Column at 0104", "0304"),
    moves(CARL, "Thorn Column at 1106", "1005"),
    moves(CORA, "Tench's Troop", "0706"),
    moves(ANNA, "Lark's Troop", "0404", "refused"),
    says(
        "Uma lets Lark's Troop reach the Mill first. Pike's Troop wanted to go there, too: she stops it "
        "in the hex before."
    ),
    does(UMA, "allow-order", order="<order 1>"),
    does(
        UMA,
        "allow-order",
        order="<order 1>",
        instead={"do": "move", "pieces": ["<Pike's Troop>"], "to": {"to": "place", "map": "wend", "place": "0804"}},
    ),
    does(UDO, "allow-order", order="<order 1>"),
    Deed(ANNA, {"do": "undo", "steps": [25]}),
    says("Anna asks to take her column's march back. Thorn has seen the dust move, so Udo refuses."),
    does(UDO, "refuse-order", order="<order 3>", word="They have seen your dust."),
    says(
        "The order to Carl's column goes by courier and arrives in the next hour. Tench's Troop may not "
        "move; Udo says why."
    ),
    does(UDO, "delay-order", order="<order 1>", due=[1, 1], word="by courier"),
    does(UDO, "refuse-order", order="<order 2>", word="Your horses are being watered until six."),
    does(UMA, "begin", procedure="next-phase"),
)

CONTACT: Final = (
    says(
        "Contact. Lark's and Pike's Troops stand side by side and see each other. What is seen from "
        "farther away is reported, within bounds."
    ),
    does(
        UMA,
        "send-report",
        report="rumour",
        sides=["Hale"],
        at={"to": "place", "map": "wend", "place": "0802"},
        says={"strength": 14, "arms": "foot and guns"},
        source="The miller",
    ),
    says("The miller's story is false. Hale's side can't know that: a claim looks like any other."),
    says("Carl's courier has met Lark's Troop: Udo loses his message. Abel writes to his general what he has seen."),
    does(UDO, "lose-dispatch", dispatch="<dispatch 2>", word="Taken at the Mill"),
    does(
        ABEL,
        "write-dispatch",
        form="message",
        to={"kind": "role", "name": "General Hale"},
        says={"text": "We hold the Mill. Horse before us, and more at 0902."},
    ),
    does(
        UMA,
        "send-report",
        report="sighting",
        sides=["Thorn"],
        of=["<Ashby's Foot>", "<Brook's Foot>"],
        says={"strength": 9},
        source="Easting Hill",
        late=1,
    ),
    does(UMA, "begin", procedure="next-phase"),
)

COMBAT: Final = (
    does(CORA, "begin", procedure="attack"),
    does(CORA, "answer", frame="<frame>", key="sure", value=True),
    does(CORA, "answer", frame="<frame>", key="refuge", value="0904"),
)

NEXT_HOUR: Final = (
    does(UMA, "begin", procedure="next-phase"),
    does(UMA, "begin", procedure="next-phase"),
    does(UMA, "begin", procedure="next-phase"),
    says(
        "Six o'clock. The courier has found Carl's column, a late report has reached Thorn, and Anna "
        "reads what her cavalry knows."
    ),
    does(ANNA, "read-dispatch", dispatch="<dispatch 2>"),
    does(UDO, "allow-order", order="<order 1>"),
    says("Anna's order has reached Wren's Troop: Uma carries it out on the true map."),
    does(UMA, "move", pieces=["<Wren's Troop>"], to={"to": "place", "map": "wend", "place": "0502"}),
)

TURN: Final = (*SEATING, *SETUP, *ORDERS, *MARCH, *CONTACT, *COMBAT, *NEXT_HOUR)

_NAMED: Final = re.compile(r'"<([^<>"]+)>"')


class ScriptedTurn:
    """A table of seven seats, at which deeds are played one by one. `lines` has each seat with the answer to
    its deed.
    """

    def __init__(self, journal: Journal, module: Module) -> None:
        clock = count(1_700_000_000_000, 20_000)
        at_hand = AtHand(partial(assistant_of, module))
        self.session = table_session(journal, module.components, lambda: next(clock), at_hand)
        self.lines: list[tuple[str, str]] = []
        self._players: dict[str, ScriptPlayer] = {}
        self._at_hand = at_hand

    def view(self, seat: str) -> Game:
        """Return the view of a seat."""
        return self._player(seat)._connection.view

    def play(self, deed: Deed) -> str:
        """Play a deed, and return the answer."""
        player, view = self._player(deed.seat), self.view(deed.seat)
        player.play(_NAMED.sub(lambda found: str(_number(view, found[1])), json.dumps(deed.command)))
        return self.lines[-1][1]

    def _player(self, seat: str) -> ScriptPlayer:
        if seat not in self._players:
            say = partial(self._say, seat)
            self._players[seat] = ScriptPlayer(self.session, seat, say, self._at_hand.assistant)
        return self._players[seat]

    def _say(self, seat: str, line: str) -> None:
        self.lines.append((seat, line))


def _number(view: Game, name: str) -> int:
    """Return the number that a view has for a thing with this name: a counter (perhaps with its place), a dispatch, an
    order, or the first frame.
    """
    if name == "frame":
        return next(iter(view.frames))
    if name.startswith("dispatch "):
        return list(view.dispatches)[int(name.removeprefix("dispatch ")) - 1]
    if name.startswith("order "):
        return list(view.held)[int(name.removeprefix("order ")) - 1]
    called, _, place = name.partition(" at ")
    (found,) = (
        piece
        for piece in view.pieces
        if view.kind_of(piece).name == called and (not place or view.lying(piece).place == place)
    )
    return found


def begun(module: Module) -> Game:
    """Return the game of the scenario after its set-up, which is always the same."""
    return set_up(module, "first-light", {}, SeededChance(SEED, b"set-up", 0, 0), SEED).game


def played(journal: Journal, module: Module) -> Iterator[tuple[Deed, str]]:
    """Play the whole turn; yield each deed with its answer."""
    table = ScriptedTurn(journal, module)
    for deed in TURN:
        yield deed, table.play(deed)


def main() -> None:
    """Play the turn, print every answer, and write the tutorial."""
    module, say = load_module(MODULE), partial(print, flush=True)
    TUTORIAL.parent.mkdir(exist_ok=True)
    TUTORIAL.unlink(missing_ok=True)
    with Journal.create(TUTORIAL, begun(module), SEED, 1_700_000_000_000) as journal:
        for deed, answer in played(journal, module):
            say(f"{deed.seat}: {answer}" if answer.startswith(deed.answer) else f"NOT {deed.answer}: {deed} {answer}")


if __name__ == "__main__":
    main()
