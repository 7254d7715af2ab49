"""The pages that a module shows: help with its keys, sequence of play, scenarios, charts; plain HTML.

`exporters/vassal.py` asks for them and `assemble` puts them into the help menu and the window of charts.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from jdgtools.charts import ChartBook
from jdgtools.exporters.effect_words import effect_sentence
from jdgtools.exporters.module.command_warnings import COMMAND_KEY, command_warning
from jdgtools.exporters.module.module_context import ModuleContext, key_text
from jdgtools.exporters.module.place_names import NAMES_KEY, has_place_names
from jdgtools.exporters.module.stack_warnings import STACK_KEY, warns_of_stacks
from jdgtools.exporters.module.turn_words import turn_phrase
from jdgtools.exporters.module.words import ModuleWords
from jdgtools.vassal.build import chart_window, html_chart
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import (
    AreaOfEffect,
    Clone,
    Delete,
    DynamicProperty,
    Footprint,
    Layer,
    MarkWhenMoved,
    Mask,
    Piece,
    SendTo,
    Trait,
    Trigger,
)

_STYLE = (
    "<style>body{font-family:sans-serif;font-size:12pt;margin:8px}"
    "th{background:#e4dcc6;text-align:left}td,th{padding:2px 6px}</style>"
)

Page = tuple[str, str, bytes]
"""Title, entry name, content."""


def page(title: str, body: str) -> bytes:
    """Return an HTML page as old viewers like it."""
    return f"<html><head>{_STYLE}</head><body><h1>{html.escape(title)}</h1>{body}</body></html>".encode()


def help_pages(context: ModuleContext, pieces: Sequence[Piece]) -> list[Page]:
    """Return the pages of the help menu.

    Args:
        context: the module.
        pieces: prototypes and pieces, with the commands that the page of keys lists.
    """
    w = context.words
    pages = [(w("keys"), "help/keys.html", page(w("keys"), _keys(context, pieces)))]
    pages.append((w("sequence"), "help/sequence.html", page(w("sequence"), _sequence(context))))
    for scenario in context.battle.scenarios:
        title = context.say(scenario.title) or scenario.id
        pages.append(
            (title, f"help/scenario-{scenario.id}.html", page(title, _scenario(context, scenario.id)))
        )
    return pages


def _keys(context: ModuleContext, pieces: Sequence[Piece]) -> str:
    w = context.words
    rows: dict[tuple[str, str], None] = {}
    for piece in pieces:
        for trait in piece.traits:
            for menu, key in commands(trait):
                text = key_text(key)
                if menu and text:
                    rows[(text, menu)] = None
    tool_rows = "".join(
        f"<tr><td><b>{key}</b></td><td>{html.escape(text)}</td></tr>" for key, text in _table_keys(context)
    )
    cells = "".join(
        f"<tr><td><b>{html.escape(key)}</b></td><td>{html.escape(menu)}</td></tr>"
        for key, menu in sorted(rows)
    )
    table = f"<table border=1><tr><th>{w('key')}</th><th>{w('does')}</th></tr>{cells}</table>"
    table += f"<h2>{html.escape(w('tools'))}</h2><table border=1>{tool_rows}</table>"
    return f"<p>{html.escape(w('help_mouse'))}</p>{table}<p>{html.escape(w('independent'))}</p>"


def _table_keys(context: ModuleContext) -> list[tuple[str, str]]:
    """Return the keys of the toolbar and of the program itself."""
    w = context.words
    warning = command_warning(context)
    table_keys = [("Ctrl+0", context.say(die.name)) for die in context.series.dice[:1]]
    if context.battle.activation:
        table_keys.append(("Ctrl+Shift+D", w("draw")))
    return [
        *table_keys,
        ("Ctrl+Shift+L", w("inventory")),
        *([(key_text(NAMES_KEY), w("place_names"))] if has_place_names(context) else []),
        *([(key_text(STACK_KEY), turn_phrase(context, "stacks"))] if warns_of_stacks(context) else []),
        *([(key_text(COMMAND_KEY), context.say(warning.name))] if warning else []),
        ("Ctrl+Shift+M", w("unmoved")),
        ("Ctrl+Shift+K", w("hide_counters")),
        ("Ctrl+Shift+O", w("overview")),
        ("Alt", w("flare")),
        ("Ctrl+L", w("thread")),
        ("Ctrl+=, Ctrl+-", w("zoom")),
        ("↑, ↓", w("stack_keys")),
        ("Ctrl+Z", w("undo")),
        ("Page Down", w("replay")),
    ]


def commands(trait: Trait) -> Iterator[tuple[str, Key | None]]:
    """Yield menu text and key of every command of a trait that a player can give."""
    match trait:
        case DynamicProperty():
            yield from ((c.menu, c.key) for c in trait.commands)
        case SendTo():
            yield trait.menu, trait.key
            yield trait.back_menu, trait.back_key
        case Layer():
            yield trait.activate_menu, trait.activate
            yield trait.increase_menu, trait.increase
        case Delete() | Clone() | Trigger() | Footprint() | MarkWhenMoved() | Mask() | AreaOfEffect():
            yield trait.menu, trait.key


def _sequence(context: ModuleContext) -> str:
    parts = []
    for phase in context.series.phases:
        steps = "".join(f"<li>{html.escape(context.say(s))}</li>" for s in phase.steps)
        parts.append(f"<h2>{html.escape(context.say(phase.name))}</h2><ul>{steps}</ul>")
    return "".join(parts)


def _scenario(context: ModuleContext, scenario_id: str) -> str:
    scenario = next(s for s in context.battle.scenarios if s.id == scenario_id)
    parts = [f"<p>{html.escape(context.say(scenario.summary))}</p>"]
    if scenario.special_rules:
        parts.append(f"<h2>{html.escape(context.words('special_rules'))}</h2>")
    for rule in scenario.special_rules:
        text = html.escape(context.say(rule.text)).replace("\n\n", "<br>")
        parts.append(f"<h3>{html.escape(context.say(rule.title))}</h3><p>{text}</p>")
        sentences = [
            effect_sentence(context.battle, effect, context.language, context.charts, scenario)
            for effect in rule.effects
        ]
        if sentences:
            items = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences)
            parts.append(f"<ul>{items}</ul>")
    optional = context.battle.words.optional_rules
    if optional:
        parts.append(f"<h2>{html.escape(context.words('optional_rules'))}</h2>")
    for choice in optional:
        in_force = context.battle.option(choice.id, scenario) is True
        state = html.escape(context.words("in_force" if in_force else "not_in_force"))
        text = html.escape(context.say(choice.text)).replace("\n\n", "<br>")
        parts.append(f"<h3>{html.escape(context.say(choice.title))} ({state})</h3><p>{text}</p>")
    return "".join(parts)


def chart_pages(context: ModuleContext, book: ChartBook) -> dict[str, bytes]:
    """Return the charts as HTML pages by entry name, one page a chart group of the rules."""
    language = context.language

    def make() -> bytes:
        from jdgtools.charts.docs import players_markdown

        return page(ModuleWords(language)("charts"), _markdown(players_markdown(book, language)))

    return {"charts/charts.html": context.get_or_make("charts.html", (book, language), make)}


def charts_window(context: ModuleContext, pages: Mapping[str, bytes]) -> list[Component]:
    """Return the window of charts with the pages that there are."""
    w = context.words
    charts = [html_chart(w("charts"), name) for name in pages if name.startswith("charts/")]
    charts.append(html_chart(w("sequence"), "help/sequence.html"))
    return [chart_window(w("charts"), charts, tooltip=w("charts"))]


def _markdown(text: str) -> str:
    """Return the HTML of the little Markdown that the charts are written in."""
    parts: list[str] = []
    table: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            table.append(line)
            continue
        if table:
            parts.append(_table(table))
            table = []
        if line.startswith("#"):
            depth = min(len(line) - len(line.lstrip("#")), 4)
            parts.append(f"<h{depth}>{_inline(line.lstrip('# '))}</h{depth}>")
        elif line.startswith("- "):
            parts.append(f"<li>{_inline(line[2:])}</li>")
        elif line:
            parts.append(f"<p>{_inline(line)}</p>")
    return "".join(parts)


def _table(lines: Iterable[str]) -> str:
    rows = [[c.strip() for c in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines]
    rows = [r for r in rows if not all(re.fullmatch(r":?-+:?", c) for c in r)]
    cells = []
    for i, row in enumerate(rows):
        tag = "th" if i == 0 else "td"
        cells.append("<tr>" + "".join(f"<{tag}>{_inline(c)}</{tag}>" for c in row) + "</tr>")
    return f"<table border=1 cellspacing=0>{''.join(cells)}</table>"


def _inline(text: str) -> str:
    text = html.escape(text.replace("\\|", "|"))
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    return re.sub(r"`(.+?)`", r"<i>\1</i>", text)
