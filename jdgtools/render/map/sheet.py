"""The printed sheet: the map in its frame, the title above, the furniture beside or below.

`MapSheet` decides how large the hexes are and asks `plan` where everything goes; `map_paper_error` says when
the map does not fit the paper that its designer has chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from jdgtools.charts.book import ChartBook
from jdgtools.hexgrid.layout import Layout
from jdgtools.model.battle import Battle
from jdgtools.model.map import BattleMap
from jdgtools.render.map import furniture, tracks
from jdgtools.render.map.labels import typeset
from jdgtools.render.map.legend import LegendEntry, entries, used_terrains
from jdgtools.render.map.plan import FurniturePart, FurniturePlan, PartSpot, Planner
from jdgtools.render.map.surround import BAND, cover, frame, heading, title_height
from jdgtools.render.map.terrain_chart import terrain_chart
from jdgtools.render.map.words import say
from jdgtools.render.scene import (
    DrawingLayer,
    Group,
    Scene,
    compose,
    scaling,
    translation,
)
from jdgtools.render.sheets.map_paper import MAP_PAPERS, paper_title
from jdgtools.render.style import Theme

if TYPE_CHECKING:
    from jdgtools.render.map.context import MapContext
    from jdgtools.render.sheets.settings import PrintSettings

MARGIN = 10.0
"""Least white border of the sheet, mm."""
MARGIN_SHARE = 0.12
"""How far the landscape goes on beyond the hexes, as a share of the hex size."""
_AROUND_COUNTER = 2.6
"""How much larger a box is than the counter in it, mm."""
_MIN_BOX = 11.5
"""Least box of a track whose words can be read, mm."""
_MIN_HEX = 5.0
"""Least size of hexes that are fitted to a paper, mm."""
_MAX_GROWTH = 1.5
"""How much larger than the map says hexes may become on a paper that has the room."""
_STEPS = 15
"""Sizes that are tried, each 3 % of the largest below the last."""
_MISSING_COST = {0: 4, 1: 1}
"""Rank of a part -> how much it counts that larger hexes leave no room for it."""
PARTS = (
    "compass",
    "legend",
    "heights",
    "terrain",
    "turns",
    "victory",
    "eliminated",
    "reinforcements",
    "scenarios",
    "boxes",
)
"""Parts of the furniture that a designer may leave out."""


_LEGENDS = ((1.0, True), (1.0, False), (0.9, False))
"""Tried for the terrain chart: sizes of the legend's pieces of map, and whether its groups are whole."""
_SMALL_LEGENDS = ((0.8, False), (0.64, False))
"""Tried where no wider sheet helps."""
_WIDER = (24, 48, 72, 96, 120)
"""How much wider a sheet made to measure may be for a large legend, mm, where its paper stays the same."""
_SMALLER = (1.0, 0.93, 0.86)
"""Likewise sizes of the furniture, as shares of what it had without."""
_TIGHT = (0.93, 0.86)
"""Sizes of the furniture where a sheet made to measure would leave out a part."""

_COMMON_PAPERS = ("a4", "a3", "a2", "a1", "a0", "letter", "tabloid")
"""Papers that a sheet made to measure is compared with."""


def paper_for(width: float, height: float) -> str:
    """Return the name of the smallest usual paper that takes a sheet of that size; empty when none does."""
    short, long = sorted((width, height))
    by_area = sorted((a * b, name, a, b) for name, (a, b) in MAP_PAPERS.items() if name in _COMMON_PAPERS)
    paper = next((name for _, name, a, b in by_area if short <= a + 0.5 and long <= b + 0.5), "")
    return paper_title(paper)


