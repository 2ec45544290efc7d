"""What is wrong with a case itself, as against what it proves wrong."""


class CaseError(Exception):
    """A case cannot be played as it is written, in one sentence."""
