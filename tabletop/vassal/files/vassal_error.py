"""`VassalError`: the common base of the errors about VASSAL's files that users read."""


class VassalError(ValueError):
    """An error for a VASSAL file that cannot be read, written or used; the message is a sentence for the user."""
