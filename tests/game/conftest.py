"""Tests of the game are never judged by the clock: a busy machine is not a mistake."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
