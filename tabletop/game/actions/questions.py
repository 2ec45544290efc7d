"""Questions to the acting seat in the middle of an action."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from tabletop.expression import Value
from tabletop.expression.value_rules import bounded_text
from tabletop.game.actions.early_ends import AnswerNeeded
from tabletop.game.change.outcome import AnswerForm, Choice, Prompt
from tabletop.game.change.step import Answers
from tabletop.game.state.values import NOBODY


class Questions:
    """The questions to the acting seat, with the answers that it has already given to the prompts of this command."""

    def __init__(self, answers: Answers) -> None:
        self.answers = dict(answers)
        self._asked = 0

    def ask(
        self,
        question: str,
        default: Value = None,
        choices: Sequence[str] = (),
        *,
        may_be_left: bool = False,
        suits: Callable[[Value], bool] = lambda _answer: True,
        form: AnswerForm = "text",
        turns: int = NOBODY,
        about: tuple[int, int] = (0, 0),
        known_as: str = "",
    ) -> Value:
        """Return the answer of the acting seat to a question; None if it left the question. See `Prompt`.

        Without an answer, or with an unsuitable one, raises AnswerNeeded, which ends the action here. The answer is
        stored under the number of the question in the action, and its text or `known_as`, its name in every language.
        """
        self._asked += 1
        key = f"{self._asked} {known_as or question}"
        answer = self.answers.get(key)
        if key in self.answers:
            is_left = answer is None and may_be_left
            if is_left or ((not choices or answer in choices) and suits(answer)):
                return bounded_text(answer) if isinstance(answer, str) else answer
        offered = tuple(Choice(choice, choice) for choice in choices)
        raise AnswerNeeded(
            Prompt(key, question, offered, default, may_be_left=may_be_left, form=form, turns=turns, about=about)
        )

    def ask_all(self, title: str, questions: Sequence[Prompt]) -> tuple[Value, ...]:
        """Return the answers of the acting seat to questions that may be put on one card.

        An answer is stored under the number of its question in the action, and the question's `key`, which is the same
        in every language, or else its text. Raises AnswerNeeded at the first missing answer, for this question and all
        later ones.
        """
        prompts = [
            replace(each, key=f"{number} {each.key or each.question}", title=title)
            for number, each in enumerate(questions, self._asked + 1)
        ]
        for number, prompt in enumerate(prompts):
            if prompt.key not in self.answers:
                raise AnswerNeeded(replace(prompt, also=tuple(prompts[number + 1 :])))
        return tuple(self.ask(each.question, each.default, known_as=each.key) for each in questions)
