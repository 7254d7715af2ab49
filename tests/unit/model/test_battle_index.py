"""Who belongs to a formation or a command, as scenarios name them."""

from __future__ import annotations

from jdgtools.model.battle_index import BattleIndex
from jdgtools.model.pieces import Command, Leader, Unit
from jdgtools.model.text import Text

CORPS = Text((("en", "III Corps"), ("fr", "3e corps")))


def known() -> BattleIndex:
    """Two brigades of a corps, one of which another corps has lent a battalion, and a brigade of nobody."""
    names = Text.of("x")
    commands = (
        Command("first", names, "france", None, "petit", parent=CORPS),
        Command("second", names, "france", None, None, parent=CORPS),
        Command("alone", names, "france", None, None),
    )
    leaders = (
        Leader("petit", names, "france", None, None),
        Leader("gros", names, "france", None, "first"),
        Leader("seul", names, "france", None, "alone"),
    )
    units = (
        _unit("a", "first"),
        _unit("b", "second"),
        _unit("c", "second", parent="x"),
        _unit("lent", "second", parent="IV Corps"),
        _unit("joined", "alone", parent="III Corps"),
        _unit("nobody", "alone"),
    )
    return BattleIndex((), commands, leaders, units, (), None, None)  # type: ignore[arg-type]


def _unit(name: str, command: str, parent: str = "") -> Unit:
    return Unit(name, Text.of(name), "france", command, "line", None, parent)


def test_a_formation_is_named_in_any_language() -> None:
    assert (
        known().commands_of_formation("3e corps")
        == known().commands_of_formation("III Corps")
        == ("first", "second")
    )
    assert known().commands_of_formation("IV Corps") == ()
    assert known().formations == ["3e corps", "III Corps", "IV Corps", "x"]


def test_a_unit_that_says_its_formation_belongs_to_no_other() -> None:
    assert known().units_of_formation("III Corps") == ("a", "b", "c", "joined")
    assert known().units_of_formation("IV Corps") == ("lent",)


def test_leaders_name_their_command_or_are_named_by_it() -> None:
    assert known().leaders_of("first") == ("petit", "gros")
    assert known().leaders_of("second") == known().leaders_of("no such command") == ()
