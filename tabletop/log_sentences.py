"""The sentences about a step, for a reader with a given view.

The window's log, the command line and the readable export use them.
"""

from collections.abc import Callable, Mapping
from textwrap import shorten
from typing import Final, NamedTuple
from unicodedata import category

from msgspec.structs import replace

from tabletop.board.place_properties import parted_name
from tabletop.expression import ExpressionError, Template, compile_template
from tabletop.game.change.told import END_TURN, LET_STAND, PASS_TURN, UNCOUNTED, Told, coloured, readable
from tabletop.game.change.told_line import ToldLine
from tabletop.game.state.game import Game
from tabletop.game.state.values import Value
from tabletop.log_messages import FROM_RULES, HEARERS, REQUEST_ENDED
from tabletop.log_titles import IDS, Scene, Titles
from tabletop.texts import listed, text

_MOST_QUOTED: Final = 60
"""The most characters of a dispatch that the sentence about its answer quotes."""

_STEERING: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of Unicode for characters that control display: controls, formats (with changes of direction), surrogates,
separators.
"""


def sentence(told: Told, before: Game, after: Game, titles: Titles = IDS) -> str:
    """Return a message of a step between two positions as a sentence (`line_sentence`)."""
    return line_sentence(ToldLine.between(told, before, after, titles.piece), titles)


def line_sentence(line: ToldLine, titles: Titles = IDS) -> str:
    """Return a message as a sentence without its subject; "" for a message that only plays a sound or shows something.

    If the reader does not see its pieces and holders openly, the message has no facts, and the sentence leaves them
    out. A message with an unknown key is told by its key and its facts.
    """
    told = _in_words(line.told)
    speak = _SENTENCES.get(told.key)
    if speak is None:
        facts = ", ".join(f"{name} {value}" for name, value in told.facts.items())
        return _plain(f"{told.key.replace('-', ' ')} {facts}".strip())
    return _plain(speak(told, Scene(replace(line, told=told), titles)))


def _in_words(told: Told) -> Told:
    """Return a message with a word for each count that its hearers do not get."""
    if UNCOUNTED not in told.facts.values():
        return told
    known = {name: text("uncounted") if value == UNCOUNTED else value for name, value in told.facts.items()}
    return replace(told, facts=known)


def _plain(text: str) -> str:
    """Return a text as one line, without characters that control a terminal or change the direction of reading."""
    if text.isprintable():
        return text
    return "".join(
        " " if sign in "\n\t" else sign for sign in text if sign in "\n\t" or category(sign) not in _STEERING
    )


class _Move(NamedTuple):
    """The keys of a move's sentences, by the known ends of the move."""

    plain: str
    within: str
    away: str
    to: str
    across: str


_MOVES: Final = _Move("log-moves", "log-moves-in", "log-moves-from", "log-moves-to", "log-moves-from-to")
_MOVED: Final = _Move("log-moved", "log-moved-in", "log-moved-from", "log-moved-to", "log-moved-from-to")
"""The keys of the texts for a move by the rules, whose subject is the pieces."""

_MOVE: Final = _Move("log-move", "log-move-in", "log-move-from", "log-move-to", "log-move-from-to")
"""The keys of the texts for a move that is undone or redone; these texts have no verb."""


def _moved(told: Told, scene: Scene) -> str:
    if "text" in told.facts:
        return _report(told, scene)
    return _move(told, scene, _MOVED if FROM_RULES in told.facts else _MOVES)


