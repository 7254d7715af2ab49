"""SVG of other people drawn by a process of its own, with little time and memory.

A drawing can ask for endless work in a few lines; what draws it cannot be interrupted from within.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import jdgtools

MEMORY = 1 << 30
"""What the process that draws may hold, bytes; where the system can limit it."""


class NotDrawn(Exception):
    """Why there is no picture, as the end of a sentence that begins with the drawing."""


def svg_apart(data: bytes, width: int, height: int, seconds: float) -> bytes:
    """PNG file (with opacity) of an SVG document, stretched to a size in pixels.

    Args:
        data: the document in UTF-8.
        width: pixels.
        height: pixels.
        seconds: what drawing may take.

    Raises:
        NotDrawn: it cannot be drawn, or takes too long.
    """
    command = [sys.executable, "-c", f"from {__name__} import draw; draw({width}, {height})"]
    paths = [str(Path(jdgtools.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    own = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in paths if p)}
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=seconds, check=False, env=own)
    except subprocess.TimeoutExpired:
        raise NotDrawn(f"takes more than {seconds:g} seconds to draw") from None
    except OSError as error:
        raise NotDrawn(f"cannot be drawn: {error.strerror}") from None
    if done.returncode or not done.stdout.startswith(b"\x89PNG"):
        raise NotDrawn("cannot be drawn")
    return done.stdout


def draw(width: int, height: int) -> None:
    """Draws the SVG of standard input as PNG to standard output: the work of the process apart."""
    from jdgtools.render.backends.svg_pixels import svg_png

    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # a system without such limits
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    sys.stdout.buffer.write(svg_png(text, width, height))
