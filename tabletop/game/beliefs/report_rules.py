"""The forms of a game's reports: what a side may be told, how far from the truth, and how late."""

from msgspec import Struct


class ReportField(Struct, frozen=True):
    """A figure of a report, which is a claim of the contact that it makes.

    `truth` is an expression that is read on each piece reported: numbers are added, texts are listed, each once. What
    is said lies between `least` and `most`, expressions that know the truth as `Truth`; without these it is the truth.
    Of a field without a `truth` anything may be said.
    """

    claim: str
    truth: str = ""
    least: str = ""
    most: str = ""


class ReportRules(Struct, frozen=True):
    """The form of a report: the kind of `contact` that it makes, and its fields.

    The place told is no farther from the true one than `within` places. It arrives up to `late` turns after it was
    sent. Where it may be `invented`, there need be nothing to report.
    """

    id: str
    title: str
    contact: str
    fields: tuple[ReportField, ...] = ()
    within: int = 0
    late: int = 0
    invented: bool = False
