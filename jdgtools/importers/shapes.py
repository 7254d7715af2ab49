"""Shapes in the pictures of counters: what stands out from its surroundings, and shapes that look alike.

Nothing here knows digits: it finds connected ink of the height of a figure and makes all of one size. What
looks alike is one cluster (`shape_clusters`); what that is says the designer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    _Figure = tuple[bytes, int, int, int, int, tuple[int, int, int], bool]
    """Mask, left, top, width, height, colour, and whether a box encloses it."""
    _Rectangle = tuple[int, int, int, int]
    """Left, top, width, height, pixels."""
    InkPiece = tuple[int, int, int, int, tuple[Any, Any]]
    """Connected ink in a picture: top, bottom, left, right, and its pixels (rows, columns)."""

MAX_PIXELS = 250_000
"""Largest picture in which shapes are looked for; larger ones are boards and cards."""
SIDE = 14
"""Height and width of the square into which a shape is drawn."""
MIN_HEIGHT, MAX_HEIGHT = 0.08, 0.45
"""Height of a shape as a share of the picture's."""
MAX_DASH = 0.15
"""Width of a dash as a share of the picture's."""
MAX_SHAPES_OF_PICTURE = 40
"""More pieces of ink are texture, not print."""
GRID = 32
"""Cells of a picture's width and height in which ink that is no shape is remembered."""
CONTRASTS = (55, 85, 115, 145, 175)
"""Differences from the surroundings from which a pixel is ink. What is no figure is looked at with the next:
pale ink joins a figure to a dash, a frame or its neighbour."""
_BOX_EDGE = 0.85
"""Share of the edge of a box that has its colour."""
CELL = 32
"""Steps of a colour's parts that are taken for one colour."""
_PATCHES = 6
"""Colours of a piece of ink in which figures are looked for."""
_PATCH_SHARE = 0.02
"""Share of a piece of ink that such a colour takes up at least."""
_BOX_SHARE = 0.12
"""The same of a piece of ink no larger than a figure: fewer pixels are the blurred edge of one."""
_SOLID = 0.85
"""Share of its rectangle that the hole of a figure fills."""
FRAME = 0.08
"""Share of the picture at its edges where parts of larger ink are the counter's frame."""


class InkShape(Struct, frozen=True):
    """A piece of ink on a counter."""

    mask: bytes
    """`SIDE` x `SIDE` pixels, 0 to 255, row by row; as high as the square, in its middle."""
    left: float
    """Left edge as a share of the picture's width."""
    top: float
    """Upper edge as a share of the picture's height."""
    width: float
    height: float
    rgb: tuple[int, int, int]
    """Colour of the ink."""
    is_boxed: bool = False
    """Whether a box or patch of another colour than the counter's encloses it."""


class Print(Struct, frozen=True):
    """What is printed on a counter."""

    shapes: tuple[InkShape, ...]
    """From left to right."""
    dashes: tuple[InkShape, ...] = ()
    """Flat pieces of ink, too low for a figure."""
    rest: bytes = b""
    """`GRID` x `GRID` cells, row by row: how much of each is ink that is no shape, 0 to 255."""

    with_patches: Print | None = None
    """The same with what patches of colour enclose told from drawings; None where that is no other print."""
    by_strokes: Print | None = None
    """The same by the colours of strokes, see `counter_prints`; None as above."""

    def ways(self) -> tuple[Print, ...]:
        """Return the ways to look at it, in the order in which they are tried."""
        return tuple(way for way in (self, self.with_patches, self.by_strokes) if way)

    def every_shape(self, *, has_strokes: bool = True) -> tuple[InkShape, ...]:
        """Return the shapes of all ways to look at it, or without those of strokes, each once."""
        ways = [way for way in self.ways() if has_strokes or way is not self.by_strokes]
        return tuple(dict.fromkeys(shape for way in ways for shape in way.shapes))

    def rest_in(self, left: float, top: float, width: float, height: float) -> float:
        """Return how much of a part of the picture is ink that is no shape; all in shares, 0 to 1."""
        import numpy as np

        if not self.rest:
            return 0.0
        cells = np.frombuffer(self.rest, dtype=np.uint8).reshape(GRID, GRID)
        x, y = max(0, round(left * GRID)), max(0, round(top * GRID))
        part = cells[
            y : max(y + 1, round((top + height) * GRID)), x : max(x + 1, round((left + width) * GRID))
        ]
        return float(part.mean()) / 255 if part.size else 0.0


def find_print(image: Bytes, around: Any, ink: Any, *, patches: bool) -> Print:
    """Return what is printed on a counter.

    Args:
        image: its picture.
        around: colour of the counter around every pixel.
        ink: how far every pixel is from that.
        patches: whether figures are looked for in every patch of colour; otherwise in boxes that stand alone.
            A soft rim or a shadow of a figure is such a patch, too, and the figure loses it.
    """
    return _PrintFinder(image, around, ink, patches=patches).find()


