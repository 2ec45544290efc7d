"""The changes of a step for an audience, the messages it hears, and whether it learned something new.

A difference is worked out from the things that the patch touched and everything inside them, never from the whole game.
`tabletop.game.sight.eyes` decides which things are seen. `tabletop.game.sight.view` keeps a side's own copy up to date
with these differences.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import itemgetter
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.game.beliefs.contact import Contact
from tabletop.game.change.patch import Patch
from tabletop.game.change.told import Told
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.sight.audience import ONLOOKERS, Audience
from tabletop.game.sight.eyes import Eyes, eyes
from tabletop.game.sight.seen_things import DrawOrder, SeenParts
from tabletop.game.state.frames import Frame, is_open, opened
from tabletop.game.state.game import Counters, Game, Note, Seat
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.piece import Piece
from tabletop.game.state.values import BACK, COUNT, FACE, TOP, UNSEEN, Value
from tabletop.game.table_access import OPEN_TABLE, TableAccess
from tabletop.game.umpire.dispatch import Dispatch
from tabletop.game.umpire.held_order import HeldOrder

K = TypeVar("K", int, str)
T = TypeVar("T")


class Delta(Struct, frozen=True, omit_defaults=True):
    """The changes for an audience, in its own names and in ascending order of these names. None or a null value means
    that a thing is gone.

    `kinds` defines the kinds of pieces that appear here. Pieces and holders are given as the audience sees them:
    `sight` and `looks` have this audience's level for every side, and epochs are 0. A holder's `z` is 0 too. Instead,
    `slid` names holders that move, from the lowest up, directly above another one (0: below all). `lifted` names
    holders that then move above all, in this order. The audience of all sides gets pieces and holders as they are, and
    `counters`.
    """

    kinds: tuple[tuple[int, Kind], ...] = ()
    holders: tuple[tuple[int, Holder | None], ...] = ()
    pieces: tuple[tuple[int, Piece | None], ...] = ()
    notes: tuple[tuple[int, Note | None], ...] = ()
    frames: tuple[tuple[int, Frame | None], ...] = ()
    properties: tuple[tuple[str, Value], ...] = ()
    options: tuple[tuple[str, Value], ...] = ()
    seats: tuple[tuple[str, Seat | None], ...] = ()
    slid: tuple[tuple[int, int], ...] = ()
    lifted: tuple[int, ...] = ()
    counters: Counters | None = None
    contacts: tuple[tuple[int, Contact | None], ...] = ()
    held: tuple[tuple[int, HeldOrder | None], ...] = ()
    access: TableAccess | None = None
    dispatches: tuple[tuple[int, Dispatch | None], ...] = ()

    @property
    def of_sides(self) -> tuple[tuple[tuple[int, object], ...], ...]:
        """The notes, procedures, contacts, orders and dispatches."""
        return self.notes, self.frames, self.contacts, self.held, self.dispatches

    @property
    def gone(self) -> list[int]:
        """The names of the things that are gone, except seats."""
        things = filter(None, (self.holders, self.pieces, *self.of_sides))
        return [name for each in things for name, thing in each if thing is None]


OUT_OF_SIGHT: Final = "put-out-of-sight"
"""The key of the message about pieces that go to a place where an audience cannot look.

