"""The guided tour of the training game of Cartwheel: a guide explains each turn, Japan and the Allies play it.

`python -m tests.modules.cartwheel.training_tour` plays it and writes the tutorial of the module.
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules_assist.position.situation import Situation
from rules_assist.procedure.procedure_display import underway
from rules_assist.rulebook.rule_book import RuleBook, load_rulebook
from tabletop.assembly import AtHand, assistant_of, table_session
from tabletop.assistance import Underway
from tabletop.cli.script.script_player import ScriptPlayer
from tabletop.dice import SeededChance
from tabletop.flight_page import FlightPage
from tabletop.game.state.game import Game, Seat
from tabletop.journal.journal import Journal
from tabletop.module import shipped
from tabletop.module.loader import load_module
from tabletop.module.module import Module
from tabletop.module.setup import set_up

MODULE: Final = shipped.path("modules", "cartwheel")
TUTORIAL: Final = MODULE / "tutorials" / "training_game.wartable"
SEED: Final = "54" * 32
GUIDE, JAPAN, ALLIES = "Guide", "Jiro", "Alice"


class TourTable:
    """A table of a guide and two players, who answer the questions of the air battle."""

    def __init__(self, journal: Journal, module: Module) -> None:
        clock = count(1_700_000_000_000, 20_000)
        at_hand = AtHand(partial(assistant_of, module))
        self.book: RuleBook = load_rulebook(module)
        self.session = table_session(journal, module.components, lambda: next(clock), at_hand)
        self.answers: list[str] = []
        self._players = {
            seat: ScriptPlayer(self.session, seat, self.answers.append, at_hand.assistant)
            for seat in (GUIDE, JAPAN, ALLIES)
        }

    def do(self, seat: str, verb: str, **fields: object) -> None:
        self._players[seat].play(json.dumps({"do": verb, **fields}))

    def say(self, words: str) -> None:
        self.do(GUIDE, "say", text=words)

    def battle(self) -> Underway | None:
        """Return the air battle; None if there is none."""
        situation = Situation(self.session.game, self.book)
        found = (underway(situation, frame) for frame in self.session.game.frames)
        return next((each for each in found if each.page is not None), None)

    @property
    def page(self) -> FlightPage:
        battle = self.battle()
        assert battle is not None
        assert isinstance(battle.page, FlightPage)
        return battle.page

    def answer(self, value: object) -> None:
        """Answer the first open question, by the player who is asked."""
        battle = self.battle()
        assert battle is not None
        question = next(one for one in battle.asked if not one.answered)
        seat = JAPAN if question.by == "JP" else ALLIES
        frames = self._players[seat]._connection.view.frames
        frame = next(id for id, frame in frames.items() if frame.procedure == "air-battle")
        self.do(seat, "answer", frame=frame, key=question.key, value=value)


class Remark(NamedTuple):
    """A thing that the guide explains once, when it first happens."""

    holds: Callable[[FlightPage], bool]
    words: str


REMARKS: Final = (
    Remark(
        lambda page: any(one.word == "seek" for one in page.deeds),
        "A P-38 may enter. The die chooses the edge: 1 to 9 are the groups with numbers, 10 is any edge and a "
        "surprise (9.7.6). Or it stays off and changes its altitude.",
    ),
    Remark(
        lambda page: len(page.reach) > 1 and page.reach[0].hex == "",
        "The green hexes are those of its group. Click one to enter there; turn the mouse wheel first to choose the "
        "facing. The entry costs one point.",
    ),
    Remark(
        lambda page: page.points > 0 and page.active[:1] == ("P-38 a",) and bool(page.arc),
        "The P-38 moves. Each green hex shows the most points that it can have left there; the gold hexes are its "
        "front arc. All points must be spent (9.7.9).",
    ),
    Remark(
        lambda page: any(word.startswith("fire") for word, _ in page.usual[:1]),
        "A target is in the arc, at the same altitude, with nobody between. The bar shows the odds, and the line below "
        "it shows the sum (9.7.10, 9.7.11). Fire costs one point.",
    ),
    Remark(
        lambda page: bool(page.dice) and page.dice[-1].items != (),
        "The panel lists each modifier of the die with its rule. A sum over the defence disrupts the target; a sum of "
        "at least twice the defence takes a step.",
    ),
    Remark(
        lambda page: any(word.startswith(("answer", "hold")) for word, _ in page.usual[:1]),
        "An interceptor has come within two hexes of the bomber, which may answer: 1 to 5 clears the shot (9.7.10).",
    ),
    Remark(
        lambda page: page.active[:1] == ("A6M a",) and page.points > 0,
        "The Zero turns and rolls at no cost, but two turns or rolls never follow each other without another movement.",
    ),
    Remark(
        lambda page: page.active[:1] == ("A6M b",),
        "Round 3: the late Zero enters in its own impulse on an M hex (9.7.2).",
    ),
)


def seats(table: TourTable) -> None:
    """Give everybody a seat, and begin."""
    table.say(
        "Welcome to the training game of air combat: the death of Admiral Yamamoto, 18 April 1943 (9.7.14). Jiro "
        "flies the Betty and its two Zeros, Alice two flights of P-38s."
    )
    table.do(JAPAN, "begin", procedure="training-game")


def plans(table: TourTable) -> None:
    """Let both sides plan in secret, and place the mission."""
    table.say(
        "Both sides give their flights numbers and altitudes in secret (9.7.3). In each of the four impulses of a "
        "round the mission's flight with that number acts first, then the interceptor."
    )
    table.answer(["G4M 1 L", "A6M a 2 L", "A6M b 3 M"])
    table.answer(["P-38 a 1 L", "P-38 b 2 M"])
    table.say("The mission stands on M hexes. The Betty faces north; in round 1 it may only fly straight.")
    table.answer(["G15 0", "H14 0"])


def tour(table: TourTable) -> None:
    """Play the whole tour."""
    seats(table)
    plans(table)
    told: set[str] = set()
    round_told = 1
    while table.battle() is not None:
        if table.page.round != round_told:
            round_told = table.page.round
            table.say(f"Round {round_told}.")
        for remark in REMARKS:
            if remark.words not in told and remark.holds(table.page):
                told.add(remark.words)
                table.say(remark.words)
        table.answer(table.page.usual[0][0])
    result = table.session.game.properties["result"]
    table.say(
        {
            "allied": "The Betty is lost and both P-38s survive: the Allies have won.",
            "japanese": "The Betty lives after six rounds: Japan has won.",
            "drawn": "The Betty is lost, and so is a P-38: the game is drawn.",
        }[str(result)]
    )


def begun(module: Module, seed: str = SEED) -> Game:
    """Return the game after its set-up, with a seat for each player and one for the guide."""
    game = set_up(module, "training-game", {}, SeededChance(seed, b"set-up", 0, 0), seed).game
    return replace(game, seats={JAPAN: Seat((0,)), ALLIES: Seat((1,)), GUIDE: Seat(())})


def main() -> None:
    """Play the tour, and write the tutorial."""
    module = load_module(MODULE)
    journal = Journal.in_memory(begun(module), SEED, 1_700_000_000_000)
    table = TourTable(journal, module)
    tour(table)
    sys.stdout.write("\n".join(table.answers) + "\n")
    TUTORIAL.unlink(missing_ok=True)
    journal.copy_to(TUTORIAL)


if __name__ == "__main__":
    main()
