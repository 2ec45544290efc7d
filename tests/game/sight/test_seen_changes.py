"""The view of each audience, for any game and any step, compared with slow definitions written from the
documentation.
"""

import random
import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.game.change.draft import apply
from tabletop.game.change.patch import Patch
from tabletop.game.change.touched_things import TouchedThings
from tabletop.game.sight.audience import Audience
from tabletop.game.sight.audience_names import AudienceNames
from tabletop.game.sight.seen_changes import NOTHING, delta, revealed, whole
from tabletop.game.sight.view import Changes, View, seen_game
from tabletop.game.state.frames import Frame, GivenAnswer, Plain, renamed_frame
from tabletop.game.state.game import Game, Note, with_indexes
from tabletop.game.state.holder import Holder
from tabletop.game.state.kind import Kind
from tabletop.game.state.paged_map import PagedMap
from tabletop.game.state.values import BACK, FACE, UNSEEN
from tabletop.game.traits.appearance_traits import Art
from tabletop.game.traits.sight_traits import Mask
from tests.game.projection import project
from tests.game.strategies import AUDIENCES, Recipe, audiences, blind_audiences, games, patch_of, steps

T = TypeVar("T")

# The slow definitions


def level_for_side(game: Game, id: int, side: int) -> int:
    """Return the level at which a side sees a piece: as the piece and its holder allow, but never in a carrier whose
    face the side does not see.
    """
    piece = game.pieces[id]
    holder = game.holders[piece.at]
    if holder.carrier and level_for_side(game, holder.carrier, side) != FACE:
        return UNSEEN
    existing = [p for p in holder.pieces if game.pieces[p].sight[side] != UNSEEN]
    is_top = bool(existing) and existing[-1] == id
    through = {0: UNSEEN, 1: UNSEEN, 2: BACK, 3: FACE if is_top else BACK, 4: FACE}[holder.looks[side]]
    return min(piece.sight[side], through)


def sides_of(game: Game, who: Audience) -> Iterable[int]:
    return who.sides or range(len(game.sides))


def level(game: Game, id: int, who: Audience) -> int:
    if who.sees_all(game):
        return FACE
    found = [level_for_side(game, id, side) for side in sides_of(game, who)]
    return max(found) if who.sides else min(found)


def is_counted(game: Game, id: int, who: Audience) -> bool:
    """Return whether the audience knows of a piece in its holder at all, if only by the count."""
    piece = game.pieces[id]
    holder = game.holders[piece.at]
    found = [
        holder.looks[side] >= 1
        and piece.sight[side] != UNSEEN
        and (not holder.carrier or level_for_side(game, holder.carrier, side) == FACE)
        for side in sides_of(game, who)
    ]
    return any(found) if who.sides else all(found)


def is_holder_seen(game: Game, id: int, who: Audience) -> bool:
    """Return whether an audience sees a holder.

    Everybody sees decks, boxes and hands. The hold of a kind that has holds is seen with its carrier. A stack or
    another hold is seen if the audience knows of any piece in it.
    """
    holder = game.holders[id]
    if holder.carrier and level(game, holder.carrier, who) < FACE:
        return False
    stays = game.kind_of(holder.carrier).has_holds if holder.carrier else holder.form != "stack"
    return stays or any(is_counted(game, p, who) or level(game, p, who) for p in holder.pieces)


def is_note_seen(game: Game, note: Note, who: Audience) -> bool:
    return note.kind != "private" or note.side in who.sides or who.sees_all(game)


def known(game: Game, who: Audience) -> object:
    """Return everything that an audience may know, by true ids. Two games with equal results must look the same."""
    pieces = {
        id: (piece.at, seen, (game.kinds[piece.kind], piece.state) if seen == FACE else back(game.kinds[piece.kind]))
        for id, piece in game.pieces.items()
        if (seen := level(game, id, who))
    }
    holders = {
        id: (
            holder.form, holder.map, holder.x, holder.y, holder.place, holder.layer, holder.name, holder.owner,
            holder.carrier,
            joint_look(game, holder, who),
            tuple(p for p in holder.pieces if p in pieces),
            sum(is_counted(game, p, who) and p not in pieces for p in holder.pieces),
        )
        for id, holder in game.holders.items()
        if is_holder_seen(game, id, who)
    }  # fmt: skip
    order = tuple(sorted(holders, key=lambda id: (game.holders[id].z, id)))
    notes = {
        id: note if note.kind == "public" or note.side in who.sides or who.sees_all(game) else (note.side, note.title)
        for id, note in game.notes.items()
        if is_note_seen(game, note, who)
    }
    hidden = tuple(f"side:{name}:" for side, name in enumerate((*game.sides, "nobody")) if side not in who.sides)
    properties = {name: value for name, value in game.properties.items() if not name.startswith(hidden)}
    frames = {id: known_frame(game, frame, who) for id, frame in game.frames.items()}
    return pieces, holders, order, notes, properties, game.options, game.seats, frames


