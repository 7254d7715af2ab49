"""Traits that give a piece commands: menu entries, triggers, reports, sends, markers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from jdgtools.vassal.codecs import (
    ARRAY,
    BOOL,
    INT,
    KEY,
    KEYS,
    PARAMETERS,
    TARGET,
    TEXT,
    Target,
    read_int,
)
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits.base import Trait, extra_, field_, read_table, register, state_


@register()
class Delete(Trait):
    """Trait that removes the piece."""

    ID: ClassVar[str] = "delete;"

    menu: str = field_(TEXT, "Delete", "")
    key: Key | None = field_(KEY, Key.ctrl("D"))
    description: str = field_(TEXT)


@register()
class Clone(Trait):
    """Trait that copies the piece."""

    ID: ClassVar[str] = "clone;"

    menu: str = field_(TEXT, "Clone", "")
    key: Key | None = field_(KEY, Key.ctrl("C"))
    description: str = field_(TEXT)


@register()
class Deselect(Trait):
    """Trait that deselects the piece (`D`), all (`A`), or selects it alone (`S`)."""

    ID: ClassVar[str] = "deselect;"

    menu: str = field_(TEXT)
    key: Key | None = field_(KEY, Key.ctrl("K"))
    description: str = field_(TEXT)
    unstack: bool = field_(BOOL, False)
    kind: str = field_(TEXT, "D")


@register()
class SubMenu(Trait):
    """Submenu that groups menu entries of further-inside traits under one entry."""

    ID: ClassVar[str] = "submenu;"

    name: str = field_(TEXT, "Sub-Menu", "")
    entries: tuple[str, ...] = field_(ARRAY, ())
    description: str = field_(TEXT)


@register()
class MenuSeparator(Trait):
    """A line in the menu."""

    ID: ClassVar[str] = "menuSeparator;"

    description: str = field_(TEXT)
    key: Key | None = field_(KEY, None)


@register()
class Trigger(Trait):
    """Trait that fires other keys, when a filter is true, in a loop if wanted."""

    ID: ClassVar[str] = "macro;"

    name: str = field_(TEXT)
    menu: str = field_(TEXT, "", "Trigger")
    key: Key | None = field_(KEY, None, Key.ctrl("T"))
    filter: str = field_(TEXT)
    watch: tuple[Key, ...] = field_(KEYS, ())
    actions: tuple[Key, ...] = field_(KEYS, ())
    loop: bool = field_(BOOL, False)
    pre_key: Key | None = field_(KEY, None)
    post_key: Key | None = field_(KEY, None)
    loop_type: str = field_(TEXT, "counted")
    """`counted`, `while` or `until`."""
    while_filter: str = field_(TEXT)
    until_filter: str = field_(TEXT)
    count: str = field_(TEXT, "1", "")
    index: bool = field_(BOOL, False)
    index_property: str = field_(TEXT)
    index_start: str = field_(TEXT, "1")
    index_step: str = field_(TEXT, "1")


@register()
class GlobalKey(Trait):
    """Trait that sends a key to other pieces that match."""

    ID: ClassVar[str] = "globalkey;"

    menu: str = field_(TEXT, "", "Global Command")
    key: Key | None = field_(KEY, None, Key.ctrl("G"))
    sent: Key | None = field_(KEY, None, Key.ctrl("K"))
    filter: str = field_(TEXT)
    restrict_range: bool = field_(BOOL, False)
    range: int = field_(INT, 1)
    report_single: bool = field_(BOOL, True)
    fixed_range: bool = field_(BOOL, True)
    range_property: str = field_(TEXT)
    description: str = field_(TEXT)
    from_deck: str = field_(TEXT, "-1")
    """How many pieces of each deck: `-1` all, `0` none, or a number."""
    target: Target = field_(TARGET, Target())
    no_sound: bool = field_(BOOL, False)
    parameters: tuple[tuple[str, str], ...] = field_(PARAMETERS, ())


@register()
class GlobalHotKey(Trait):
    """Trait that fires a hot key of the module, as if typed."""

    ID: ClassVar[str] = "globalhotkey;"

    menu: str = field_(TEXT)
    key: Key | None = field_(KEY, Key.ctrl("H"))
    sent: Key | None = field_(KEY, None)
    description: str = field_(TEXT)


@register()
class ReportAction(Trait):
    """Trait that writes a line to the chat when one of its keys is fired at the piece."""

    ID: ClassVar[str] = "report;"
    STATE_DELIM: ClassVar[str] = ""

    keys: tuple[Key, ...] = field_(KEYS, ())
    format: str = field_(TEXT, "$location$: $newPieceName$ *")
    cycle_keys: tuple[Key, ...] = field_(KEYS, ())
    cycle_formats: tuple[str, ...] = field_(ARRAY, ())
    description: str = field_(TEXT)
    no_suppress: bool = field_(BOOL, False)
    cycle: int = state_(INT, -1)


@register()
class RestrictCommands(Trait):
    """Trait that hides or disables keys while a filter is true."""

    ID: ClassVar[str] = "hideCmd;"

    name: str = field_(TEXT)
    action: str = field_(TEXT, "Hide")
    filter: str = field_(TEXT)
    keys: tuple[Key, ...] = field_(KEYS, ())


@register()
class RestrictedAccess(Trait):
    """VASSAL's "Restricted Access": only some sides may use the piece."""

    ID: ClassVar[str] = "restrict;"
    STATE_DELIM: ClassVar[str] = ""

    sides: tuple[str, ...] = field_(ARRAY, ())
    by_player: bool = field_(BOOL, False)
    movement: bool = field_(BOOL, True)
    description: str = field_(TEXT)
    owner: str = state_(TEXT)


