"""`VassalError`: the common base of all errors about VASSAL's files."""


class VassalError(ValueError):
    """An error for a VASSAL file that cannot be read, written or used; the message is a sentence for the user."""