def _whole_paper(plan: FurniturePlan) -> FurniturePlan:
    """Return a plan whose sheet is as large as it can be without losing one of the papers that take it."""
    short, long = sorted((plan.width, plan.height))
    usual = [MAP_PAPERS[name] for name in _COMMON_PAPERS]
    takers = [(a, b) for a, b in usual if short <= a + 0.5 and long <= b + 0.5]
    if not takers:
        return plan
    short, long = (min(edges) for edges in zip(*takers, strict=True))
    width, height = (short, long) if plan.width <= plan.height else (long, short)
    return replace(plan, width=width, height=height)


def part_title(name: str, battle: Battle) -> str:
    """Return a part of the furniture as messages call it."""
    titles = {"turns": "turn track", "victory": "victory track", "boxes:markers": "boxes for markers"}
    if name in titles or not name.startswith("boxes:"):
        return titles.get(name, name)
    box = next((b for b in battle.series.boxes if b.id == name.removeprefix("boxes:")), None)
    return f"boxes `{box.name.get()}`" if box is not None else name


class _SheetContext(Struct, frozen=True):
    """A context whose map has another hex size."""

    battle: Battle
    language: str
    theme: Theme
    print_settings: PrintSettings
    charts: ChartBook = ChartBook({})
    project: Path | None = None
    screen_hex_px: int = 96
    draft: str = ""


def sheet_of(battle: Battle, theme: Theme, settings: PrintSettings) -> MapSheet:
    """Return the sheet of a battle before anything is built.

    Raises:
        ValueError: the battle has no map.
    """
    return MapSheet(_SheetContext(battle, battle.language, theme, settings))


class PaperError(Struct, frozen=True):
    """Why a map does not fit the paper that its designer has chosen."""

    message: str
    expected: str
    """What would be right."""


def map_paper_error(battle: Battle, settings: PrintSettings) -> PaperError | None:
    """Return why the map does not fit its paper; None when it does, or no paper was chosen."""
    if battle.map is None or settings.map.size is None:
        return None
    from jdgtools.render.themes import named_theme

    sheet = sheet_of(battle, named_theme("plain"), settings)
    if sheet.fits:
        return None
    width, height = (round(n) for n in sheet.min_size)
    largest = largest_hex(battle.map, settings.map.sizes(), sheet.margin, sheet.title)
    smaller = f"hexes of at most {largest:g} mm instead of {sheet.hex_mm:g} mm, or " if largest >= 5 else ""
    return PaperError(
        f"the map needs {width} x {height} mm with its title and border, {settings.map.title} is too small",
        f"{smaller}a larger paper",
    )


def framed_size(battle_map: BattleMap, hex_mm: float) -> tuple[float, float]:
    """Return the width and height of the map with its frame at a hex size, mm."""
    layout = Layout(battle_map.grid, hex_mm)
    edge = BAND + MARGIN_SHARE * hex_mm
    return layout.width + 2 * edge, layout.height + 2 * edge


def largest_hex(
    battle_map: BattleMap, papers: Sequence[tuple[float, float]], margin: float, title: float
) -> float:
    """Return the largest hex size, in tenths of a mm, at which the map alone fits one of the papers.

    Args:
        battle_map: the map.
        papers: width and height in every position that is allowed, mm.
        margin: white border, mm.
        title: height of the title, mm.
    """
    best = 0.0
    for width, height in papers:
        # Width and height of the framed map grow evenly with the hexes.
        w0, h0 = framed_size(battle_map, 0.0)
        w1, h1 = framed_size(battle_map, 1.0)
        limit = min((width - 2 * margin - w0) / (w1 - w0), (height - 2 * margin - title - h0) / (h1 - h0))
        best = max(best, int(limit * 10 + 1e-6) / 10)
    return best


