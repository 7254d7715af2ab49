"""The exporter of counter sheets, to print on both sides of A4 and Letter paper.

`SheetWork` draws the counters of a battle on sheets; the errata sheets (`changes`) use it too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec.structs import replace

from jdgtools.canonical import digest
from jdgtools.exporters.base import Exporter, Loss
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.faces import counters_of, faces_of_build
from jdgtools.exporters.option import Option
from jdgtools.exporters.shared_options import COUNTER_SHEETS
from jdgtools.exporters.words import print_word
from jdgtools.model.phrases import colon
from jdgtools.render.counters import Counter, face_scene

if TYPE_CHECKING:
    from jdgtools.render.backends.pdf import LayerForms
    from jdgtools.render.bounds import Box
    from jdgtools.render.counters.spec import FaceSpec
    from jdgtools.render.scene import DrawingLayer, Scene, Symbol, TextItem, Transform
    from jdgtools.render.sheets import CounterPiece, SheetSpec
    from jdgtools.render.sheets.settings import PrintSettings

Face: TypeAlias = tuple[str, float]
"""Name of a face, and the edge of its counter, mm."""


SPARE_COUNTERS = Option("spare_counters", False, "Fill the last counter sheet with spare markers.", "flag")


class CounterSheets(Exporter):
    """Exporter of ``counters-a4.pdf`` and ``counters-letter.pdf``, or of the papers that the user chose."""

    name = "counters"
    title = "counter sheets"
    options = (*COUNTER_SHEETS, SPARE_COUNTERS)
    bears_errors = True
    in_worker = True
    preload = (
        "jdgtools.render.backends.pdf",
        "jdgtools.render.counters",
        "jdgtools.render.sheets",
        "uharfbuzz",
    )

    def outputs(self, context: BuildContext) -> tuple[str, ...]:
        """Return the names of its files, one for each paper."""
        return tuple(f"counters-{paper}.pdf" for paper in context.print_settings.papers)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Write the files; a picture of the designer that could not be used is a loss."""
        work = SheetWork(context)
        settings = context.print_settings
        # Equal counters with equal words around them are equal sheets, whatever else the battle says.
        content = digest((work.counters, context.theme, settings, context.options[SPARE_COUNTERS]))
        for paper in settings.papers:
            words = (work.heading, work.label, work.words, context.draft)
            inputs = (content, paper, words, context.language)
            pdf = context.get_or_make("counter sheets", inputs, partial(work.pdf, paper))
            (folder / f"counters-{paper}.pdf").write_bytes(pdf)
        faces_of_build(context)
        return [*work.losses, *work.unsafe(settings.safe)]