def known_frame(game: Game, frame: Frame, who: Audience) -> Frame:
    """Return a procedure in progress, without unseen pieces and others' secret answers."""
    mine = {game.sides[side] for side in (who.sides if not who.sees_all(game) else range(len(game.sides)))}

    def answer(given: GivenAnswer) -> GivenAnswer:
        if given.secret and given.by not in mine:
            return GivenAnswer(given.key, given.by, None, given.question, secret=True, hidden=True)
        return replace(given, answer=known_data(game, given.answer, who))

    return replace(
        frame,
        state={key: known_data(game, value, who) for key, value in frame.state.items()},
        parent=frame.parent if frame.parent in game.frames else 0,
        answers=tuple(map(answer, frame.answers)),
        past=tuple(replace(past, answers=tuple(map(answer, past.answers))) for past in frame.past),
        touched=tuple(id for id in frame.touched if id in game.pieces and level(game, id, who) == FACE),
        stale=frame.stale if all(not asked.by or asked.by in mine for asked in frame.waiting) else "",
    )


def known_data(game: Game, data: Plain, who: Audience) -> Plain:
    if isinstance(data, list):
        return [known_data(game, one, who) for one in data if is_named_seen(game, one, who)]
    if isinstance(data, dict):
        return {key: known_data(game, one, who) for key, one in data.items() if is_named_seen(game, key, who)}
    return data if is_named_seen(game, data, who) else f"{str(data).split(':', maxsplit=1)[0]}:0"


def is_named_seen(game: Game, data: Plain, who: Audience) -> bool:
    """Return False for data that names an unseen piece or holder, and True for all other data."""
    found = re.fullmatch(r"(piece|holder):(\d+)", data) if isinstance(data, str) else None
    if found is None:
        return True
    id = int(found[2])
    if found[1] == "piece":
        return id in game.pieces and level(game, id, who) > UNSEEN
    return id in game.holders and is_holder_seen(game, id, who)


def back(kind: Kind) -> tuple[str, int, int, bool]:
    return kind.side, kind.width, kind.height, any(isinstance(trait, Mask | Art) for trait in kind.traits)


def joint_look(game: Game, holder: Holder, who: Audience) -> int:
    looks = [holder.looks[side] for side in sides_of(game, who)]
    return max(looks) if who.sides else min(looks)


def known_by_view(view: View, names: AudienceNames) -> object:
    """Return the same as `known`, but from a view, whose numbers are turned back into true ids."""
    game = view.game

    def true(number: int) -> int:
        name = view.name(number)
        found = None if name is None else names.id(name)
        assert found is not None
        return found

    pieces = {
        true(number): (
            true(piece.at),
            piece.sight[0],
            (kind, piece.state) if piece.sight[0] == FACE else back(kind),
        )
        for number, piece in game.pieces.items()
        if (kind := game.kinds[piece.kind])
    }
    holders = {
        true(number): (
            holder.form, holder.map, holder.x, holder.y, holder.place, holder.layer, holder.name, holder.owner,
            true(holder.carrier) if holder.carrier else 0,
            holder.looks[0],
            tuple(true(p) for p in holder.pieces),
            holder.more,
        )
        for number, holder in game.holders.items()
    }  # fmt: skip
    order = tuple(true(n) for n in sorted(game.holders, key=lambda n: game.holders[n].z))
    notes = {
        true(number): (note.side, note.title) if note.kind == "sealed" and not note.text else note
        for number, note in game.notes.items()
    }
    frames = {
        true(number): renamed_frame(frame, lambda _, number: true(number)) for number, frame in game.frames.items()
    }
    return pieces, holders, order, notes, dict(game.properties), dict(game.options), dict(game.seats), frames


