"""The picture of the house in docs/architecture.md, made from the imports: `python -m tests.tools.house`.

A row is a rank of `tests/unit/test_imports.py`: what stands in it imports only what stands below it, or its peers. A line
leads from a package to one that it imports; what follows from other lines is left out.
"""

from __future__ import annotations

from pathlib import Path

from tests.unit.test_imports import PACKAGE, RANK, RANKS, imports, modules

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "house.svg"
WIDTH, ROW, BOX, HEIGHT = 760, 74, 112, 32
"""Of the picture, of a row, of a box: pixels."""


def graph() -> dict[str, set[str]]:
    """Return which package imports which, from the imports of their modules."""
    edges: dict[str, set[str]] = {name: set() for name in RANK}
    for path in modules():
        name = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        edges[name] |= {target for target, _ in imports(path) if RANK[target] < RANK[name]}
    return edges


def reduced(edges: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return the imports that do not follow from others, sorted."""
    below: dict[str, set[str]] = {}
    for name in sorted(edges, key=RANK.__getitem__):
        below[name] = set().union(*({target} | below[target] for target in edges[name]))
    return sorted(
        (name, target)
        for name, targets in edges.items()
        for target in targets
        if not any(target in below[other] for other in targets - {target})
    )


def svg(edges: dict[str, set[str]]) -> str:
    """Return the picture."""
    centres = {}
    for rank, names in enumerate(reversed(RANKS)):
        for column, name in enumerate(sorted(names)):
            x = WIDTH * (2 * column + 1) / (2 * len(names))
            centres[name] = (x, ROW * rank + ROW / 2)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {ROW * len(RANKS)}" '
        'font-family="sans-serif" font-size="14">',
        "<title>The packages of jdgtools and what they import</title>",
        f'<rect width="{WIDTH}" height="{ROW * len(RANKS)}" fill="#fffdf7"/>',
    ]
    for name, target in reduced(edges):
        (x, y), (u, v) = centres[name], centres[target]
        top, bottom = y + HEIGHT / 2, v - HEIGHT / 2
        lines.append(
            f'<path d="M{x:.0f} {top:.0f}C{x:.0f} {top + 40:.0f} {u:.0f} {bottom - 40:.0f} {u:.0f} {bottom:.0f}" '
            f'fill="none" stroke="#33559b" stroke-opacity="0.55" stroke-width="1.5"><title>{name} imports '
            f"{target}</title></path>"
        )
    for name, (x, y) in sorted(centres.items()):
        lines.append(
            f'<rect x="{x - BOX / 2:.0f}" y="{y - HEIGHT / 2:.0f}" width="{BOX}" height="{HEIGHT}" rx="5" '
            f'fill="#f3ead2" stroke="#5b4a2a"/><text x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle">{name}</text>'
        )
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(svg(graph()), encoding="utf-8", newline="\n")
    print(PICTURE)
