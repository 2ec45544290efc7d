"""The report of a step, in sentences: `Told` in, English out, by what the reader sees.

The window's log, the command line and the readable export all speak through here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple
from unicodedata import category

from tabletop.expression import ExpressionError, Template, compile_template
from tabletop.game.change.patch import Property
from tabletop.game.change.step import Step, TakeBack
from tabletop.game.change.told import Told, coloured, readable
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tabletop.texts import text

LET_STAND: Final = "let-stand"
"""The property of the table that holds what was last let stand, although it is against the rules, and why."""

MOST_NAMED = 2
_OVER: Final = "procedure-over"
_STEERING: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of Unicode that steer: controls, formats (the turns of direction among them), surrogates, separators."""


def _name_of_kind(game: Game, piece: int) -> str:
    kind = game.kinds.get(game.pieces[piece].kind)
    return kind.name if kind is not None else ""


class Titles(NamedTuple):
    """A reader's names for what the game knows by its id; without them ids are told as they are.

    `place` is asked for a place of a map, `map` for a map, `side` for a side, `option` for an option of the game,
    `property` for a property of the table, `words` for a text of the module's own: the name of a counter, or a
    template of what it says; `piece` for a piece as it is in a position, which else is called as its kind is.
    """

    place: Callable[[str, str], str] = lambda _map, place: place
    map: Callable[[str], str] = lambda map: map
    side: Callable[[str], str] = lambda side: side
    option: Callable[[str], str] = lambda option: option
    property: Callable[[str], str] = lambda property: property
    words: Callable[[str], str] = lambda text: text
    piece: Callable[[Game, int], str] = _name_of_kind


IDS: Final = Titles()


class Scene:
    """The position before and after a step, for naming what it speaks of."""

    def __init__(self, before: Game, after: Game, titles: Titles = IDS) -> None:
        self._games = (after, before)
        self.titles = titles

    def backwards(self) -> "Scene":
        """Return the same, of what led the other way."""
        after, before = self._games
        return Scene(after, before, self.titles)

    def piece(self, id: int) -> str:
        """Return what a piece is called."""
        game = next((game for game in self._games if id in game.pieces), None)
        return (self.titles.words(self.titles.piece(game, id)) if game is not None else "") or "a counter"

    def pieces(self, told: Told) -> str:
        """Return what the pieces are called; of many, the one on top and how many more."""
        return self.called(told.pieces) or count(told.facts.get("count", 0), "counter")

    def called(self, pieces: Sequence[int]) -> str:
        """Return what pieces are called; "" for none."""
        names = [self.piece(id) for id in pieces]
        if len(names) > MOST_NAMED:
            return f"{names[-1]} and {len(names) - 1} more"
        return " and ".join(names)

    def came_from(self, piece: int) -> int:
        """Return the holder that a piece lay in before the step; 0 where that is not known."""
        before = self._games[1].pieces.get(piece)
        return before.at if before is not None else 0

    def place(self, value: Value, pieces: Sequence[int]) -> Value:
        """Return a value that may be a place of the map on which pieces lie, as the reader calls it."""
        after = self._games[0]
        held = (after.holder_of(piece) for piece in pieces if piece in after.pieces)
        map = next((after.maps[holder.map] for holder in held if 0 <= holder.map < len(after.maps)), "")
        return self.titles.place(map, value) if map and isinstance(value, str) else value

    def knows(self, id: int) -> bool:
        """Return whether a holder was there before the step, or is after it."""
        return any(id in game.holders for game in self._games)

    def holder(self, id: int) -> str:
        """Return where a holder is, or what it is called."""
        for game in self._games:
            holder = game.holders.get(id)
            if holder is not None:
                if holder.name:
                    return holder.name
                if not 0 <= holder.map < len(game.maps):
                    return holder.place or "the table"
                where = game.maps[holder.map]
                return self.titles.place(where, holder.place) if holder.place else self.titles.map(where)
        return "the table"


def said_to_stand(step: Step) -> str:
    """Return the finding that a step lets stand, with what the player has to say to it; "" for one that lets nothing
    stand.

    What is let stand again as a take-back takes itself back, its own step has said.
    """
    changes = () if isinstance(step.command, TakeBack) else step.patch
    said = (change for change in changes if isinstance(change, Property) and change.name == LET_STAND)
    return next((str(change.value) for change in said), "")


