"""Switches of `jdg build` that are made from what exporters declare; no list of them stands anywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from jdgtools.exporters.option import Option
from jdgtools.exporters.registry import all_exporters


def switches() -> list[click.Option]:
    """Return a switch for every option of every exporter, in the order of the exporters."""
    options = {option.name: option for part in all_exporters() for option in part.options}
    return [_switch(option) for option in options.values()]


def _switch(option: Option[Any]) -> click.Option:
    text = option.help
    if option.shown_default:
        text += f" [default: {option.shown_default}]"
    if option.kind == "flag":
        return click.Option([option.flag, option.name], is_flag=True, help=text)
    return click.Option(
        [option.flag, option.name],
        type=_type(option),
        multiple=option.repeated,
        metavar=option.metavar or None,
        help=text,
    )


def _type(option: Option[Any]) -> click.ParamType[Any]:
    if option.choices:
        return click.Choice(option.choices)
    if option.kind == "int":
        low, high = (None if limit is None else int(limit) for limit in (option.low, option.high))
        return click.IntRange(low, high)
    if option.kind == "number":
        return click.FloatRange(option.low, option.high)
    return click.Path(path_type=Path) if option.kind == "path" else click.STRING


def chosen_values(switch_values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the user chose: name of an option -> value, without what was left at its default.

    Args:
        switch_values: what click gives for each switch.
    """
    values = {}
    for part in all_exporters():
        for option in part.options:
            value = switch_values.get(option.name)
            if value in (None, (), False):
                continue
            if option.kind == "words":
                value = tuple(word.strip() for word in value.split(",") if word.strip())
            values[option.name] = value
    return values


def exporter_names() -> str:
    """Return the names of all exporters, for the help."""
    return ", ".join(part.name for part in all_exporters())