class _PrintFinder:
    """Looks for the print of a counter in one picture; its values are those of `find_print`."""

    def __init__(self, image: Bytes, around: Any, ink: Any, *, patches: bool) -> None:
        import numpy as np

        self.image, self.around, self.ink, self.patches = image, around, ink, patches
        self.height, self.width, _ = image.shape
        self.paper = next(patch_colours(image.astype(np.int16)))
        self.shapes: list[InkShape] = []
        self.boxes: list[_Rectangle] = []
        """Where the shapes lie, pixels."""
        self.dashes: list[InkShape] = []
        self.inner_figures: list[_Figure] = []
        """Those that a large piece of ink encloses: added last, since a box may have been taken for one."""

    def find(self) -> Print:
        """Return what is printed: ink is looked at with one contrast after the other, palest first."""
        import numpy as np

        left_over: Any = None
        part = np.ones((self.height, self.width), dtype=bool)
        for contrast in CONTRASTS:
            rest = np.zeros((self.height, self.width), dtype=bool)
            for piece in components((self.ink > contrast) & part):
                if self._look_at(piece, contrast):
                    rows, columns = piece[4]
                    rest[rows, columns] = True
            if len(self.shapes) > MAX_SHAPES_OF_PICTURE:
                return Print(())
            part = rest
            left_over = rest if left_over is None else left_over
        for figure in self.inner_figures:
            self._add_inner(figure)
        for x, y, wide, high in self.boxes:
            left_over[y : y + high, x : x + wide] = False
        in_order = tuple(sorted(self.shapes, key=lambda s: (s.left, s.top)))
        return Print(in_order, tuple(self.dashes), cells(left_over))

    def _look_at(self, piece: InkPiece, contrast: int) -> bool:
        """Take a piece of ink for what it is; return whether it is to be looked at with the next contrast."""
        top, bottom, left, right, pixels = piece
        width, height = self.width, self.height
        high, wide = bottom - top, right - left
        if contrast == CONTRASTS[0] and 2 * high <= wide <= MAX_DASH * width:
            self.dashes.append(
                InkShape(b"", left / width, top / height, wide / width, high / height, (0, 0, 0))
            )
        if high < max(5, MIN_HEIGHT * height) or wide < 2:
            return False
        large = high > MAX_HEIGHT * height or wide > 1.3 * high
        may_enclose = not self.patches or contrast == CONTRASTS[0] or not large
        if may_enclose and self._add_figures_inside(piece, large):
            return False
        inside = left > 0 and top > 0 and right < width and bottom < height
        across, down = (left + right) / 2 / width, (top + bottom) / 2 / height
        if contrast > CONTRASTS[0] and min(across, down, 1 - across, 1 - down) < FRAME:
            return False
        if large or not inside:
            return True
        mask, rgb = draw(self.image, self.ink, top, bottom, left, right, pixels)
        self._add((mask, left, top, wide, high, rgb, False))
        return False

    def _add_figures_inside(self, piece: InkPiece, large: bool) -> bool:
        """Add the figures that a piece of ink encloses; return whether it is nothing but what holds them."""
        top, bottom, left, right, _ = piece
        high, least, most = bottom - top, MIN_HEIGHT * self.height, MAX_HEIGHT * self.height
        part = self.image[top:bottom, left:right]
        if not self.patches:
            in_box = figures_in_box(part, least)
            if not in_box or high > most:
                return False
            for mask, x, y, w, h, rgb in in_box:
                self._add((mask, left + x, top + y, w, h, rgb, True))
            return True
        least_inside = least if large else max(least, 0.45 * high)
        around = self.around[top:bottom, left:right]
        inner = _enclosed_figures(part, around, self.paper, least_inside, most)
        figures: list[_Figure] = [(f[0], left + f[1], top + f[2], *f[3:]) for f in inner]
        if large or not figures:
            self.inner_figures += figures
            return False
        for figure in figures:
            self._add(figure)
        return True

    def _add_inner(self, figure: _Figure) -> None:
        """Add a figure in a large piece of ink; shapes that are its box, or lie over it, give way."""
        for n in reversed(range(len(self.boxes))):
            # A box of which the ink is only a part was taken for a figure.
            if _holds(self.boxes[n], figure[1:5]) and figure[6]:
                del self.boxes[n], self.shapes[n]
        for n, other in enumerate(self.boxes):
            if figure[6] and overlap(figure[1:5], other):
                self.shapes[n] = replace(self.shapes[n], is_boxed=True)
        self._add(figure)

    def _add(self, figure: _Figure) -> None:
        """Add a figure as a shape, unless one lies there already."""
        mask, x, y, wide, high, rgb, is_boxed = figure
        if self.patches and any(overlap((x, y, wide, high), other) for other in self.boxes):
            return
        width, height = self.width, self.height
        self.boxes.append((x, y, wide, high))
        self.shapes.append(InkShape(mask, x / width, y / height, wide / width, high / height, rgb, is_boxed))


