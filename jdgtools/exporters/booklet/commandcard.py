"""The orders and command card of a side: formations, who leads them, what activates them, their orders.

It lies open during play: each order has a box, the first one ticked, or each turn has one. Where ratings fix
the order in which leaders are activated, a table of both sides follows that lists it.
"""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.derived.activations import activation_groups
from jdgtools.exporters.booklet import inlines
from jdgtools.exporters.booklet.flowables import Block, Element, block, heading, remark
from jdgtools.exporters.booklet.inlines import NONE, Inlines
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.table import table
from jdgtools.model.pieces import Command
from jdgtools.model.scenario import Scenario

_TURNS = 16
"""Most turns that have boxes of their own."""


def command_cards(
    names: BookletNames, pictures: BookletPictures, scenario: Scenario, only: str = ""
) -> Iterator[Block]:
    """Yield a wide card for every side, or for only one, with formations in the scenario."""
    is_explained = False
    for side in names.sides(only):
        commands = [c for c in names.battle.commands if c.side == side.id and _strength(names, c, scenario)]
        if commands:
            title = heading(names.word("command_card", side=names.side(side.id)))
            card = _Card(names, pictures, scenario, commands)
            note = (
                [remark(inlines.text(names.word("boxes")), above=1.8)]
                if card.turns and not is_explained
                else []
            )
            is_explained = True
            yield block(title, card.table(), *note, wide=True)


def activation_order(names: BookletNames, scenario: Scenario) -> Iterator[Block]:
    """Yield the order in which leaders act, as far as their ratings fix it; nothing in other series."""
    groups = activation_groups(names.context.series, names.battle, scenario)
    if not groups:
        return
    arrivals = {
        piece: arrival.turn for arrival in scenario.arrivals if arrival.turn for piece in arrival.pieces
    }

    def leader(piece: str) -> Inlines:
        name = inlines.text(names.piece(piece))
        if piece not in arrivals:
            return name
        turn = inlines.small(inlines.text(names.word("c_turn", low=arrivals[piece])))
        return (*name, *inlines.space(1.2), *turn)

    sides = names.battle.sides
    heads = [names.word("rating"), names.word("begins"), *(names.side(side.id) for side in sides)]
    rows: list[list[Inlines]] = []
    for group in groups:
        beginner = names.word("by_dice") if group.first is None else names.side(group.first)
        leaders = [inlines.lines(map(leader, group.leaders.get(side.id, ()))) for side in sides]
        rows.append([inlines.text(names.value(group.rating)), inlines.text(beginner), *leaders])
    widths = ["auto", "auto", *("1fr" for _ in sides)]
    yield block(
        heading(names.word("activation_order")),
        table([inlines.text(head) for head in heads], rows, widths, "cl" + "l" * len(sides)),
        remark(inlines.text(names.word("activation_note")), above=1.8),
        wide=True,
        floats=True,
    )


def _strength(names: BookletNames, command: Command, scenario: Scenario) -> int:
    """Return how many units of a command take part."""
    return sum(unit.id not in scenario.unused for unit in names.battle.units_of(command.id))


class _Card:
    """The card of one scenario: what its player notes of every command, turn by turn."""

    def __init__(
        self, names: BookletNames, pictures: BookletPictures, scenario: Scenario, commands: list[Command]
    ) -> None:
        self.names, self.pictures, self.scenario, self.commands = names, pictures, scenario, commands
        self.orders = names.battle.series.orders
        self.has_activation = any(a.commands for a in names.battle.activation)
        self.arrivals = {c.id: words for c in commands if (words := self._arrival(c))}
        # Without standing orders every turn is a new beginning.
        turns = [turn.number for turn in scenario.turns]
        self.turns = turns if not self.orders and len(turns) <= _TURNS else []

    def table(self) -> Element:
        """Return the card as an element."""
        say, language = self.names.word, self.names.language
        head = [say("formation"), say("leader"), say("units")]
        widths, align = ["1.3fr", "1.4fr", "auto"], "llc"
        if self.arrivals:
            head.append(say("arrives"))
            widths.append("auto")
            align += "c"
        if self.has_activation:
            head.append(say("activation"))
            widths.append("auto")
            align += "l"
        heads = [inlines.text(word) for word in head]
        for _, order in self.orders:
            heads.append(inlines.text(order.get(language)))
            widths.append("auto")
            align += "c"
        for turn in self.turns:
            heads.append(inlines.text(str(turn)))
            widths.append("5.6mm")
            align += "c"
        return table(heads, map(self._row, self.commands), widths, align)

    def _row(self, command: Command) -> list[Inlines]:
        names = self.names
        cells = [
            self._formation(command),
            self._leader(command),
            inlines.text(str(_strength(names, command, self.scenario))),
        ]
        if self.arrivals:
            cells.append(self.arrivals.get(command.id, NONE))
        if self.has_activation:
            markers = [
                a
                for a in names.battle.activation
                if command.id in a.commands and a.id not in self.scenario.removed_markers
            ]
            cells.append(self.pictures.activations(markers))
        first = self.scenario.orders.get(command.id)
        cells += [inlines.TICKED_BOX if order == first else inlines.TICK_BOX for order, _ in self.orders]
        cells += [inlines.TICK_BOX for _ in self.turns]
        return cells

    def _formation(self, command: Command) -> Inlines:
        names = self.names
        title = inlines.bold(inlines.text(names.command(command.id)))
        if command.colour:
            title = (*inlines.swatch(command.colour), *inlines.space(1.2), *title)
        if command.letter:
            title = (*title, *inlines.space(1.2), *inlines.pill(command.letter))
        facts = [command.parent.get(names.language)] if command.parent else []
        for field in names.battle.series.command_fields:
            if field.id in command.values:
                value = names.value(command.values[field.id])
                facts.append(names.pair(field.name.get(names.language), value))
        return inlines.lines((title, inlines.small(inlines.text(" · ".join(facts))))) if facts else title

    def _leader(self, command: Command) -> Inlines:
        names = self.names
        leader = names.battle.leader(command.leader) if command.leader else None
        if leader is None or leader.id in self.scenario.unused:
            return inlines.text("–")
        role = names.battle.series.role(leader.role or "")
        ratings = [
            f"{field.short(names.language)} {names.value(leader.front[field.id])}"
            for field in (role.fields if role is not None else ())
            if field.abbreviation and field.id in leader.front
        ]
        name = inlines.text(leader.name.get(names.language))
        return inlines.lines((name, inlines.small(inlines.text(" · ".join(ratings))))) if ratings else name

    def _arrival(self, command: Command) -> Inlines:
        pieces = {unit.id for unit in self.names.battle.units_of(command.id)}
        turns = [
            arrival.turn
            for arrival in self.scenario.arrivals
            if arrival.turn is not None and (arrival.command == command.id or pieces & set(arrival.pieces))
        ]
        return inlines.text(self.names.word("c_turn", low=min(turns))) if turns else NONE
