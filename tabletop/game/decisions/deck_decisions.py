"""Decisions about decks, hands and other holders."""

from tabletop.game.actions.access import called
from tabletop.game.actions.action import Action
from tabletop.game.actions.early_ends import Refusal
from tabletop.game.actions.table_keys import table_piece
from tabletop.game.behaviour.deck_behaviour import given_for, look, mix, reverse, tell_of_deck, turn
from tabletop.game.change.outcome import Refused, refused
from tabletop.game.change.told import Told
from tabletop.game.commands import DrawPieces, LoadDeck, LookInto, Reshuffle, Shuffle, TellSaved, TurnDeck
from tabletop.game.decisions.decision import demand, player, side_indices, usable
from tabletop.game.decisions.goals import put
from tabletop.game.kinds.compiled_kinds import compile_kind
from tabletop.game.sight.audience import Audience, audience_of
from tabletop.game.sight.eyes import sees_faces
from tabletop.game.state.game import Game
from tabletop.game.state.values import BACKS, COUNT, FACES, SHUT, TOP, Value
from tabletop.game.traits.table_traits import DeckCommand

_LOOKS = {"shut": SHUT, "count": COUNT, "backs": BACKS, "top": TOP, "faces": FACES}


def shuffle(action: Action, command: Shuffle) -> None:
    """Shuffle a deck. Nobody knows the new order."""
    usable(action, command.deck)
    count = mix(action, command.deck)
    action.tell(Told("deck-shuffled", {"count": count}, holders=(command.deck,)))


def draw(action: Action, command: DrawPieces) -> None:
    """Draw cards from a deck: the topmost ones, or chosen ones if the seat may look for them there."""
    deck = usable(action, command.deck)
    if command.chosen:
        demand(action, "pick", command.deck)
        if not set(command.chosen) <= set(deck.pieces):
            raise Refusal("no-such-piece", "deck-without-card", deck=called(deck))
        pieces = command.chosen
    else:
        known = action.draft.known_in(command.deck)
        if not 1 <= command.count <= len(known):
            raise Refusal("not-possible", "deck-too-small", deck=called(deck), held=len(known), count=command.count)
        pieces = given_for(action, tuple(reversed(known[-command.count :])))
    goal = put(action, pieces, command.to)
    action.tell(Told("pieces-drawn", {"count": len(pieces)}, holders=(command.deck, goal)))


def turn_deck(action: Action, command: TurnDeck) -> None:
    """Turn a deck face up or face down, or reverse its order."""
    deck = usable(action, command.deck, "use" if command.how == "reverse" else "open")
    told = reverse(action, command.deck, deck) if command.how == "reverse" else None
    told = told or turn(action, command.deck, deck, command.how)
    if told is not None:
        action.tell(told)


def load_deck(action: Action, command: LoadDeck) -> None:
    """Replace the contents of a deck by the cards of a file."""
    usable(action, command.deck, "load")
    most = action.costs.limits.made
    if len(command.cards) > most:
        raise Refusal("too-long", "deck-too-large", most=most)
    made = []
    for card in command.cards:
        kind = action.components.kinds.get(card.kind)
        if kind is None:
            raise Refusal("no-such-kind", "card-unknown", card=card.kind)
        slots = compile_kind(kind).slots
        made.append((action.pieces.know(kind), card.state if _fits(card.state, slots) else slots))
    known = action.draft.known_in(command.deck)
    for id, state in made:
        action.pieces.make(id, command.deck, state)
    with action.on_truth():
        action.pieces.drop(known)
    _tell(action, command.deck, "load", Told("deck-loaded", {"count": len(made)}, holders=(command.deck,)))


def tell_saved(action: Action, command: TellSaved) -> None:
    """Tell the table that the acting player has saved a deck.

    Refuses a player who does not see all cards of the deck.
    """
    usable(action, command.deck)
    player(action)
    answer = unsavable(action.game, audience_of(action.game, action.rights), command.deck)
    if answer is not None:
        raise Refusal(answer.code, answer.sentence.key, **answer.sentence.arguments)
    count = len(action.draft.known_in(command.deck))
    _tell(action, command.deck, "save", Told("deck-saved", {"count": count}, holders=(command.deck,)))


def unsavable(game: Game, who: Audience, deck: int) -> Refused | None:
    """Return the refusal for an audience that does not see all cards of a deck, and so may not save the deck to a file.

    Returns None if the audience may save it.
    """
    if sees_faces(game, who, deck):
        return None
    return refused("not-possible", "deck-not-seen", deck=game.holders[deck].name)


def _fits(state: tuple[Value, ...], slots: tuple[Value, ...]) -> bool:
    """Return whether a state can belong to a kind with these slots: it has the same length, and values of the same
    types.
    """
    sorts = zip(state, slots, strict=False)
    return len(state) == len(slots) and all(usual is None or type(value) is type(usual) for value, usual in sorts)


def _tell(action: Action, deck: int, does: str, told: Told) -> None:
    """Report on a deck in the words of the table's command that does this, or else by the message `told`."""
    held, table = action.draft.holder(deck), action.components.table
    name = held.name if held is not None else ""
    commands = [trait for trait in table.traits if isinstance(trait, DeckCommand)] if table is not None else []
    found = next((trait for trait in commands if trait.deck == name and trait.does == does), None)
    if found is None:
        action.tell(told)
    else:
        tell_of_deck(action, found, told, table_piece(action))


def look_into(action: Action, command: LookInto) -> None:
    """Set the level at which sides see a holder."""
    held = usable(action, command.holder, "open")
    sides = side_indices(action, command.sides)
    look(action, command.holder, held, sides, _LOOKS[command.level])
    facts: dict[str, Value] = {"level": command.level, "own": set(sides) <= set(action.own_sides)}
    action.tell(Told("holder-shown", facts, holders=(command.holder,)))


def reshuffle(action: Action, command: Reshuffle) -> None:
    """Move all cards of a deck into another deck, and shuffle the other deck."""
    usable(action, command.deck)
    goal = action.draft.named(command.into)
    if not goal:
        raise Refusal("no-such-holder", "no-such-deck", deck=command.into)
    usable(action, goal)
    known = action.draft.known_in(command.deck)
    if known:
        action.pieces.put(known, goal)
    mix(action, goal)
    action.tell(Told("deck-reshuffled", {"count": len(known)}, holders=(command.deck, goal)))
