"""Themes: nested named colours, widths and fonts, overridable key by key.

A theme starts from the defaults of the drawers (plain nested dictionaries); the defaults say what keys
exist and what kind of value each takes. A section may hold the key ``*``: then any other key is allowed in
it, shaped like ``*`` (nations, terrain types of a new series).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from jdgtools.render.colors import is_color
from jdgtools.render.text import FONTS

Value: TypeAlias = str | float | int | bool | tuple[float, ...]
Section: TypeAlias = Mapping[str, "Value | Section"]

ANY = "*"


class Problem(Struct, frozen=True):
    """Something in a theme override that cannot be used."""

    path: tuple[str, ...]
    """Keys from the top of the theme to the trouble."""
    message: str
    """What was found."""
    expected: str
    """What would be right."""
    unknown_key: bool = False
    """True: the last key of the path is not a key of the theme."""


class Theme(Struct, frozen=True, dict=True):
    """Looks up values by dotted path: ``theme.color("terrain.wood.fill")``."""

    name: str
    values: Section

    @cached_property
    def _flat(self) -> dict[str, Value]:
        """Values by path; those of ``*`` also by the paths that were looked up."""
        return dict(_flatten(self.values, ""))

    @cached_property
    def _keys(self) -> dict[str, tuple[str, ...]]:
        """What `keys` has answered."""
        return {}

    def get(self, path: str) -> Value:
        """Return the value at the path; a missing key in an open section takes the value of ``*``.

        A key may hold dots: ids of a battle do.

        Raises:
            KeyError: the theme has no such key.
        """
        value = self._flat.get(path)
        if value is not None:
            return value
        parts = path.split(".")
        for length in range(1, len(parts)):
            for index in range(len(parts) - length, -1, -1):
                value = self._flat.get(".".join([*parts[:index], ANY, *parts[index + length :]]))
                if value is not None:
                    self._flat[path] = value
                    return value
        raise KeyError(path)

    def color(self, path: str) -> str:
        """Return the colour at the path, "#rrggbb" or "none"."""
        return str(self.get(path))

    def text(self, path: str) -> str:
        """Return the word at the path."""
        return str(self.get(path))

    def font(self, path: str) -> str:
        """Return the font key at the path."""
        return str(self.get(path))

    def number(self, path: str) -> float:
        """Return the number at the path, mm for lengths."""
        value = self.get(path)
        if isinstance(value, (str, tuple)):
            raise TypeError(f"{path} of theme {self.name} is not a number")
        return float(value)

    def flag(self, path: str) -> bool:
        """Return the flag at the path."""
        return bool(self.get(path))

    def numbers(self, path: str) -> tuple[float, ...]:
        """Return the list of numbers at the path, as dash lengths."""
        value = self.get(path)
        if not isinstance(value, tuple):
            raise TypeError(f"{path} of theme {self.name} is not a list")
        return value

    def has(self, path: str) -> bool:
        """Return whether the path leads to a value, open sections included."""
        try:
            self.get(path)
        except KeyError:
            return False
        return True

    def keys(self, section: str) -> tuple[str, ...]:
        """Return the keys directly in a section, sorted, without ``*``."""
        keys = self._keys.get(section)
        if keys is None:
            level: Value | Section = self.values
            for part in section.split(".") if section else ():
                level = level[part] if isinstance(level, Mapping) else {}
            names = level if isinstance(level, Mapping) else ()
            keys = self._keys[section] = tuple(sorted(key for key in names if key != ANY))
        return keys

    def extend_defaults(self, defaults: Section, name: str = "") -> Theme:
        """Return the theme with more defaults, for drawers: sections joined, values replaced."""
        return Theme(name or self.name, _join(self.values, defaults))

    def override(self, overrides: Mapping[str, object], name: str = "") -> tuple[Theme, list[Problem]]:
        """Return the theme with a user's values, and what was wrong with those that are left out."""
        problems: list[Problem] = []
        values = _overridden(self.values, overrides, (), problems)
        return Theme(name or self.name, values), problems


def _flatten(section: Section, prefix: str) -> list[tuple[str, Value]]:
    flat: list[tuple[str, Value]] = []
    for key, value in section.items():
        if isinstance(value, Mapping):
            flat += _flatten(value, f"{prefix}{key}.")
        else:
            flat.append((prefix + key, value))
    return flat


def _join(base: Section, extra: Section) -> Section:
    section: dict[str, Value | Section] = dict(base)
    for key, value in extra.items():
        old = section.get(key)
        section[key] = _join(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return section


def _overridden(
    base: Section,
    overrides: Mapping[str, object],
    path: tuple[str, ...],
    problems: list[Problem],
    shape: Section = MappingProxyType({}),
) -> Section:
    """Return a section with a user's values; `shape` has keys that it lacks and may be given."""
    values: dict[str, Value | Section] = dict(base)
    everybody = base.get(ANY)
    for key, new in overrides.items():
        here = (*path, str(key))
        old = base.get(key, shape.get(key, everybody))
        if old is None or key == ANY:
            from difflib import get_close_matches

            near = get_close_matches(str(key), sorted(k for k in base if k != ANY), 1)
            hint = f"did you mean `{near[0]}`?" if near else "one of " + ", ".join(sorted(base))
            problems.append(Problem(here, f"unknown theme key `{key}`", hint, unknown_key=True))
        elif isinstance(old, Mapping):
            if isinstance(new, Mapping):
                # What a name leaves out is looked up under `*`, so it may say whatever `*` says.
                section = _overridden(
                    old, new, here, problems, everybody if isinstance(everybody, Mapping) else {}
                )
                # A name of the user's has no more than he says: what is left out is looked up under `*`.
                values[key] = section if key in base else {k: v for k, v in section.items() if k in new}
            else:
                problems.append(
                    Problem(here, f"`{new}` is one value", "a section with " + ", ".join(sorted(old)))
                )
        else:
            value, expected = _accept(old, new)
            if value is None:
                problems.append(Problem(here, f"`{new}` cannot be used", expected))
            else:
                values[key] = value
    return values


def _accept(old: Value, new: object) -> tuple[Value | None, str]:
    """Return the new value when it is of the same kind as the old one, else None; and what is expected."""
    if isinstance(old, bool):
        return (new if isinstance(new, bool) else None), "true or false"
    if isinstance(old, (int, float)):
        fits = isinstance(new, (int, float)) and not isinstance(new, bool) and 0 <= new < 10_000
        return (new if fits and isinstance(new, (int, float)) else None), "a number, 0 or more"
    if isinstance(old, tuple):
        if isinstance(new, (list, tuple)) and all(
            isinstance(n, (int, float)) and not isinstance(n, bool) and n >= 0 for n in new
        ):
            return tuple(float(n) for n in new), ""
        return None, "a list of numbers, 0 or more"
    if old in FONTS:
        return (new if isinstance(new, str) and new in FONTS else None), "a font: " + ", ".join(FONTS)
    if old == "none" or is_color(old):
        fits = isinstance(new, str) and (new == "none" or is_color(new))
        return (new.lower() if fits and isinstance(new, str) else None), 'a colour like "#8a3b12", or "none"'
    return (new if isinstance(new, str) else None), "a word"


BASE_THEME = Theme("base", {})
"""The theme without any section: drawers add theirs with ``extend_defaults``."""
