"""The errors of a game's file, each said in one sentence for the player."""


class JournalError(Exception):
    """The error of a file that cannot be read or written. The text is one sentence; nothing has been touched."""


class JournalBusyError(JournalError):
    """The error of a game that another program has open. It may still be opened to watch."""


class UnreadableError(JournalError):
    """The error of a file that the system does not let us read; whether the game is complete is not known."""


class NewerRecordError(JournalError):
    """The error of a record written by a newer version of the program, with changes unknown to this one."""