def _move(told: Told, scene: Scene, keys: _Move) -> str:
    """Return the sentence of a move.

    A stack that existed only during the step, or one that the reader does not see, has no name, so no goal is named if
    the last holder is one that all pieces have left. Pieces that were already at the goal are left out if others have
    moved.
    """
    if not told.holders:
        return text(keys.plain, pieces=scene.pieces(told))
    *sources, goal = told.holders
    if _is_left(goal, told, scene):
        sources, goal = [*sources, goal], 0
    went = scene.holder(goal) if scene.knows(goal) else ""
    known = {piece: from_ for piece in told.pieces if (from_ := scene.came_from(piece)) in sources}
    stayed = [piece for piece, from_ in known.items() if scene.holder(from_) == went]
    moved = [piece for piece in told.pieces if piece not in stayed]
    if stayed and moved:
        sources = [id for id in sources if scene.holder(id) != went]
    came = listed(list(dict.fromkeys(scene.holder(id) for id in sources if scene.knows(id))))
    pieces = scene.called(moved) or scene.pieces(told)
    if came == went:
        return text(keys.within, pieces=pieces, place=went) if went else text(keys.plain, pieces=pieces)
    if came and went:
        return text(keys.across, pieces=pieces, origin=came, place=went)
    return text(keys.away, pieces=pieces, origin=came) if came else text(keys.to, pieces=pieces, place=went)


def _is_left(goal: int, told: Told, scene: Scene) -> bool:
    """Return whether pieces came from this holder, and none of the pieces is seen there after the step."""
    ends = map(scene.lies_in, told.pieces)
    return goal not in ends and goal in map(scene.came_from, told.pieces)


_RESTACKED: Final = {
    "up": "log-stack-up",
    "down": "log-stack-down",
    "top": "log-stack-top",
    "bottom": "log-stack-bottom",
}


def _restacked(told: Told, scene: Scene) -> str:
    return text(_RESTACKED.get(str(told.facts.get("how")), "log-stack-elsewhere"), pieces=scene.pieces(told))


def _drawn(told: Told, scene: Scene) -> str:
    cards = text("log-cards", count=told.facts["count"]) if "count" in told.facts else text("log-some-cards")
    if len(told.holders) < 2:
        return text("log-draws", cards=cards)
    deck, hand = (scene.holder(id) for id in told.holders[:2])
    return text("log-draws-from-to", cards=cards, deck=deck, place=hand)


def _placed(told: Told, scene: Scene) -> str:
    if "text" in told.facts:
        return _report(told, scene)
    if not told.holders:
        return text("log-places", pieces=scene.pieces(told))
    return text("log-places-in", pieces=scene.pieces(told), place=scene.holder(told.holders[0]))


def _reshuffled(told: Told, scene: Scene) -> str:
    deck, *into = (scene.holder(id) for id in told.holders)
    return text("log-shuffles-into", deck=deck, other=into[0]) if into else text("log-shuffles", deck=deck)


_SHOWN: Final = {"unseen": "log-hides", "back": "log-masks", "face": "log-reveals"}


def _shown(told: Told, scene: Scene) -> str:
    if FROM_RULES in told.facts:
        return text("log-revealed", pieces=scene.pieces(told))
    return text(_SHOWN.get(str(told.facts.get("level")), "log-changes-sight"), pieces=scene.pieces(told))


def _put_out_of_sight(told: Told, scene: Scene) -> str:
    if not told.holders:
        return text("log-out-of-sight")
    return text("log-out-of-sight-in", place=scene.holder(told.holders[0]))


_OPENED: Final = {
    "shut": "log-opens-shut",
    "count": "log-opens-count",
    "backs": "log-opens-backs",
    "top": "log-opens-top",
    "faces": "log-opens-faces",
}


def _opened(told: Told, scene: Scene) -> str:
    level, holder = told.facts.get("level"), scene.holder(told.holders[0])
    if told.facts.get("own"):
        return text("log-looks-through" if level == "faces" else "log-closes", deck=holder)
    return text(_OPENED.get(str(level), "log-opens"), deck=holder)


_TURNED: Final = {"face-up": "log-turns-up", "face-down": "log-turns-down", "reverse": "log-turns-over"}


def _deck_turned(told: Told, scene: Scene) -> str:
    return text(_TURNED.get(str(told.facts.get("how")), "log-turns"), deck=scene.holder(told.holders[0]))


def _property_set(told: Told, scene: Scene) -> str:
    name, value = str(told.facts["name"]), told.facts["value"]
    if name == LET_STAND:
        return text("log-lets-stand", finding=value)
    of_place = parted_name(name)
    if of_place is not None:
        map, place, own = of_place
        titles = scene.titles
        return text(
            "log-sets-of-place", name=titles.place_property(map, own), place=titles.place(map, place), value=value
        )
    return text("log-sets", name=scene.titles.property(name), value=value)