class MapSheet:
    """The printed sheet of a battle: where the map goes, and what stands around it."""

    def __init__(self, context: MapContext) -> None:
        battle_map = context.battle.map
        if battle_map is None:
            raise ValueError("a battle without a map cannot be drawn")
        self._build = context
        printing = context.print_settings
        self.paper = printing.map
        self.margin = max(MARGIN, *printing.edge) if self.paper.size is not None else MARGIN
        """Least white border, mm."""
        self._map = battle_map
        self.title = title_height(context.battle, context.language)
        """Height of the title, mm."""
        self.hex_mm = self._hex_size()
        """Size of the hexes on the sheet, mm."""
        battle = context.battle
        if self.hex_mm != battle_map.hex_mm:
            battle = replace(battle, map=replace(battle_map, hex_mm=self.hex_mm))
            context = _SheetContext(
                battle,
                context.language,
                context.theme,
                printing,
                context.charts,
                context.project,
                context.screen_hex_px,
                context.draft,
            )
        self.context = context
        """The battle with the hexes as large as on the sheet."""
        self.field = framed_size(battle_map, self.hex_mm)
        edge = BAND + MARGIN_SHARE * self.hex_mm
        x, y = self.plan.field
        self.origin = x + edge, y + edge
        """Corner of the hexes on the sheet, mm."""

    @property
    def fits(self) -> bool:
        """Whether the map fits the paper that the designer has chosen."""
        planner = self._planner(self.hex_mm)
        sizes = self.paper.sizes()
        return not sizes or any(planner.fits(size, self.margin) for size in sizes)

    @property
    def min_size(self) -> tuple[float, float]:
        """Width and height that the map needs with its title and border, mm."""
        width, height = self.field
        return width + 2 * self.margin, height + self.title + 2 * self.margin

    @cached_property
    def plan(self) -> FurniturePlan:
        """Where everything goes; on a paper that is too small the sheet is made to measure."""
        planner = self._planner(self.hex_mm)
        plan_on_paper = (
            planner.on_papers(self.paper.sizes(), self.margin) if self.paper.size is not None else None
        )
        return self._with_terrain_chart(plan_on_paper or planner.made_to_measure(MARGIN))

    def _with_terrain_chart(self, plan: FurniturePlan) -> FurniturePlan:
        """Return the plan with the terrain chart where the same sheet has the room, or a wider one.

        For its sake the legend's pieces of map may be smaller, and all furniture down to its natural size.
        Of several such plans the first that leaves out least is taken: boxes come before large lettering.
        What a sheet made to measure still leaves out is set a little smaller, on all of the paper that it
        needs anyway: its designer has asked neither for a small sheet nor for a part to be left out.
        """
        chart = self._terrain_chart()
        scales = dict.fromkeys(max(min(1.0, plan.scale), plan.scale * share) for share in _SMALLER)
        rounds = []
        if chart is not None:
            usual = [
                *product((plan,), _LEGENDS, scales),
                *product(self._wider_sheets(plan), _LEGENDS[:1], scales),
            ]
            rounds = [usual, [*product((plan,), _SMALL_LEGENDS, scales)]]
        if self.paper.size is None:
            sheets = (plan, _whole_paper(plan))
            rounds.append([*product(sheets, (*_LEGENDS, *_SMALL_LEGENDS), _TIGHT)])
        best, missing = plan, len(plan.missing_parts) + (chart is not None)
        for tries in rounds:
            if not missing:
                break
            plans = self._plans_with(chart, plan, tries)
            fuller = min(plans, key=lambda one: len(one.missing_parts), default=None)
            if fuller is not None and (best is plan or len(fuller.missing_parts) < missing):
                best, missing = fuller, len(fuller.missing_parts)
        return best

    @property
    def left_out(self) -> tuple[str, ...]:
        """What a sheet made to measure has no room for, as messages call it; on a paper MAP041 tells it."""
        if self.paper.size is not None:
            return ()
        titles = [part_title(part.name, self._build.battle) for part in self.plan.missing_parts]
        if all(spot.part.name != "terrain" for spot in self.plan.spots) and self._terrain_chart() is not None:
            titles.append("terrain chart")
        return tuple(title.replace("`", "") for title in titles)

    def _terrain_chart(self) -> FurniturePart | None:
        if "terrain" in self.paper.left_out:
            return None
        build = self._build
        return terrain_chart(build.battle, build.charts, build.theme, build.language)

    def _plans_with(
        self,
        chart: FurniturePart | None,
        plan: FurniturePlan,
        tries: Sequence[tuple[FurniturePlan, tuple[float, bool], float]],
    ) -> Iterator[FurniturePlan]:
        """Yield plans that have the terrain chart, if there is one, and all that a plan without it has.

        Args:
            chart: the terrain chart, if there is one.
            plan: without it.
            tries: sheets, each with the size of the legend's pieces of map, whether its groups are whole,
                and the size of the furniture.
        """
        charts = [chart and replace(chart, rank=rank) for rank in ((chart.rank, 1) if chart else (0,))]
        for (sheet, (swatch, whole), scale), ranked_chart in product(tries, charts):
            parts = self._with_legend(swatch, whole)
            names = [part.name for part in parts]
            at = max((names.index(name) + 1 for name in ("legend", "heights") if name in names), default=0)
            parts[at:at] = [ranked_chart] if ranked_chart else []
            with_chart = Planner(self.field, parts, self.title, plan.cell).on_sheet(sheet, scale)
            if with_chart is not None:
                yield with_chart
                if not with_chart.missing_parts:
                    return

    def _wider_sheets(self, plan: FurniturePlan) -> list[FurniturePlan]:
        """Return a plan whose sheet is made to measure on wider ones that need the same paper."""
        if self.paper.size is not None:
            return []
        paper = paper_for(plan.width, plan.height)
        wider = (replace(plan, width=plan.width + more) for more in _WIDER)
        return [sheet for sheet in wider if paper_for(sheet.width, sheet.height) == paper != ""]

    def _with_legend(self, swatch: float, whole: bool) -> list[FurniturePart]:
        """Return the furniture with a legend whose pieces of map have a size, its groups perhaps whole."""
        legend = self._legend(swatch, whole)
        return [legend if part.name == "legend" and legend is not None else part for part in self._parts]

    def _planner(self, hex_mm: float) -> Planner:
        counter, map_hex_mm = self._build.print_settings.counter_mm, self._map.hex_mm
        cell = counter + _AROUND_COUNTER
        if hex_mm < min(counter, map_hex_mm):
            # Counters do not lie on such a sheet: its boxes are smaller, too.
            cell = max(_MIN_BOX, cell * hex_mm / map_hex_mm)
        return Planner(framed_size(self._map, hex_mm), self._parts, self.title, cell)

    def _hex_size(self) -> float:
        """Return the map's own hex size, that of the settings, or the largest that leaves room."""
        usual = self.paper.hex_mm or self._map.hex_mm
        if not self.paper.fit or self.paper.size is None:
            return usual
        sizes = self.paper.sizes()
        largest = min(
            largest_hex(self._map, sizes, self.margin, self.title), max(_MAX_GROWTH * usual, _MIN_HEX)
        )
        best = (sum(_MISSING_COST.values()) * len(PARTS), usual)
        for step in range(_STEPS):
            size = int(largest * (1.0 - 0.03 * step) * 10) / 10
            plan = self._planner(size).on_papers(sizes, self.margin) if size >= _MIN_HEX else None
            if plan is not None:
                cost = sum(_MISSING_COST.get(part.rank, 0) for part in plan.missing_parts)
                if cost < best[0]:
                    best = cost, size
                if not cost:
                    break
        return best[1]

    @cached_property
    def _parts(self) -> tuple[FurniturePart, ...]:
        """The furniture in reading order."""
        context = self._build
        battle, theme, language = context.battle, context.theme, context.language
        battle_map = self._map
        boxes = {box.id: box for box in battle.series.boxes}
        first = battle.scenarios[0] if battle.scenarios else None
        boxes_of_sides = [
            (box, 5 if {"unit", "leader"} & set(box.holds) else 7)
            for box in battle.series.boxes
            if box.per == "side" and box.id != "eliminated"
        ]
        boxes_for_markers = [
            box
            for box in battle.series.boxes
            if box.per == "battle" and box.id != "victory_track" and not {"unit"} & set(box.holds)
        ]
        parts: list[tuple[str, FurniturePart | None]] = [
            ("compass", furniture.compass_and_scale(lambda: self.hex_mm, battle_map, theme, language)),
            ("legend", self._legend()),
            ("heights", furniture.heights(battle_map, theme, language)),
            ("turns", tracks.turn_track(battle, first, theme, language) if first is not None else None),
            ("victory", tracks.victory_track(battle, theme, language)),
        ]
        if "eliminated" in boxes:
            part = tracks.side_boxes(battle, theme, language, boxes["eliminated"], 2)
            parts.append(("eliminated", part))
        if "reinforcements" in boxes and first is not None:
            groups = tracks.reinforcements(battle, first, boxes["reinforcements"], theme, language)
            parts.append(("reinforcements", groups))
        parts += [
            ("boxes", tracks.side_boxes(battle, theme, language, box, rank)) for box, rank in boxes_of_sides
        ]
        if boxes_for_markers:
            parts.append(("boxes", tracks.plain_boxes(battle, theme, language, boxes_for_markers, 6)))
        parts.append(("scenarios", furniture.scenarios(battle, theme, language)))
        # The size of the sheet is written in the credits, which have their room before it is known.
        parts.append(("credits", furniture.credits(battle, theme, language, self._note)))
        return tuple(part for name, part in parts if part is not None and name not in self.paper.left_out)

    def _legend(self, swatch: float = 1.0, whole: bool = False) -> FurniturePart | None:
        battle, theme, language = self._build.battle, self._build.theme, self._build.language
        kinds = [terrain.kind for terrain in used_terrains(battle)]
        extra = furniture.extra_entries(battle, theme, language, self.paper.setup)
        return furniture.legend(theme, language, kinds, self._entries, extra, swatch, whole)

    def _entries(self) -> Sequence[LegendEntry]:
        from jdgtools.render.map.landscape import Styles, landscape
        from jdgtools.render.map.user_art import UserArt

        battle, theme = self._build.battle, self._build.theme
        styles = Styles.of(battle, theme)
        art = UserArt(replace(self._map.art, base=()), self._build.project, small=True)
        return entries(
            battle,
            theme,
            self._build.language,
            lambda small: landscape(small, theme, styles, shading=False, art=art)[0],
        )

    def _note(self) -> str:
        """Return the size of the sheet in words."""
        language = self._build.language
        plan = self.__dict__.get("plan")
        if plan is None:
            return say("sheet", language, 9999, 9999, "Tabloid")
        whole = round(plan.width), round(plan.height)
        paper = paper_for(plan.width, plan.height)
        return say("sheet", language, *whole, paper) if paper else say("larger", language, *whole)

    def scene(self, layers: Sequence[DrawingLayer]) -> Scene:
        """Return the whole sheet about the layers of the field."""
        battle, theme, language = self.context.battle, self.context.theme, self.context.language
        plan = self.plan
        surround = (cover(theme, plan, self.field), *frame(self.context, plan, self.field))
        title = heading(battle, theme, language, plan)
        furniture = tuple(self._furniture_group(spot) for spot in plan.spots)
        return Scene(
            plan.width,
            plan.height,
            battle.title.get(language),
            (
                *layers,
                DrawingLayer("frame", typeset(surround)),
                DrawingLayer("title", typeset(title)),
                DrawingLayer("furniture", typeset(furniture)),
            ),
            background=theme.color("map.sheet.paper"),
        )

    def _furniture_group(self, spot: PartSpot) -> Group:
        plan = self.plan
        items = spot.part.draw(plan.room(spot), spot.height)
        at = compose(translation(spot.x, spot.y), scaling(plan.scale))
        return Group(items, at, name=spot.part.name)