@register()
class PlaySound(Trait):
    """Trait that plays a sound."""

    ID: ClassVar[str] = "playSound;"

    sound: str = field_(TEXT)
    menu: str = field_(TEXT, "Play Sound")
    key: Key | None = field_(KEY, Key.ctrl("P"))
    to_others: bool = field_(BOOL, False)
    description: str = field_(TEXT)
    no_suppress: bool = field_(BOOL, False)


@register()
class ActionButton(Trait):
    """An area of the piece that fires a key when clicked."""

    ID: ClassVar[str] = "button;"

    key: Key | None = field_(KEY, Key.ctrl("A"))
    x: int = field_(INT, 0)
    y: int = field_(INT, 0)
    width: int = field_(INT, 0)
    height: int = field_(INT, 0)
    description: str = field_(TEXT)
    popup: bool = field_(BOOL, False)
    whole_shape: bool = field_(BOOL, False)
    version: int = field_(INT, 1, 0)
    points: tuple[tuple[int, int], ...] = extra_("type", ())
    """Corners of the area, with `version` 1."""

    @classmethod
    def _read_type(cls, tokens: Sequence[str]) -> dict[str, Any]:
        values = read_table(cls.TYPE_TABLE, tokens[:9], "type_tail")
        rest = tokens[9:]
        count = max(0, read_int(rest[0], 0)) if rest else 0
        numbers = [read_int(t, 0) for t in rest[1 : 1 + 2 * count]]
        values["points"] = tuple(zip(numbers[::2], numbers[1::2], strict=False))
        values["type_tail"] = tuple(rest[1 + 2 * count :])
        return values

    def _write_type(self) -> list[str]:
        tokens = [c.codec.write(getattr(self, c.name)) for c in self.TYPE_TABLE]
        if self.version >= 1:
            tokens += [str(len(self.points)), *[str(n) for p in self.points for n in p]]
        return tokens


@register()
class Translate(Trait):
    """Trait that moves the piece by a fixed distance, y upwards."""

    ID: ClassVar[str] = "translate;"

    menu: str = field_(TEXT, "Move Forward")
    key: Key | None = field_(KEY, Key.ctrl("M"))
    x: str = field_(TEXT, "0")
    y: str = field_(TEXT, "60")
    move_stack: bool = field_(BOOL, False)
    x_index: str = field_(TEXT, "0")
    y_index: str = field_(TEXT, "0")
    x_offset: str = field_(TEXT, "0")
    y_offset: str = field_(TEXT, "0")
    description: str = field_(TEXT)


@register()
class SendTo(Trait):
    """Trait that sends the piece to a place, and back."""

    ID: ClassVar[str] = "sendto;"

    menu: str = field_(TEXT)
    key: Key | None = field_(KEY, None)
    map: str = field_(TEXT)
    board: str = field_(TEXT)
    x: str = field_(TEXT, "0")
    y: str = field_(TEXT, "0")
    back_menu: str = field_(TEXT)
    back_key: Key | None = field_(KEY, None)
    x_index: str = field_(TEXT, "0")
    y_index: str = field_(TEXT, "0")
    x_offset: str = field_(TEXT, "0", "1")
    y_offset: str = field_(TEXT, "0", "1")
    description: str = field_(TEXT)
    destination: str = field_(TEXT, "L")
    """`L` x and y, `G` grid location, `Z` zone, `R` region, `A`, `C`, `N` another counter."""
    zone: str = field_(TEXT)
    region: str = field_(TEXT)
    filter: str = field_(TEXT)
    grid_location: str = field_(TEXT)
    back_map: str = state_(TEXT)
    back_x: str = state_(TEXT)
    back_y: str = state_(TEXT)


@register()
class ReturnToDeck(Trait):
    """Trait that puts the piece on a deck.

    With `version` 2 VASSAL looks only at `select_deck` (ask the player) and
    `deck_expression` (name or expression); `deck` is what older engines read.
    """

    ID: ClassVar[str] = "return;"

    menu: str = field_(TEXT)
    key: Key | None = field_(KEY, None)
    deck: str = field_(TEXT)
    prompt: str = field_(TEXT, "", "Select destination")
    description: str = field_(TEXT)
    version: int = field_(INT, 2, 0)
    select_deck: bool = field_(BOOL, False, True)
    deck_expression: str = field_(TEXT)


@register()
class MultiLocation(Trait):
    """One command per region or zone."""

    ID: ClassVar[str] = "locCommand;"

    description: str = field_(TEXT)
    kind: str = field_(TEXT, "locRegions")
    filter: str = field_(TEXT)
    menu: str = field_(TEXT, "Do Something At $LocationOfCommand$")
    key: Key | None = field_(KEY, None)
    same_map: bool = field_(BOOL, True)
    sort: str = field_(TEXT)
    ascending: bool = field_(BOOL, True)
    numeric: bool = field_(BOOL, False)


@register()
class Comment(Trait):
    """A note of the designer."""

    ID: ClassVar[str] = "cmt;"

    text: str = field_(TEXT)
