"""Draws coats of arms: `python -m jdgtools.blazon "azure, a lion or" -o shield.svg`, or `--sheet -o FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from jdgtools.blazon.parser import read_blazon
from jdgtools.blazon.problems import describe
from jdgtools.blazon.sheet import example_sheet
from jdgtools.blazon.shield import draw_shield
from jdgtools.render.scene import Scene


@click.command()
@click.argument("text", required=False)
@click.option("-o", "--output", "file", required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--sheet", is_flag=True, help="Draw the sheet of examples instead of a blazon.")
@click.option(
    "--px", type=click.IntRange(16, 8000), default=1400, show_default=True, help="Width of a PNG, pixels."
)
def main(text: str | None, file: Path, sheet: bool, px: int) -> None:
    """Draw the coat of arms that the blazon TEXT describes into a file, .svg or .png.

    What is not understood is told on standard error, and the exit code is 1; the rest is drawn all the same.
    """
    if sheet == (text is not None):
        raise click.UsageError("give a blazon or --sheet")
    if file.suffix not in (".svg", ".png"):
        raise click.BadParameter("its name must end in .svg or .png", param_hint="--output")
    scene = example_sheet() if text is None else Scene.of(110, 128, draw_shield(text, (0, 0, 110, 128)), text)
    try:
        file.write_bytes(_encode(scene, file.suffix, px))
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror}") from None
    problems = [] if text is None else read_blazon(text).problems
    for problem in problems:
        click.echo(describe(text or "", problem), err=True)
    sys.exit(1 if problems else 0)


def _encode(scene: Scene, suffix: str, px: int) -> bytes:
    if suffix == ".svg":
        from jdgtools.render.backends.svg import render_svg

        return render_svg(scene).encode("utf-8")
    from jdgtools.render.backends.png import render_png

    return render_png(scene, size_px=(px, round(px * scene.height / scene.width)))


if __name__ == "__main__":
    main()