class SheetWork:
    """Counters of a battle as pieces of print sheets; their faces are drawn once for every paper.

    Args:
        context: the battle.
        counters: those to print; None = all that the battle has.
        heading: stands above every page; '' = that of the whole game.
    """

    def __init__(
        self, context: BuildContext, counters: Sequence[Counter] | None = None, heading: str = ""
    ) -> None:
        self.context = context
        battle = context.battle
        language = context.language
        self.words = (
            print_word("sheet", language),
            print_word("front", language),
            print_word("back", language),
        )
        usual = f"{battle.title.get(language)}{colon(language)}{print_word('counters', language)}"
        self.heading = heading or usual
        credit = battle.credits.get(language)
        self.counters = counters_of(context) if counters is None else tuple(counters)
        self.label = " · ".join(part for part in (f"{battle.id} {battle.version}", credit) if part)

    @cached_property
    def pieces(self) -> list[CounterPiece]:
        """Every counter as often as it is printed."""
        return sheet_pieces(self.counters, self.context)

    @cached_property
    def forms(self) -> LayerForms:
        """The faces of the pieces, drawn once for every paper and every copy."""
        from jdgtools.render.backends.pdf import LayerForms

        settings = self.context.print_settings
        sides = (side for piece in self.pieces for side in (piece.front, piece.back) if side is not None)
        faces = {id(side): side for side in sides}
        return LayerForms.of_symbols([*faces.values()], settings.color, settings.bleed)

    @property
    def losses(self) -> list[Loss]:
        """Pictures that could not be used, which the checks may have said, and names cut to fit."""
        from jdgtools.render.counters.art import unusable_art

        pictures = unusable_art(self.context.battle, self.context.project)
        losses = [Loss("counters", f"{kind} {name}", message) for kind, name, message in pictures]
        return [*losses, *self._names_by_rule()]

    def _names_by_rule(self) -> Iterator[Loss]:
        """Yield a loss for each unit whose name has no room and no short form that its author wrote."""
        from jdgtools.render.counters import faces_of
        from jdgtools.render.counters.face import wording_by_rule
        from jdgtools.render.counters.spec import FaceContext

        context = self.context
        rules = faces_of(context.series)
        faces = FaceContext(context.battle, context.language, context.project)
        for unit in context.battle.units:
            name = unit.name.get(context.language)
            spec = rules.unit(faces, unit, False) if name else None
            wording = (
                wording_by_rule(spec, name, context.print_settings.counter_mm) if spec is not None else ""
            )
            if wording:
                cell = context.battle.span("unit", unit.id, "name")
                place = f"{cell.file}:{cell.line}:{cell.col}" if cell is not None else ""
                message = f"`{name}` is printed as `{wording}`; a `short` form says it as you like"
                yield Loss("counters", f"unit {unit.id}", message, place)

    def pages(
        self,
        spec: SheetSpec,
        flip: Literal["long", "short"] = "long",
        *,
        spares: bool = False,
    ) -> list[Scene]:
        """Return the fronts and backs in turn, to be printed on both sides of the paper.

        Args:
            spec: paper and marks.
            flip: the edge about which the printer turns the paper.
            spares: whether spare markers fill the last sheet.
        """
        from jdgtools.render.sheets import impose

        spec = replace(spec, flip=flip)
        advice = print_word("fold" if spec.fold else f"flip_{flip}", self.context.language)
        label = " · ".join(part for part in (self.label, advice) if part)
        pieces = with_spares(self.counters, self.pieces, spec) if spares else self.pieces
        pages = impose(pieces, spec, title=self.heading, side_label=label, words=self.words)
        return [
            replace(
                page,
                layers=(*page.layers, *self._draft(page)),
                trim=page.trim or (0.0, 0.0, page.width, page.height),
            )
            for page in pages
        ]

    def _draft(self, page: Scene) -> list[DrawingLayer]:
        """Return the word across a page of a battle with errors."""
        from jdgtools.render.draft import draft_layer

        words = self.context.draft
        return [draft_layer(words, (0.0, 0.0, page.width, page.height))] if words else []

    def pdf(self, paper: str) -> bytes:
        """Return the sheets for a paper as a PDF file."""
        from jdgtools.render.backends.pdf import render_pdf

        settings, spares = self.context.print_settings, self.context.options[SPARE_COUNTERS]
        pages = self.pages(settings.spec(paper), settings.flip, spares=spares)
        return render_pdf(
            pages,
            self.heading,
            language=self.context.language,
            color=settings.color,
            forms=(self.forms,),
            press=settings.press,
        )

    def unsafe(self, strip: float) -> list[Loss]:
        """Return counters whose lettering stands in the strip of that width (mm) inside the cut."""
        from jdgtools.render.bounds import inside, placed_texts

        words_by_counter: dict[str, str] = {}
        settings = self.context.print_settings
        for counter in self.counters if strip > 0 else ():
            size = settings.edge_of(counter.kind)
            for spec in (counter.front, counter.back):
                if spec is None or counter.id in words_by_counter:
                    continue
                face = face_scene(spec, size, self.context.theme)
                safe_area = (strip, strip, face.width - strip, face.height - strip)
                for text, at, _ in placed_texts(face):
                    if not inside(_letters(text, at), safe_area):
                        words_by_counter[counter.id] = text.string
                        break
        if not words_by_counter:
            return []
        first = ", ".join(f"`{words}` of {name}" for name, words in list(words_by_counter.items())[:3])
        more = f" and {len(words_by_counter) - 3} more" if len(words_by_counter) > 3 else ""
        message = f"lettering stands in the safe border of {strip:g} mm: {first}{more}"
        return [Loss("counters", "safe area", message)]