It does not tell which pieces they are, how many they are, or where they go.
"""

NOTHING = Delta()
"""The empty difference. It must not even be sent: that would reveal that something happened unseen."""


def delta(before: Game, after: Game, patch: Patch, who: Audience) -> Delta:
    """Return the changes for an audience of a patch that led from `before` to `after`."""
    touched = TouchedThings(before, after, patch)
    return difference(seen(eyes(before, who), touched), seen(eyes(after, who), touched), touched)


class VisibleChange(NamedTuple):
    """The things touched by a patch as an audience sees them in one position, by name."""

    eyes: Eyes
    pieces: dict[int, Piece]
    holders: dict[int, Holder]
    notes: dict[int, Note]
    frames: dict[int, Frame]
    contacts: dict[int, Contact]
    held: dict[int, HeldOrder]
    dispatches: dict[int, Dispatch]

    @property
    def parts(self) -> SeenParts:
        """The pieces and holders by their true ids. The audience must not be the one of all sides."""
        ids = self.eyes.ids
        return SeenParts([ids[name] for name in self.pieces], [(ids[name], one) for name, one in self.holders.items()])


def seen(through: Eyes, touched: TouchedThings) -> VisibleChange:
    """Return the things touched by a patch, as they are in a view."""
    return VisibleChange(
        through,
        _named(through.piece, touched.anew),
        _named(through.holder, touched.holders),
        _named(through.note, touched.notes) if touched.notes else {},
        _named(through.frame, touched.frames) if touched.frames else {},
        _named(through.contact, touched.contacts) if touched.contacts else {},
        _named(through.held, touched.held) if touched.held else {},
        _named(through.dispatch, touched.dispatches) if touched.dispatches else {},
    )


def difference(was: VisibleChange, now: VisibleChange, touched: TouchedThings, order: DrawOrder | None = None) -> Delta:
    """Return the changes for an audience between two views of the things that a patch touched.

    `order` is the draw order of the holders that it sees, before the patch or after it. If the order is not known, all
    holders are looked through.
    """
    before, after = was.eyes.game, now.eyes.game
    slid, lifted = _drawn_anew(was, now, touched, order)
    return Delta(
        kinds=_kinds(was, now, touched),
        holders=_changes(was.holders, now.holders),
        pieces=_pieces(was, now, touched),
        notes=_changes(was.notes, now.notes) if touched.notes else (),
        frames=_changes(was.frames, now.frames) if touched.frames else (),
        properties=_values(before.properties, after.properties, filter(now.eyes.reads, touched.properties)),
        options=_values(before.options, after.options, touched.options),
        seats=_values(before.seats, after.seats, touched.seats),
        slid=slid,
        lifted=lifted,
        counters=now.eyes.counters,
        contacts=_changes(was.contacts, now.contacts) if touched.contacts else (),
        held=_changes(was.held, now.held) if touched.held else (),
        dispatches=_changes(was.dispatches, now.dispatches) if touched.dispatches else (),
        access=after.access if touched.access and after.access != before.access else None,
    )


def whole(game: Game, who: Audience) -> Delta:
    """Return everything that an audience sees, as the difference from an empty table. Everything in the game is looked
    at for it.
    """
    return whole_through(eyes(game, who))


def whole_through(now: Eyes) -> Delta:
    """Return everything in a view, as the difference from an empty table."""
    game = now.game
    pieces, holders = _named(now.piece, game.pieces), _named(now.holder, game.holders)
    known = dict(filter(None, map(now.kind, game.kinds)))
    in_order = sorted((game.holders[now.ids[name]].z, now.ids[name], name) for name in holders if name in now.ids)
    return Delta(
        kinds=_in_order((known | now.kinds).items()),
        holders=_in_order(holders.items()),
        pieces=_in_order(pieces.items()),
        notes=_in_order(_named(now.note, game.notes).items()),
        frames=_in_order(_named(now.frame, game.frames).items()),
        properties=_values({}, game.properties, filter(now.reads, game.properties)),
        options=_values({}, game.options, game.options),
        seats=_values({}, game.seats, game.seats),
        lifted=tuple(name for _, _, name in in_order),
        counters=now.counters,
        contacts=_in_order(_named(now.contact, game.contacts).items()),
        held=_in_order(_named(now.held, game.held).items()),
        dispatches=_in_order(_named(now.dispatch, game.dispatches).items()),
        access=game.access if game.access != OPEN_TABLE else None,
    )


def _named(look: Callable[[int], tuple[int, T] | None], ids: Iterable[int]) -> dict[int, T]:
    """Return the visible ones of these things, by name."""
    return dict(filter(None, map(look, ids)))


def _changes(old: Mapping[int, T], new: Mapping[int, T]) -> tuple[tuple[int, T | None], ...]:
    """Return the things that are new or different, and None for those that are gone, in the order of their names."""
    names = sorted(old.keys() | new.keys())
    return tuple([(name, value) for name in names if old.get(name) != (value := new.get(name))])


def _in_order(found: Iterable[tuple[int, T]]) -> tuple[tuple[int, T], ...]:
    return tuple(sorted(found, key=itemgetter(0)))


def _values(old: Mapping[str, T], new: Mapping[str, T], names: Iterable[str]) -> tuple[tuple[str, T | None], ...]:
    if old is new:
        return ()
    return tuple((name, new.get(name)) for name in sorted(names) if old.get(name) != new.get(name))


def _pieces(was: VisibleChange, now: VisibleChange, touched: TouchedThings) -> tuple[tuple[int, Piece | None], ...]:
    """Return the pieces that are new or different, and None for those that are gone, by name."""
    found = _changes(was.pieces, now.pieces)
    if not touched.restated:
        return found
    old = was.eyes.game.pieces
    restated = [seen for id in touched.restated if (seen := now.eyes.restated(id, old[id].state))]
    return _in_order((*found, *restated))


def _kinds(was: VisibleChange, now: VisibleChange, touched: TouchedThings) -> tuple[tuple[int, Kind], ...]:
    """Return the kinds of pieces that are new or have another kind, and redefined kinds."""
    found = _named(now.eyes.kind, touched.kinds)
    for name, piece in now.pieces.items():
        kind = now.eyes.kinds[piece.kind]
        before = was.pieces.get(name)
        if before is None or before.kind != piece.kind or was.eyes.kinds[before.kind] != kind:
            found[piece.kind] = kind
    return _in_order(found.items())


def _drawn_anew(
    was: VisibleChange, now: VisibleChange, touched: TouchedThings, order: DrawOrder | None
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Return the holders that move in the draw order: `slid` and `lifted` of the difference.

    Numbers would reveal how often something unseen was moved. So only the order among the holders that are seen is
    sent, and only if it changes. If a holder comes to lie under others (it came into sight, or a move was undone), and
    `order` is None, all holders are looked through.
    """
    old, ids, holders = was.holders, now.eyes.ids, now.eyes.game.holders
    moved = [(id, name) for name in now.holders if (id := ids.get(name)) and (name not in old or id in touched.raised)]
    if not moved:
        return (), ()
    places = sorted([(holders[id].z, id, name) for id, name in moved])
    top = was.eyes.game.counters.next_z
    lower = [place for place in places if place[0] < top]
    slid = _slid(was.eyes, now.eyes, old, lower, touched, order) if lower else ()
    risen = [(id, name) for z, id, name in places if z >= top]
    while risen and risen[0][1] in old and not _is_overlaid(was.eyes, now.eyes, risen, touched, order):
        del risen[0]
    return slid, tuple([name for _, name in risen])