def worth_telling(said: Sequence[Told]) -> list[Told]:
    """Return what is worth a line of all that is told of a step: a procedure that begins and ends in it is not
    announced where there is anything else to say.
    """
    begun, over = ({one.facts["procedure"] for one in said if one.key == key} for key in ("procedure-begun", _OVER))
    at_once = begun & over
    kept = [one for one in said if one.key not in ("procedure-begun", _OVER) or one.facts["procedure"] not in at_once]
    return kept or [one for one in said if one.key != _OVER]


def sentence(told: Told, before: Game, after: Game, titles: Titles = IDS) -> str:
    """Return what is said, as one sentence without its speaker; empty for what only sounds or shows.

    Of pieces and holders that the reader does not see openly there are no facts: it is then said without them.
    """
    speak = _SENTENCES.get(told.key)
    if speak is None:
        facts = ", ".join(f"{name} {value}" for name, value in told.facts.items())
        return _plain(f"{told.key.replace('-', ' ')} {facts}".strip())
    return _plain(speak(told, Scene(before, after, titles)))


def is_in_words_of_module(told: Told) -> bool:
    """Return whether the module says it in its own words, which are sentences without a speaker."""
    return told.key in ("report", "reported") or (
        told.key in ("pieces-moved", "pieces-placed") and "text" in told.facts
    )


def _plain(text: str) -> str:
    """Return the text on one line, without signs that steer a terminal or turn the direction of reading."""
    if text.isprintable():
        return text
    return "".join(
        " " if sign in "\n\t" else sign for sign in text if sign in "\n\t" or category(sign) not in _STEERING
    )