def stepped(game: Game, recipes: list[Recipe]) -> tuple[Game, Patch]:
    patch = patch_of(game, recipes)
    return apply(game, patch)[0], patch


# The properties


@given(games(), blind_audiences)
def test_a_projection_shows_all_that_may_be_known_and_nothing_else(game: Game, who: Audience) -> None:
    assert known_by_view(View.of(game, who), AudienceNames(game, who)) == known(game, who)


@given(games(), blind_audiences)
def test_the_authority_may_look_with_a_sides_eyes_in_true_ids(game: Game, who: Audience) -> None:
    seen, view, names = seen_game(game, who), View.of(game, who), AudienceNames(game, who)

    def true(number: int) -> int:
        found = names.id(view.name(number) or 0)
        assert found is not None
        return found

    assert {true(number) for number in view.game.pieces} == set(seen.pieces)
    assert {true(number) for number in view.game.holders} == set(seen.holders)
    for number, piece in view.game.pieces.items():
        same = seen.pieces[true(number)]
        assert (same.at, same.state, same.sight) == (true(piece.at), piece.state, piece.sight)
        assert seen.kinds[same.kind] == view.game.kinds[piece.kind]
    frames = {
        true(number): renamed_frame(frame, lambda _, one: true(one)) for number, frame in view.game.frames.items()
    }
    assert frames == dict(seen.frames.items())
    assert seen.properties == view.game.properties


@given(games(), steps(), audiences)
def test_the_delta_of_what_was_touched_is_the_difference_of_the_projections(
    before: Game, recipes: list[Recipe], who: Audience
) -> None:
    after, patch = stepped(before, recipes)
    made = delta(before, after, patch, who)
    old, new = whole(before, who), whole(after, who)
    for part in ("pieces", "holders", "notes", "frames", "properties", "options", "seats"):
        assert dict(getattr(made, part)) == full_difference(dict(getattr(old, part)), dict(getattr(new, part)))
    assert dict(new.kinds) | dict(made.kinds) == dict(new.kinds)


def full_difference(old: dict[object, object], new: dict[object, object]) -> dict[object, object]:
    changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
    return changed | {name: None for name in old if name not in new}


@given(games(), st.lists(steps(), min_size=1, max_size=4), blind_audiences)
def test_deltas_keep_a_view_up_to_date(game: Game, play: list[list[Recipe]], who: Audience) -> None:
    view, names = View.of(game, who), AudienceNames(game, who)
    for recipes in play:
        after, patch = stepped(game, recipes)
        made = names.delta(game, after, TouchedThings(game, after, patch))
        game_before = view.game
        changes = view.apply(made)
        assert known_by_view(view, names) == known(after, who)
        assert replace(with_indexes(view.game), veiled=view.game.veiled) == view.game
        assert all(view.game.pieces[p].at == id for id, h in view.game.holders.items() for p in h.pieces)
        assert set(changes.pieces) == differing(game_before.pieces, view.game.pieces)
        assert set(changes.holders) == differing(game_before.holders, view.game.holders)
        assert set(changes.frames) == differing(game_before.frames, view.game.frames)
        assert changes.maps == maps_of(game_before, changes) | maps_of(view.game, changes)
        game = after


def maps_of(game: Game, changes: Changes) -> set[int]:
    """Return the maps of a change; cargo is where its carrier is."""
    lying = [game.pieces[piece].at for piece in changes.pieces if piece in game.pieces]
    holders = [id for id in (*changes.holders, *lying) if id in game.holders]
    while riding := [id for id in holders if game.holders[id].carrier]:
        carriers = [game.pieces[game.holders[id].carrier].at for id in riding]
        holders = [*(id for id in holders if id not in riding), *carriers]
    return {game.holders[id].map for id in holders} - {-1}


def differing(old: PagedMap[T], new: PagedMap[T]) -> set[int]:
    return {id for id in {*old, *new} if old.get(id) != new.get(id)}


@given(games(), steps())
def test_the_view_of_all_sides_is_the_game_itself(before: Game, recipes: list[Recipe]) -> None:
    after, patch = stepped(before, recipes)
    who = AUDIENCES[-1]
    view = View.of(before, who)
    assert project(before, who) is before
    view.apply(delta(before, after, patch, who))
    assert replace(view.game, known_more=after.known_more) == after


