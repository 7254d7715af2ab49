"""What can be wrong with the words of a series: those that nothing draws, defines or translates.

A word that is not known is not an error in Python: an unknown symbol is drawn as a question mark, an
unknown style in a colour of its own, a state whose marker does not exist has none. The author of a series
learns of it here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from jdgtools.audit.files import SeriesFiles
from jdgtools.audit.references import references
from jdgtools.diagnostics.diagnostic import Diagnostic, Severity
from jdgtools.model.closest import closest
from jdgtools.model.definition import MarkerDef, RoleDef, SeriesDef, TerrainDef, UnitTypeDef
from jdgtools.model.text import Text
from jdgtools.rules import Series

MAX_KNOWN = 12
"""Known words that a message lists; more are not helpful."""
_STYLE_SECTIONS = {"hex": "terrain", "hexside": "side", "path": "way"}
"""Kind of terrain -> section of the theme with its drawings. A crossing is drawn whatever its style is."""


def vocabulary_problems(
    series: Series, files: SeriesFiles, broken_parts: frozenset[str] = frozenset()
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the vocabulary of a series.

    Args:
        series: its definition can be loaded.
        files: where the words stand.
        broken_parts: parts that cannot be loaded; they are left out.
    """
    words = _VocabularyAudit(series, files, broken_parts)
    yield from words.terrain_styles()
    yield from words.symbols()
    yield from words.movement_classes()
    yield from words.markers()
    yield from words.other_words()
    yield from words.marker_colours()
    yield from words.doubled_ids()
    yield from words.translations()