def _let_stand(told: Told, scene: Scene) -> str:  # noqa: ARG001 - all sentences take both
    finding = told.facts.get("finding")
    return text("log-lets-something-stand") if finding is None else text("log-lets-stand", finding=finding)


def _option_set(told: Told, scene: Scene) -> str:
    return text("log-sets", name=scene.titles.option(str(told.facts["name"])), value=told.facts["value"])


_NOTES: Final = {
    "public": "log-note-public",
    "private": "log-note-private",
    "sealed": "log-note-sealed",
    "together": "log-note-together",
}
_TITLED_NOTES: Final = {
    "public": "log-titled-public",
    "private": "log-titled-private",
    "sealed": "log-titled-sealed",
    "together": "log-titled-together",
}


def _note(told: Told, scene: Scene) -> str:  # noqa: ARG001 - all sentences take both
    title, kind = told.facts.get("title"), str(told.facts["kind"])
    return text(_TITLED_NOTES[kind], title=title) if title else text(_NOTES[kind])


def _contact(told: Told, scene: Scene) -> str:
    """Return the sentence about a reported contact."""
    key = "log-contact-from" if "source" in told.facts else "log-contact"
    said = text(key, what=_what(told, scene), place=_there(told, scene), source=told.facts.get("source", ""))
    words = scene.titles.words
    claims = [(name[len(_SAYS) :], value) for name, value in told.facts.items() if name.startswith(_SAYS)]
    says = [text("log-claim", claim=words(name), value=value) for name, value in claims]
    said = text("log-contact-says", contact=said, says=listed(says)) if says else said
    if (answered := told.facts.get("answers")) is not None:
        said = text("log-contact-answers", contact=said, text=shorten(str(answered), _MOST_QUOTED, placeholder=" …"))
    hearers = told.facts.get(HEARERS)
    if told.sides is None or hearers is None:
        return said
    sides = listed([scene.titles.side(side) for side in str(hearers).split(", ")])
    return text("log-contact-to", sides=sides, contact=said)


_SAYS: Final = "says:"


def _report_sent(told: Told, scene: Scene) -> str:
    side = scene.titles.side(str(told.facts["side"]))
    return text("log-sends-report", side=side, late=told.facts["late"], contact=_contact(told, scene))


def _what(told: Told, scene: Scene) -> str:
    return scene.titles.words(str(told.facts["what"]))


def _there(told: Told, scene: Scene) -> str:
    """Return the reader's name for the place of a contact, or for its map."""
    where, place = str(told.facts["map"]), str(told.facts["place"])
    return scene.titles.place(where, place) if place else scene.titles.map(where)


def _about_contact(key: str) -> Callable[[Told, Scene], str]:
    """Return a function that makes a sentence about a contact."""
    return lambda told, scene: text(key, what=_what(told, scene), place=_there(told, scene))


def _contacts_dropped(told: Told, scene: Scene) -> str:
    count = told.facts["count"]
    return text("log-drops-contacts", count=count) if count != 1 else _about_contact("log-drops-contact")(told, scene)


def _dispatch(told: Told, scene: Scene) -> str:
    """Return the sentence of an event of a dispatch, with its form and addressee.

    When it is written or arrives, the sentence also has the place that it is about, and its texts.
    """
    facts, words = told.facts, scene.titles.words
    to, form = addressee_words(str(facts["kind"]), str(facts["to"]), scene.titles), words(str(facts["form"]))
    key = str(facts.get("of", told.key))
    said = text(_DISPATCHES[key], form=form, to=to, author=facts["from"])
    if key not in _WITH_TEXTS:
        return said
    if "map" in facts:
        said = text("log-dispatch-about", dispatch=said, place=_there(told, scene))
    fields = [(name[len(_SAYS) :], value) for name, value in facts.items() if name.startswith(_SAYS)]
    if len(fields) == 1:
        return text("log-dispatch-says", dispatch=said, text=fields[0][1])
    texts = [text("log-claim", claim=words(name), value=value) for name, value in fields]
    return text("log-dispatch-fields", dispatch=said, texts=listed(texts)) if texts else said


