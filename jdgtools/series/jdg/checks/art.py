"""Check of the pictures on counters (G.1: CHK-14)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from jdgtools.checks.base import Check, CheckContext, Finding, check
from jdgtools.diagnostics.diagnostic import Severity
from jdgtools.untrusted import FileRefused
from jdgtools.untrusted.files import Outside, open_file

_MAX_BYTES = 80_000_000
"""Largest picture that is looked at; those that draw are stricter."""
_HEAD = 4096
"""Bytes of a picture that are read to recognise it."""


@check(
    "JDG014",
    entry="CHK-14",
    name="counter-art-unfit",
    severity=Severity.WARNING,
    rules=("JDG-6.1.1-a", "JDG-10.1-a"),
    rationale=(
        "The edge with the stripe of the formation is the front of a unit, and the white band across the "
        "back says that it is disordered. Both are drawn around the unit's own picture, so the formation "
        "needs a colour and the picture must be a file of the project that can be placed between them."
    ),
    bad="commands:\n  - {id: hill, name: Hill's brigade, side: britain}",
    good='commands:\n  - {id: hill, name: Hill\'s brigade, side: britain, colour: "#a33327"}',
    scope="battle",
)
def counter_art_unfit(ctx: CheckContext) -> Iterator[Finding]:
    """Yield formations without a stripe colour.

    Pictures that are missing, outside the project or no picture.
    """
    if ctx.battle.in_force is not None:
        return  # a scenario changes hexes and ratings: neither colours nor pictures
    used = {unit.command for unit in ctx.battle.units}
    for command in ctx.battle.commands:
        if command.colour is None and command.id in used:
            yield Finding(
                ("command", command.id, "colour"),
                f"formation `{command.id}` has no stripe colour, so its counters show no front edge",
                expected='a colour such as `colour: "#a33327"`',
                rules=("JDG-6.1.1-a",),
            )
    pieces = [("unit", u.id, u.art) for u in ctx.battle.units]
    pieces += [("leader", x.id, x.art) for x in ctx.battle.leaders]
    faults = {art: _picture_fault(ctx.battle.folder, art) for art in {art for *_, art in pieces if art}}
    for kind, piece, art in pieces:
        fault = faults.get(art)
        if fault is not None:
            problem, expected = fault
            yield Finding(
                (kind, piece, "art"), f"the picture `{art}` of {kind} `{piece}` {problem}", expected=expected
            )


def _picture_fault(folder: str, art: str) -> tuple[str, str] | None:
    """Return what is wrong with the picture file, and what is expected instead; None = nothing."""
    parts = art.replace("\\", "/").split("/")
    if art.startswith(("/", "\\", "~")) or ".." in parts or ":" in parts[0] or "\0" in art:
        return "lies outside the project folder", "a path inside the project, such as `art/hussar.svg`"
    path = Path(folder, *parts)
    try:
        with open_file(path, within=Path(folder), limit=_MAX_BYTES) as file:
            head = file.read(_HEAD)
    except Outside as refusal:
        return str(refusal), "a path inside the project, such as `art/hussar.svg`"
    except (FileRefused, OSError) as refusal:
        reason = str(refusal) if isinstance(refusal, FileRefused) else "cannot be read"
        return reason, "a file of the project; upper and lower case count"
    suffix = path.suffix.lower()
    if suffix not in (".svg", ".png"):
        return f"is a `{suffix or 'nameless'}` file", "an SVG or PNG picture"
    good = b"<svg" in head if suffix == ".svg" else head.startswith(b"\x89PNG\r\n\x1a\n")
    return None if good else ("does not hold what its name says", f"a picture in {suffix[1:].upper()} format")


CHECKS: tuple[Check, ...] = (counter_art_unfit,)
"""CHK-14."""
