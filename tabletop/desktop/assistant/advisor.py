"""The link between the rules assistant and the window: it asks about the table on show, and shows the answers. It knows
only the seat's own view.

Nothing is decided here: every action is an ordinary command. While the assistant is switched off, the link asks
nothing and shows nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QPointF, QTimer, Signal

from tabletop.assembly import TableAssistant
from tabletop.assistance import CheckState, Finding, Level, Now, Overlay, OverlayOffer, Underway, Where, marked_in_turn
from tabletop.desktop.assistant.answer_preview import AnswerPreview
from tabletop.desktop.assistant.drag_advice import DragAdvice
from tabletop.desktop.assistant.explanations import Explanations
from tabletop.desktop.assistant.finding_mends import FindingMends
from tabletop.desktop.assistant.forecasts import Forecasts
from tabletop.desktop.assistant.latest_reports import latest_reports
from tabletop.desktop.assistant.left_procedures import LeftByHand
from tabletop.desktop.assistant.open_overlays import OpenOverlays
from tabletop.desktop.assistant.panels.assistant_panel import AssistantPanel
from tabletop.desktop.assistant.rest_forecast import RestForecast
from tabletop.desktop.assistant.standing_findings import StandingFindings
from tabletop.desktop.battle.battle_desk import BattleDesk
from tabletop.desktop.drawing.badges import Badge, graver
from tabletop.desktop.platform.translation import tr
from tabletop.desktop.questions.map_choices import NOTHING, choices_of, show_choices, show_path, show_ticked
from tabletop.desktop.questions.procedure_card import SidesHere
from tabletop.desktop.scene.layers.rule_overlays import OverlayLayer
from tabletop.desktop.scene.table_scene import TableScene
from tabletop.desktop.table.selection import Selection
from tabletop.desktop.table.table_model import TableModel
from tabletop.game.actions.access import SeatedViewer, may, seat_of
from tabletop.game.change.draft import Draft
from tabletop.game.change.hand_moves import Move
from tabletop.game.change.told import Told
from tabletop.game.commands import AnyCommand, Batch, LetStand, SetProperty
from tabletop.game.properties.property_reader import PropertyReader
from tabletop.game.side_cells import names_of
from tabletop.game.state.values import Value

_ABOUT_TURN: Final = frozenset({"put-off", "taken-back", "done-again"})
"""The keys of messages after which a question may have, or no longer have, an answer in the draft turn."""


class Silence:
    """A stand-in for the advisor while there is none. It advises nothing, and leaves every move and click as it is."""

    def taken_up(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return these pieces, without others."""
        return pieces

    def lift(self, pieces: tuple[int, ...]) -> None:
        """Show nothing."""

    def hover(self, map_name: str, point: QPointF) -> None:
        """Show nothing."""

    def drop(self, map_name: str, point: QPointF) -> AnyCommand | None:  # noqa: ARG002 - it is the same everywhere
        """Return None, so that every move is a plain move."""
        return None

    def refuses(self, map_name: str, point: QPointF) -> str:  # noqa: ARG002 - likewise
        """Return "", since no drop is refused."""
        return ""

    def put_down(self) -> None:
        """Do nothing, since nothing was shown."""

    def is_number(self, map_name: str, point: QPointF) -> bool:  # noqa: ARG002 - likewise
        """Return False, since there are no numbers to explain without an assistant."""
        return False

    def click(self, map_name: str, point: QPointF, found: Sequence[int]) -> bool:  # noqa: ARG002 - likewise
        """Return False, so that the tool handles the click."""
        return False


class AdvisorSurroundings(NamedTuple):
    """The parts of the window in which the assistant shows its answers; `layers` and `scenes` by map name."""

    panel: AssistantPanel
    layers: Mapping[str, OverlayLayer]
    scenes: Mapping[str, TableScene]
    battle: BattleDesk