def addressee_words(kind: str, name: str, titles: Titles) -> str:
    """Return the words for the addressee of a dispatch."""
    if kind == "umpire":
        return text("the-umpire")
    return titles.side(name) if kind == "side" else titles.words(name) if kind in ("piece", "role") else name


_DISPATCHES: Final = {
    "dispatch-written": "log-writes-dispatch",
    "dispatch-arrived": "log-dispatch-arrived",
    "dispatch-sent": "log-sends-dispatch",
    "dispatch-lost": "log-loses-dispatch",
    "dispatch-changed": "log-changes-dispatch",
    "dispatch-read": "log-reads-dispatch",
    "dispatch-recalled": "log-recalls-dispatch",
}

_WITH_TEXTS: Final = ("dispatch-written", "dispatch-arrived")
"""The keys of messages that quote a dispatch."""


def _seat(told: Told, scene: Scene) -> str:
    if told.facts.get("umpire"):
        return text("log-umpire")
    sides = [scene.titles.side(side) for side in str(told.facts["sides"]).split(", ") if side]
    if role := told.facts.get("role"):
        return text("log-plays-role", sides=listed(sides), role=scene.titles.words(str(role)))
    return text("log-plays", sides=listed(sides)) if sides else text("log-watches")


def _seat_given(told: Told, scene: Scene) -> str:
    player, role = told.facts.get("to"), told.facts.get("role")
    if told.facts.get("umpire"):
        return text("log-gives-umpire", player=player)
    sides = [scene.titles.side(side) for side in str(told.facts.get("sides", "")).split(", ") if side]
    if role:
        return text("log-gives-role", player=player, sides=listed(sides), role=scene.titles.words(str(role)))
    return text("log-gives-sides", player=player, sides=listed(sides)) if sides else text("log-unseats", player=player)


ACCESS_NAMES: Final = {"open": "access-open", "sides": "access-sides", "moderated": "access-moderated"}
"""The text keys for the players' names of the kinds of access."""

_ACCESS: Final = {
    "access-changed": ("log-access", "log-access-umpire"),
    "access-wished": ("log-access-wished", "log-access-wished-umpire"),
}


def _access(told: Told, scene: Scene) -> str:  # noqa: ARG001 - all sentences take both
    plain, with_umpire = _ACCESS[told.key]
    kind, umpire = text(ACCESS_NAMES[str(told.facts["kind"])]), told.facts.get("umpire")
    return text(with_umpire, kind=kind, umpire=umpire) if umpire else text(plain, kind=kind)


ORDER_KINDS: Final = {
    "all": "order-all",
    "take-back": "order-take-back",
    "finding": "order-finding",
    "send-report": "order-send-report",
    "move": "order-move",
    "restack": "order-restack",
    "act": "order-act",
    "place-new": "order-place-new",
    "remove": "order-remove",
    "clone": "order-clone",
    "pour": "order-pour",
    "show": "order-show",
    "set": "order-set",
    "shuffle": "order-shuffle",
    "draw": "order-draw",
    "turn-deck": "order-turn-deck",
    "reshuffle": "order-reshuffle",
    "load-deck": "order-load-deck",
    "look-into": "order-look-into",
    "set-property": "order-set-property",
    "set-option": "order-set-option",
    "track": "order-track",
    "set-tracker": "order-set-tracker",
    "roll": "order-roll",
    "begin": "order-begin",
    "answer": "order-answer",
    "go-on": "order-go-on",
    "leave": "order-leave",
    "resume": "order-resume",
    "write-dispatch": "order-write-dispatch",
}
"""The keys of the names that kinds of orders have for players, by the tags of their commands."""


def _order(told: Told, scene: Scene) -> str:
    """Return the sentence about an order that was given to the umpire, delayed, recalled or refused, with its pieces
    and its place.
    """
    facts = told.facts
    if told.key in _OF_REPORTS and not facts.get("seat"):
        return text(_OF_REPORTS[told.key])
    order = wanted(told, scene)
    if told.key == "order-refused":
        word = facts.get("word")
        key = "log-refuses-order-because" if word else "log-refuses-order"
        return text(key, player=facts["seat"], order=order, word=word or "")
    if told.key in _ORDERS:
        return text(_ORDERS[told.key], player=facts.get("seat", ""), order=order)
    if "steps" in facts:
        return text("log-asks-undo", count=facts["steps"])
    if "why" in facts:
        return text("log-gives-order-against", order=order, why=facts["why"])
    return text("log-gives-order", order=order)


