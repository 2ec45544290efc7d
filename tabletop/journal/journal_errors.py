"""The errors of a game's file. The message of each is a sentence for the player."""


class JournalError(Exception):
    """The error for a file that cannot be read or written. The message is a sentence. Nothing has been changed."""


class JournalBusyError(JournalError):
    """The error for a game that another program has open. It can still be watched."""


class UnreadableError(JournalError):
    """The error for a file that the system does not let us read. The game may be complete."""


class NewerRecordError(JournalError):
    """The error for a record with changes of a newer version of the program, which this version does not know."""
