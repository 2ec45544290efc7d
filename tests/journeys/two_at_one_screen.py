"""Two players who share a screen of 1366 x 768: a new game from the start page, the curtain, questions and phases."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import pytest
from PySide6.QtWidgets import QLabel

from tabletop.assistance import ProcedureQuestion
from tabletop.desktop.air_board.flight_board import FlightBoard
from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.platform.settings import Settings, load_settings, save_settings
from tabletop.desktop.platform.window_state import WindowPlace
from tabletop.desktop.program import game_opener, module_cards
from tabletop.dice import SeededChance
from tests.journeys.conftest import Player

Wish: TypeAlias = str | bool | Sequence[str]
Wishes: TypeAlias = Mapping[str, Wish]
"""Answers by the beginnings of questions: yes or no, an option, or several options. They need only begin like them. Of
several options, those that are offered are taken."""


USUAL_DIE = 5


def begin_at_start_page(
    player: Player, monkeypatch: pytest.MonkeyPatch, scenario: str, dice: Mapping[str, int]
) -> None:
    """Set a scenario up on the start page, and switch the assistant on.

    `dice` are results of dice by the beginnings of their reasons; all others show 5, so that the story stays the same.
    """

    def draw(_: SeededChance, sides: int, why: str, *, secret: bool = False) -> int:
        return min(next((die for words, die in dice.items() if why.startswith(words)), USUAL_DIE), sides) - 1

    monkeypatch.setattr(SeededChance, "draw", draw)
    monkeypatch.setattr(game_opener, "new_seed", lambda: "11" * 32)
    monkeypatch.setattr(module_cards, "cover", lambda *_: None)  # covers take a moment
    save_settings(Settings(stand=WindowPlace(0, 0, 1366, 768)))
    player.program.user.now = load_settings()
    player.program.show_start()
    player.program.window.activateWindow()
    player.push(f"Set up {scenario}")
    player.window.activateWindow()
    player.window.model.refused.connect(player.refused.append)
    assert (player.window.width(), player.window.height()) == (1366, 768)
    player.press("F4")


class TwoAtOneScreen:
    """Two players at one screen, who draw the curtain whenever the other one is asked or acts."""

    def __init__(self, table: Player, map_name: str, titles: Mapping[str, str]) -> None:
        """Let nobody sit before the screen yet; `titles` are those of the sides by their ids."""
        self.table, self._map, self._titles = table, map_name, titles
        self._side = ""

    def sit(self, side: str) -> None:
        """Draw the curtain and open it for a side, unless that side sits before the screen."""
        if side != self._side:
            self.table.press("Ctrl+Shift+K")
            self.table.push(self._titles[side])
            own = (self.table.game.sides.index(side),)
            self.table.wait(lambda: self.table.model.table_seat.sides == own)
            self._side = side

    @property
    def said(self) -> str:
        """The text of the assistant's panel."""
        panel = self.table.find(AssistantPanel)
        return "\n".join(label.text() for label in panel.findChildren(QLabel) if label.isVisibleTo(panel))

    @property
    def board(self) -> FlightBoard | None:
        """The air board, while it is shown."""
        found = [board for board in self.table.window.findChildren(FlightBoard) if board.isVisible()]
        return found[0] if found else None

    @property
    def asked(self) -> ProcedureQuestion:
        """The open question."""
        assistant = self.table.model.rules.assistant()
        assert assistant is not None
        underway = assistant.underway(self.table.game, self.table.model.seat)
        return next(
            asked for frame in reversed(underway) for asked in frame.asked if asked.kind != "run" and not asked.answered
        )

    def is_fought_out(self) -> bool:
        """Return whether the air board shows the end of its battle."""
        return self.board is not None and self.board._main.accessibleName() == "Close (Enter)"

    def names(self, place: str) -> list[str]:
        """Return the names of the pieces that are seen at a place of the map."""
        return [name for stack in self.table.lying(place, self._map) for name in stack]

    def kinds(self, map_name: str, base: str = "") -> list[str]:
        """Return the names of the pieces that are seen at an airbase, or on the whole map of airbases."""
        game = self.table.game
        found = (held for held in game.holders.values() if game.maps[held.map] == map_name)
        return sorted(self.table.name(piece) for held in found if held.place.startswith(base) for piece in held.pieces)

    def put_board_away(self) -> None:
        """Close the air board if its battle is over."""
        if self.is_fought_out():
            self.table.press("Return")
            assert self.board is None

    # phases

    def pass_on(self, *sides: str) -> None:
        """Let sides pass, one after the other."""
        for side in sides:
            self.begin(side, "Pass")
            self.table.wait(lambda: not self.table.buttons("Pass"))

    def all_pass(self) -> None:
        """Let the side whose turn it is pass, until the phase may end."""
        while acting := [side for side, title in self._titles.items() if f"Next to act: {title}." in self.said]:
            self.pass_on(*acting)

    def begin(self, side: str, procedure: str) -> None:
        """Begin a procedure as a side."""
        self.sit(side)
        self.table.push(procedure)
        self.table.settle()

    def go_on(self, wishes: Wishes | None = None) -> None:
        """Go to the next phase as a side that may end this one, and answer what is asked on the way."""
        before = self.table.part
        if "may end this phase" in self.said:
            self.sit(next(side for side in self._titles if side != self._side))
        self.table.press("Alt+Right")
        self.play(wishes or {})
        self.table.wait(lambda: self.table.part != before)

    def go_on_to(self, phase: str) -> None:
        """Go on until this phase, with the shortest answers."""
        while self.table.part[1] != phase:
            self.go_on()

    # questions

    def play(self, wishes: Wishes, until: Callable[[], bool] = lambda: False) -> None:
        """Answer, each side its own questions, until no procedure is in progress or a condition is true."""
        self.table.settle()
        while self.table.game.frames and not until():
            self.answer(wishes)

    def answer(self, wishes: Wishes) -> None:
        """Answer the open question. Without a wish the answer is no, the first option, or as few options as possible.
        On the air board, the fight is fought out.
        """
        table = self.table
        self.sit(self.asked.by)
        asked = self.asked
        self.put_board_away()
        step = table.model.table_seat.session.journal.last
        if (board := self.board) is not None:
            table.press("b" if board._fight.isEnabled() else "Return")
        else:
            wish = next((wish for words, wish in wishes.items() if asked.question.startswith(words)), None)
            self._reply(asked, wish)
        table.wait(lambda: table.model.table_seat.session.journal.last > step)
        assert not table.refused
        table.settle()

    def _reply(self, asked: ProcedureQuestion, wish: Wish | None) -> None:
        labels = [choice.label for choice in asked.options]
        match asked.kind:
            case "confirm":
                self.table.push("Yes" if wish else "No")
            case "pick" if isinstance(wish, str) or len(set(labels)) == len(labels):
                self.table.answer_with(wish if isinstance(wish, str) else labels[0])
            case "pick":
                self._tick(labels[0])
            case "choose" if asked.against:
                for name in labels[: len(asked.against)]:
                    self.table.push(name)
                self.table.push("Answer")
            case "choose":
                names = wish if isinstance(wish, tuple) else labels[: asked.least]
                for name in [name for name in names if any(each.startswith(name) for each in labels)][: asked.most]:
                    self._tick(name)
                self.table.push("Answer")
            case "path":
                assert isinstance(wish, tuple)
                for name in wish:
                    self.table.click(self.table.at(name, self._map))
                self.table.push("Go this way")
            case _:
                raise AssertionError(f"no way to answer {asked.question}")

    def _tick(self, name: str) -> None:
        """Click the first button or box of this name that is not ticked."""
        self.table.wait(lambda: any(not each.isChecked() for each in self.table.buttons(name)))
        box = next(each for each in self.table.buttons(name) if not each.isChecked())
        self.table.bring_into_view(box)
        self.table.click(box)