def wanted(told: Told, scene: Scene) -> str:
    """Return the words for the action that an order asks for, for example a move of pieces to a place."""
    facts, kind = told.facts, text(ORDER_KINDS[str(told.facts["order"])])
    if "name" in facts:
        kind = text("order-named", order=kind, name=facts["name"])
    if not told.pieces and not facts.get("count"):
        return kind
    if "place" in facts:
        place = scene.titles.place(str(facts["map"]), str(facts["place"]))
        return text("order-of-pieces-to", order=kind, pieces=scene.pieces(told), place=place)
    return text("order-of-pieces", order=kind, pieces=scene.pieces(told))


_OF_REPORTS: Final = {"order-refused": "log-drops-report", "order-delayed": "log-delays-report"}

_ORDERS: Final = {"order-delayed": "log-delays-order", "order-recalled": "log-recalls-order"}


def _held(told: Told, scene: Scene) -> str:  # noqa: ARG001 - all sentences take both
    kinds = [text(ORDER_KINDS[kind]) for kind in str(told.facts["kinds"]).split(", ") if kind]
    return text("log-holds", orders=listed(kinds)) if kinds else text("log-holds-nothing")


def _rolled(told: Told, scene: Scene) -> str:  # noqa: ARG001 - all sentences take both
    """Return the sentence of a roll. That of a secret roll, which only umpires read, says that it is secret."""
    said = _said_of_roll(told.facts)
    return text("log-in-secret", said=said) if told.sides == () else said


def _said_of_roll(facts: Mapping[str, Value]) -> str:
    why, each = facts.get("why"), facts.get("each", "")
    if "table" in facts:
        return _result_of_roll(str(each), why, _came(facts))
    came = [str(facts["faces"])] if facts.get("faces") else []
    came += [text("hits", count=facts["successes"])] if "successes" in facts else []
    result = ", ".join(came or [str(facts.get("total", ""))])
    dice = facts.get("dice") or text("log-dice")
    if result == each:
        return _result_of_roll(str(dice), why, result)
    if why:
        return text("log-rolls-for", dice=dice, why=why, each=each, result=result)
    return text("log-rolls", dice=dice, each=each, result=result)


def _result_of_roll(dice: str, why: Value, result: str) -> str:
    """Return the sentence of a roll that needs no list of dice beside its result."""
    if why:
        return text("log-rolls-result-for", dice=dice, why=why, result=result)
    return text("log-rolls-result", dice=dice, result=result)


def _came(facts: Mapping[str, Value]) -> str:
    """Return the words for the result of a roll on a results table."""
    if "successes" not in facts:
        return str(facts.get("meaning") or facts.get("result", facts.get("total", "")))
    hits, halves = facts["successes"], facts.get("halves")
    if not halves:
        return text("hits", count=hits)
    return text("hits-and-halves", count=hits, halves=halves) if hits else text("half-hits", halves=halves)


def _clock(told: Told, scene: Scene) -> str:
    side = str(told.facts["side"])
    return text("log-clock-runs", side=scene.titles.side(side)) if side else text("log-clocks-stop")


def _sent(told: Told, scene: Scene) -> str:
    deck, *goals = (scene.holder(id) for id in told.holders)
    return text("log-sends-to", deck=deck, other=goals[0]) if goals else text("log-sends", deck=deck)


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
    """Return a template in the reader's language. If the translation has other values, return the original."""
    text = words(template.text)
    try:
        read = template if text == template.text else compile_template(text)
    except ExpressionError:
        return template
    known = {expression.text for expression in template.expressions}
    return read if known >= {expression.text for expression in read.expressions} else template


