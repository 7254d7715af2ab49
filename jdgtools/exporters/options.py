"""What a user chose for one build: language, exporters, paper, and options of the exporters.

`jdg build` and `jdgtools.build` make a `BuildOptions` with `of`, which checks every value against what the
exporters declare (`option.py`) and raises a message that names the switch.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from jdgtools.exporters.option import Option, OptionRefused
from jdgtools.exporters.shared_options import (
    COUNTER_FLIP,
    COUNTER_MM,
    MAP_FIT,
    MAP_PAPER,
    MAP_TILES,
    PAPERS,
)
from jdgtools.render.sheets.map_paper import MAP_PAPERS, MapPaper, map_paper_of, paper_by_name
from jdgtools.render.sheets.settings import PrintSettings

T = TypeVar("T")


class BuildOptions(Struct, frozen=True, dict=True):
    """What the user chose; `BuildOptions.of(dpi=300, only=("map",))` is the short way to make it.

    `options[DPI]` is the value of an option that an exporter declares, its default where nothing was chosen.
    """

    language: str = ""
    """Language of printed texts; empty = the battle's own."""
    only: tuple[str, ...] = ()
    """Names of the exporters to run; empty = the usual ones."""
    printing: PrintSettings | None = None
    """Paper, marks and printer; None = as the project says in `print.yaml`. Options of paper stand above."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Name of an option -> what was chosen."""

    @classmethod
    def of(cls, **choices: Any) -> BuildOptions:
        """Return options from keywords: fields of this record, and names of exporters' options.

        A name that no exporter declares is refused by the build. `only="package"` is `only=("package",)`.
        """
        if isinstance(choices.get("only"), str):
            choices["only"] = (choices["only"],)
        fields = {name: choices.pop(name) for name in cls.__struct_fields__ if name in choices}
        return cls(**{**fields, "values": {**fields.get("values", {}), **choices}})

    def __getitem__(self, option: Option[T]) -> T:
        """Return the value of an option."""
        value: T = self.values.get(option.name, option.default)
        return value

    @cached_property
    def print_settings(self) -> PrintSettings:
        """The print settings with the options of paper and counters above them.

        Raises:
            OptionRefused: the paper of the map is unknown, or missing where the map shall fill it.
        """
        settings = self.printing or PrintSettings()
        fields = {
            "papers": tuple(dict.fromkeys(self[PAPERS])),
            "counter_mm": self[COUNTER_MM],
            "flip": self[COUNTER_FLIP],
            "tile_papers": tuple(dict.fromkeys(self[MAP_TILES])),
        }
        fields_set = {name: value for name, value in fields.items() if value}
        return replace(settings, map=self._map_paper(settings.map), **fields_set)

    def _map_paper(self, paper: MapPaper) -> MapPaper:
        name, fit = self[MAP_PAPER], self[MAP_FIT]
        if name:
            size = paper_by_name(name)
            if size is None:
                raise OptionRefused(MAP_PAPER.flag, f"papers: {', '.join(MAP_PAPERS)}, or 500x700")
            paper_chosen = map_paper_of({"paper": size})
            paper = replace(paper, size=paper_chosen.size, name=paper_chosen.name)
        if fit and paper.size is None:
            raise OptionRefused(MAP_FIT.flag, f"it needs a paper: {MAP_PAPER.flag} a2")
        return replace(paper, fit=True) if fit else paper
