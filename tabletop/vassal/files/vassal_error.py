"""`VassalError`: the common base of all errors about VASSAL's files."""


class VassalError(ValueError):
    """An error for a file of VASSAL's, or its result, that cannot be used; the message is a sentence for the user."""
