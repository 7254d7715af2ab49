"""The lists of the checks that hold for every series.

`GENERIC` is run for every battle, `STRICT` with `--strict-charts`. The checks stand in the modules beside
this one, by what they look at; a new one is found by the runner once it stands in its module's tuple here.
"""

from __future__ import annotations

from jdgtools.checks import (
    awards,
    command,
    conditions,
    contradictions,
    effects,
    exits,
    ground,
    groups,
    in_play,
    labels,
    markers,
    namesakes,
    numbers,
    scale,
    schedules,
    start,
    track,
    winning,
    words,
)
from jdgtools.checks.base import Check
from jdgtools.checks.cells import chart_cell_of_the_rules_changed, chart_change_without_effect
from jdgtools.checks.clock import (
    clock_goes_back,
    night_by_day,
    turn_out_of_step,
    turn_without_a_time,
    turn_without_the_flag_of_its_neighbours,
)
from jdgtools.checks.date import date_that_cannot_be, title_of_another_year
from jdgtools.checks.house import house_values
from jdgtools.checks.translations import (
    language_that_nobody_speaks,
    missing_translation,
    scenarios_of_one_title,
    text_in_another_language,
    text_read_in_another_encoding,
    unused_string,
)

GENERIC: tuple[Check, ...] = (
    missing_translation,
    unused_string,
    language_that_nobody_speaks,
    scenarios_of_one_title,
    text_in_another_language,
    text_read_in_another_encoding,
    clock_goes_back,
    turn_out_of_step,
    turn_without_a_time,
    turn_without_the_flag_of_its_neighbours,
    night_by_day,
    date_that_cannot_be,
    title_of_another_year,
    *ground.CHECKS,
    *scale.CHECKS,
    *in_play.CHECKS,
    *start.CHECKS,
    *winning.CHECKS,
    *words.CHECKS,
    *markers.CHECKS,
    *command.CHECKS,
    *conditions.CHECKS,
    chart_cell_of_the_rules_changed,
    chart_change_without_effect,
    *labels.CHECKS,
    *groups.CHECKS,
    *awards.CHECKS,
    *schedules.CHECKS,
    *effects.CHECKS,
    *exits.CHECKS,
    *contradictions.CHECKS,
    *track.CHECKS,
    *numbers.CHECKS,
    *namesakes.CHECKS,
)
"""Run always."""
STRICT: tuple[Check, ...] = (house_values,)
"""Run with `--strict-charts`."""
