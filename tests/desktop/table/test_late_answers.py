"""Answers that may come late: each question is asked once, and has no answer until it arrives."""

from collections.abc import Callable

from tabletop.desktop.table.late_answers import LateAnswers


class Table:
    """A table that answers a question with its number of letters, when the test wants it."""

    def __init__(self, *, at_once: bool) -> None:
        self.at_once, self.asked, self.arrived = at_once, list[str](), 0
        self.under_way: list[Callable[[], None]] = []
        self.answers = LateAnswers[str, int](self._ask, self._arrive)

    def _ask(self, question: str, hear: Callable[[int], None]) -> None:
        self.asked.append(question)
        if self.at_once:
            hear(len(question))
        else:
            self.under_way.append(lambda: hear(len(question)))

    def _arrive(self) -> None:
        self.arrived += 1


def test_an_answer_that_comes_at_once_is_there():
    table = Table(at_once=True)
    assert [table.answers.get("four"), table.answers.get("four")] == [4, 4]
    assert (table.asked, table.arrived) == (["four"], 0)


def test_a_late_answer_is_none_until_it_arrives_and_is_asked_once():
    table = Table(at_once=False)
    assert [table.answers.get("four"), table.answers.get("four")] == [None, None]
    assert table.asked == ["four"]
    table.under_way.pop()()
    assert (table.answers.get("four"), table.arrived) == (4, 1)


def test_an_answer_that_was_forgotten_on_its_way_is_not_heard():
    table = Table(at_once=False)
    table.answers.get("four")
    table.answers.forget()
    table.under_way.pop()()
    assert table.arrived == 0
    assert table.answers.get("four") is None
    assert table.asked == ["four", "four"]
