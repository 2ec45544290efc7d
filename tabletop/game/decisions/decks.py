"""Decisions about decks, hands and other holders."""

from tabletop.game.access import may_pick
from tabletop.game.action import Action
from tabletop.game.behaviour.decks import emptied, given_for, look, mix, reverse, turn
from tabletop.game.commands import DrawPieces, LookInto, Reshuffle, Shuffle, TurnDeck
from tabletop.game.decisions.asking import side_indices, usable
from tabletop.game.decisions.goals import put
from tabletop.game.ending import Refusal, refusing_mistakes
from tabletop.game.told import Told
from tabletop.game.values import BACKS, COUNT, FACES, SHUT, TOP

_LOOKS = {"shut": SHUT, "count": COUNT, "backs": BACKS, "top": TOP, "faces": FACES}


def shuffle(action: Action, command: Shuffle) -> None:
    """A deck lies in a new order that chance alone knows."""
    deck = usable(action, command.deck)
    mix(action, command.deck)
    action.tell(Told("deck-shuffled", {"count": len(deck.pieces)}, holders=(command.deck,)))


def draw(action: Action, command: DrawPieces) -> None:
    """Cards leave a deck: the topmost, or chosen ones if the seat may look among them."""
    deck = usable(action, command.deck)
    if command.chosen:
        if not may_pick(action.draft, action.rights, command.deck):
            raise Refusal("not-possible", f"{deck.name or 'It'} may not be looked through.")
        if not set(command.chosen) <= set(deck.pieces):
            raise Refusal("no-such-piece", f"{deck.name or 'It'} holds no such card.")
        pieces = command.chosen
    else:
        if not 1 <= command.count <= len(deck.pieces):
            raise Refusal(
                "not-possible", f"{deck.name or 'It'} holds {len(deck.pieces)}, so {command.count} cannot be drawn."
            )
        pieces = given_for(action, tuple(reversed(deck.pieces[-command.count :])))
    goal = put(action, pieces, command.to)
    action.tell(Told("pieces-drawn", {"count": len(pieces)}, holders=(command.deck, goal)))
    with refusing_mistakes():
        action.run(emptied(action, (command.deck,)))


def turn_deck(action: Action, command: TurnDeck) -> None:
    """A deck lies face up, face down, or the other way round."""
    deck = usable(action, command.deck)
    if command.how == "reverse":
        reverse(action, command.deck, deck)
    else:
        turn(action, command.deck, deck, command.how)


def look_into(action: Action, command: LookInto) -> None:
    """Let sides look into a holder."""
    held = usable(action, command.holder)
    sides = side_indices(action, command.sides)
    look(action, command.holder, held, sides, _LOOKS[command.level])
    action.tell(Told("holder-shown", {"level": command.level}, holders=(command.holder,)))


def reshuffle(action: Action, command: Reshuffle) -> None:
    """All of one deck goes into another, which is shuffled."""
    deck = usable(action, command.deck)
    goal = action.draft.named(command.into)
    if not goal:
        raise Refusal("no-such-holder", f"There is no deck named '{command.into}'.")
    usable(action, goal)
    if deck.pieces:
        action.put(deck.pieces, goal)
    mix(action, goal)
    action.tell(Told("deck-reshuffled", {"count": len(deck.pieces)}, holders=(command.deck, goal)))
