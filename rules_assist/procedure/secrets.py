"""Secrets of one side in the state of a step: other sides' views show that there is something, but not its value."""

from typing import Generic, TypeVar

from msgspec import UNSET, Struct, UnsetType, field

from tabletop.game.state.frames import IS, SECRET_OF

T = TypeVar("T")


class UnseenSecret(LookupError):  # noqa: N818 - the name says enough without Error
    """An error: a step read a secret in the view of a side that does not know it."""


class Secret(Struct, Generic[T], frozen=True):
    """A value that only one side (its name) knows: `plan: Secret[str]` in the state of a step.

    `value` is the secret. In another side's view the step stops there, and only the question and the side that is asked
    are shown.
    """

    by: str = field(name=SECRET_OF)
    known: T | UnsetType = field(name=IS, default=UNSET)

    @property
    def value(self) -> T:
        """The secret. Raises UnseenSecret in another side's view."""
        if isinstance(self.known, UnsetType):
            raise UnseenSecret(f"{self.by} alone knows that.")
        return self.known
