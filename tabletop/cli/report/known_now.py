"""The knowledge of each side at the end of a record, as lines of text for the umpire."""

from collections.abc import Iterator

from tabletop.cli.report.umpire_pages import KINDS, KNOWN, known_words
from tabletop.cli.report.umpire_record import UmpireRecord
from tabletop.game.beliefs.force_knowledge import forces, knowledge
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.view import seen_game
from tabletop.game.state.game import Game
from tabletop.game.state.values import FACE
from tabletop.log_titles import Titles
from tabletop.module.module import Module
from tabletop.texts import listed, text


class KnownNow:
    """The lines about the present position of a record. Columns are separated by tabs."""

    def __init__(self, record: UmpireRecord, module: Module, titles: Titles) -> None:
        self._record = record
        self._module = module
        self._titles = titles

    @property
    def _game(self) -> Game:
        return self._record.game

    def view(self, side: str) -> Game:
        """Return the game as a side sees it, in true numbers."""
        shut = self._module.components.shut_to((side,))
        return seen_game(self._game, Audience((self._game.sides.index(side),), shut))

    def forces(self) -> Iterator[str]:
        """Yield a line for each force that not everybody sees: its place, its pieces, and each side's knowledge."""
        game, record = self._game, self._record
        for force in forces(game):
            names = listed([self._titles.words(game.kind_of(piece).name) for piece in force.pieces])
            known = [
                self._known(side, one.how, one.time)
                for side, one in (
                    (side, knowledge(game, force, side, record.history)) for side in range(len(game.sides))
                )
                if one.how != "own"
            ]
            yield "\t".join((record.place_of(force), names, *known))

    def _known(self, side: int, how: str, time: tuple[int, ...] | None) -> str:
        when = self._record.time_words(time) if time is not None else ""
        name = self._titles.side(self._game.sides[side])
        return f"{name}: {known_words(how, when)}"

    def belief(self, side: str) -> Iterator[str]:
        """Yield a line for each piece of others that a side sees on a map, and for each of its contacts."""
        seen, own = self.view(side), self._game.sides.index(side)
        for id, piece in seen.pieces.items():
            kind, lying = seen.kind_of(id), seen.lying(id)
            if kind.side != side and lying.map >= 0:
                how = text(KNOWN["seen" if piece.sight[own] == FACE else "back"])
                yield "\t".join((self._place(lying.map, lying.place), self._titles.words(kind.name), how))
        kinds = self._module.components.contacts
        for contact in seen.contacts.values():
            claims = [f"{name} “{value}”" for name, value in contact.says.items()]
            told = [contact.source, self._record.time_words(contact.time)]
            what = self._titles.words(kinds.kind(contact.kind).title)
            where = self._place(contact.map, contact.place) if contact.map >= 0 else ""
            yield "\t".join((where, " ".join((what, *claims)), " ".join((text(KNOWN["told"]), *filter(None, told)))))

    def _place(self, map: int, place: str) -> str:
        name = self._game.maps[map]
        return self._titles.place(name, place) if place else self._titles.map(name)

    def differences(self, side: str) -> Iterator[str]:
        """Yield a line for each difference between the truth and the belief of a side; "" for all sides."""
        for one in self._record.differences():
            if side in ("", one.side):
                claims = [f"{name} “{said}”, {truth}" for name, said, truth in one.claims]
                words = listed([*one.pieces, *claims])
                kind = text(KINDS[one.kind])
                where = (
                    text("difference-between", truth=one.truth, believed=one.believed)
                    if one.truth and one.believed not in ("", one.truth)
                    else one.truth or one.believed
                )
                yield "\t".join((one.letter, self._titles.side(one.side), kind, where, words)).rstrip()