def _letters(text: TextItem, at: Transform) -> Box:
    """Return the left, top, right and bottom of lettering on its face, as deep as its letters are."""
    from jdgtools.render.counters.lettering import DESCENT, text_depth
    from jdgtools.render.text import text_box

    first, second, third, fourth = text_box(text)
    height = math.dist(second, third)
    lift = (DESCENT - text_depth((text.string,))) * text.size / height if height else 0.0
    corners = (
        first,
        second,
        (third[0] + (second[0] - third[0]) * lift, third[1] + (second[1] - third[1]) * lift),
        (fourth[0] + (first[0] - fourth[0]) * lift, fourth[1] + (first[1] - fourth[1]) * lift),
    )
    a, b, c, d, e, f = at
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def with_spares(
    counters: Sequence[Counter], pieces: list[CounterPiece], spec: SheetSpec
) -> list[CounterPiece]:
    """Return the pieces and as many spare markers as fill the last sheet, each kind in turn.

    Args:
        counters: the counters of the battle.
        pieces: every counter as often as it is printed, from ``sheet_pieces``.
        spec: the paper.
    """
    from jdgtools.render.sheets import plan_sheets

    spare: list[CounterPiece] = []
    at = 0
    for counter in counters:
        if counter.kind == "marker":
            spare.append(pieces[at])
        at += counter.copies
    if not spare:
        return pieces
    sheets = len(plan_sheets(pieces, spec))
    few, many = 0, 1000
    # The most that needs no further sheet.
    while few < many:
        count = (few + many + 1) // 2
        extra = [spare[k % len(spare)] for k in range(count)]
        if len(plan_sheets([*pieces, *extra], spec)) == sheets:
            few = count
        else:
            many = count - 1
    return [*pieces, *(spare[k % len(spare)] for k in range(few))]


def sheet_pieces(counters: Sequence[Counter], context: BuildContext) -> list[CounterPiece]:
    """Return the counters as pieces of a sheet; equal faces are one drawing, which is defined once."""
    from jdgtools.render.sheets import CounterPiece

    symbols: dict[Face, Symbol] = {}

    def symbol(face: Face, spec: FaceSpec) -> Symbol:
        if face not in symbols:
            symbols[face] = face_scene(spec, face[1], context.theme).as_symbol(face[0].replace(" ", "-"))
        return symbols[face]

    pieces: list[CounterPiece] = []
    for counter in counters:
        first, second = _sides(counter, context.print_settings)
        front, back = symbol(*first), None if second is None else symbol(*second)
        _, _, width, height = front.box
        pieces += [CounterPiece(front, back, width, height)] * counter.copies
    return pieces


_Side: TypeAlias = "tuple[Face, FaceSpec]"


def _sides(counter: Counter, settings: PrintSettings) -> tuple[_Side, _Side | None]:
    """Return the front and back of a counter as they are printed."""
    edge = settings.edge_of(counter.kind)
    front = (counter.front_name, edge), counter.front
    if counter.back is not None and counter.back_name is not None:
        return front, ((counter.back_name, edge), counter.back)
    if settings.blank == "front":
        return front, front
    if settings.blank == "ground":
        return front, ((f"{counter.front_name} ground", edge), replace(counter.front, parts=()))
    return front, None


EXPORTER = CounterSheets()