@given(games(), steps(), blind_audiences)
def test_no_delta_carries_a_word_that_its_audience_may_not_read(
    before: Game, recipes: list[Recipe], who: Audience
) -> None:
    after, patch = stepped(before, recipes)
    sent = msgspec.json.encode(delta(before, after, patch, who)).decode()
    assert set(re.findall(r"token-[\w-]+", sent)) <= readable_tokens(after, who)
    assert set(re.findall(r"kind-[\w-]+", sent)) <= {
        after.kinds[piece.kind].key for id, piece in after.pieces.items() if level(after, id, who) == FACE
    }
    assert after.secret not in sent


def readable_tokens(game: Game, who: Audience) -> set[str]:
    notes = (readable(game, note, who) for note in game.notes.values())
    states = (str(v) for id, piece in game.pieces.items() if level(game, id, who) == FACE for v in piece.state)
    hidden = tuple(f"side:{name}:" for side, name in enumerate((*game.sides, "nobody")) if side not in who.sides)
    properties = (str(value) for name, value in game.properties.items() if not name.startswith(hidden))
    frames = (msgspec.json.encode(known_frame(game, frame, who)).decode() for frame in game.frames.values())
    told = (token for frame in frames for token in re.findall(r"token-[\w-]+", frame))
    return {*states, *notes, *properties, *map(str, game.options.values()), *told}


@given(games(), steps(), blind_audiences)
def test_a_step_that_changes_nothing_for_an_audience_sends_nothing(
    before: Game, recipes: list[Recipe], who: Audience
) -> None:
    after, patch = stepped(before, recipes)
    if View.of(before, who).game == View.of(after, who).game and whole(before, who) == whole(after, who):
        assert delta(before, after, patch, who) == NOTHING


def disguised(game: Game, who: Audience, chance: random.Random) -> Game:
    """Return another game that differs only in things that this audience may not know."""
    blind = [side for side in range(len(game.sides)) if side not in who.sides]
    pieces = {}
    for id, piece in game.pieces.items():
        seen = level(game, id, who)
        if seen == FACE:
            continue
        alike = [k for k, kind in game.kinds.items() if not seen or back(kind) == back(game.kinds[piece.kind])]
        pieces[id] = replace(piece, kind=chance.choice(alike), state=(f"token-{chance.random()}", 0))
    if who.sides:
        for id, piece in game.pieces.items():
            sight = tuple(chance.randrange(3) if side in blind else level for side, level in enumerate(piece.sight))
            pieces[id] = replace(pieces.get(id, piece), sight=sight)
    holders = {}
    for id, holder in game.holders.items():
        looks = tuple(
            chance.randrange(5) if side in blind and who.sides else look for side, look in enumerate(holder.looks)
        )
        holders[id] = replace(holder, looks=looks, pieces=tuple(mixed_unseen(game, holder, who, chance)))
    stamps = sorted(chance.sample(range(1, game.counters.next_z), len(holders)))
    low_to_high = sorted(holders, key=lambda id: (game.holders[id].z, id))
    holders = {id: replace(holders[id], z=z) for id, z in zip(low_to_high, stamps, strict=True)}
    notes = {
        id: replace(note, text="token-other")
        for id, note in game.notes.items()
        if note.kind != "public" and note.side not in who.sides
    }
    hidden = {name for i, name in enumerate(game.sides) if i not in who.sides}
    plans = {f"side:{name}:plan": "token-other" for i, name in enumerate(game.sides) if i not in who.sides}
    return with_indexes(
        replace(
            game,
            pieces=game.pieces.update(pieces),
            holders=PagedMap.of(holders),
            notes=game.notes.update(notes),
            frames=game.frames.update({id: disguised_frame(frame, hidden) for id, frame in game.frames.items()}),
            properties={**game.properties, **plans},
        )
    )


def disguised_frame(frame: Frame, hidden: set[str]) -> Frame:
    """Return the frame with other answers if they are secret."""

    def answers(given: Iterable[GivenAnswer]) -> tuple[GivenAnswer, ...]:
        return tuple(replace(g, answer="token-other") if g.secret and g.by in hidden else g for g in given)

    past = tuple(replace(step, answers=answers(step.answers)) for step in frame.past)
    return replace(frame, answers=answers(frame.answers), past=past)