def _slid(
    was: Eyes,
    now: Eyes,
    old: Mapping[int, Holder],
    places: list[tuple[int, int, int]],
    touched: TouchedThings,
    order: DrawOrder | None,
) -> tuple[tuple[int, int], ...]:
    """Return the holders at these places (z, id and name, ascending) that now lie above a different holder than before,
    or above one that has moved. Each comes with the name of the holder below it.
    """
    around = _heights(now.game) if order is None else order
    found: dict[int, int] = {}
    for z, id, name in places:
        below = _below(now, around, touched, (z, id))
        if name not in old or below in found or below != _below(was, around, touched, (was.game.holders[id].z, id)):
            found[name] = below
    return tuple(found.items())


def _below(seen: Eyes, order: DrawOrder, touched: TouchedThings, spot: tuple[int, int]) -> int:
    """Return the name of the next lower holder that is seen; 0 if there is none.

    `order` may be from before the patch or after it: only touched holders move, and these are looked up.
    """
    held = seen.game.holders
    lower = [(held[id].z, id) for id in touched.holders if id in held and (held[id].z, id) < spot]
    nearest = max((place for place in lower if seen.holder_name(place[1]) is not None), default=(0, 0))
    for at in range(bisect_left(order, spot) - 1, -1, -1):
        if order[at] < nearest:
            break
        name = None if order[at][1] in touched.holders else seen.holder_name(order[at][1])
        if name is not None:
            return name
    return seen.holder_name(nearest[1]) or 0


def _heights(game: Game) -> DrawOrder:
    return sorted((holder.z, id) for id, holder in game.holders.items())


def _is_overlaid(
    was: Eyes, now: Eyes, risen: list[tuple[int, int]], touched: TouchedThings, order: DrawOrder | None
) -> bool:
    """Return whether the lowest holder of `risen` has passed a seen holder that lay above it before.

    The newest are checked first.
    """
    held = was.game.holders
    spot = (held[risen[0][0]].z, risen[0][0])
    if order is None:
        above: Iterable[tuple[int, int]] = ((holder.z, id) for id, holder in held.falling())
    else:
        above = map(order.__getitem__, range(len(order) - 1, bisect_right(order, spot) - 1, -1))
    for z, id in above:
        if (z, id) > spot and id not in touched.holders and was.holder_name(id) is not None:
            return True
    others = {id for id, _ in risen}
    for id in touched.holders:
        if id in held and id not in others and (held[id].z, id) > spot:
            name = was.holder_name(id)
            if name is not None and name == now.holder_name(id):
                return True
    return False


