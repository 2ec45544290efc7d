"""Backs that reveal their piece, because no other masked piece of their side has their size, picture or name."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.json import encode

from tabletop.game.sight.backs import back_of
from tabletop.game.state.kind import Kind
from tabletop.game.traits.sight_traits import Mask
from tabletop.texts import listed


def telling_backs(kinds: Iterable[Kind]) -> Iterator[tuple[str, str]]:
    """Yield the key of each kind that can be recognised by its back, with the reason in a sentence.

    The only masked kind of a side is left out.
    """
    masked = [kind for kind in kinds if any(isinstance(trait, Mask) for trait in kind.traits)]
    for side in {kind.side: None for kind in masked}:
        backs = {kind.key: _looks(kind) for kind in masked if kind.side == side}
        for what in ("size", "picture", "name"):
            shared = Counter(looks[what] for looks in backs.values())
            for looks in backs.values():
                if shared[looks[what]] > 1 or len(backs) == 1:
                    del looks[what]
        for key, own in backs.items():
            if own:
                yield key, f"No other back of its side has its {listed([*own])}, so its back reveals which piece it is."


def _looks(kind: Kind) -> dict[str, object]:
    """Return the look of a piece for a side that sees only its back: the size, the picture and the name."""
    back = back_of(kind)
    return {"size": (back.width, back.height), "picture": encode(back.traits), "name": back.name}
