"""The requests of a player that only the program can fulfil, since they reach beyond one window."""

from PySide6.QtCore import QObject, Signal


class WindowRequests(QObject):
    """The requests of the player at a window."""

    left = Signal()
    """The player wants the start page."""

    review_wanted = Signal()
    """The player wants to replay this game from its beginning."""

    last_report_wanted = Signal()
    """The player wants to replay the last report by mail."""

    gone_on = Signal()
    """The player wants to continue the game from the step that the replay shows."""

    own_setup_wanted = Signal()
    """The player wants a new game from a set-up of the umpire's own."""

    begun = Signal()
    """The player wants to begin another game."""

    opened = Signal()
    """The player wants to open a file."""

    tutorial_wanted = Signal(object)
    """The player wants to replay a tutorial of the module: a `TutorialRecord`."""

    saved_as = Signal(object)
    """The game now continues in this file."""

    other_version_wanted = Signal()
    """The player wants to update the game to another version of its module."""

    closing = Signal()
    """The window is about to close; its state can still be read."""

    assistant_switched = Signal(bool)
    """The player has switched the rules assistant on or off."""

    roll_at_once_switched = Signal(bool)
    """The player has switched rolling battles without pauses on or off."""

    sounds_switched = Signal(bool)
    """The player has switched the sounds of games on or off."""

    theme_chosen = Signal(bool, bool)
    """The player has chosen a theme: true for the dark one, and true for plain counters."""
