"""A module made again from the source inside it, for modules that do not record what they were."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from jdgtools.importers.embedded_source import write_source
from jdgtools.scratch import scratch_folder
from jdgtools.vassal.as_built import AsBuilt, sums_of


def remade_module(files: Mapping[str, bytes], language: str, hex_px: int) -> AsBuilt | None:
    """Return what this version makes of a battle; None where it makes no module.

    Args:
        files: the battle's source, with the numbers of the pieces.
        language: of the module.
        hex_px: distance between opposite hexsides on its map, pixels.
    """
    from jdgtools import __version__
    from jdgtools.exporters.context import BuildContext
    from jdgtools.exporters.options import BuildOptions
    from jdgtools.exporters.shared_options import SCREEN_HEX
    from jdgtools.exporters.vassal import make_module
    from jdgtools.loading import check

    with scratch_folder(Path(tempfile.gettempdir())) as folder:
        write_source(folder, files)
        loaded = check(folder)
        battle, series, charts = loaded.battle, loaded.series, loaded.charts
        if battle is None or series is None or charts is None or loaded.report.has_errors:
            return None
        options = BuildOptions(language, values={SCREEN_HEX.name: hex_px})
        module = make_module(BuildContext(battle, series, charts, folder, options)).module
    return AsBuilt(f"jdgtools {__version__}", module.root, sums_of(module.entries.items()))