def cells(mask: Any) -> bytes:
    """Return how much of each of `GRID` x `GRID` cells of a mask is set."""
    from PIL import Image

    image = Image.fromarray(mask.astype("uint8") * 255)
    return image.resize((GRID, GRID), Image.Resampling.BOX).tobytes()


def draw(
    image: Bytes, ink: Any, top: int, bottom: int, left: int, right: int, pixels: tuple[Any, Any]
) -> tuple[bytes, tuple[int, int, int]]:
    """Return a piece of ink as a shape's square, and its colour."""
    import numpy as np

    rows, columns = pixels
    box = np.zeros((bottom - top, right - left), dtype=np.uint8)
    box[rows - top, columns - left] = ink[rows, columns]
    strong = ink[rows, columns] >= np.percentile(ink[rows, columns], 60)
    colour = np.median(image[rows[strong], columns[strong]], axis=0)
    return scale(box), (int(colour[0]), int(colour[1]), int(colour[2]))


def figures_in_box(
    image: Bytes, least: float, edge_share: float = _BOX_EDGE
) -> list[tuple[bytes, int, int, int, int, tuple[int, int, int]]]:
    """Return (mask, left, top, width, height, colour) of the figures in a box of one colour; [] for no box.

    Args:
        image: what the piece of ink takes up.
        least: least height of a figure, in pixels.
        edge_share: share of its edge that has the colour of the box.
    """
    import numpy as np

    height, width, _ = image.shape
    if not 0.4 * height < width < 2.5 * height or height < 8:
        return []
    pixels = image.astype(np.int16)
    edge = np.concatenate((pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]))
    ground = np.median(edge, axis=0)
    if (np.abs(edge - ground).max(axis=1) < CONTRASTS[0]).mean() < edge_share:
        return []
    ink = np.minimum(255, np.abs(pixels - ground).max(axis=2)).astype(np.uint8)
    figures = []
    for top, bottom, left, right, inside in components(ink > 2 * CONTRASTS[0]):
        high, wide = bottom - top, right - left
        if high < max(5, least, 0.45 * height) or not 2 <= wide <= 1.3 * high:
            continue
        if left > 0 and top > 0 and right < width and bottom < height:
            mask, rgb = draw(image, ink, top, bottom, left, right, inside)
            figures.append((mask, left, top, wide, high, rgb))
    return figures


def _enclosed_figures(image: Bytes, outside: Any, paper: Any, least: float, most: float) -> list[_Figure]:
    """Return the figures that one colour encloses; [] for none.

    A figure in a box, a disc or a patch of colour across a drawing is ink that differs from the patch. The
    hole of a 0 is enclosed, too, but has the colour of the counter around it.

    Args:
        image: what a piece of ink takes up.
        outside: colour of the counter around every pixel of it.
        paper: the counter's own colour.
        least: least height of a figure, in pixels.
        most: greatest height.
    """
    import numpy as np

    height, width, _ = image.shape
    if height < 8 or width < 4:
        return []
    pixels = image.astype(np.int16)
    edge = np.concatenate((pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]))
    figures: list[_Figure] = []
    share = _PATCH_SHARE if height > most or width > 1.3 * height else _BOX_SHARE
    for ground in patch_colours(pixels, share):
        is_boxed = bool(np.abs(ground - paper).max() >= CONTRASTS[0])
        flat_edge = (np.abs(edge - ground).max(axis=1) < CONTRASTS[0]).mean() >= _BOX_EDGE
        ink = np.minimum(255, np.abs(pixels - ground).max(axis=2)).astype(np.uint8)
        plain = ink < CONTRASTS[1]
        for top, bottom, left, right, inside in components(ink > 2 * CONTRASTS[0]):
            high, wide = bottom - top, right - left
            if not max(5, least) <= high <= most or not 2 <= wide <= 1.3 * high:
                continue
            if left == 0 or top == 0 or right == width or bottom == height:
                continue
            mask, rgb = draw(image, ink, top, bottom, left, right, inside)
            around = outside[top:bottom, left:right].reshape(-1, 3).mean(axis=0)
            like = [np.abs(np.array(rgb) - colour).max() < CONTRASTS[0] for colour in (around, paper)]
            solid = len(inside[0]) >= _SOLID * high * wide
            if (solid and any(like)) or (
                not flat_edge and (like[0] or _enclosed_share(plain, inside) < _BOX_EDGE)
            ):
                continue
            if is_boxed:
                figures = [f for f in figures if not _holds(f[1:5], (left, top, wide, high))]
            if not any(overlap((left, top, wide, high), other[1:5]) for other in figures):
                figures.append((mask, left, top, wide, high, rgb, is_boxed))
    return figures


