"""The picture of player aids on the pages: three pages side by side. Run as: python -m tests.tools.aids_picture."""

from __future__ import annotations

from io import BytesIO

import pypdfium2 as pdfium
from PIL import Image

from jdgtools.exporters.booklet.whole_booklet import booklet_pdf
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import load
from tests.tools.gallery import PICTURES, ROOT

_PAGES = (5, 6, 9)
"""A set of charts, an order of battle, a setup card."""
_HIGH, _GAP = 638, 12
_TABLE = "#dad5cb"


def main() -> None:
    """Write the picture, with few colours."""
    loaded = load(ROOT / "scenarios" / "rolica-1808")
    assert loaded.battle is not None and loaded.series is not None and loaded.charts is not None
    context = BuildContext(loaded.battle, loaded.series, loaded.charts, loaded.folder, BuildOptions())
    pdf = pdfium.PdfDocument(BytesIO(booklet_pdf(context)))
    large = [pdf[number].render(scale=3.0).to_pil().convert("RGB") for number in _PAGES]
    wide = round(_HIGH * large[0].width / large[0].height)
    picture = Image.new("RGB", (_GAP + len(large) * (wide + _GAP), _HIGH + 2 * _GAP), _TABLE)
    for number, page in enumerate(large):
        small = page.resize((wide, _HIGH), Image.Resampling.LANCZOS)
        picture.paste(small, (_GAP + number * (wide + _GAP), _GAP))
    # Stripes and counters are small: an octree keeps their colours.
    few = picture.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(PICTURES / "aids-rolica.png", optimize=True)


if __name__ == "__main__":
    main()
