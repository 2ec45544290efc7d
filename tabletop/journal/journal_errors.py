"""The errors of a game's file, each said in one sentence for the player."""


class JournalError(Exception):
    """The file cannot be read or written. The text is one sentence; nothing has been touched."""


class JournalBusyError(JournalError):
    """Another program has the game open. It may still be opened to watch."""


class UnreadableError(JournalError):
    """The system does not let the file be read; whether it is a whole game is not known."""


class NewerRecordError(JournalError):
    """A record was written by a newer version of the program and changes the game in a way unknown here."""
