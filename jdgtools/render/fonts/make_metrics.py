"""Measure the bundled fonts and write ``metrics.json``: a development script, not used at run time.

Run ``python -m jdgtools.render.fonts.make_metrics`` after a font file changes; it needs fonttools and
uharfbuzz.
Pairs are measured by shaping, so that kerning and two-letter ligatures are both in the pair value.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RANGES = ((0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022))
SINGLES = "…‰′″‹›⁄€№™←↑→↓−×÷≈≠≤≥½¼¾⅓⅔⅛✓•"


def measure(file: str, features: dict[str, bool]) -> dict[str, Any]:
    """Return the metrics of one face: units per em, vertical measures, advances, pair table by classes."""
    import uharfbuzz as hb  # type: ignore[import-not-found,unused-ignore]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found,import-untyped,unused-ignore]

    data = (HERE / file).read_bytes()
    tt = TTFont(HERE / file)
    font = hb.Font(hb.Face(data))

    def width(text: str) -> int:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        hb.shape(font, buffer, features)
        return sum(position.x_advance for position in buffer.glyph_positions)

    cmap = tt.getBestCmap()
    candidates = [chr(c) for low, high in RANGES for c in range(low, high + 1)] + list(SINGLES)
    chars = sorted({c for c in candidates if ord(c) in cmap})
    advance = {c: width(c) for c in chars}
    rows = {a: tuple(width(a + b) - advance[a] - advance[b] for b in chars) for a in chars}
    left_of, left_rows = _classes([rows[a] for a in chars])
    right_of, columns = _classes(list(zip(*left_rows, strict=True)))
    os2, hhea = tt["OS/2"], tt["hhea"]
    return {
        "units": tt["head"].unitsPerEm,
        "ascent": hhea.ascent,
        "descent": -hhea.descent,
        "cap": os2.sCapHeight,
        "x": os2.sxHeight,
        "chars": "".join(chars),
        "advance": [advance[c] for c in chars],
        "left": left_of,
        "right": right_of,
        "pairs": [list(row) for row in zip(*columns, strict=True)],
    }


def _classes(rows: list[tuple[int, ...]]) -> tuple[list[int], list[tuple[int, ...]]]:
    distinct: dict[tuple[int, ...], int] = {}
    return [distinct.setdefault(row, len(distinct)) for row in rows], list(distinct)


def main() -> None:
    """Write ``metrics.json`` beside the fonts."""
    from jdgtools.render.text import FONTS

    table = {
        key: measure(face.file, {"smcp": True} if face.small_caps else {}) for key, face in FONTS.items()
    }
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":")).replace('},"', '},\n"')
    (HERE / "metrics.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
