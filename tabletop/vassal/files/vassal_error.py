"""`VassalError`: what all that is wrong with a file of VASSAL's has in common."""


class VassalError(ValueError):
    """A file of VASSAL's, or what is to be made of it, cannot be used; the message is a sentence for who gave it."""
