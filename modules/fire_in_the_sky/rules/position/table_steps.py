"""Several commands as one step of the table: one undo, one line in the log."""

from collections.abc import Iterator

from tabletop.game.commands import AnyCommand, Batch


def one_step(*commands: AnyCommand) -> AnyCommand:
    """Return the commands as one. Nested lists are flattened, because a list cannot contain another."""
    flat = tuple(_flat(commands))
    return flat[0] if len(flat) == 1 else Batch(flat)


def _flat(commands: tuple[AnyCommand, ...]) -> Iterator[AnyCommand]:
    for command in commands:
        if isinstance(command, Batch):
            yield from _flat(command.commands)
        else:
            yield command