def mixed_unseen(game: Game, holder: Holder, who: Audience, chance: random.Random) -> Iterator[int]:
    """Yield the contents of a holder, with the completely unseen pieces in another order."""
    unseen = [p for p in holder.pieces if not level(game, p, who)]
    chance.shuffle(unseen)
    for piece in holder.pieces:
        yield piece if level(game, piece, who) else unseen.pop()


@given(games(), steps(), blind_audiences, st.randoms(use_true_random=False))
def test_games_that_differ_in_what_is_hidden_look_the_same_and_stay_so(
    game: Game, recipes: list[Recipe], who: Audience, chance: random.Random
) -> None:
    other = disguised(game, who, chance)
    assert whole(other, who) == whole(game, who)
    patch = patch_of(game, recipes)
    after, back_again = apply(game, patch)
    after_other, back_again_other = apply(other, patch)
    if known(after, who) == known(after_other, who):
        assert delta(game, after, patch, who) == delta(other, after_other, patch, who)
        restored, restored_other = apply(after, back_again)[0], apply(after_other, back_again_other)[0]
        there = delta(after, restored, back_again, who)
        assert there == delta(after_other, restored_other, back_again_other, who)


@settings(max_examples=60)
@given(games(5, 20), st.lists(steps(4), min_size=2, max_size=8), blind_audiences)
def test_a_name_that_was_lost_never_comes_back(game: Game, play: list[list[Recipe]], who: Audience) -> None:
    gone: set[int] = set()
    faces: set[int] = set()
    old = names_and_levels(game, who)
    for recipes in play:
        patch = patch_of(game, recipes)
        after, way_back = apply(game, patch)
        restored = apply(after, way_back)[0]
        for then in (after, restored):
            now = names_and_levels(then, who)
            gone |= old.keys() - now.keys()
            faces |= {name for name, seen in old.items() if seen == FACE}
            assert not gone & now.keys()
            assert not faces & {name for name, seen in now.items() if seen == BACK}
            old = now
        game = restored if len(patch) % 2 else apply(restored, patch_of(restored, recipes))[0]


def names_and_levels(game: Game, who: Audience) -> dict[int, int]:
    """Return the names of the seen pieces with their levels, and those of the seen holders, as an audience has them."""
    seen = whole(game, who)
    pieces = {name: piece.sight[0] for name, piece in seen.pieces if piece is not None}
    return pieces | {name: FACE for name, _ in seen.holders}


def is_answer_shown(before: Game, after: Game, frame: int, who: Audience) -> bool:
    """Return whether an answer that was hidden from an audience has become known to it, or its procedure has ended."""
    was, now = before.frames[frame], after.frames.get(frame)
    hidden = {(given.key, given.by) for given in known_frame(before, was, who).answers if given.hidden}
    if now is None:
        return bool(hidden)
    known = known_frame(after, now, who)
    answers = [*known.answers, *(given for past in known.past[len(was.past) :] for given in past.answers)]
    return any((given.key, given.by) in hidden and not given.hidden for given in answers)


@given(games(), steps(), audiences)
def test_a_step_reveals_where_a_face_or_a_contact_is_shown_that_was_there_and_not_shown(
    before: Game, recipes: list[Recipe], who: Audience
) -> None:
    after, patch = stepped(before, recipes)
    shown = (
        any(is_answer_shown(before, after, id, who) for id in before.frames)
        or any(
            level(before, id, who) < level(after, id, who)
            and (level(after, id, who) == FACE or after.holder_of(id).form not in ("deck", "hand"))
            for id in before.pieces
            if id in after.pieces
        )
        or any(
            readable(before, note, who) == "" and readable(after, after.notes[id], who) != ""
            for id, note in before.notes.items()
            if id in after.notes
        )
        or any(
            before.holders[id].looks[side] < holder.looks[side]
            for id, holder in after.holders.items()
            if id in before.holders
            for side in who.sides
        )
    )
    assert revealed(before, after, patch, who) == shown


def readable(game: Game, note: Note, who: Audience) -> str:
    return note.text if note.kind == "public" or note.side in who.sides or who.sees_all(game) else ""