def _reported(told: Told, scene: Scene) -> str:
    """Return the sentence of a report about pieces; "" for readers who do not see them."""
    return f"{scene.called(told.pieces)} {told.facts['text']}" if told.pieces and "text" in told.facts else ""


def _acted(told: Told, scene: Scene) -> str:
    """Return the sentence about a menu entry or a key of pieces. The sentence fits any text of a menu entry."""
    words = told.facts.get("words")
    called = told.facts.get("key") if words is None else scene.titles.words(str(words))
    pieces = scene.pieces(told)
    if FROM_RULES in told.facts:
        return text("log-rules-act", words=called, pieces=pieces)
    return text("log-acts", pieces=pieces) if called is None else text("log-chooses", words=called, pieces=pieces)


def _said(told: Told, scene: Scene) -> str:  # noqa: ARG001 - all sentences take both
    return str(told.facts["text"]) if FROM_RULES in told.facts else text("log-says", words=told.facts["text"])


def _answered(told: Told, scene: Scene) -> str:  # noqa: ARG001
    question, answer = told.facts.get("question"), told.facts.get("answer")
    if question is None:
        return text("log-answers-a-question")
    if answer is None:
        return text("log-answers", question=question)
    return text("log-answers-with", question=question, answer=answer)


def _left(told: Told, scene: Scene) -> str:  # noqa: ARG001
    procedure, step = told.facts["procedure"], told.facts.get("step")
    return text("log-leaves-at", procedure=procedure, step=step) if step else text("log-leaves", procedure=procedure)


def _mistake(told: Told, scene: Scene) -> str:  # noqa: ARG001
    if "expression" in told.facts:
        return text("log-module-error-in", expression=told.facts["expression"])
    return text("log-module-error", mistake=told.facts["mistake"])


_ENDED: Final = {"rounds": "log-ended-early-rounds", "triggers": "log-ended-early-triggers"}


def _ended_early(told: Told, scene: Scene) -> str:
    pieces, limit = scene.pieces(told), told.facts.get("limit")
    if limit in _ENDED:
        return text(_ENDED[str(limit)], pieces=pieces, most=told.facts["most"])
    return text("log-ended-early", pieces=pieces, why=told.facts.get("why", ""))


def _trait_set(told: Told, scene: Scene) -> str:
    """Return the sentence about a property that is set on pieces: yes, no, or a value.

    If the value is a place, its title is shown.
    """
    if "name" not in told.facts:
        return text("log-marks", pieces=scene.pieces(told))
    name, value = str(told.facts["name"]).replace("_", " "), scene.place(told.facts["value"], told.pieces)
    key = _MARKS.get(str(value), "log-marks-value")
    return text(key, pieces=scene.pieces(told), name=name, value=value)


_MARKS: Final = {"": "log-marks-no-longer", "no": "log-marks-not", "yes": "log-marks-yes"}


def _taken_back(told: Told, scene: Scene) -> str:
    what = _said_of(told, scene)
    if what:
        return text("log-undoes", event=what)
    if told.pieces:
        return text("log-undoes-with", what=_steps(told), pieces=scene.pieces(told))
    return text("log-undoes-steps", what=_steps(told))


def _done_again(told: Told, scene: Scene) -> str:
    what = _said_of(told, scene)
    if what:
        return text("log-redoes", event=what)
    if told.pieces:
        return text("log-redoes-with", what=_steps(told), pieces=scene.pieces(told))
    return text("log-redoes-steps", what=_steps(told))


def _said_of(told: Told, scene: Scene) -> str:
    """Return the sentence about a single step that is undone or redone; "" if there is none."""
    key = str(told.facts.get("of", ""))
    if key == "pieces-moved" and "text" not in told.facts:
        return _move(told, scene, _MOVE)
    speak = _SENTENCES.get(key)
    return speak(told, scene) if speak is not None else ""


def _steps(told: Told) -> str:
    return text("log-steps", count=told.facts.get("count", 1)) if told.facts else text("log-something")


