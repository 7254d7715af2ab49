"""What is wrong with the counters of a battle, as diagnostics: own pictures and coats of arms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from jdgtools.diagnostics.diagnostic import Diagnostic, Severity

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle

_PICTURE = "a PNG, JPEG or SVG file inside the project folder"
_BLAZON = "words of heralds in English or French, such as `Azure, three lions or`"


def counter_problems(battle: Battle, project: Path) -> list[Diagnostic]:
    """Diagnostics of pictures that cannot be used (GEN016) and of words of blazons (GEN017).

    Counters are drawn all the same: with the symbol of the type, and without the charge.

    Args:
        battle: the battle.
        project: its folder.
    """
    return [*_pictures(battle, project), *_blazons(battle)]


def _pictures(battle: Battle, project: Path) -> Iterator[Diagnostic]:
    pieces = [("unit", u.id, u.art) for u in battle.units]
    pieces += [("leader", x.id, x.art) for x in battle.leaders]
    reasons: dict[str, str] = {}
    for kind, name, path in pieces:
        if not path:
            continue
        if path not in reasons:
            from jdgtools.render.counters.art import examine_art

            reasons[path] = examine_art(project, path)
        if reasons[path]:
            yield Diagnostic(
                "GEN016",
                Severity.WARNING,
                f"the picture `{path}` cannot be used: {reasons[path]}; the counter has the drawn symbol",
                battle.span(kind, name, "art"),
                expected=_PICTURE,
                hint=_file_like(project, path) if reasons[path] == "there is no such file" else None,
            )


def _file_like(project: Path, path: str) -> str | None:
    """A picture of the project whose path is most like the given one."""
    wanted = (".svg", ".png", ".jpg", ".jpeg")
    folder = (project / path).parent
    folder = folder if folder.is_dir() and folder.resolve().is_relative_to(project.resolve()) else project
    try:
        known = [
            file.relative_to(project).as_posix()
            for file in sorted(folder.iterdir())
            if file.suffix.lower() in wanted and file.is_file()
        ]
    except (OSError, ValueError):
        return None
    from difflib import get_close_matches

    near = get_close_matches(path, known, 1)
    return f"did you mean `{near[0]}`?" if near else None


def _blazons(battle: Battle) -> Iterator[Diagnostic]:
    for command in battle.commands:
        if not command.blazon:
            continue
        from difflib import get_close_matches

        from jdgtools.blazon import read_blazon, vocabulary

        known = vocabulary()
        # A charge of an unknown kind leaves its number and tincture over: they are not what is wrong.
        left = dict.fromkeys(word for word in read_blazon(command.blazon).problems if word.strip(",;"))
        unknown = [word for word in left if word not in known] or list(left)
        if not unknown:
            continue
        shown = ", ".join(f"`{word}`" for word in unknown)
        words = sorted(word for word in known if len(word) > 2)
        near = [match for word in unknown for match in get_close_matches(word, words, 1)]
        hint = f"did you mean {' and '.join(f'`{word}`' for word in dict.fromkeys(near))}?" if near else None
        yield Diagnostic(
            "GEN017",
            Severity.WARNING,
            f"the blazon of `{command.id}` has words that are not understood: {shown}",
            battle.span("command", command.id, "blazon"),
            expected=_BLAZON,
            hint=hint,
        )
