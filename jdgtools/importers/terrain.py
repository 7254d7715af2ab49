"""Draft terrain from the picture of a board: a text map, a legend, a confidence for every hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jdgtools.errors import InputRefused
from jdgtools.importers.draft import Draft, table
from jdgtools.importers.grids import Fitted
from jdgtools.importers.report import LossReport
from jdgtools.importers.yamltext import Comment, Picture

if TYPE_CHECKING:
    from jdgtools.model.definition import SeriesDef

CLASSES = 8
"""Most terrain classes of a draft."""
_LETTERS = "abcdefghijklmnop"
SURE = 0.35
"""Confidence below which a hex is listed as doubtful."""


def draft_terrain(
    draft: Draft, picture: bytes, fitted: Fitted, series: SeriesDef, report: LossReport
) -> None:
    """Write a draft of the terrain into the map of a project.

    Args:
        draft: the project; its map gets a commented legend and picture, its files the rest.
        picture: the board.
        fitted: where its hexes lie.
        series: whose clear terrain every class becomes in the legend.
        report: what was done, or why not.
    """
    from jdgtools.importers.lines import draft_of, find_lines
    from jdgtools.importers.lines import rows as rows_of
    from jdgtools.importers.sampling import MAX_LINED_HEXES, Unsampled, sample
    from jdgtools.importers.sheet import contact_sheet
    from jdgtools.importers.textures import cluster

    assert draft.map is not None
    try:
        features, tiles = sample(picture, fitted)
        if len(features) < 2:
            raise Unsampled("the board has too few whole hexes")
        groups = cluster(features, CLASSES)
    except (Unsampled, InputRefused) as error:
        report.lack(f"terrain: no draft from the picture: {error}")
        return
    grid = fitted.grid
    letters = {i: _LETTERS[g.label] for i, g in zip(sorted(features), groups, strict=True)}
    names = ["" if g is None else g for g in _names(groups)]
    rows = tuple(
        " ".join(letters.get(row * grid.columns + c, "-") for c in range(grid.columns))
        for row in range(grid.rows)
    )
    doubtful = [g for g in groups if g.confidence < SURE]
    draft.map["#terrain"] = Comment(
        "DRAFT, made from the colours of the board's picture by a program that knows no terrain.\n"
        "Do not trust it: look at terrain-clusters.png (the classes) and terrain-confidence.csv (the\n"
        "hexes to look at first), give every class its terrain in the legend, correct the picture,\n"
        f"and delete this comment. {len(doubtful)} of {len(groups)} hexes are doubtful; `-` was not sampled."
    )
    counts = [sum(g.label == k for g in groups) for k in range(len(names))]
    clear = next((t.id for t in series.terrains if t.kind == "hex" and t.clear), "clear")
    draft.map["#legend"] = Comment(
        "\n".join(f"{_LETTERS[k]}: {counts[k]} hexes, {names[k]}" for k in range(len(names)))
    )
    draft.map["legend"] = {"-": clear, **{_LETTERS[k]: clear for k in range(len(names))}}
    draft.map["terrain"] = Picture(rows)
    confidence = [
        {
            "hex": grid.id(i),
            "class": letters[i],
            "confidence": f"{g.confidence:.2f}",
            "second": _LETTERS[g.second],
            "doubtful": "yes" if g.confidence < SURE else "",
        }
        for i, g in zip(sorted(features), groups, strict=True)
    ]
    confidence.sort(key=lambda r: (float(r["confidence"]), r["hex"]))
    draft.files["terrain-confidence.csv"] = table(list(confidence[0]), confidence)
    draft.files["terrain-clusters.png"] = contact_sheet(sorted(features), groups, tiles, grid, names)
    report.doubt(
        f"terrain: {len(names)} classes by colour and texture, a draft in map.yaml; none has a name, "
        "all stand as clear in the legend"
    )
    if len(features) > MAX_LINED_HEXES:
        report.doubt(f"roads and rivers: not looked for, for more than {MAX_LINED_HEXES} hexes")
    lines = find_lines(features, grid)
    if lines:
        draft.files["terrain-lines.csv"] = table(list(rows_of(lines[:1], grid)[0]), rows_of(lines, grid))
        across = sum(n.kind == "across" for n in lines)
        report.doubt(
            f"roads and rivers: {across} hexsides that a line may cross and {len(lines) - across} that one "
            "may follow, in terrain-lines.csv; map.yaml has them in a comment"
        )
        proposal = draft_of(lines, grid)
        if proposal:
            draft.map["#lines"] = Comment(
                "PROPOSED from the picture, the kinds are guesses. Look at terrain-lines.csv, correct this,\n"
                f"and take away the signs before it:\n{proposal}"
            )


def _names(groups: object) -> list[str]:
    from jdgtools.importers.textures import Group, colour_words

    assert isinstance(groups, list)
    members: list[Group] = groups
    labels = sorted({g.label for g in members})
    return [colour_words(next(g for g in members if g.label == k)) for k in labels]
