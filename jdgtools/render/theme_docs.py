"""The reference page of themes: every key that a battle may change, with its value in `classic`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from jdgtools.render.style import ANY, Section, Value
from jdgtools.render.text import FONTS
from jdgtools.render.themes import THEMES, named_theme

_HEAD = """# Themes

`theme:` in [battle.yaml](format-battle.md) chooses a theme by `name` and changes any key of this page.
Themes: {themes}. The values are those of `{first}`; the others change some of them.
`colors_for: {first}` beside `name` says for which theme the colours of your map were chosen: in another
they are laid in its key, dark by night, white in `plain`. Without it they are taken as they are said.

```yaml
theme:
  name: plain
  map:
    terrain: {{wood: {{fill: "#4c6b3c"}}}}
    grid: {{style: dots}}
```

A colour is `"#rrggbb"` in quotes, or `none`; a width is in millimetres on a map with hexes of 20 mm. Fonts:
{fonts}.

A row `*` stands for every name that has no row of its own: there you may add names, such as the terrain
of a series of yours or a nation. A terrain that neither the battle's series nor a row of this page has is an
error (GEN014).

Patterns of terrain: {terrain}.

Patterns of hexsides: {side}.
"""


def theme_page() -> str:
    """Return the page as Markdown."""
    patterns = import_module("jdgtools.render.map.palette").PATTERNS
    lines = [
        _HEAD.format(
            themes=", ".join(f"`{name}`" for name in THEMES),
            first=THEMES[0],
            fonts=", ".join(f"`{name}`" for name in FONTS),
            terrain=", ".join(f"`{name}`" for name in patterns["terrain"]),
            side=", ".join(f"`{name}`" for name in patterns["side"]),
        )
    ]
    lines += _section("", named_theme(THEMES[0]).values)
    return "\n".join(lines).rstrip() + "\n"


def _section(path: str, section: Section) -> Iterator[str]:
    """Yield the tables of a section and of those in it."""
    leaves = {key: value for key, value in section.items() if not isinstance(value, Mapping)}
    inner = {key: value for key, value in section.items() if isinstance(value, Mapping)}
    columns = _columns(inner)
    if leaves:
        yield f"## `{path}`\n"
        yield "| key | value |\n| --- | --- |"
        yield from (f"| {_name(key)} | {_value_in_words(value)} |" for key, value in leaves.items())
        yield ""
    if columns:
        yield f"## `{path}`\n"
        yield f"| | {' | '.join(columns)} |\n|{' --- |' * (len(columns) + 1)}"
        for name, values in inner.items():
            yield f"| {_name(name)} | {' | '.join(_cell(values.get(c)) for c in columns)} |"
        yield ""
        return
    for key, value in inner.items():
        yield from _section(f"{path}.{key}" if path else key, value)


def _columns(inner: Mapping[str, Section]) -> tuple[str, ...]:
    """Return the keys of like sections, which make one table; none when the sections differ."""
    kinds = {tuple(section) for section in inner.values()}
    flat = all(not isinstance(v, Mapping) for section in inner.values() for v in section.values())
    return next(iter(kinds)) if len(inner) > 1 and len(kinds) == 1 and flat else ()


def _name(key: str) -> str:
    return f"`{key}` (any other)" if key == ANY else f"`{key}`"


def _cell(value: Value | Section | None) -> str:
    return "" if value is None or isinstance(value, Mapping) else _value_in_words(value)


def _value_in_words(value: Value) -> str:
    if isinstance(value, bool):
        return "`true`" if value else "`false`"
    if isinstance(value, tuple):
        return f"`[{', '.join(f'{n:g}' for n in value)}]`"
    return f"`{value}`"