def revealed(before: Game, after: Game, patch: Patch, who: Audience, known_to: Audience | None = None) -> bool:
    """Return whether a patch showed an audience a piece, face, note or answer that was hidden from it before.

    This includes a piece whose back it now sees, but not a card that is put away. It also includes a holder into which
    it looks deeper, whether or not anything lies there. A step that revealed something is not taken back without
    consent. With `known_to`, only pieces that these sides know count. Other pieces are treated as if nobody saw them,
    so that they are never the topmost ones. Of a piece that leaves a holder, a side that sees the topmost piece there
    counts as having seen only the back, since unknown pieces may lie above it.
    """
    touched = TouchedThings(before, after, patch)
    if any(_looks_deeper(before, after, id, who) for id in touched.holders):
        return True
    both = [id for id in touched.anew if id in before.pieces and id in after.pieces]
    if known_to is not None:
        known = partial(_is_known, (eyes(before, known_to), eyes(after, known_to)))
        both = list(filter(known, both))
        before, after = _topped(before, both, known), _topped(after, both, known)
        before = _without_tops_left(before, after, both)
    was, now = eyes(before, who), eyes(after, who)
    if any(was.level(id) < now.level(id) and (now.level(id) == FACE or _is_on_table(after, id)) for id in both):
        return True
    if any(not _text(was, id) and _text(now, id) for id in touched.notes if id in before.notes):
        return True
    return any(_is_opened(was, now, id) for id in touched.frames)


def _is_known(both: tuple[Eyes, Eyes], piece: int) -> bool:
    """Return whether a piece is seen in one of two positions."""
    return any(piece in seen.game.pieces and seen.level(piece) for seen in both)


def _topped(game: Game, pieces: Iterable[int], known: Callable[[int], bool]) -> Game:
    """Return a game in which unknown pieces are unseen by all, if they lie beside these pieces in holders that show
    their topmost piece. The topmost piece there is then a known one.
    """
    lying = {game.pieces[id].at for id in pieces}
    beside = (id for holder in map(game.holders.__getitem__, lying) if TOP in holder.looks for id in holder.pieces)
    hidden = {id: replace(game.pieces[id], sight=(UNSEEN,) * len(game.sides)) for id in beside if not known(id)}
    return replace(game, pieces=game.pieces.update(hidden))


def _without_tops_left(before: Game, after: Game, pieces: Iterable[int]) -> Game:
    """Return a game in which pieces that leave a holder show only their backs to sides that see its topmost piece."""
    hidden: dict[int, Piece | None] = {}
    for id in pieces:
        piece = before.pieces[id]
        looks = before.holders[piece.at].looks
        if TOP in looks and after.pieces[id].at != piece.at:
            sight = (min(level, BACK) if look == TOP else level for level, look in zip(piece.sight, looks, strict=True))
            hidden[id] = replace(piece, sight=tuple(sight))
    return replace(before, pieces=before.pieces.update(hidden)) if hidden else before


def _looks_deeper(before: Game, after: Game, holder: int, who: Audience) -> bool:
    """Return whether a side of an audience looks deeper into a holder that was there before."""
    was, now = before.holders.get(holder), after.holders.get(holder)
    return was is not None and now is not None and any(was.looks[side] < now.looks[side] for side in who.sides)


def told_of_contact(before: Game, after: Game, patch: Patch, who: Audience) -> bool:
    """Return whether a patch brought an audience a claim, or changed one.

    A late report that arrives does not count. It stays when the step in which it arrived is taken back.
    """
    was, now = eyes(before, who), eyes(after, who)
    for id in TouchedThings(before, after, patch).contacts:
        sent = before.contacts.get(id)
        if sent is not None and sent.late:
            continue
        old, new = was.contact(id), now.contact(id)
        if new is not None and new[1].form == "claim" and (old is None or old[1].told != new[1].told):
            return True
    return False


def told_of_dispatch(before: Game, after: Game, patch: Patch, who: Audience) -> bool:
    """Return whether a patch brought an audience a dispatch, or changed one that had arrived.

    A dispatch that arrives by itself does not count. It stays when the step in which it arrived is taken back.
    """
    for id in TouchedThings(before, after, patch).dispatches:
        old, new = before.dispatches.get(id), after.dispatches.get(id)
        if new is None or not new.is_for(who.sides) or new.arrives_by_itself(old):
            continue
        if old is None or not old.is_for(who.sides) or old.as_told != new.as_told:
            return True
    return False


def _is_on_table(game: Game, piece: int) -> bool:
    """Return whether a piece lies neither in a deck nor in a hand."""
    return game.holder_of(piece).form not in ("deck", "hand")


def _text(seen: Eyes, note: int) -> str:
    found = seen.note(note)
    return found[1].text if found else ""


def _is_opened(was: Eyes, now: Eyes, frame: int) -> bool:
    """Return whether a hidden answer is known now, or its procedure is over."""
    before, after = was.frame(frame), now.frame(frame)
    if before is None:
        return False
    return opened(before[1], after[1]) if after is not None else not is_open(before[1])