def patch_colours(pixels: Any, share: float = _PATCH_SHARE) -> Iterator[Any]:
    """Yield the colours that take up a share of a piece of a picture, the most common first."""
    import numpy as np

    cells = pixels.reshape(-1, 3) // CELL
    codes = cells[:, 0] * 64 + cells[:, 1] * 8 + cells[:, 2]
    counts = np.bincount(codes, minlength=512)
    for n, code in enumerate(np.argsort(-counts, kind="stable")[:_PATCHES]):
        if n and counts[code] < share * len(codes):
            return
        yield np.median(pixels.reshape(-1, 3)[codes == code], axis=0)


def _enclosed_share(plain: Any, pixels: tuple[Any, Any]) -> float:
    """Return how much of what is two pixels around a piece of ink is plain."""
    import numpy as np

    near = np.zeros((plain.shape[0] + 4, plain.shape[1] + 4), dtype=bool)
    near[pixels[0] + 2, pixels[1] + 2] = True
    close = grow(near)
    around = (grow(close) & ~close)[2:-2, 2:-2]
    return float(plain[around].mean()) if around.any() else 0.0


def grow(mask: Any) -> Any:
    """Return a mask with the pixels beside it."""
    wider = mask.copy()
    wider[1:] |= mask[:-1]
    wider[:-1] |= mask[1:]
    high = wider.copy()
    wider[:, 1:] |= high[:, :-1]
    wider[:, :-1] |= high[:, 1:]
    return wider


def _holds(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    """Return whether a rectangle (left, top, width, height) holds most of another, clearly smaller one."""
    return _common(a, b) >= 0.8 * b[2] * b[3] and a[2] * a[3] >= 1.3 * b[2] * b[3]


def overlap(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> bool:
    """Return whether two rectangles have half of the smaller one in common."""
    return _common(a, b) >= 0.5 * min(a[2] * a[3], b[2] * b[3])


def _common(a: tuple[int, int, int, int], b: tuple[int, int, int, int]) -> int:
    """Return how many pixels two rectangles share."""
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(0, wide) * max(0, high)


def surroundings(image: Bytes) -> Any:
    """Return the middle colour around every pixel."""
    import numpy as np
    from PIL import Image, ImageFilter

    height, width, _ = image.shape
    reach = max(5, int(0.28 * min(width, height))) | 1
    # The middle of every fourth pixel is as good, and a filter of that size is slow.
    small = Image.fromarray(image).resize((max(8, width // 2), max(8, height // 2)), Image.Resampling.NEAREST)
    ground = small.filter(ImageFilter.MedianFilter(max(3, reach // 2 | 1))).resize((width, height))
    return np.asarray(ground, dtype=np.int16)


def components(mask: Any, corners: int = 1) -> list[InkPiece]:
    """Return (top, bottom, left, right, pixels) of what hangs together, by corners, too, if these are 1."""
    import numpy as np

    parents: list[int] = []
    runs: list[tuple[int, int, int]] = []

    def root(n: int) -> int:
        while parents[n] != n:
            parents[n] = parents[parents[n]]
            n = parents[n]
        return n

    above: list[int] = []
    for y in range(mask.shape[0]):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], mask[y].astype(np.int8), [0]))))
        here = []
        for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            parents.append(len(runs))
            here.append(len(runs))
            runs.append((y, start, stop))
            for other in above:
                if runs[other][1] < stop + corners and start < runs[other][2] + corners:
                    parents[root(other)] = root(here[-1])
        above = here
    groups: dict[int, list[tuple[int, int, int]]] = {}
    for n, run in enumerate(runs):
        groups.setdefault(root(n), []).append(run)
    components = []
    for group in groups.values():
        rows = np.concatenate([np.full(stop - start, y) for y, start, stop in group])
        columns = np.concatenate([np.arange(start, stop) for _, start, stop in group])
        components.append(
            (
                int(rows.min()),
                int(rows.max()) + 1,
                int(columns.min()),
                int(columns.max()) + 1,
                (rows, columns),
            )
        )
    return components


def scale(box: Any) -> bytes:
    """Return a shape at the height of the square, its darkest ink at 255."""
    import numpy as np
    from PIL import Image

    box = (box.astype(np.float32) * (255.0 / max(1, int(box.max())))).astype(np.uint8)
    width = max(1, min(SIDE, round(box.shape[1] * SIDE / box.shape[0])))
    image = Image.fromarray(box).resize((width, SIDE), Image.Resampling.BILINEAR)
    square = Image.new("L", (SIDE, SIDE), 0)
    square.paste(image, ((SIDE - width) // 2, 0))
    return square.tobytes()