class _VocabularyAudit:
    """The vocabulary of a series, compared with what jdgtools knows and with itself."""

    def __init__(self, series: Series, files: SeriesFiles, broken_parts: frozenset[str]) -> None:
        self.series = series
        self.files = files
        self.broken_parts = broken_parts
        self.definition: SeriesDef = series.definition

    def unknown(
        self,
        code: str,
        what: str,
        word: str,
        names: Collection[str],
        *owners: str,
        severity: Severity = Severity.ERROR,
    ) -> Iterator[Diagnostic]:
        """Yield a diagnostic if a word is not among the known ones."""
        if not word or word in names:
            return
        near = closest(word, names, 1)
        names_shown = ", ".join(f"`{name}`" for name in sorted(names)[:MAX_KNOWN])
        more = ", …" if len(names) > MAX_KNOWN else ""
        of = f" of `{owners[0]}`" if owners else ""
        yield Diagnostic(
            code,
            severity,
            f"unknown {what} `{word}`{of}",
            self.files.span_of_word(word, *owners),
            expected=f"one of {names_shown}{more}" if names_shown else f"no {what}: the series has none",
            hint=f"did you mean `{near[0]}`?" if near else None,
            subject=owners[0] if owners else None,
        )

    def terrain_styles(self) -> Iterator[Diagnostic]:
        """Yield terrain whose style nothing draws, and terrain that no drawing is chosen for."""
        from jdgtools.render.map.palette import MAP_DEFAULTS

        sections = MAP_DEFAULTS["map"]
        assert isinstance(sections, Mapping)
        for terrain in self.definition.terrains:
            section = sections.get(_STYLE_SECTIONS.get(terrain.kind, ""))
            if not isinstance(section, Mapping):
                continue
            styles = [name for name in section if isinstance(section[name], Mapping) and name != "*"]
            if terrain.style:
                yield from self.unknown(
                    "SER002", "style", terrain.style, styles, terrain.id, severity=Severity.WARNING
                )
            elif terrain.id not in styles and not _drawn_by_nature(terrain):
                yield Diagnostic(
                    "SER003",
                    Severity.INFO,
                    f"the terrain `{terrain.id}` has no drawing of its own",
                    self.files.span_of_word(terrain.id, terrain.id),
                    expected="a `style`; without one it is dotted in a colour of its own",
                    subject=terrain.id,
                )

    def symbols(self) -> Iterator[Diagnostic]:
        """Yield symbols of unit types, roles and markers that nothing draws."""
        from jdgtools.render.counters.signs import SIGNS
        from jdgtools.render.symbols import ALIASES, SYMBOL_IDS

        drawings = {*SIGNS, *ALIASES, *SYMBOL_IDS}
        entries: list[UnitTypeDef | RoleDef | MarkerDef] = [*self.definition.unit_types]
        entries += [*self.definition.roles, *self.definition.markers]
        for entry in entries:
            yield from self.unknown(
                "SER004", "symbol", entry.symbol, drawings, entry.id, severity=Severity.WARNING
            )

    def movement_classes(self) -> Iterator[Diagnostic]:
        """Yield classes that a unit type names and nobody defines, or that the rules do not know."""
        classes = self.definition.movement_classes
        for entry in self.definition.unit_types:
            yield from self.unknown("SER005", "movement class", entry.movement_class, classes, entry.id)
        if "movement" in self.broken_parts:
            return
        for name in classes:
            if name not in self.series.movement.classes:
                yield Diagnostic(
                    "SER005",
                    Severity.ERROR,
                    f"the movement rules do not know the movement class `{name}`",
                    self.files.span_of_word(name, self.definition.id),
                    expected="the classes of `RULES` in the part `movement`: "
                    + ", ".join(f"`{class_name}`" for class_name in self.series.movement.classes),
                    subject=name,
                )

    def markers(self) -> Iterator[Diagnostic]:
        """Yield markers that states name and the inventory does not have."""
        marker_ids = {marker.id for marker in self.definition.markers}
        for axis in self.definition.state_axes:
            yield from self.unknown("SER006", "marker", axis.marker, marker_ids, axis.id)
            for value in axis.values:
                yield from self.unknown("SER006", "marker", value.marker, marker_ids, value.id, axis.id)
        if "module" not in self.broken_parts:
            for name in self.series.module.turn_removes:
                yield from self.unknown("SER006", "marker", name, marker_ids)

    def other_words(self) -> Iterator[Diagnostic]:
        """Yield arms, fields, roles, charts and codes that one part names and no part defines."""
        for one in references(self.series, self.broken_parts):
            yield from self.unknown("SER007", one.what, one.word, one.ids, *one.owners)

    def marker_colours(self) -> Iterator[Diagnostic]:
        """Yield markers whose colour no theme has."""
        from jdgtools.render.counters.palette import COUNTER_DEFAULTS

        counters = COUNTER_DEFAULTS["counters"]
        assert isinstance(counters, Mapping)
        colours = counters["marker"]
        assert isinstance(colours, Mapping)
        for marker in self.definition.markers:
            colour_names = [name for name in colours if name != "*"]
            yield from self.unknown(
                "SER002", "colour", marker.colour, colour_names, marker.id, severity=Severity.WARNING
            )

    def doubled_ids(self) -> Iterator[Diagnostic]:
        """Yield ids that two entries of a kind share: the second one is never found."""
        definition = self.definition
        kinds: dict[str, list[str]] = {
            "unit type": [entry.id for entry in definition.unit_types],
            "unit field": [entry.id for entry in definition.unit_fields],
            "role": [entry.id for entry in definition.roles],
            "marker": [entry.id for entry in definition.markers],
            "option": [entry.id for entry in definition.options],
            "box": [entry.id for entry in definition.boxes],
            "die": [entry.id for entry in definition.dice],
            "arm": [name for name, _ in definition.arms],
            "field of commands": [entry.id for entry in definition.command_fields],
            "field of activation markers": [entry.id for entry in definition.activation_fields],
            "setting of scenarios": [entry.id for entry in definition.scenario_fields],
            "setting of sides": [entry.id for entry in definition.side_fields],
            "movement class": list(definition.movement_classes),
            "code of activation markers": [code for code, _ in definition.activation_codes],
            "flag of turns": [flag for flag, _ in definition.turn_flags],
            "order": [order for order, _ in definition.orders],
            "battle of history": [entry.id for entry in definition.battles],
            "named value": [value for value, _ in definition.value_names],
            "state axis": [entry.id for entry in definition.state_axes],
            "state": [value.id for axis in definition.state_axes for value in axis.values],
            "phase": [entry.id for entry in definition.phases],
            "glyph": [entry.glyph for entry in definition.terrains if entry.glyph],
        }
        for role in definition.roles:
            kinds[f"field of the role {role.id}"] = [entry.id for entry in role.fields]
        for kind in ("hex", "hexside", "path", "crossing"):
            kinds[f"terrain ({kind})"] = [entry.id for entry in definition.terrains if entry.kind == kind]
        for what, ids in kinds.items():
            for name in sorted({name for name in ids if ids.count(name) > 1}):
                yield Diagnostic(
                    "SER008",
                    Severity.ERROR,
                    f"the {what} `{name}` is defined {ids.count(name)} times",
                    self.files.span_of_last(name),
                    expected="an id of its own for each",
                    subject=name,
                )

    def translations(self) -> Iterator[Diagnostic]:
        """Yield texts that lack a language of the series."""
        parts: list[tuple[str, Any]] = [("definition", self.definition)]
        if "module" not in self.broken_parts:
            parts.append(("module", self.series.module))
        if "charts" not in self.broken_parts:
            parts.append(("charts", list(self.series.charts)))
        texts_before: set[Text] = set()
        for part, value in parts:
            for text in texts_in(value):
                missing = [code for code in self.definition.languages if not text.has(code)]
                if not missing or text in texts_before:
                    continue
                texts_before.add(text)
                words = text.get()
                in_chart = self.files.span_of_text(words, "charts") if part == "charts" else None
                yield Diagnostic(
                    "SER009",
                    Severity.WARNING,
                    f"“{words}” has no translation into {' and '.join(f'`{code}`' for code in missing)}",
                    in_chart or self.files.span_of_word(words),
                    expected="every text in all languages of the series: "
                    + ", ".join(self.definition.languages),
                )


def _drawn_by_nature(terrain: TerrainDef) -> bool:
    """Return whether terrain without a style is drawn by what it is."""
    return terrain.clear or terrain.building or terrain.water or terrain.impassable


def texts_in(value: Any) -> Iterator[Text]:
    """Yield every text that says something in a record and in all records inside it."""
    if isinstance(value, Text):
        if value:
            yield value
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from texts_in(getattr(value, name))
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from texts_in(inner)