def all_told_for(said: Iterable[Told], before: Game, after: Game, who: Audience) -> tuple[Told, ...]:
    """Return the messages about a step that an audience hears, each once.

    If its sides read a message differently, it hears the version of the side that sees more, or else the first one.
    """
    return heard(said, eyes(before, who), eyes(after, who), who)


def heard(said: Iterable[Told], was: Eyes, now: Eyes, who: Audience) -> tuple[Told, ...]:
    """Return the messages about a step that an audience hears, as `all_told_for` does, from its views before and after
    the step.
    """
    found: list[Told] = []
    has_heard = False
    for told in said:
        if has_heard and told.lesser:
            continue
        own = _heard(told, was, now, who)
        has_heard = own is not None
        if own is not None:
            found.append(own)
    return tuple(found)


def told_for(told: Told, before: Game, after: Game, who: Audience) -> Told | None:
    """Return a message about a step as an audience hears it, in its own names; None if it hears nothing.

    The audience does not learn who else hears the message, and unseen pieces and holders are left out. It gets the
    facts only if it sees, before or after the step, the face of each named piece and the number of pieces in each named
    holder. If pieces go into a hold that is closed to the audience, it hears neither their names nor the destination.
    """
    return _heard(told, eyes(before, who), eyes(after, who), who)


def _heard(told: Told, was: Eyes, now: Eyes, who: Audience) -> Told | None:
    """Return a message about a step for an audience with these views of the positions before and after it; None if it
    hears nothing.
    """
    if who.sees_all(now.game):
        return None if told.lesser else told
    if told.sides is not None and not set(told.sides) & set(who.sides or (ONLOOKERS,)):
        return None
    told = _without_what_is_shut(told, was, now)
    pieces = [was.piece_name(id) or now.piece_name(id) for id in told.pieces]
    holders = [_named_holder(was, id) or _named_holder(now, id) for id in told.holders]
    seen_pieces, seen_holders = list(filter(None, pieces)), list(filter(None, holders))
    if (pieces and not seen_pieces) or (holders and not pieces and not seen_holders):
        return None
    is_open = all(seen and seen[1] == FACE for seen in pieces) and all(seen and seen[1] >= COUNT for seen in holders)
    return replace(
        told,
        facts=told.facts if is_open else {},
        pieces=tuple(name for name, _ in seen_pieces),
        holders=tuple(name for name, _ in seen_holders),
        sides=None,
        lesser=False,
    )


_RETOLD: Final = ("taken-back", "done-again")
"""The keys of messages that repeat the message of an earlier step."""


def _without_what_is_shut(told: Told, was: Eyes, now: Eyes) -> Told:
    """Return a message without the holds that are closed to an audience, and without the pieces that go into them.

    With such pieces, the facts are left out too. If no other piece is left, the key becomes `OUT_OF_SIGHT`.
    """
    holders = tuple(id for id in told.holders if not (_is_shut(was, id) or _is_shut(now, id)))
    if told.key in _RETOLD and any(_goes_out_of_sight(now, was, id) for id in told.pieces):
        told = replace(told, facts={})  # these facts would tell where the piece was while it was unseen
    gone = {id for id in told.pieces if _goes_out_of_sight(was, now, id)}
    if not gone:
        return told if holders == told.holders else replace(told, holders=holders)
    left = tuple(id for id in told.pieces if id not in gone and (was.piece_name(id) or now.piece_name(id)))
    return replace(told, key=told.key if left else OUT_OF_SIGHT, facts={}, pieces=left, holders=holders)


def _goes_out_of_sight(was: Eyes, now: Eyes, piece: int) -> bool:
    """Return whether an audience loses sight of a piece that goes into a closed hold."""
    held = now.game.pieces.get(piece)
    is_hidden = held is not None and _is_shut(now, held.at) and not now.level(piece)
    return is_hidden and piece in was.game.pieces and was.level(piece) > UNSEEN


def _is_shut(looking: Eyes, holder: int) -> bool:
    """Return whether a holder is a hold into which an audience cannot look."""
    held = looking.game.holders.get(holder)
    if held is None or not held.carrier:
        return False
    return looking.holder_name(holder) is None or looking.look(holder) < COUNT


def _named_holder(looking: Eyes, id: int) -> tuple[int, int] | None:
    """Return the name of a holder, and the level of sight of its contents; None if it is not seen."""
    name = looking.holder_name(id)
    return None if name is None else (name, looking.look(id))
