"""Draft terrain of a map: what tiles and the designer name, what looks like that, and classes of the rest."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from jdgtools.errors import InputRefused
from jdgtools.importers.draft import Draft, table
from jdgtools.importers.grids import FittedGrid
from jdgtools.importers.report import LossReport
from jdgtools.importers.terrain_names import KnownTerrain
from jdgtools.importers.yamltext import LiteralBlock, YamlComment

if TYPE_CHECKING:
    from PIL.Image import Image

    from jdgtools.importers.sampling import BoardPicture, Sample
    from jdgtools.importers.terrain_learning import Likeness
    from jdgtools.importers.textures import HexClass

CLASSES = 8
"""Most terrain classes of a draft."""
_LETTERS = "abcdefghijklmnop"
SURE = 0.35
"""Confidence in a class without a name below which a hex is listed as doubtful."""


def draft_terrain(
    draft: Draft,
    pictures: Sequence[BoardPicture],
    fitted_grid: FittedGrid,
    known_terrain: KnownTerrain,
    report: LossReport,
) -> None:
    """Write a draft of the terrain into the map of a project.

    Args:
        draft: the project; its map gets a commented legend and picture, its files the rest.
        pictures: the boards of the map; none where they are missing.
        fitted_grid: where the hexes lie.
        known_terrain: the terrain of hexes that tiles or the designer name, and the names of terrains.
        report: what was done, or why not.
    """
    from jdgtools.importers.sampling import SamplingFailed, board_image, sample_image
    from jdgtools.importers.terrain_learning import learn_terrain
    from jdgtools.importers.textures import cluster

    assert draft.map is not None
    samples: dict[int, Sample] = {}
    tiles: dict[int, bytes] = {}
    image: Image | None = None
    groups: list[HexClass] = []
    try:
        if pictures:
            image = board_image(pictures)
            samples, tiles = sample_image(image, fitted_grid)
            if len(samples) < 2:
                raise SamplingFailed("the board has too few whole hexes")
            groups = cluster(samples, CLASSES)
    except (SamplingFailed, InputRefused) as error:
        samples = {}
        report.lack(f"terrain: no draft from the picture: {error}")
    sure = known_terrain.all_hexes()
    if not samples and not sure:
        return
    likenesses = learn_terrain(samples, known_terrain.by_designer) if known_terrain.by_designer else {}
    likenesses = {i: likeness for i, likeness in likenesses.items() if i not in sure}
    classes = dict(zip(sorted(samples), groups, strict=True)) if samples else {}
    terrains = {**{i: likeness.terrain for i, likeness in likenesses.items()}, **sure}
    letters = {
        i: known_terrain.names.glyphs[terrains[i]] if i in terrains else _LETTERS[classes[i].label]
        for i in sorted({*samples, *terrains})
    }
    doubtful = {i for i in letters if i not in sure and _is_doubtful(i, likenesses, classes)}
    rows = _confidence(fitted_grid, letters, known_terrain, likenesses, classes, doubtful)
    _write_map(draft, fitted_grid, known_terrain, letters, classes, len(doubtful), bool(samples))
    draft.files["terrain-confidence.csv"] = table(list(rows[0]), rows)
    names = _names(list(classes.values()))
    if likenesses:
        report.doubt(
            f"terrain: {len(known_terrain.by_designer)} hexes that you have named; {len(likenesses)} others "
            f"look like them, {sum(i in doubtful for i in likenesses)} of these are doubtful"
        )
    if known_terrain.tiles:
        report.doubt(f"terrain: {len(known_terrain.tiles)} hexes from tiles that lie on the board")
    if not samples or image is None:
        return
    from jdgtools.importers.overlay import overlay_picture
    from jdgtools.importers.sheet import contact_sheet

    draft.files["overlay.png"] = overlay_picture(image, fitted_grid, letters, doubtful)
    draft.files["terrain-clusters.png"] = contact_sheet(
        sorted(samples), groups, tiles, fitted_grid.grid, names
    )
    if any(i not in terrains for i in samples):
        report.doubt(
            f"terrain: {_classes(len(names))} by colour and texture, a draft in map.yaml; none has a name, "
            "all stand as clear in the legend"
        )
    _write_lines(draft, samples, fitted_grid, report)


def _is_doubtful(i: int, likenesses: Mapping[int, Likeness], classes: Mapping[int, HexClass]) -> bool:
    from jdgtools.importers.terrain_learning import SURE as SURE_OF_LIKENESS

    if i in likenesses:
        return likenesses[i].confidence < SURE_OF_LIKENESS
    return classes[i].confidence < SURE


def _confidence(
    fitted_grid: FittedGrid,
    letters: Mapping[int, str],
    known_terrain: KnownTerrain,
    likenesses: Mapping[int, Likeness],
    classes: Mapping[int, HexClass],
    doubtful: Collection[int],
) -> list[dict[str, str]]:
    """Return the table of hexes with their class, the most doubtful first."""
    sure = known_terrain.all_hexes()
    rows = []
    for i, letter in letters.items():
        if i in sure:
            source, terrain = ("named" if i in known_terrain.by_designer else "tile"), sure[i]
            confidence, second = 1.0, ""
        elif i in likenesses:
            source, terrain = "like named hexes", likenesses[i].terrain
            confidence, second = (
                likenesses[i].confidence,
                known_terrain.names.glyphs.get(likenesses[i].second, ""),
            )
        else:
            source, terrain = "picture", ""
            confidence, second = classes[i].confidence, _LETTERS[classes[i].second]
        rows.append(
            {
                "hex": fitted_grid.grid.id(i),
                "class": letter,
                "confidence": f"{confidence:.2f}",
                "second": second,
                "doubtful": "yes" if i in doubtful else "",
                "terrain": terrain,
                "source": source,
            }
        )
    return sorted(rows, key=lambda r: (float(r["confidence"]), r["hex"]))


def _write_map(
    draft: Draft,
    fitted_grid: FittedGrid,
    known_terrain: KnownTerrain,
    letters: Mapping[int, str],
    classes: Mapping[int, HexClass],
    doubtful: int,
    is_sampled: bool,
) -> None:
    assert draft.map is not None
    grid, names = fitted_grid.grid, _names(list(classes.values()))
    drafted_terrains = sorted(set(letters.values()) - set(known_terrain.names.glyphs.values()))
    if is_sampled and (drafted_terrains or doubtful):
        draft.map["#terrain"] = YamlComment(
            "DRAFT, made from the colours of the board's picture by a program that knows no terrain.\n"
            "Do not trust it: look at overlay.png and terrain-clusters.png (the classes) and at\n"
            "terrain-confidence.csv (the hexes to look at first), give every class its terrain in the\n"
            "legend, correct the picture, and delete this comment. "
            f"{doubtful} of {len(letters)} hexes are doubtful; `-` was not sampled."
        )
    clear = next((t.id for t in known_terrain.names.series.terrains if t.kind == "hex" and t.clear), "clear")
    used = set(letters.values())
    legend = {"-": clear, **dict.fromkeys(drafted_terrains, clear)}
    legend |= {g: t for t, g in known_terrain.names.glyphs.items() if g in used}
    if drafted_terrains:
        counts = {letter: sum(v == letter for v in letters.values()) for letter in drafted_terrains}
        draft.map["#legend"] = YamlComment(
            "\n".join(f"{c}: {counts[c]} hexes, {names[_LETTERS.index(c)]}" for c in drafted_terrains)
        )
    draft.map["legend"] = legend
    draft.map["terrain"] = LiteralBlock(
        tuple(
            " ".join(letters.get(row * grid.columns + c, "-") for c in range(grid.columns))
            for row in range(grid.rows)
        )
    )


def _write_lines(
    draft: Draft, samples: Mapping[int, Sample], fitted_grid: FittedGrid, report: LossReport
) -> None:
    """Write what may be roads and rivers, as a proposal."""
    from jdgtools.importers.lines import draft_of, find_lines
    from jdgtools.importers.lines import rows as rows_of
    from jdgtools.importers.sampling import MAX_LINED_HEXES

    assert draft.map is not None
    grid = fitted_grid.grid
    if len(samples) > MAX_LINED_HEXES:
        report.doubt(f"roads and rivers: not looked for, for more than {MAX_LINED_HEXES} hexes")
    lines = find_lines(samples, grid)
    if not lines:
        return
    draft.files["terrain-lines.csv"] = table(list(rows_of(lines[:1], grid)[0]), rows_of(lines, grid))
    across = sum(n.kind == "across" for n in lines)
    report.doubt(
        f"roads and rivers: {across} hexsides that a line may cross and {len(lines) - across} that one "
        "may follow, in terrain-lines.csv; map.yaml has them in a comment"
    )
    proposal = draft_of(lines, grid)
    if proposal:
        draft.map["#lines"] = YamlComment(
            "PROPOSED from the picture, the kinds are guesses. Look at terrain-lines.csv, correct this,\n"
            f"and take away the signs before it:\n{proposal}"
        )


def _classes(count: int) -> str:
    return "one class, for the whole board looks alike" if count == 1 else f"{count} classes"


def _names(groups: Sequence[HexClass]) -> list[str]:
    """Return how each class looks, in words, by its number."""
    from jdgtools.importers.textures import colour_words

    labels = sorted({g.label for g in groups})
    return [colour_words(next(g for g in groups if g.label == k)) for k in labels]