def _split(told: Told, scene: Scene) -> str:
    """Return the sentence about things that are split off a piece, as far as the reader knows the numbers."""
    piece, place = scene.called(told.pieces[:1]), scene.holder(told.holders[0]) if told.holders else ""
    if "count" not in told.facts:
        return text("log-splits-to", piece=piece, place=place) if place else text("log-splits", piece=piece)
    numbers = {"count": told.facts["count"], "had": told.facts["had"], "name": _quantity(told, scene)}
    if not place:
        return text("log-splits-off", piece=piece, **numbers)
    return text("log-splits-off-to", piece=piece, place=place, **numbers)


def _merged(told: Told, scene: Scene) -> str:
    """Return the sentence about a piece that is poured into another and leaves the game."""
    if "count" not in told.facts:
        return text("log-merges", pieces=scene.pieces(told))
    piece, other = map(scene.piece, told.pieces)
    return text("log-merges-into", piece=piece, other=other, count=told.facts["count"], name=_quantity(told, scene))


def _poured(told: Told, scene: Scene) -> str:
    """Return the sentence about things that are poured from one piece into another."""
    if "count" not in told.facts:
        return text("log-pours-some", pieces=scene.pieces(told))
    piece, other = map(scene.piece, told.pieces)
    facts = told.facts
    return text(
        "log-pours", piece=piece, other=other, count=facts["count"], had=facts["had"], name=_quantity(told, scene)
    )


def _quantity(told: Told, scene: Scene) -> str:
    return scene.titles.words(str(told.facts["name"]).replace("_", " "))


def _fact(key: str, **names: str) -> Callable[[Told, Scene], str]:
    """Return a function that makes a sentence. `names` gives, for each argument of the sentence, the name of the fact
    that fills it.
    """
    return lambda told, _: text(key, **{argument: told.facts[name] for argument, name in names.items()})


_TURN_ENDS: Final = {PASS_TURN: "log-passes", END_TURN: "log-ends-turn"}


def _begun(told: Told, _scene: Scene) -> str:
    """Return the sentence of a procedure that begins, or of the end of a side's turn."""
    of_turn = _TURN_ENDS.get(str(told.facts.get("id", "")))
    return text(of_turn) if of_turn else text("log-begins", procedure=told.facts["procedure"])


def _tracker_moved(told: Told, scene: Scene) -> str:
    """Return the sentence of a tracker with its new turn, in the module's words."""
    words = scene.titles.words
    now = ", ".join(map(words, str(told.facts["now"]).split(", ")))
    return text("log-tracker", tracker=words(str(told.facts["tracker"])), now=now)


def _report_by_mail(told: Told, _scene: Scene) -> str:
    if turn := told.facts.get("turn", 0):
        return text("log-report-comes", turn=turn)
    return text("log-first-report" if told.facts.get("first", True) else "log-report-without-turn")


def end_of_request(told: Told) -> str:
    """Return the sentence that a request for consent by mail was refused, or can no longer be carried out."""
    key, words = told.key, told.facts["words"]
    if key == "request-refused":
        key, player = "log-request-refused" if words else "log-undo-refused", told.facts["player"]
        return text(key, player=player, words=words) if words else text(key, player=player)
    return text("log-request-lapsed", words=words) if words else text("log-undo-lapsed")


def _of_pieces(key: str, **names: str) -> Callable[[Told, Scene], str]:
    """Return a function that makes a sentence about pieces, with facts of these names."""
    return lambda told, scene: text(
        key, pieces=scene.pieces(told), **{argument: told.facts[name] for argument, name in names.items()}
    )


def _of_side(key: str) -> Callable[[Told, Scene], str]:
    """Return a function that makes a sentence about a side."""
    return lambda told, scene: text(key, side=scene.titles.side(str(told.facts["side"])))


def _of_deck(key: str) -> Callable[[Told, Scene], str]:
    """Return a function that makes a sentence about a deck."""
    return lambda told, scene: text(key, deck=scene.holder(told.holders[0]))


