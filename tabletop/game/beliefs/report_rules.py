"""The forms of a game's reports: their content, accuracy and delay."""

from msgspec import Struct


class ReportField(Struct, frozen=True):
    """A figure of a report, which is a claim of its contact.

    `truth` is an expression that is worked out for each reported piece. Numbers are added; texts are listed, each once.
    The stated value is between `least` and `most`, which are expressions that can use the truth as `Truth`; without
    them it is the truth. A field without a `truth` may state anything.
    """

    claim: str
    truth: str = ""
    least: str = ""
    most: str = ""


class ReportRules(Struct, frozen=True):
    """The form of a report: the kind of its `contact`, and its fields.

    The stated place is at most `within` places from the true one. The report arrives up to `late` turns after it was
    sent. If it may be `invented`, it needs no pieces.
    """

    id: str
    title: str
    contact: str
    fields: tuple[ReportField, ...] = ()
    within: int = 0
    late: int = 0
    invented: bool = False
