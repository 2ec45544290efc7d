#!/usr/bin/env python3
"""Check the subjects of commits, one a line of the standard input: imperative, and at most 72 characters."""

import re
import sys
from collections.abc import Iterable, Iterator

LONGEST = 72
BASE_FORMS = {
    "Access", "Address", "Bleed", "Bless", "Breed", "Bring", "Compress", "Cross", "Discuss", "Dismiss", "Embed",
    "Exceed", "Express", "Feed", "Focus", "Guess", "Heed", "Miss", "Need", "Pass", "Ping", "Press", "Proceed",
    "Process", "Seed", "Shed", "Shred", "Sing", "Speed", "Spring", "Stress", "String", "Succeed", "Suppress",
    "Swing", "Toss", "Weed",
}  # fmt: skip
"""Verbs whose base form ends like another form: -s, -ed or -ing."""

NO_VERBS = {
    "A", "About", "After", "All", "An", "Also", "And", "Another", "Any", "Before", "Better", "Both", "Each", "Every",
    "Fewer", "First", "For", "From", "How", "If", "In", "It", "Less", "Many", "More", "New", "No", "None", "Not", "Now",
    "On", "One", "Only", "Other", "Our", "Some", "That", "The", "Their", "There", "These", "They", "This", "Those",
    "To", "Two", "Under", "We", "What", "When", "Where", "Whether", "Which", "Who", "Whose", "Why", "With", "Without",
}  # fmt: skip


def problem(subject: str) -> str:
    """Return what is wrong with a subject; "" if nothing is."""
    if len(subject) > LONGEST:
        return f"{len(subject)} characters; {LONGEST} are allowed"
    first = re.match(r"[A-Z][a-z]+(-[a-z]+)?(?=\s)|A(?=\s)", subject)
    if first is None:
        return "it does not begin with a verb with a capital letter"
    verb = first[0]
    if verb in NO_VERBS or (verb not in BASE_FORMS and verb.endswith(("ed", "ing", "s"))):
        return f"'{verb}' is not the imperative of a verb"
    return ""


def problems(subjects: Iterable[str]) -> Iterator[str]:
    """Yield a line for each subject that is not in form."""
    for subject in subjects:
        if found := problem(subject):
            yield f"{subject!r}: {found}."


if __name__ == "__main__":
    found = list(problems(line.rstrip("\n") for line in sys.stdin))
    if found:
        sys.exit("Mend the subjects of these commits:\n" + "\n".join(found))
