"""Refusals of the table, and what it asks in the middle of an action."""

from typing import Final

TEXTS: Final = {
    "in-other-words": "{words}",
    "finding-by-rule": "{rule}: {message}",
    "author-mistake": "The module's author made a mistake. {mistake}",
    # What is named
    "this-piece": "This piece",
    "this-pile": "This pile",
    "pieces-not-named": "No piece was named.",
    "no-such-piece": "There is no such piece.",
    "no-such-holder": "There is no such stack, deck, hand or box.",
    "no-such-deck": "There is no deck named '{deck}'.",
    "no-holder-named": "There is no deck, hand or box named '{name}'.",
    "no-place-on-map": "There is no place '{place}' on {map}.",
    "sides-are": "The sides are {sides}.",
    "key-not-heard": "Nothing here responds to '{key}'.",
    # What belongs to others
    "watchers-change-nothing": "Somebody who watches cannot change the table.",
    "watchers-place-nothing": "Somebody who watches cannot place counters.",
    "belongs-to-others": "{name} belongs to another side.",
    "lies-with-another-side": "Only another side may touch that piece.",
    "not-for-your-side": "{name} is not for your side.",
    "not-yours-to-move": "Only another side may move {piece}.",
    "piece-of-others": "{piece} belongs to another side.",
    "back-not-copied": "You see only its back: it cannot be copied.",
    "back-not-shown": "You see only its back. Only a side that sees its face can decide who else sees it.",
    # Decks and other holders
    "deck-too-large": "A deck may have {most} cards at most.",
    "deck-shut": "{deck} may not be looked through.",
    "deck-without-card": "{deck} holds no such card.",
    "deck-too-small": "{deck} holds {held}, so {count} cannot be drawn.",
    "deck-takes-not": "{deck} does not take this.",
    "card-unknown": "The deck has a card '{card}', which the game does not have.",
    "piece-below-gone": "The piece that it was to lie on is no longer there.",
    "own-hold": "A piece cannot be put into its own hold.",
    # Counters
    "tray-without-kind": "The counter tray holds no '{kind}'.",
    "too-many-placed": "Between 1 and {most} counters can be placed at once.",
    "no-more-counters": "The game has only {limit} of '{kind}'.",
    # Procedures
    "no-procedures": "Procedures are run by the rules assistant, and there is none at this table.",
    "procedure-over": "This procedure is over, or was left.",
    "side-not-played": "You do not play {side}.",
    # The table
    "text-too-long": "A text may be {most} characters long at most.",
    "no-such-property": "There is no property '{name}'.",
    "no-property-to-set": "{piece} has no property '{name}' that can be set.",
    "no-option": "There is no option '{option}'. Choose from: {known}.",
    "no-option-but": "There is no option '{option}'; did you mean '{guess}'?",
    "no-choice": "The option '{option}' has no choice '{choice}'. Choose from: {known}.",
    "no-choice-but": "The option '{option}' has no choice '{choice}'; did you mean '{guess}'?",
    "no-choice-wanted": "The option '{option}' has no choice '{choice}': it is {wanted}.",
    "tracker-too-far": "A tracker cannot be moved by more than {most} at once.",
    "tracker-position": "The tracker '{tracker}' has no such position.",
    "no-tracker": "There is no turn tracker '{tracker}'.",
    "no-clock": "There is no clock of '{side}'.",
    "no-thread": "{map} has no such thread.",
    "thread-too-long": "A thread cannot pass over more than {most} places.",
    "no-such-note": "There is no such note.",
    "note-sealed": "A sealed note cannot be changed, only opened.",
    "no-sealed-note": "You have no sealed note of that number.",
    "no-such-contact": "You have no such contact.",
    "no-contact-kind": "There is no kind of contact '{kind}'. Choose from: {known}.",
    "contact-of-no-kind": "Say what the contact is.",
    "contact-for-nobody": "Name the sides that are told of the contact.",
    "no-such-claim": "This kind of contact does not say '{claim}'. Choose from: {known}.",
    "only-umpire-tells": "Only the umpire and the rules tell a side what is somewhere.",
    "no-report": "There is no report '{report}'. Choose from: {known}.",
    "report-of-nothing": "{report}: name the pieces that are reported; it cannot be invented.",
    "report-nowhere": "Say where it is reported.",
    "report-too-far": "{report}: the place told can be at most {most} from the true one.",
    "report-too-late": "{report}: it can be at most {most} turns late.",
    "report-out-of-bounds": "{claim}: say {allowed}.",
    "merge-two": "Choose at least two contacts to merge.",
    "merge-of-one-side": "Contacts of several sides cannot be merged.",
    # What would go too far
    "too-many-claims": "A contact can make at most {most} claims.",
    "too-much-at-once": "This would change too much at once. Split it into smaller commands.",
    "goes-on-and-on": (
        "This would never end: it was stopped after {calls:,} calls. Nothing was done. "
        "Look for a trigger that loops without end, or pieces that send keys in a ring."
    ),
    "goes-on-and-on-at": (
        "This would never end: it was stopped after {calls:,} calls, at {piece}. Nothing was done. "
        "Look for a trigger that loops without end, or pieces that send keys in a ring."
    ),
    # Questions
    "degrees-of": "{trait}: Degrees?",
    "degrees-clockwise": "Degrees clockwise?",
    "facing-of": "{trait}: Facing, 1 to {most}?",
    "how-many-dice": "How many dice?",
    "how-many-sides": "With how many sides?",
    "added-to-each-die": "How much is added to each die?",
    "added-to-sum": "How much is added to their sum?",
    "which-deck": "Which deck?",
}
