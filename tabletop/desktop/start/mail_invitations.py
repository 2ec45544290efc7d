"""Invitations to games by mail, answered in the window, with questions for the player's name and side."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QInputDialog, QWidget

from tabletop.desktop.platform.translation import tr
from tabletop.desktop.widgets.panel_parts import message
from tabletop.module.cache.module_cache import write_whole

if TYPE_CHECKING:
    from tabletop.mail.mail_keys import KeysFile


def joined_shown(path: Path, data: bytes, parent: QWidget | None, now_ms: int) -> Path | None:
    """Let the player join the game of an invitation.

    Keys and letter are written beside the invitation. In a game without a host, return the new record of the seat. In
    other games, or if the player cancels, return None. Raises MailError, OSError, and the errors of reading a module.
    """
    from tabletop.mail.mail_inbox import invitation_in, joining
    from tabletop.mail.mail_keys import KEYS_SUFFIX, fingerprint
    from tabletop.mail.shared_game import accept
    from tabletop.mail.turn_file import file_name, read_turn_file

    cover = read_turn_file(data)
    is_shared = cover.cover.kind == "sharing"
    name, is_named = QInputDialog.getText(parent, tr("Join a game by mail"), tr("Your name at the table:"))
    if not is_named or not name.strip():
        return None
    if is_shared:
        keys, letter = accept(data, name.strip())
    else:
        side, is_chosen = QInputDialog.getItem(
            parent, tr("Join a game by mail"), tr("The side that you play:"), invitation_in(data)[2].titles, 0, False
        )
        if not is_chosen:
            return None
        keys, letter = joining(data, name.strip(), (side,))
    sent = path.with_name(file_name(keys.seat, "joins"))
    own = sent.with_name(sent.name.partition("-joins")[0] + KEYS_SUFFIX)
    keys.write(own)
    write_whole(sent, letter)
    lines = [
        tr("Send '{file}' to the player who invited you, and read your fingerprint aloud to them:", file=sent.name),
        fingerprint(keys.key.public),
    ]
    if is_shared:
        lines += [
            tr("{player} must read this fingerprint to you:", player=cover.cover.by),
            fingerprint(cover.signer),
        ]
    message(parent, "\n".join(lines)).open()
    return _begun(keys, own, data, letter, now_ms) if is_shared else None


def _begun(keys: "KeysFile", own: Path, invitation: bytes, letter: bytes, now_ms: int) -> Path:
    """Make the two records of a game without a host beside the keys; return the record of the seat."""
    from tabletop.mail.shared_game import AGREED, agree_on, begin_shared, shared_position
    from tabletop.module.cache.module_cache import ModuleCache
    from tabletop.module.contents.laid_boards import as_laid
    from tabletop.module.library import module_of_game

    game = shared_position(invitation)
    components = as_laid(module_of_game(game.module, ModuleCache()), game.properties).components
    agreed, record = own.with_suffix(AGREED), own.with_suffix(".wartable")
    agree_on(invitation, letter, components, agreed)
    with begin_shared(keys, agreed, components, now_ms) as begun:
        begun.copy_to(record)
    return record
