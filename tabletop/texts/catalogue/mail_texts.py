"""Games by mail: refused turn files, and the results of opened ones."""

from typing import Final

TEXTS: Final = {
    "no-turn-file": "This is not a turn file of Wartable.",
    "turn-file-too-large": "This turn file is too large to be genuine.",
    "turn-file-unreadable": "This file cannot be read: {why}.",
    "turn-file-damaged": "This turn file was changed or damaged on its way: ask for it again.",
    "turn-file-newer": "This turn file cannot be read: it may come from a newer version of Wartable.",
    "turn-file-other-game": "This turn file belongs to another game.",
    "turn-file-sealed-otherwise": "This turn file is sealed for a key that is not yours.",
    "turn-file-not-for-host": "This file holds no orders for the host of the game.",
    "turn-file-not-for-seat": "This file is not a report to {seat}.",
    "keys-unreadable": "{file} is not a readable file of keys.",
    "no-invitation": "This file is not an invitation to a game.",
    "mail-no-such-side": "{seat} must play one of the sides {known}.",
    "mail-not-admitted": "{seat} has not been admitted to this game.",
    "mail-other-key": "This is not signed with the key of {seat}. A player who has lost a key must join again.",
    "mail-fingerprint-differs": (
        "The key of {seat} has another fingerprint. Do not admit {seat} unless the player reads the same one aloud."
    ),
    "mail-name-reserved": "'{seat}' cannot be the name of a player: choose another.",
    "mail-name-alike": "The files of '{seat}' would have the same names as those of '{other}': ask for another name.",
    "mail-order-not-possible": "This cannot be ordered by mail.",
    "mail-order-unreadable": "This order cannot be read: it may come from another version of Wartable.",
    "mail-order-of-seats": "Seats and access cannot be changed by mail.",
    "mail-order-of-nothing": "The procedure that this order continues is not under way.",
    "mail-order-asks": "The orders give no answer to: {question}",
    "mail-no-letter-of": "{seat} has not sent a letter to join.",
    "seat-wants-to-join": (
        "{seat} wants to play {sides}. Compare the fingerprint aloud before you admit them: {fingerprint}"
    ),
    "seat-is-umpire": "{seat} is already the umpire: whoever is admitted under this name gets that seat.",
    "seat-has-sides": "{seat} already plays {sides}: whoever is admitted under this name gets that seat.",
    "seat-observes": "{seat} already observes: whoever is admitted under this name gets that seat.",
    "seat-held-otherwise": "{held} The letter asks for {sides}: use --keep-seat to admit them all the same.",
    "mail-umpire-first": (
        "The umpire gives the seats at this table and must sit down first: in the window, or by 'wartable do' with the "
        "command {command}."
    ),
    "seat-admitted": "{seat} is admitted.",
    "letter-opened": "{file}: {what}",
    "letter-not-opened": "{file} was not opened: {why}",
    "report-written": "Report to {seat}: {file}",
    "host-open-table": "The table is open: the orders of each player can move counters of other sides, and change the "
    "turn and the options. A game set up with --access sides or --access moderated does not allow this.",
    "host-sees-all": "The host can see everything: the folder holds the whole game and its keys.",
    "mail-one-game": "{folder} must hold one game (.wartable); it holds {count}.",
    "joined-by-mail": "Send {letter} to the host, and read this aloud to them: {fingerprint}. Keep {keys}.",
    "shared-begun": "Send {letter} to the other player. Read your fingerprint aloud to them: {fingerprint}.",
    "shared-accepted": "{seat} has the fingerprint {fingerprint}: have it read aloud before you continue.",
    "shared-sees-all": "Without a host both players hold the whole game: nothing in it is hidden from either.",
    "turn-written-to": "Turn {turn}: send {file} to the other player.",
    "joined-without-host": (
        "Send {letter} to the other player, and read this aloud to them: {fingerprint}. Keep {keys}."
    ),
    "turn-written": "Turn {turn}: send {file} to the host.",
    "mail-not-open-yet": "Open the first report of the host first.",
    "keys-of-seat": "{file} does not hold a player's keys.",
    "turn-opened-already": "Turn {turn} of {seat} has already been carried out.",
    "turn-unfinished": "The orders of another file are only partly carried out. Open that file first.",
    "turn-forked": "{seat} sent two different versions of turn {turn}: the one that was opened first counts.",
    "turn-too-early": "Turn {turn} of {seat} waits for turn {missing}, which has not come yet.",
    "turn-continues-nothing": "Turn {turn} of {seat} continues a report that this record never sent.",
    "orders-carried-out": "Turn {turn} of {seat}: {done} of {count} {count:order|orders} carried out.",
    "report-opened": "The report brings {count} {count:piece|pieces} of news.",
    "report-opened-already": "You have opened this report before.",
    "report-known-already": "You have opened a later report that contains everything in this one.",
    "report-too-early": (
        "A report is missing: this one continues after news item {since}, and you have read up to {number}."
    ),
    "report-too-old": "This report begins before your own record of the game does.",
    "report-forked": "This report contradicts what you were told before: ask the host which record counts.",
    "report-not-of-host": "This report is not signed by the host of your game.",
    "order-refused": "Order {order} was refused: {why}",
    "order-waits": "Order {order} waits for the consent of {players}.",
    "consent-wanted": "{seat} asks to undo {count:action|actions} {steps}.",
    "consent-to-command": "{seat} asks you to agree to request {request}: {words}",
    "consent-at-table": "{seat} sits at this table, and answers in the window of the game: {what}",
    "shared-game-hides": "This game hides things from its players: play it by mail with a host.",
    "turn-not-answered": "Turn {turn} was sent and has no answer yet.",
    "turns-used-up": "A game without a host has at most {most} {most:turn|turns}.",
    "turn-answers-unknown": "Turn {turn} of {seat} answers a turn that you have not sent.",
    "dice-not-committed": "The dice of {seat} are not those that were settled at the beginning.",
    "turns-crossed": (
        "Turn {turn} of {seat} crossed with your turn {own}, which takes precedence: {seat} must open that first."
    ),
    "turn-replaced": "The host has carried out another file of your turn {turn} than this record has sent.",
    "turn-does-not-count": "Your turn {turn} has crossed with it and does not count: write it again.",
    "shared-records-differ": "Turn {turn} shows that your turn had another result for {seat}: compare your versions of "
    "Wartable and of the module.",
    "shared-turn-elsewhere": (
        "Turn {turn} of {seat} does not continue from the current position of your game: it must be written again."
    ),
    "log-by-mail": "The game is played by mail",
    "log-orders-opened": "Turn {turn} of {seat} is opened: {count} {count:order|orders}",
    "log-consent-given": "{seat} agrees to undo {count:action|actions} {steps}",
    "log-consent-to-command-asked": "{seat} asks the others to agree: {words}",
    "log-consent-to-command": "{seat} agrees to request {request}",
    "log-request-refused": "{player} does not agree: {words}",
    "log-undo-refused": "{player} does not agree to the undo",
    "log-request-lapsed": "All have agreed, but this can no longer be carried out: {words}",
    "log-undo-lapsed": "All have agreed, but the undo can no longer be carried out",
    "log-consent-refused": "{seat} does not agree",
    "log-report-anew": "The reports to {seat} begin here",
    "log-report-sent": "A report to {seat} is written",
    "log-put-off": "gives an order that waits until the turn is opened",
    "log-put-off-asks": "gives an order that waits until the others agree",
    "log-report-comes": "The report on turn {turn}",
    "log-first-report": "The first report",
    "log-report-without-turn": "A report",
    "log-turn-sent": "Turn {turn} is sent",
    "send-again": "{why} Add --again to write turn {turn} again.",
    "nothing-to-send": "There are no orders to send.",
    "turn-too-long": "A turn holds at most {most} {most:order|orders}: send a part of them first.",
    "turn-too-large": "This turn is too large: send a part of its orders first.",
    "turn-under-way": "Order {order} undoes an action from a turn that no report has answered yet.",
    "order-cannot-travel": "Order {order} cannot be sent by mail: undo it, then send your turn.",
    "undo-no-longer-drafted": "This is no longer in your draft: undo its result, once a report has told it.",
    "drafts-elsewhere": "This is not the record of {seat}: {seat} drafts orders in a record of their own.",
    "undo-draft-apart": "Undo actions of this turn and those of earlier turns separately.",
    "answered-in-draft": "This question has an answer in your turn already: undo that answer to give another.",
    "order-names-draft": (
        "Order {order} uses something that an earlier order of this turn makes. Undo it and the orders after it, send "
        "your turn, and give them again after the report."
    ),
}