def count(number: Value, what: str) -> str:
    """Return a number of things: "1 card", "3 cards"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _moved(told: Told, scene: Scene) -> str:
    """Return what lay somewhere only within the step (a stack that came and went) has no place to be told, and what lay
    where it went already is not moved, where other pieces are. Some maps have their own words.
    """
    if "text" in told.facts:
        return _report(told, scene)
    if not told.holders:
        return f"moves {scene.pieces(told)}"
    *sources, goal = told.holders
    went = scene.holder(goal) if scene.knows(goal) else ""
    known = {piece: from_ for piece in told.pieces if (from_ := scene.came_from(piece)) in sources}
    stayed = [piece for piece, from_ in known.items() if scene.holder(from_) == went]
    moved = [piece for piece in told.pieces if piece not in stayed]
    if stayed and moved:
        sources = [id for id in sources if scene.holder(id) != went]
    came = " and ".join(dict.fromkeys(scene.holder(id) for id in sources if scene.knows(id)))
    what = f"moves {scene.called(moved) or scene.pieces(told)}"
    if came == went:
        return f"{what} in {went}" if went else what
    return what + (f" from {came}" if came else "") + (f" to {went}" if went else "")


def _restacked(told: Told, scene: Scene) -> str:
    how = {"up": " one up", "down": " one down", "top": " to the top", "bottom": " to the bottom"}
    return f"puts {scene.pieces(told)}{how.get(str(told.facts.get('how')), ' elsewhere')} in the stack"


def _drawn(told: Told, scene: Scene) -> str:
    what = count(told.facts["count"], "card") if "count" in told.facts else "cards"
    where = [scene.holder(id) for id in told.holders]
    return f"draws {what}" + (f" from {where[0]} to {where[1]}" if len(where) > 1 else "")


def _placed(told: Told, scene: Scene) -> str:
    if "text" in told.facts:
        return _report(told, scene)
    return f"places {scene.pieces(told)}" + (f" in {scene.holder(told.holders[0])}" if told.holders else "")


def _reshuffled(told: Told, scene: Scene) -> str:
    return f"shuffles {' into '.join(scene.holder(id) for id in told.holders)}"


def _shown(told: Told, scene: Scene) -> str:
    what = {"unseen": "hides", "back": "masks", "face": "reveals"}
    return f"{what.get(str(told.facts.get('level')), 'changes who sees')} {scene.pieces(told)}"


def _opened(told: Told, scene: Scene) -> str:
    level = told.facts.get("level")
    if told.facts.get("own"):
        return f"{'looks through' if level == 'faces' else 'closes'} {scene.holder(told.holders[0])}"
    return f"opens {scene.holder(told.holders[0])}" + (f": {level}" if level is not None else "")


def _deck_turned(told: Told, scene: Scene) -> str:
    how = {"face-up": " face up", "face-down": " face down", "reverse": " over"}
    return f"turns {scene.holder(told.holders[0])}{how.get(str(told.facts.get('how')), '')}"


def _property_set(told: Told, scene: Scene) -> str:
    name, value = str(told.facts["name"]), told.facts["value"]
    return f"lets it stand: {value}" if name == LET_STAND else f"sets {scene.titles.property(name)} to {value}"


def _option_set(told: Told, scene: Scene) -> str:
    return f"sets {scene.titles.option(str(told.facts['name']))} to {told.facts['value']}"


def _note(told: Told, scene: Scene) -> str:  # noqa: ARG001 - all sentences take both
    title = told.facts.get("title")
    return f"writes a {told.facts['kind']} note" + (f", {title}" if title else "")


def _seat(told: Told, scene: Scene) -> str:
    if told.facts.get("umpire"):
        return "takes the umpire's seat"
    sides = [scene.titles.side(side) for side in str(told.facts["sides"]).split(", ") if side]
    return f"plays {' and '.join(sides)}" if sides else "watches"


def _rolled(told: Told, scene: Scene) -> str:  # noqa: ARG001
    facts = told.facts
    why = f" for {facts['why']}" if facts.get("why") else ""
    if "table" in facts:
        return f"rolls {facts.get('each', '')}{why}: {_came(facts)}"
    came = [str(facts["faces"])] if facts.get("faces") else []
    came += [count(facts["successes"], "hit")] if "successes" in facts else []
    if not came:
        came = [str(facts.get("total", ""))]
    return f"rolls {facts.get('dice', 'dice')}{why}: {facts.get('each', '')} = {', '.join(came)}"


def _came(facts: Mapping[str, Value]) -> str:
    """Return what a roll on a results table came to."""
    if "successes" not in facts:
        return str(facts.get("meaning") or facts.get("result", facts.get("total", "")))
    hits, halves = facts["successes"], facts.get("halves")
    if not halves:
        return text("hits", count=hits)
    return text("hits-and-halves", count=hits, halves=halves) if hits else text("half-hits", halves=halves)


def _clock(told: Told, scene: Scene) -> str:
    side = str(told.facts["side"])
    return f"lets the clock of {scene.titles.side(side)} run" if side else "stops the clocks"


def _silent(_told: Told, _scene: Scene) -> str:
    return ""


def _report(told: Told, scene: Scene) -> str:
    if "text" not in told.facts:
        return ""
    words = scene.titles.words
    template = compile_template(str(told.facts["text"]))
    of = {part.text: told.facts.get(str(number)) for number, part in enumerate(template.expressions)}
    read = _as_read(template, words)
    values = [of[part.text] for part in read.expressions]
    if read.text.startswith("{") and not read.text.startswith("{{") and coloured(values[0]):
        values[0] = ""
    filled = read.fill(tuple(words(readable(value)) if isinstance(value, str) else value for value in values))
    return " ".join(filled.split())


def _as_read(template: Template, words: Callable[[str], str]) -> Template:
    """Return a template in the reader's language; as it is where its translation cannot be filled in with the same
    values.
    """
    text = words(template.text)
    try:
        read = template if text == template.text else compile_template(text)
    except ExpressionError:
        return template
    known = {expression.text for expression in template.expressions}
    return read if known >= {expression.text for expression in read.expressions} else template


def _reported(told: Told, scene: Scene) -> str:
    """Return what became of pieces; nothing to who does not see them."""
    return f"{scene.called(told.pieces)} {told.facts['text']}" if told.pieces and "text" in told.facts else ""


def _acted(told: Told, scene: Scene) -> str:
    """Return what was chosen in the menu of pieces, or which of their keys pressed; menus say it in all sorts of
    words.
    """
    words = told.facts.get("words")
    called = told.facts.get("key") if words is None else scene.titles.words(str(words))
    return f"acts with {scene.pieces(told)}" if called is None else f"chooses {_named(called)} for {scene.pieces(told)}"


def _answered(told: Told, scene: Scene) -> str:  # noqa: ARG001
    question, answer = _named(told.facts.get("question", "a question")), told.facts.get("answer")
    return f"answers {question}" + (f" with {answer}" if answer is not None else "")


def _left(told: Told, scene: Scene) -> str:  # noqa: ARG001
    at = f" at {_named(told.facts['step'])}" if told.facts.get("step") else ""
    return f"leaves {_named(told.facts['procedure'])}{at}, to do the rest by hand"


def _mistake(told: Told, scene: Scene) -> str:  # noqa: ARG001
    return f"meets a mistake in the module, which counts for nothing. {told.facts['mistake']}"


def _trait_set(told: Told, scene: Scene) -> str:
    """Return what is noted on pieces: a word that is so or not, or a value; a place by its name."""
    if "name" not in told.facts:
        return f"marks {scene.pieces(told)}"
    name, value = str(told.facts["name"]).replace("_", " "), scene.place(told.facts["value"], told.pieces)
    noted = {"": f"no longer {name}", "no": f"not {name}", "yes": name}.get(str(value), f"{name} {value}")
    return f"marks {scene.pieces(told)}: {noted}"


def _named(title: Value) -> str:
    """Return a title within a sentence."""
    return f"“{title}”"


def _taken_back(told: Told, scene: Scene) -> str:
    what = _said_of(told, scene.backwards())
    return f"takes back: {what}" if what else f"takes back {_steps(told)}{_touching(told, scene)}"


def _done_again(told: Told, scene: Scene) -> str:
    what = _said_of(told, scene)
    return f"does again: {what}" if what else f"does {_steps(told)} again{_touching(told, scene)}"


def _said_of(told: Told, scene: Scene) -> str:
    """Return what was said of the one step that is taken back or done again, between the positions before and after
    it.
    """
    speak = _SENTENCES.get(str(told.facts.get("of", "")))
    return speak(told, scene) if speak is not None else ""


def _steps(told: Told) -> str:
    return count(told.facts.get("count", 1), "step") if told.facts else "something"


def _touching(told: Told, scene: Scene) -> str:
    return f" with {scene.pieces(told)}" if told.pieces else ""


_SENTENCES: Final[dict[str, Callable[[Told, Scene], str]]] = {
    "acted": _acted,
    "alert": lambda told, _: f"is told: {told.facts['text']}",
    "deck-file": _silent,
    "deck-loaded": lambda told, scene: f"loads {scene.holder(told.holders[0])} from a file",
    "deck-reshuffled": _reshuffled,
    "deck-saved": lambda told, scene: f"saves {scene.holder(told.holders[0])} to a file",
    "deck-sent": lambda told, scene: f"sends {' to '.join(scene.holder(id) for id in told.holders)}",
    "deck-shuffled": lambda told, scene: f"shuffles {scene.holder(told.holders[0])}",
    "deck-sorted": lambda told, scene: f"sorts {scene.holder(told.holders[0])}",
    "deck-turned": _deck_turned,
    "holder-shown": _opened,
    "choice-changed": _silent,
    "clock-pressed": _clock,
    "key-pressed": _silent,
    "ended-early": lambda told, scene: (
        f"is told that {scene.pieces(told)} went no further: {told.facts['why']}. What it did until then stays"
    ),
    "mistake-forgiven": _mistake,
    "note-opened": lambda told, _: f"opens the note {told.facts['title']}",
    "note-written": _note,
    "option-set": _option_set,
    "pieces-cloned": lambda told, scene: f"copies {scene.pieces(told)}",
    "pieces-drawn": _drawn,
    "pieces-moved": _moved,
    "pieces-placed": _placed,
    "pieces-removed": lambda told, scene: f"removes {scene.pieces(told)}",
    "pieces-restacked": _restacked,
    "pieces-shown": _shown,
    "nowhere-to-go": lambda told, scene: f"finds nowhere for {scene.pieces(told)} to go",
    "peeked": lambda told, scene: f"looks at {scene.pieces(told)}",
    "measured": lambda _told, _: "",
    "pinged": lambda told, _: "" if told.facts.get("quiet") else "points at the map",
    "procedure-answered": _answered,
    "procedure-begun": lambda told, _: f"begins {_named(told.facts['procedure'])}",
    "procedure-gone-on": lambda told, _: f"goes on with {_named(told.facts['procedure'])}",
    "module-changed": lambda told, _: f"brings the game to version {told.facts['version']} of its module",
    "procedure-left": _left,
    "procedure-over": lambda told, _: f"has come to the end of {_named(told.facts['procedure'])}",
    "procedure-resumed": lambda told, _: f"picks up {_named(told.facts['procedure'])} at {_named(told.facts['step'])}",
    "procedure-withdrawn": lambda told, _: f"takes back the answer to {_named(told.facts['question'])}",
    "property-set": _property_set,
    "reported": _reported,
    "report": _report,
    "rolled": _rolled,
    "said": lambda told, _: f"says: {told.facts['text']}",
    "seat-taken": _seat,
    "done-again": _done_again,
    "draws-stand": lambda told, _: f"has drawn {count(told.facts['count'], 'result')} that will stand",
    "taken-back": _taken_back,
    "trait-set": _trait_set,
    "sound": _silent,
    "tracker-moved": lambda told, _: f"moves the {told.facts['tracker']} tracker to {told.facts['now']}",
}

KEYS: Final = frozenset(_SENTENCES)
"""The keys of all that may be said."""