_SENTENCES: Final[dict[str, Callable[[Told, Scene], str]]] = {
    "acted": _acted,
    "alert": _fact("log-is-told", words="text"),
    "contact-found": _about_contact("log-contact-found"),
    "contact-lost": _about_contact("log-contact-lost"),
    "contact-marked": _about_contact("log-marks-contact"),
    "contact-noted": _about_contact("log-notes-contact"),
    "contact-reported": _contact,
    "contacts-dropped": _contacts_dropped,
    "contacts-merged": lambda told, scene: text(
        "log-merges-contacts", count=told.facts["count"], what=_what(told, scene)
    ),
    "deck-file": _silent,
    "deck-loaded": _of_deck("log-loads"),
    "deck-reshuffled": _reshuffled,
    "deck-saved": _of_deck("log-saves"),
    "deck-sent": _sent,
    "deck-shuffled": _of_deck("log-shuffles"),
    "deck-sorted": _of_deck("log-sorts"),
    "deck-turned": _deck_turned,
    "holder-shown": _opened,
    "choice-changed": _silent,
    "clock-pressed": _clock,
    "key-pressed": _silent,
    "ended-early": _ended_early,
    "mistake-forgiven": _mistake,
    "note-opened": _fact("log-opens-note", title="title"),
    "note-written": _note,
    "notes-opened": _fact("log-opens-notes", count="count", title="title"),
    "option-set": _option_set,
    "pieces-cloned": _of_pieces("log-copies"),
    "pieces-drawn": _drawn,
    "pieces-merged": _merged,
    "pieces-moved": _moved,
    "pieces-placed": _placed,
    "pieces-removed": _of_pieces("log-removes"),
    "pieces-restacked": _restacked,
    "pieces-shown": _shown,
    "pieces-split": _split,
    "put-out-of-sight": _put_out_of_sight,
    "quantity-poured": _poured,
    "nowhere-to-go": _of_pieces("log-nowhere"),
    "peeked": _of_pieces("log-looks-at"),
    "measured": lambda _told, _: "",
    "pinged": lambda told, _: "" if told.facts.get("quiet") else text("log-points"),
    "procedure-answered": _answered,
    "procedure-begun": _begun,
    "procedure-gone-on": _fact("log-continues", procedure="procedure"),
    "module-changed": _fact("log-updates", version="version"),
    "procedure-left": _left,
    "procedure-over": _fact("log-finishes", procedure="procedure"),
    "procedure-resumed": _fact("log-resumes", procedure="procedure", step="step"),
    "procedure-withdrawn": _fact("log-withdraws", question="question"),
    "property-set": _property_set,
    LET_STAND: _let_stand,
    "report-sent": _report_sent,
    "report-proposed": lambda told, scene: text(
        "log-proposes-report", side=scene.titles.side(str(told.facts["side"])), contact=_contact(told, scene)
    ),
    "reported": _reported,
    "report": _report,
    "rolled": _rolled,
    "said": _said,
    "seat-taken": _seat,
    "seat-given": _seat_given,
    "access-changed": _access,
    "access-wished": _access,
    "acted-for": _fact("log-acts-for", player="seat"),
    "rolled-back": _fact("log-rolls-back", count="count"),
    **dict.fromkeys(_DISPATCHES, _dispatch),
    "order-allowed": _fact("log-allows-order", player="seat"),
    "order-changed": _fact("log-changes-order", player="seat"),
    "order-delayed": _order,
    "order-given": _order,
    "order-recalled": _order,
    "order-refused": _order,
    "orders-held": _held,
    "done-again": _done_again,
    "put-off": lambda told, _: text("log-put-off-asks" if "asks" in told.facts else "log-put-off"),
    "report-opened": _report_by_mail,
    **dict.fromkeys(REQUEST_ENDED, lambda told, _: end_of_request(told)),
    "turn-sent": _fact("log-turn-sent", turn="turn"),
    "draws-stand": _fact("log-draws-stand", count="count"),
    "taken-back": _taken_back,
    "trait-set": _trait_set,
    "setup-finished": _of_side("log-setup-finished"),
    "setup-part-finished": _of_side("log-setup-part-finished"),
    "setup-resumed": _of_side("log-setup-resumed"),
    "setups-shown": lambda _told, _scene: text("log-setups-shown"),
    "sound": _silent,
    "tracker-moved": _tracker_moved,
}

KEYS: Final = frozenset(_SENTENCES)
"""The keys of all messages that have a sentence, even an empty one."""
