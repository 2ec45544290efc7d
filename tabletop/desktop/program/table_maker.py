"""The table of a game on this machine: its session, its assistant, and a player seated at it."""

from collections.abc import Sequence
from functools import partial

from tabletop.assembly import AtHand, TableAssistant, assistant_of, table_session
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.program.program_files import FAILURES, now_ms
from tabletop.desktop.program.program_windows import ProgramWindows
from tabletop.desktop.program.user_settings import UserSettings
from tabletop.desktop.table.table_model import UMPIRE_SEAT, TableModel, name_of_seat
from tabletop.desktop.widgets.panel_parts import is_agreed
from tabletop.game.change.patch import Patch
from tabletop.game.state.game import Game
from tabletop.local_seat import LocalSeat, Record, Replayed, seat_by_mail, sit_down
from tabletop.module.contents.laid_boards import as_laid
from tabletop.module.module import Module
from tabletop.module.module_words import Words, let_module_speak, words_for
from tabletop.module.trust import TrustedCode, UntrustedRulesError
from tabletop.session import Hear


class TableMaker:
    """A maker of tables. Questions to the player appear in the open window."""

    def __init__(self, windows: ProgramWindows, settings: UserSettings) -> None:
        self._windows = windows
        self._settings = settings

    def words_of(self, module: Module) -> Words:
        """Return the function that returns a module's texts in the player's language."""
        return words_for(module, self._settings.language)

    def at_table(self, journal: Record, module: Module, along: Patch = ()) -> TableModel:
        """Return the table of a game, updated by the patch `along`, with a player seated at it if possible.

        At an open table this player plays all sides; at a moderated table, the player is the umpire. In other cases the
        curtain asks for a side.
        """
        module = as_laid(module, journal.game.properties)
        words = self.words_of(module)
        let_module_speak(words)
        rules = AtHand(partial(self._assistant_of, module))
        session = table_session(journal, module.components, now_ms, rules)
        by_mail, kind = seat_by_mail(journal), journal.game.access.kind
        seat = by_mail or own_seat(module, journal.game)
        if along:
            session.adopt(seat, module.name, along)
        if seat not in journal.game.seats and not (journal.is_read_only or by_mail or kind == "sides"):
            sit_down(session, seat, () if kind == "moderated" else journal.game.sides, umpire=kind == "moderated")
        eyes = _eyes_in_replay(journal, by_mail) if isinstance(journal, Replayed) else None

        def take_seat(hear: Hear) -> LocalSeat:
            return LocalSeat(session, seat, hear, eyes)

        windows = self._windows
        return TableModel(
            take_seat, module, windows.ask, now_ms, rules, windows.ask_together, words, windows.ask_beside
        )

    def _assistant_of(self, module: Module) -> TableAssistant | None:
        """Return the assistant of the game; None if it has none or the assistant cannot be used.

        Python code of a module that the user added runs only after the user has agreed.
        """
        try:
            return assistant_of(module)
        except UntrustedRulesError as untrusted:
            question = tr(
                "The rules of {module} contain Python code, which can do anything you can. Let it run?",
                module=module.about.title,
            )
            if not is_agreed(self._windows.window, question):
                return None
            TrustedCode().add(untrusted.code, module.about.title)
            return self._assistant_of(module)
        except FAILURES as failure:
            self._windows.say(failure)
            return None


def own_seat(module: Module, game: Game) -> str:
    """Return the name of the seat for the player who opens a game here.

    At an open table this is a seat with all sides. Otherwise it is the umpire's seat if there is one, else the first
    taken seat, else any seat; at a table without seats it is that of the umpire.
    """
    if game.access.kind == "open":
        return name_of_seat([side.title for side in module.about.sides])
    taken = sorted(game.seats, key=lambda name: (not game.seats[name].umpire, not game.seats[name].is_taken))
    return taken[0] if taken else UMPIRE_SEAT


def _eyes_in_replay(review: Replayed, by_mail: str) -> Sequence[int]:
    """Return the sides whose view a replay shows: all sides; in a seat's own record of a game by mail, the sides of
    the seat.
    """
    seat = review.ended.seats.get(by_mail)
    return seat.sides if seat is not None else range(len(review.game.sides))
