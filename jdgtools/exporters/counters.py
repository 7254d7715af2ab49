"""Counter sheets to print on both sides of A4 and Letter paper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from jdgtools.exporters.base import BuildContext, BuildOptions, Loss
from jdgtools.exporters.faces import counters_of, faces_of_build
from jdgtools.exporters.words import print_word
from jdgtools.render.counters import Counter, face_scene

if TYPE_CHECKING:
    from jdgtools.model.battle import Battle
    from jdgtools.render.bounds import Box
    from jdgtools.render.counters.spec import FaceSpec
    from jdgtools.render.scene import Scene, Text, Transform
    from jdgtools.render.sheets import Piece, SheetSpec

PAPERS = ("a4", "letter")
BLEED = 1.0
"""Colour beyond the outer cuts, mm, so that a cut a little outside shows no white."""


class CounterSheets:
    """Exporter of ``counters-a4.pdf`` and ``counters-letter.pdf``, or of the papers that the user chose."""

    name = "counters"
    title = "counter sheets"
    apart = True
    needs = (
        "jdgtools.render.backends.pdf",
        "jdgtools.render.counters",
        "jdgtools.render.sheets",
        "uharfbuzz",
    )

    def __init__(self, papers: tuple[str, ...] = PAPERS) -> None:
        self.papers = papers

    def outputs(self, battle: Battle) -> tuple[str, ...]:
        """One file for each paper."""
        return tuple(f"counters-{paper}.pdf" for paper in self.papers)

    def export(self, context: BuildContext, folder: Path) -> list[Loss]:
        """Writes the files; a picture of the designer that could not be used is a loss."""
        from jdgtools.render.backends.pdf import render_pdf

        work = SheetWork(context)
        settings = context.options.sheets

        def write(paper: str) -> None:
            pages = work.pages(settings.spec(paper), settings.flip, spares=context.options.spare_counters)
            pdf = render_pdf(pages, work.heading, language=context.language, color=settings.color)
            (folder / f"counters-{paper}.pdf").write_bytes(pdf)

        # Drawn once, before the threads share it.
        assert work.pieces is not None
        with ThreadPoolExecutor(len(self.papers)) as pool:
            list(pool.map(write, self.papers))
        faces_of_build(context)
        return [*work.losses, *work.unsafe(settings.safe)]


class SheetWork:
    """The counters of a battle, drawn once for every paper."""

    def __init__(self, context: BuildContext) -> None:
        self.context = context
        battle = context.battle
        language = context.language
        self.words = (
            print_word("sheet", language),
            print_word("front", language),
            print_word("back", language),
        )
        self.heading = f"{battle.title.get(language)}: {print_word('counters', language)}"

    @cached_property
    def counters(self) -> tuple[Counter, ...]:
        """The counters of the battle."""
        return counters_of(self.context)

    @cached_property
    def pieces(self) -> list[Piece]:
        """Every counter as often as it is printed."""
        return pieces(self.counters, self.context)

    def take(self, counters: Sequence[Counter]) -> None:
        """Prints these counters instead of all."""
        self.counters = tuple(counters)
        self.pieces = pieces(self.counters, self.context)

    @property
    def losses(self) -> list[Loss]:
        """Pictures that could not be used; the checks have said so before, if they saw it."""
        from jdgtools.render.counters.art import art_problems

        found = art_problems(self.context.battle, self.context.project)
        return [Loss("counters", f"{kind} {name}", message) for kind, name, message in found]

    def pages(
        self, spec: SheetSpec, flip: Literal["long", "short"] = "long", *, spares: bool = False
    ) -> list[Scene]:
        """Fronts and backs in turn, to be printed on both sides of the paper.

        Args:
            spec: paper and marks.
            flip: the edge about which the printer turns the paper.
            spares: whether spare markers fill the last sheet.
        """
        from jdgtools.render.sheets import impose

        battle, language = self.context.battle, self.context.language
        spec = replace(spec, flip=flip)
        advice = print_word("fold" if spec.fold else f"flip_{flip}", language)
        credit = battle.credits.get(language)
        label = " · ".join(part for part in (f"{battle.id} {battle.version}", credit, advice) if part)
        made = with_spares(self.counters, self.pieces, spec) if spares else self.pieces
        pages = impose(made, spec, title=self.heading, side_label=label, words=self.words)
        return [replace(page, trim=page.trim or (0.0, 0.0, page.width, page.height)) for page in pages]

    def unsafe(self, strip: float) -> list[Loss]:
        """Counters whose lettering stands in the strip of that width (mm) inside the cut."""
        from jdgtools.render.bounds import inside, placed_texts

        found: dict[str, str] = {}
        settings = self.context.options.sheets
        for counter in self.counters if strip > 0 else ():
            size = settings.edge_of(counter.kind)
            for spec in (counter.front, counter.back):
                if spec is None or counter.id in found:
                    continue
                face = face_scene(spec, size, self.context.theme)
                kept = (strip, strip, face.width - strip, face.height - strip)
                for text, at, _ in placed_texts(face):
                    if not inside(_letters(text, at), kept):
                        found[counter.id] = text.string
                        break
        if not found:
            return []
        first = ", ".join(f"`{words}` of {name}" for name, words in list(found.items())[:3])
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        message = f"lettering stands in the safe border of {strip:g} mm: {first}{more}"
        return [Loss("counters", "safe area", message)]


def _letters(text: Text, at: Transform) -> Box:
    """Left, top, right and bottom of lettering on its face, with the depth that its letters have."""
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


def with_spares(counters: Sequence[Counter], made: list[Piece], spec: SheetSpec) -> list[Piece]:
    """The pieces and as many spare markers as fill the last sheet, each kind in turn.

    Args:
        counters: the counters of the battle.
        made: their pieces, from ``pieces``.
        spec: the paper.
    """
    from jdgtools.render.sheets import plan_sheets

    spare: list[Piece] = []
    at = 0
    for counter in counters:
        if counter.kind == "marker":
            spare.append(made[at])
        at += counter.copies
    if not spare:
        return made
    sheets = len(plan_sheets(made, spec))
    few, many = 0, 1000
    # The most that needs no further sheet.
    while few < many:
        count = (few + many + 1) // 2
        extra = [spare[k % len(spare)] for k in range(count)]
        if len(plan_sheets([*made, *extra], spec)) == sheets:
            few = count
        else:
            many = count - 1
    return [*made, *(spare[k % len(spare)] for k in range(few))]


def pieces(counters: Sequence[Counter], context: BuildContext) -> list[Piece]:
    """The counters as pieces of a sheet; equal faces are one drawing."""
    from jdgtools.render.sheets import Piece

    settings = context.options.sheets
    scenes: dict[tuple[str, float], Scene] = {}

    def scene(name: str, counter: Counter, spec: FaceSpec) -> Scene:
        key = (name, settings.edge_of(counter.kind))
        if key not in scenes:
            scenes[key] = face_scene(spec, key[1], context.theme)
        return scenes[key]

    made: list[Piece] = []
    for counter in counters:
        front = scene(counter.front_name, counter, counter.front)
        back = None
        if counter.back is not None and counter.back_name is not None:
            back = scene(counter.back_name, counter, counter.back)
        elif settings.blank == "front":
            back = front
        elif settings.blank == "ground":
            bare = replace(counter.front, parts=())
            back = scene(f"{counter.front_name} ground", counter, bare)
        piece = Piece(front, back, front.width, front.height)
        made += [piece] * counter.copies
    return made


EXPORTER = CounterSheets()


def for_options(options: BuildOptions) -> CounterSheets:
    """The exporter for the papers that the user chose."""
    return CounterSheets(options.printing.papers)
