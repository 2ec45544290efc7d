"""What one side alone knows in the state of a step: other sides' views hold that there is something, and not what."""

from typing import Generic, TypeVar

from msgspec import UNSET, Struct, UnsetType, field

from tabletop.game.state.frames import IS, SECRET_OF

T = TypeVar("T")


class Unseen(LookupError):  # noqa: N818 - it is an answer
    """Somebody's secret was asked for where it is not known."""


class Secret(Struct, Generic[T], frozen=True):
    """Something that a side (its name) alone knows: `plan: Secret[str]` in the state of a step.

    `value` is what it is. Where another side looks, the step stops there, and it is only said what is asked of whom.
    """

    by: str = field(name=SECRET_OF)
    known: T | UnsetType = field(name=IS, default=UNSET)

    @property
    def value(self) -> T:
        """What it is. Raises Unseen on another side's view."""
        if isinstance(self.known, UnsetType):
            raise Unseen(f"{self.by} alone knows that.")
        return self.known