class Advisor(QObject):
    """The link between the assistant of a table and one window."""

    previewed = Signal(object)
    """The effect of a drop: a `Preview`, or None if there is nothing to show."""

    legends_changed = Signal(object)
    """The overlays for the legend: a tuple of `Overlay`."""

    checks_changed = Signal(object)
    """The level at which this table enforces each check: a tuple of `CheckState`."""

    remarked = Signal(str)
    """A sentence for the player."""

    def __init__(
        self,
        parent: QObject,
        model: TableModel,
        assistant: TableAssistant,
        selection: Selection,
        surroundings: AdvisorSurroundings,
    ) -> None:
        """Make an advisor that `parent` owns. Its timers end with it."""
        super().__init__(parent)
        self._model = model
        self._assistant = assistant
        panel, layers, scenes, battle = surroundings
        self._panel, self._layers, self._scenes, self._battle = panel, layers, scenes, battle
        self._selection = selection
        self._is_on = False
        self._findings = StandingFindings(assistant, model, self._found)
        self._mends = FindingMends(self, model, assistant, self._show_findings)
        self._now: Now | None = None
        self._rolled_in = ""
        self._choices = NOTHING
        self._looked_at: object = None
        self._checks: tuple[CheckState, ...] = ()
        self._explained: Where | None = None
        self._carried = DragAdvice(self, model, assistant, layers, self._going_on)
        self._overlays = OpenOverlays(self, assistant.overlays(), layers, self._overlay, self._completing)
        self._forecasting = Forecasts(self, model, assistant, panel.forecasts, selection)
        self._rest = RestForecast(self, model, assistant)
        battle.odds_wanted.connect(self._rest.find)
        self._rest.found.connect(battle.show_odds)
        self._explaining = Explanations(self, model, assistant, panel.numbers, selection)
        self._later = _soon(self, 0, self._show_all)
        self._chosen_later = _soon(self, 0, self._show_chosen)
        self._judge_later = _soon(self, 0, self._judge)
        self._foreseeing = AnswerPreview(self, model, assistant, panel)
        self._left = LeftByHand(self, model)
        self._warming: Iterator[None] | None = None
        self._warm_later = _soon(self, 0, self._warm)
        self._connect()

    def _connect(self) -> None:
        panel, model = self._panel, self._model
        panel.wanted.connect(self._want)
        panel.noticed.connect(self._foreseeing.notice)
        panel.traced.connect(self._show_path)
        panel.ticked.connect(self._show_ticked)
        panel.picked_up.connect(self._left.pick_up)
        panel.let_stand.connect(self._let_stand)
        panel.level_taken.connect(lambda level: self.take_level(None, level))
        panel.back_wanted.connect(model.undo)
        self._battle.back_wanted.connect(model.undo)
        self._battle.changed.connect(self._soon)
        panel.totals_wanted.connect(self._explaining.explain_totals)
        self._carried.previewed.connect(self.previewed)
        self._overlays.legends_changed.connect(self.legends_changed)
        model.changed.connect(self._changed)
        model.replaced.connect(self._replaced)
        model.lines_read.connect(self._soon)
        model.properties_changed.connect(self._soon)
        model.told.connect(self._hear)
        self._selection.changed.connect(self._choice_changed)

    # on and off

    @property
    def is_on(self) -> bool:
        """True if the assistant is switched on in this window."""
        return self._is_on

    def switch(self, on: bool) -> None:
        """Switch the assistant on or off. When it is off, it shows nothing."""
        self._is_on = on
        if on:
            self._findings.start()
            self._show_all()
            self._warming = self._assistant.warm(self._model.game, self._model.seat)
            self._warm_later.start()
        else:
            self._warming = None
            self._forget()

    def _forget(self) -> None:
        """Forget and hide all answers, and close all overlays."""
        self._overlays.close_all()
        self._forget_said()

    def _forget_said(self) -> None:
        """Forget and hide all answers; open overlays will be drawn again."""
        for timer in (self._later, self._chosen_later, self._judge_later, self._warm_later):
            timer.stop()
        self._foreseeing.forget()
        self._carried.put_down()
        self._overlays.forget_shown()
        self._forecasting.forget()
        self._explaining.forget()
        self._findings.forget()
        self._battle.forget()
        self._now, self._choices, self._checks, self._explained = None, NOTHING, (), None
        for layer in self._layers.values():
            layer.clear()
        for scene in self._scenes.values():
            scene.flag({})
        self._panel.forget()
        self.previewed.emit(None)

    def _warm(self) -> None:
        """Prepare the assistant, a little at a time, so that it answers quickly when the first counter is picked up."""
        if self._warming is not None and next(self._warming, self) is not self:
            self._warm_later.start()

    def hand_over(self) -> StandingFindings:
        """Return the findings for the advisor of another window, and forget them here."""
        given, self._findings = self._findings, StandingFindings(self._assistant, self._model, self._found)
        return given

    def take_over(self, findings: StandingFindings) -> None:
        """Take over the findings of another window."""
        self._findings = findings
        findings.arrived = self._found

    # overlays

    def offers(self) -> Sequence[OverlayOffer]:
        """Return the overlays that the game has."""
        return self._assistant.overlays()

    def toggle(self, id: str, map_name: str) -> None:
        """Show an overlay on a map, or remove it. If it has nothing to show, a remark gives the reason.

        Some overlays follow the selection while they are open, for example the reach.
        """
        if self._is_on and not self._overlays.toggle(id, map_name):
            self.remarked.emit(self._nothing_in(next(offer for offer in self.offers() if offer.id == id)))

    def _nothing_in(self, offer: OverlayOffer) -> str:
        """Return a sentence on why an overlay shows nothing, with the number of the rule."""
        chosen = self._selection.pieces
        if offer.follows and chosen:
            closed = self._assistant.why_no_overlay(offer.id, self._model.game, self._model.seat, chosen)
            if closed:
                return f"{offer.title}: {closed}"
        of = {"overlay": offer.title, "rule": offer.rule}
        if not offer.follows:
            return tr("{overlay} ({rule}): nothing to show now.", **of)
        if chosen:
            return tr("{overlay} ({rule}): nothing for these counters.", **of)
        return tr("{overlay} ({rule}): select counters first.", **of)

    @property
    def open_overlays(self) -> tuple[str, ...]:
        """The ids of the overlays that are open."""
        return self._overlays.open

    def _overlay(self, id: str, map_name: str) -> Overlay | None:
        return self._assistant.overlay(id, map_name, self._model.game, self._model.seat, self._selection.pieces)

    def _completing(self, shown: Overlay) -> Callable[[], Overlay | None] | None:
        return self._assistant.completing(shown, self._model.game, self._model.seat, self._selection.pieces)

    # dragged pieces

    def taken_up(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return these pieces, and those that are picked up with them, for example the pieces that a marker leads."""
        return self._assistant.taken_up(self._model.game, self._model.seat, pieces) if self._is_on else pieces

    def lift(self, pieces: tuple[int, ...]) -> None:
        """Show the places where pieces that are picked up can go."""
        if self._is_on:
            self._explained = None
            self._carried.lift(pieces, self._overlays.shown)

    def _going_on(self, pieces: tuple[int, ...]) -> Move:
        """Return the move that a step with these pieces would continue."""
        return self._findings.going_on(pieces)

    def hover(self, map_name: str, point: QPointF) -> None:
        """Show the effect of a drop at a point of a map (map pixels)."""
        self._carried.hover(self._where(map_name, point))

    def drop(self, map_name: str, point: QPointF) -> AnyCommand | None:
        """Return the command by which the rules carry out a drop there; None if it is a plain move."""
        return self._carried.drop(self._where(map_name, point))

    def refuses(self, map_name: str, point: QPointF) -> str:
        """Return a sentence on why the table refuses a drop of the carried pieces there, with the rule; "" if it is
        allowed.

        A drop counts as a whole move here. The table itself judges a move only at its end, since a move may have
        several steps.
        """
        where = self._where(map_name, point)
        enforced = {check.id for check in self._checks if check.level == "enforce"}
        return self._carried.refusal(where, enforced) if where is not None and enforced else ""

    def put_down(self) -> None:
        """Hide everything that was shown for the carried pieces."""
        self._carried.put_down()

    def is_number(self, map_name: str, point: QPointF) -> bool:
        """Return whether a click there would explain a number. While a question is open, clicks answer it instead."""
        return self._is_on and self._choices is NOTHING and self._layers[map_name].has_label(point)

    def click(self, map_name: str, point: QPointF, found: Sequence[int]) -> bool:
        """Use a click on these pieces to answer a question or to explain a number; return whether it was used."""
        if not self._is_on:
            return False
        if self._choices is NOTHING:
            return self.is_number(map_name, point) and self.explain_numbers(map_name, point)
        where = self._where(map_name, point)
        stack = self._model.game.holder_of(found[0]).pieces if found else ()
        value = self._choices.at(map_name, where.place if where else "", found, stack)
        return value is not None and self._panel.take(value)

    # origins of numbers

    def explain_numbers(self, map_name: str, point: QPointF) -> bool:
        """Explain the numbers of the place at a point of a map in the panel; return whether there is a place."""
        where = self._where(map_name, point)
        if self._is_on and where is not None:
            self._explaining.explain(where)
        return where is not None

    # why not

    def explain(self, map_name: str, point: QPointF) -> None:
        """Show at the cursor whether the selected pieces can go to a point of a map, and the reason if not."""
        where = self._where(map_name, point)
        if not self._is_on or where is None:
            return
        if not self._selection.pieces:
            self.remarked.emit(tr("Select counters first."))
            return
        self._explained = where
        self._carried.explain(self._selection.pieces, where)

    def said_of(self, where: Where) -> str:
        """Return sentences on the way of the selected pieces to a place, or on why they cannot go there."""
        first, *more = self._carried.look(self._selection.pieces, where).words
        return " ".join((f"{first}.".replace("..", "."), *more))

    def looked(self, map_name: str, point: QPointF) -> None:
        """Follow the cursor: hide the explanation of the place that it has left, and preview its new place as an
        answer.
        """
        if self._explained is None and self._choices is NOTHING:
            return
        where = self._where(map_name, point)
        if self._explained is not None and where != self._explained:
            self.explained_enough()
        value = self._choices.places.get((where.map, where.place)) if where is not None else None
        if value is not None and value != self._looked_at:
            self._panel.notice(value)
        self._looked_at = value

    def explained_enough(self) -> None:
        """Hide the explanation at the cursor."""
        if self._explained is not None:
            self._explained = None
            self._carried.put_down()

    def _where(self, map_name: str, point: QPointF) -> Where | None:
        if point.x() != point.x():  # the cursor is on no map
            return None
        place = self._model.components.maps[map_name].place_at(round(point.x()), round(point.y()))
        return Where(map_name, place) if place else None

    # strictness

    def take_level(self, checks: tuple[str, ...] | None, level: Level) -> None:
        """Set the level at which the table enforces these checks; None stands for all checks."""
        commands = [self._assistant.set_level(id, level) for id in self._to_set(checks)]
        self._want(commands[0] if len(commands) == 1 else Batch(tuple(commands)))
        self._show_checks(anew=True)

    def _to_set(self, checks: tuple[str, ...] | None) -> Sequence[str]:
        """Return the checks whose levels must be set for these checks. For None these are the table's own level ("")
        and all checks with a level of their own.
        """
        if checks is not None:
            return checks
        known, set_already = self._assistant.checks(self._model.game), self._model.game.properties
        commands = ((check.id, self._assistant.set_level(check.id, "off")) for check in known)
        return ("", *(id for id, one in commands if isinstance(one, SetProperty) and one.name in set_already))

    def checks(self) -> tuple[CheckState, ...]:
        """Return all checks, with the level at which this table enforces them."""
        return self._assistant.checks(self._model.game)

    # changes of the table

    def _changed(self) -> None:
        if self._is_on:
            self.explained_enough()
            if self._model.review is None and self._model.news is not None and self._model.news.outline is not None:
                self._findings.follow(self._model.news)
            else:
                self._findings.forget()
            self._soon()

    def _replaced(self) -> None:
        """Hide everything that was shown to another side, and ask again about this side's view."""
        if self._is_on:
            self._forget_said()
            self._soon()

    def _choice_changed(self) -> None:
        if self._is_on:
            self.explained_enough()  # it was about the earlier selection
            self._chosen_later.start()

    def _soon(self) -> None:
        if self._is_on:
            self._later.start()

    def _show_all(self) -> None:
        game, seat = self._model.game, self._model.seat
        self._ask_now()
        underway = marked_in_turn(self._assistant.underway(game, seat), self._model.table_seat.answers_in_turn)
        mine = names_of(game.sides, seat_of(game, seat).sides)
        here = SidesHere(mine, self._model.others_here)
        may_go_back, may_leave = bool(underway) and self._may_go_back(), self._may_leave(underway, mine)
        on_board = self._battle.show_underway(underway, here, may_leave, may_go_back=may_go_back)
        beside = [each for each in underway if each.frame not in on_board]
        self._panel.show_here(here)
        self._panel.show_underway(beside, may_leave, may_go_back=may_go_back)
        self._panel.show_reports(latest_reports(self._model.told_so_far()))
        self._panel.show_now(self._now)
        self._show_findings()
        self._show_checks()
        self._panel.show_left(self._left.steps)
        self._foreseeing.notice_throw(underway, mine)
        self._forecasting.refresh()
        self._explaining.refresh()
        self._choices = choices_of(underway, mine)
        self._show_path(())
        reach = self._assistant.lift(game, seat, self._choices.moving).overlay if self._choices.moving else None
        show_choices(self._choices, self._layers, self._scenes, self._model.components.maps, reach)
        self._show_ticked()
        self._overlays.refresh()

    def _show_ticked(self) -> None:
        """Mark the options that the player has ticked in the panel, or on the map itself."""
        show_ticked(self._panel.chosen, self._model.game, self._layers, self._model.components.maps)

    def _show_path(self, drawn: Sequence[Value]) -> None:
        """Show the path that the player draws, from the pieces that will go along it."""
        moving = self._choices.moving[:1]
        starts = [(lies.map, lies.x, lies.y) for lies in map(self._model.game.lying, moving)]
        show_path(drawn, starts, self._model.game.maps, self._layers, self._model.components.maps)

    def _show_chosen(self) -> None:
        """Show the possible actions of the selected pieces, and the overlays that follow the selection."""
        self._ask_now()
        self._panel.show_now(self._now)
        self._show_findings()
        self._overlays.refresh(choice_only=True)
        self._forecasting.choice_changed()
        self._explaining.refresh()

    def _ask_now(self) -> None:
        self._now = self._assistant.now(self._model.game, self._model.seat, self._selection.pieces)
        phase = self._now.phase if self._now is not None else ""
        if phase != self._rolled_in:
            if self._rolled_in:
                self._panel.show_roll("", ())
            self._rolled_in = phase

    def _show_findings(self) -> None:
        levels = {check.id: check.level for check in self._assistant.checks(self._model.game)}
        shown = [
            [(self._mends.of(one), self._findings.badge(one, levels)) for one in found]
            for found in self._findings.by_move
        ]
        undone = self._now.left_undone if self._now is not None else ()
        still: Sequence[tuple[Finding, Badge]] = [
            (self._mends.of(one), "stands" if self._findings.is_let_stand(one) else "note") for one in undone
        ]
        self._panel.show_findings(shown, still)
        badges = {piece: badge for finding, badge in still for piece in finding.pieces}
        for finding, badge in chain.from_iterable(shown):
            for piece in finding.pieces:
                badges[piece] = graver(badge, badges.get(piece, badge))
        for scene in self._scenes.values():
            scene.flag(badges)
        self._judge_later.start()

    def _judge(self) -> None:
        """Judge some more moves of the phase, and show the changed findings."""
        before = self._findings.open
        if self._findings.go_on():
            self._judge_later.start()
        if self._findings.open != before:
            self._show_findings()

    def _found(self) -> None:
        """Show the findings, now that the table has told the steps of the phase."""
        if self._is_on:
            self._show_findings()

    def _show_checks(self, *, anew: bool = False) -> None:
        checks = self._assistant.checks(self._model.game)
        if anew or checks != self._checks:
            self._checks = checks
            self._panel.show_checks(checks)
            self.checks_changed.emit(checks)

    def _may_go_back(self) -> bool:
        """Return whether the seat's last step answered a procedure, so that undo would undo only that answer."""
        return self._model.table_seat.undoes_answer

    def _may_leave(self, underway: Sequence[Underway], mine: frozenset[str]) -> frozenset[int]:
        """Return the frames of the procedures that the seat can leave: those that it has begun or that ask it; an
        umpire can leave all of them. At a moderated table only the umpire can leave any.
        """
        game, model = self._model.game, self._model
        seat, reading = seat_of(game, model.seat), PropertyReader(Draft(game), model.components, (), model.seat)
        if not may(SeatedViewer(reading, model.seat), "close", ""):
            return frozenset()
        return frozenset(each.frame for each in underway if seat.umpire or each.concerns(mine))

    def _hear(self, told: Told) -> None:
        if self._is_on and told.key == "rolled" and "explained" in told.facts:
            self._rolled_in = ""  # at the next question
            self._panel.show_roll(str(told.facts.get("why", "")), str(told.facts["explained"]).splitlines())
        if told.key in _ABOUT_TURN:
            self._soon()

    # acting

    def onwards(self) -> bool:
        """Go on to the next phase by the rules; return whether the rules handle it.

        If they do not allow it now, a remark gives the reason.
        """
        if not self._is_on:
            return False
        self._ask_now()
        if self._now is None or self._now.onwards is None:
            return False
        onwards = self._now.onwards
        if onwards.command is not None:
            self._model.submit(onwards.command)
        else:
            self.remarked.emit(tr("{reason} Click the phase over the map to go there by hand.", reason=onwards.because))
        return True

    def _want(self, command: AnyCommand | None) -> None:
        if command is not None:
            self._model.submit(command)

    def _let_stand(self, findings: Sequence[Finding], note: str) -> None:
        for sentence in dict.fromkeys(finding.sentence for finding in findings):
            alike = [finding for finding in findings if finding.sentence == sentence]
            self._findings.mean(alike)
            said = sentence + (f" — {note}" if note else "")
            pieces = dict.fromkeys(
                piece for finding in alike for piece in finding.pieces if piece in self._model.game.pieces
            )
            self._model.submit(LetStand(said, tuple(pieces))).when_done(self._show_findings)
        self._show_findings()


def _soon(owner: QObject, after_ms: int, does: Callable[[], None]) -> QTimer:
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setInterval(after_ms)
    timer.timeout.connect(does)
    return timer
