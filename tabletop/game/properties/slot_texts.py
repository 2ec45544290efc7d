"""Slots of pieces that hold several values as one text: those of attachments and trails."""

from tabletop.expression import Value, as_text


def linked_ids(held: Value) -> tuple[int, ...]:
    """Return the pieces that the slot of an attachment names."""
    return tuple(map(int, as_text(held).split()))


def trail_points(held: Value) -> tuple[tuple[int, int], ...]:
    """Return the points that the slot of a trail holds, oldest first."""
    pairs = (point.split(",") for point in as_text(held).split())
    return tuple((int(x), int(y)) for x, y in pairs)
