"""Keys and menus: nothing twice on one piece, everything that the series' data names exists."""

from __future__ import annotations

import html
import re
from collections import Counter

import pytest

from jdgtools.exporters.module.assemble import ModuleBuild
from jdgtools.exporters.module.module_context import key_text
from jdgtools.exporters.module.pages import commands
from jdgtools.exporters.module.words import ModuleWords
from jdgtools.model.module import ModuleRules
from jdgtools.series.registry import find_series
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import ReportAction, SetGlobalProperty, Trigger, expand
from tests.unit.exporters_vassal.conftest import BATTLES, MODULES, built_once, context
from tests.unit.exporters_vassal.test_module import prototypes, slots


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_no_key_and_no_menu_text_is_used_twice_on_a_piece(name: str, language: str) -> None:
    built = built_once(name, language)
    for slot in slots(built):
        piece = expand(slot, prototypes(built))
        found = [c for t in piece.traits for c in commands(t)]
        keys = Counter(key for _, key in found if key is not None and not key.name)
        menus = Counter(menu for menu, key in found if menu)
        assert [k for k, n in keys.items() if n > 1] == [], slot.name
        assert [m for m, n in menus.items() if n > 1] == [], slot.name


@pytest.mark.parametrize("name", BATTLES)
def test_reports_and_triggers_watch_commands_of_the_piece(name: str) -> None:
    built = built_once(name)
    for slot in slots(built):
        piece = expand(slot, prototypes(built))
        given = {key for t in piece.traits for _, key in commands(t)}
        given |= {t.key for t in piece.traits if hasattr(t, "key")}
        given |= {c.key for t in piece.all(SetGlobalProperty) for c in t.commands}
        given |= {
            k for t in piece.traits for k in (getattr(t, "clockwise_key", 0), getattr(t, "counter_key", 0))
        }
        given |= {k for t in piece.all(Trigger) for k in t.actions if k.name}
        # The map gives this one to every piece that has moved.
        given |= {k for r in piece.all(ReportAction) for k in r.keys if k.name == "after move"}
        for report in piece.all(ReportAction):
            assert set(report.keys) <= given, slot.name
        own = given - {k for t in piece.all(Trigger) for k in t.actions if k.name.endswith(" tell")}
        for trigger in piece.all(Trigger):
            told = {k for k in trigger.actions if k.name.endswith(" tell")}
            assert set(trigger.actions) - told <= own, slot.name


@pytest.mark.parametrize("series", ["jdg", "afe", "mpbs"])
def test_the_data_of_a_series_names_what_exists(series: str) -> None:
    found = find_series(series)
    assert found is not None
    rules: ModuleRules = found.hook("module", "MODULE")
    definition = found.definition
    for shortcut in rules.shortcuts:
        axis = definition.axis(shortcut.axis)
        assert axis is not None, shortcut
        values = {v.id for v in axis.values}
        assert {shortcut.value, *shortcut.among} - {""} <= values, shortcut
    for badge in rules.badges:
        assert definition.axis(badge.axis) is not None, badge
    for axis_id in (*rules.turn_resets, *rules.activation_resets):
        assert definition.axis(axis_id) is not None
    for marker in rules.turn_removes:
        assert definition.marker(marker) is not None
    for check in rules.checks:
        known = check.on == "activation" or not check.field or definition.unit_field(check.field) is not None
        assert known, check.id
        assert not check.when or definition.axis(check.when[0]) is not None
        for modifier in check.modifiers:
            axis = definition.axis(modifier.axis)
            assert not modifier.axis or (axis is not None and modifier.state in {v.id for v in axis.values})
            assert not modifier.flag or modifier.flag in dict(definition.turn_flags)
        assert set(check.rules) <= found.statements
    fields = {f.id for r in definition.roles for f in r.fields}
    assert not rules.range_field or rules.range_field in fields
    units = {f.id for f in definition.unit_fields}
    assert set(rules.cone_fields) <= units


TABLE_KEYS = (
    "hotkey",
    "buttonHotkey",
    "zoomInKey",
    "zoomOutKey",
    "markUnmovedHotkey",
    "top",
    "bottom",
    "up",
    "down",
)
"""Attributes of components with a key that works on the whole table, or on a window."""


