"""Commands that need Qt: the window, and pictures of the table. Only these commands load Qt."""

from pathlib import Path
from typing import Annotated

import typer

from tabletop.cli.arguments import size_of
from tabletop.cli.failures import ExitCode, Failure
from tabletop.cli.window_start import draw_in_memory, needing, open_table


def run(
    target: Annotated[
        str | None,
        typer.Argument(metavar="[MODULE|FILE]", help="The game or module to open; without it, the start page."),
    ] = None,
) -> ExitCode:
    """Open the window: on a game under way, on a module for a new game, or on the start page."""
    return open_table(target)


def render(
    target: Annotated[str, typer.Argument(metavar="MODULE|FILE", help="A module, or a game under way (.wartable).")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="PNG", readable=False, help="The picture to write.")],
    scenario: Annotated[
        str,
        typer.Option(
            "--scenario", metavar="ID", help="The scenario to set up; without one, a module's map is drawn empty."
        ),
    ] = "",
    side: Annotated[str, typer.Option("--as", metavar="SIDE", help="Draw only what this side sees.")] = "",
    map_name: Annotated[str, typer.Option("--map", metavar="ID", help="The map to draw; by default the first.")] = "",
    at: Annotated[
        str,
        typer.Option(
            "--at", metavar="PLACE", help="The place in the middle of the picture; by default the whole map is drawn."
        ),
    ] = "",
    zoom: Annotated[
        float, typer.Option("--zoom", metavar="Z", help="Pixels of the picture for each pixel of the map.")
    ] = 0.0,
    size: Annotated[str, typer.Option("--size", metavar="WxH", help="Size of the picture in pixels.")] = "1600x1000",
    theme: Annotated[str, typer.Option("--theme", metavar="light|dark", help="The colours: paper or night.")] = "light",
    fan: Annotated[str, typer.Option("--fan", metavar="PLACE", help="Fan out the stacks at this place.")] = "",
) -> ExitCode:
    """Draw a picture of a map and the pieces on it, as the window shows them. No display is needed."""
    from tabletop.cli.game_arguments import shown

    width, height = size_of(size)
    module, game = shown(target, scenario)
    draw_in_memory()
    with needing("desktop"):
        from tabletop.desktop.render import map_picture
    wanted = map_picture.PictureRequest(module, game, map_name, at, zoom, (width, height), theme, side, fan)
    try:
        map_picture.save(wanted, out)
    except map_picture.PictureError as problem:
        raise Failure(str(problem), ExitCode.USAGE) from problem
    return ExitCode.WELL
