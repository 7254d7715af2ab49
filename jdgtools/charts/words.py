"""Cells in words: what a printed aid, a reference page or a chat line shows."""

from __future__ import annotations

from collections.abc import Mapping

from jdgtools.charts.model import Chart, Value, ValueType

NOTHING = "—"
MINUS = "−"
YES_NO = {"en": ("yes", "no"), "fr": ("oui", "non"), "pl": ("tak", "nie"), "hu": ("igen", "nem")}


def cell_text(chart: Chart, keys: tuple[str, ...], language: str) -> str:
    """Return the value of a cell in words of `language`, without its provenance."""
    return value_text(chart.cell(*keys).value, chart.value_type(keys), language)


def value_text(value: Value, type_: ValueType, language: str) -> str:
    """Return a value in words of `language`: signed numbers, yes or no, labels of choices and codes."""
    if value is None or value == ():
        return NOTHING
    if isinstance(value, bool):
        return YES_NO.get(language, YES_NO["en"])[0 if value else 1]
    if isinstance(value, int):
        sign = "+" if type_.signed and value > 0 else ""
        return sign + str(value).replace("-", MINUS)
    if isinstance(value, str):
        return _label(value, type_, language)
    if isinstance(value, tuple):
        separator = "–" if type_.kind == "span" else ", "
        if type_.kind == "span" and value[0] == value[1]:
            value = value[:1]
        return separator.join(value_text(item, type_, language) for item in value)
    return _rule_text(value, type_, language)


def _label(name: str, type_: ValueType, language: str) -> str:
    text = type_.labels.get(name)
    return name if text is None else text.get(language)


def _rule_text(value: Mapping[str, Value], type_: ValueType, language: str) -> str:
    members = {name: value_text(member, type_, language) for name, member in value.items()}
    return _label(str(value["rule"]), type_, language).format_map(members)