def table_keys(built: ModuleBuild) -> list[tuple[str, Key]]:
    """Keys of buttons and windows that a keyboard has, with the component; named commands have none."""
    rows = []
    for component in built.module.root.walk():
        for name in TABLE_KEYS:
            if name == "hotkey" and component.kind == "GlobalKeyCommand":
                continue  # what it sends to pieces; its own key is that of its button
            key = Key.parse(component.get(name)) if component.get(name) else None
            if key is not None and not key.name:
                rows.append((f"{component.tag.rpartition('.')[2]} {name}", key))
    return rows


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_no_key_of_the_table_is_used_twice_nor_by_a_piece(name: str, language: str) -> None:
    built = built_once(name, language)
    # Keys of stacks, zoom and the like are those of the window with the focus: once for each kind.
    table = {key: kind for kind, key in dict.fromkeys(table_keys(built))}
    assert len(table) == len(dict.fromkeys(table_keys(built)))
    for slot in slots(built):
        piece = expand(slot, prototypes(built))
        keys = {key for t in piece.traits for _, key in commands(t) if key is not None and not key.name}
        assert not keys & set(table), (slot.name, [table[k] for k in keys & set(table)])


ENGINE_KEYS = (Key.ctrl("Z"), Key(34, 0))
"""Keys of the program itself at the table: undo, next step of a log."""


LETTERS = {*range(ord("A"), ord("Z") + 1), *range(ord("0"), ord("9") + 1)}
ARROWS = {32, 37, 38, 39, 40}  # and the space bar
ALSO = {("zoomInKey", 61), ("zoomOutKey", 45)}
"""Keys that some keyboards lack: the mouse wheel and the buttons do the same."""


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_every_command_has_a_key_that_is_on_every_keyboard(name: str, language: str) -> None:
    """Brackets, for one, are typed with AltGr on French and Hungarian keyboards: Ctrl does not reach them."""
    built = built_once(name, language)
    for kind, key in table_keys(built):
        assert key.code in LETTERS | ARROWS or (kind.split()[-1], key.code) in ALSO, kind
    for slot in slots(built):
        for trait in expand(slot, prototypes(built)).traits:
            for menu, key in commands(trait):
                assert not menu or key is None or key.name or key.code in LETTERS | ARROWS, menu


@pytest.mark.parametrize(("name", "language"), MODULES)
def test_the_help_page_names_every_key_in_the_language_of_the_module(name: str, language: str) -> None:
    built = built_once(name, language)
    [page] = [
        content.decode()
        for entry, content in built.module.entries.items()
        if entry.endswith(".html") and "<b>Ctrl+E</b>" in content.decode()
    ]
    rows = dict(re.findall(r"<tr><td><b>([^<]*)</b></td><td>([^<]*)</td></tr>", page))
    named = re.findall(r"<td><b>([^<]*)</b></td><td>([^<]*)</td>", page)
    assert len(named) == len(set(named))
    for slot in slots(built):
        for trait in expand(slot, prototypes(built)).traits:
            for menu, key in commands(trait):
                if menu and (text := key_text(key)):
                    assert (html.escape(text), html.escape(menu)) in named, menu
    assert rows["Ctrl+Shift+L"] == ModuleWords(language)("inventory")


@pytest.mark.parametrize("name", BATTLES)
def test_no_key_is_that_of_a_menu_of_the_program(name: str) -> None:
    built = built_once(name)
    used = {key for _, key in table_keys(built)}
    for slot in slots(built):
        used |= {
            key for t in expand(slot, prototypes(built)).traits for _, key in commands(t) if key is not None
        }
    assert not used & set(ENGINE_KEYS)


@pytest.mark.parametrize("name", BATTLES)
def test_every_command_that_changes_a_piece_is_told_in_the_chat(name: str) -> None:
    """A key or menu of a piece is reported, or shows something to the player alone."""
    built = built_once(name)
    silent = (
        {context(name).series.module.group.name.get("en")} if context(name).series.module.group else set()
    )
    silent |= {
        ModuleWords("en")(k) for k in ("show_range", "show_cone", "mark_moved", "trail", "delete", "clone")
    }
    for slot in slots(built):
        piece = expand(slot, prototypes(built))
        told = {key for r in piece.all(ReportAction) for key in r.keys}
        told |= {t.key for t in piece.all(Trigger) for k in t.actions if k in told}
        for trait in piece.traits:
            for menu, key in commands(trait):
                if menu and key is not None and key not in told and not isinstance(trait, Trigger):
                    assert menu in silent or "Face" in getattr(trait, "name", ""), (slot.name, menu)
