"""`VassalError`: what all that is wrong with a file of VASSAL's has in common."""


class VassalError(ValueError):
    """An error for a file of VASSAL's, or its result, that cannot be used; the message is a sentence for the user."""
