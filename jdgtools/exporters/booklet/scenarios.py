"""The chapter of a scenario: what it asks of the players before the first turn and during play.

In order: summary and facts at a glance, the sheet of turns, special rules and rulings, setup cards, victory
sheets, command cards, the order of activation, reinforcements.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from jdgtools.exporters.booklet import inlines, stylesheet
from jdgtools.exporters.booklet.changes import map_change_lines, rating_change_lines
from jdgtools.exporters.booklet.commandcard import activation_order, command_cards
from jdgtools.exporters.booklet.conditions import condition_text, span_text
from jdgtools.exporters.booklet.flowables import (
    Block,
    Element,
    block,
    fact_list,
    halves,
    heading,
    in_order,
    paragraph,
    prose,
    remark,
    stack,
)
from jdgtools.exporters.booklet.inlines import NONE, Inlines
from jdgtools.exporters.booklet.losses import loss_lines, loss_sheet
from jdgtools.exporters.booklet.names import BookletNames
from jdgtools.exporters.booklet.pictures import BookletPictures
from jdgtools.exporters.booklet.rules import RULE_TEXT, Earlier, optional_rules, special_rules
from jdgtools.exporters.booklet.setupmap import map_element
from jdgtools.exporters.booklet.stylesheet import Paper
from jdgtools.exporters.booklet.table import table
from jdgtools.model.phrases import colon, listing
from jdgtools.model.pieces import ActivationMarker
from jdgtools.model.scenario import Arrival, Placement, Scenario
from jdgtools.model.victory import Condition, VictoryAward

_LEAD = inlines.Style(12.0, "serif", italic=True)
_CARD = inlines.Style(8.0)
MAP_SHARES = (0.92, 0.85, 0.78, 0.7)
"""How much smaller than usual the maps of setup cards may be made, to save a page or to fit one."""


def scenario_pages(
    names: BookletNames,
    pictures: BookletPictures,
    scenario: Scenario,
    earlier: Sequence[Scenario] = (),
    map_share: float = 1.0,
    paper: Paper = stylesheet.A4,
) -> Iterator[Block]:
    """Yield one scenario: glance, turns, special rules, rulings, setup, victory, command, reinforcements.

    Args:
        names: the battle as the scenario has it.
        pictures: its counters.
        scenario: the scenario.
        earlier: those whose pages come before: what they say is not said again.
        map_share: how much smaller than usual the maps of setup cards are.
        paper: what it is printed on.
    """
    before = Earlier(names, scenario, earlier)
    if scenario.summary:
        yield block(*prose(scenario.summary.get(names.language), _LEAD, even=True, sticky=True), wide=True)
    yield block(*_glance(names, scenario))
    yield block(*_turns(names, scenario))
    yield from in_order(special_rules(names, scenario, before))
    yield from in_order(optional_rules(names, scenario, before))
    yield from _rulings(names, scenario)
    yield from setup_cards(names, pictures, scenario, before, map_share=map_share, paper=paper)
    yield from victory_sheets(names, scenario, before)
    if scenario.notes:
        yield block(heading(names.word("notes")), *prose(scenario.notes.get(names.language)))
    # What lies open during play comes last: it is as wide as the page.
    yield from command_cards(names, pictures, scenario)
    yield from activation_order(names, scenario)
    if scenario.arrivals:
        yield arrivals_table(names, scenario.arrivals)


def _glance(names: BookletNames, scenario: Scenario) -> list[Element]:
    battle, series = names.battle, names.battle.series
    rows = [(names.word("turns"), names.turns(scenario))]
    for entry in scenario.sides:
        facts = []
        if entry.rout_edge:
            facts.append(names.pair(names.word("rout_edge").lower(), names.edge(entry.rout_edge)))
        for field in series.side_fields:
            if field.id in entry.values:
                facts.append(
                    names.pair(field.name.get(names.language), names.setting(entry.values[field.id]))
                )
        if facts:
            rows.append((names.side(entry.side), names.also(facts)))
    if scenario.map_changes:
        rows.append((names.word("map_changes"), "\n".join(map_change_lines(names, scenario))))
    if scenario.ratings:
        rows.append((names.word("other_ratings"), "\n".join(rating_change_lines(names, scenario))))
    settings = [
        names.pair(field.name.get(names.language), names.setting(scenario.settings[field.id]))
        for field in series.scenario_fields
        if scenario.settings.get(field.id, "") != ""
        and (not field.only_with or scenario.settings.get(field.only_with))
    ]
    if settings:
        rows.append((names.word("settings"), "\n".join(settings)))
    hexes_by_side: dict[str, list[int]] = {}
    for index, side in scenario.held.items():
        hexes_by_side.setdefault(side, []).append(index)
    for side, hexes in hexes_by_side.items():
        rows.append((names.pair(names.word("held"), names.side(side)), names.hexes(hexes)))
    for marker_hexes in scenario.markers_on_map:
        kind = series.marker(marker_hexes.marker)
        if kind is not None:
            words = names.pair(names.word("marker_on_map"), kind.name.get(names.language))
            rows.append((words, names.hexes(marker_hexes.hexes)))
    ids = [x.id for x in battle.leaders] + [x.id for x in battle.units]
    order = {piece: n for n, piece in enumerate(ids)}
    unused_pieces = sorted(scenario.unused, key=lambda piece: (order.get(piece, len(order)), piece))
    if unused_pieces:
        rows.append((names.word("unused"), names.pieces(unused_pieces)))
    markers = [a for a in battle.activation if a.id in scenario.removed_markers]
    if markers:
        rows.append((names.word("removed_markers"), _activation_labels(names, markers)))
    single = [c.id for c in battle.commands if c.id in scenario.single_marker_commands]
    if single:
        rows.append((names.word("single_marker"), listing(map(names.command, single), names.language)))
    counts = [
        names.pair(marker.name.get(names.language), str(scenario.markers[marker.id]))
        for marker in series.markers
        if marker.id in scenario.markers
    ]
    if counts:
        rows.append((names.word("markers"), names.also(counts)))
    pairs = [(inlines.text(key), inlines.lines(map(inlines.text, value.split("\n")))) for key, value in rows]
    return [heading(names.word("at_a_glance")), fact_list(pairs)]


def _activation_labels(names: BookletNames, markers: Sequence[ActivationMarker]) -> str:
    """Return activation markers in words: the name of each formation once, with all of their ratings."""
    ratings: dict[str, list[str]] = {}
    for marker in markers:
        name = marker.name.get(names.language) or " + ".join(map(names.command, marker.commands))
        values = ratings.setdefault(name, [])
        if marker.rating is not None:
            values.append(names.value(marker.rating))
    labels = [f"{name} {'/'.join(values)}".strip() for name, values in ratings.items()]
    return listing(labels, names.language)


def _turns(names: BookletNames, scenario: Scenario) -> list[Element]:
    flags = dict(names.battle.series.turn_flags)
    has_times = any(turn.time for turn in scenario.turns)
    rows = []
    for turn in scenario.turns:
        events = []
        if turn.label:
            events.append(inlines.bold(inlines.text(turn.label.get(names.language))))
        for flag in flags:
            if flag in turn.flags:
                events.append(inlines.pill(flags[flag].get(names.language)))
        for arrival in scenario.arrivals:
            if arrival.turn == turn.number:
                events.append(inlines.text(_group(names, arrival)))
        for marker in names.battle.activation:
            if turn.number in scenario.turns_of(marker) and marker.id not in scenario.removed_markers:
                name = marker.name.get(names.language) or marker.id
                events.append(inlines.small(inlines.text(names.word("may_use", name=name))))
        time = [inlines.text(turn.time)] if has_times else []
        number = inlines.bold(inlines.text(str(turn.number)))
        rows.append([inlines.TICK_BOX, number, *time, inlines.lines(events)])
    head = [
        NONE,
        inlines.text(names.word("turn")),
        *([inlines.text(names.word("time"))] if has_times else []),
    ]
    head.append(inlines.text(names.word("events")))
    widths = ["auto", "auto", *(["auto"] if has_times else []), "1fr"]
    align = "cc" + ("c" if has_times else "") + "l"
    return [heading(names.word("turns")), table(head, rows, widths, align)]


def _group(names: BookletNames, arrival: Arrival) -> str:
    pieces = listing(map(names.piece, arrival.pieces), names.language)
    owner = names.command(arrival.command) or names.side(arrival.side)
    return names.pair(owner, pieces)


def setup_cards(
    names: BookletNames,
    pictures: BookletPictures,
    scenario: Scenario,
    before: Earlier,
    only: str = "",
    map_share: float = 1.0,
    paper: Paper = stylesheet.A4,
    above: float = 0.0,
) -> Iterator[Block]:
    """Yield the setup card of every side, or of only one; its maps as large as a page takes the card whole.

    Args:
        names: the battle as the scenario has it.
        pictures: its counters.
        scenario: whose setup.
        before: what the pages before say.
        only: id of a side; '' = all.
        map_share: how much smaller than usual the maps are at most.
        paper: what it is printed on.
        above: height of what stands above each card, mm.
    """
    for side in names.sides(only):
        placements = [p for p in scenario.placements if names.side_of(p.piece) == side.id]
        if not placements:
            continue
        title = heading(names.word("setup", side=names.side(side.id)))
        if reference := before.setup(side.id, placements):
            yield block(title, paragraph(inlines.text(reference), RULE_TEXT))
            continue
        below = _placement_elements(names, placements)
        draw = partial(map_element, names, pictures, placements, side.colour or "#888888")
        words = names.word("map_shows", side=names.side(side.id))
        shares = (map_share, *(share for share in MAP_SHARES if share < map_share))
        *cards, smallest = (block(title, draw(words, share), *below, wide=True) for share in shares)
        fitting = (card for card in cards if above + stack(card.flowables(paper))[0] <= paper.room)
        yield next(fitting, smallest)


def _placement_elements(names: BookletNames, placements: Sequence[Placement]) -> list[Element]:
    """Return what stands below the map of a setup card: hexes with their pieces, boxes, a remark on stacks.

    Every card with a stack has the remark: each may be the first that is read, or the only one with a map.
    """
    groups: dict[tuple[int, str], list[Placement]] = {}
    boxes: dict[str, list[str]] = {}
    for placement in placements:
        if not (placement.hexes or placement.area):
            boxes.setdefault(_box(names, placement.box), []).append(placement.piece)
            continue
        groups.setdefault(_where(names, placement), []).append(placement)
    rows = []
    for _, group in sorted(groups.items(), key=lambda item: item[0]):
        pile = sorted(group, key=lambda p: p.order)
        rows.append((_place(names, pile[0]), inlines.lines(_piece(names, p) for p in pile)))
    pieces = (*inlines.text(names.word("pieces")), *inlines.FILL, *inlines.text(names.word("facing")))
    head = (inlines.text(names.word("hex")), pieces)
    widths = ("32mm" if any(p.area for p in placements) else "auto", "1fr")
    elements: list[Element] = []
    if rows:
        elements.append(halves(partial(table, head, widths=widths, align="ll"), rows))
    for box, pieces_there in boxes.items():
        facts = (*inlines.bold(inlines.text(box)), *inlines.literal(colon(names.language)))
        elements.append(paragraph((*facts, *inlines.text(names.pieces(pieces_there))), _CARD, above=1.8))
    if any(len(group) > 1 for group in groups.values()):
        elements.append(remark(inlines.text(names.word("setup_note")), above=1.8))
    return elements


def _where(names: BookletNames, placement: Placement) -> tuple[int, str]:
    """Return the place of a line on a setup card: exact hexes, areas."""
    if placement.hexes:
        return 0, " ".join(names.hex(index) for index in placement.hexes)
    return 1, f"{placement.area_name} {' '.join(map(names.hex, placement.area))}"


def _place(names: BookletNames, placement: Placement) -> Inlines:
    if placement.hexes:
        return inlines.bold(inlines.text("–".join(names.hex(index) for index in placement.hexes)))
    lines = inlines.lines(map(inlines.text, (names.word("player_choice"), names.hexes(placement.area))))
    return inlines.choice(lines)


def _box(names: BookletNames, box_id: str) -> str:
    box = next((b for b in names.battle.series.boxes if b.id == box_id), None)
    return box.name.get(names.language) if box else box_id


def _piece(names: BookletNames, placement: Placement) -> Inlines:
    words = inlines.text(names.piece(placement.piece))
    if placement.kind == "leader":
        words = inlines.emphasis(words)
    state = names.states(placement.state.items())
    if state:
        words = (*words, *inlines.space(1.2), *inlines.pill(state))
    facing = names.facing(placement.facing)
    return (*words, *inlines.FILL, *inlines.text(facing)) if facing else words


def arrivals_table(names: BookletNames, arrivals: Sequence[Arrival]) -> Block:
    """Return the table of reinforcements."""
    the_map = names.battle.map
    dice = names.battle.series.dice
    rows: list[tuple[Inlines, ...]] = []
    for arrival in arrivals:
        stacks = [" + ".join(map(names.piece, stack)) for stack in arrival.stacks]
        in_stacks = {piece for stack in arrival.stacks for piece in stack}
        stacks += [names.piece(piece) for piece in arrival.pieces if piece not in in_stacks]
        entry = the_map.entry(arrival.entry) if the_map and arrival.entry else None
        hexes = ", ".join(map(names.hex, arrival.hexes))
        where = f"{entry.name.get(names.language) or entry.id} ({hexes})" if entry else hexes
        remarks: list[str] = []
        if arrival.optional:
            remarks.append(names.word("optional"))
        if arrival.chance:
            low, faces = arrival.chance
            first = dice[0].low if dice else 1
            span = f"{first}–{first + faces - 1}"
            remarks.append(names.word("roll", low=low, range=span))
        if arrival.until is not None:
            remarks.append(names.word("until", n=arrival.until))
        if arrival.required is not None:
            condition = condition_text(arrival.required, names, arrival.side)
            remarks.append(names.pair(names.word("condition"), condition))
        remarks += [x.get(names.language) for x in (arrival.condition, arrival.note) if x]
        state = names.states(arrival.state.items())
        if state:
            remarks.append(state)
        rows.append(
            (
                inlines.bold(inlines.text("–" if arrival.turn is None else str(arrival.turn))),
                inlines.text(names.command(arrival.command) or names.side(arrival.side)),
                inlines.lines(inlines.text(f"{n}. {x}") for n, x in enumerate(stacks, 1)),
                inlines.text(where),
                inlines.lines(inlines.text(inlines.sentence(x)) for x in remarks),
            )
        )
    head = [inlines.text(names.word(k)) for k in ("turn", "group", "order_of_entry", "entry", "remarks")]
    widths = ["auto", "auto", "auto", "1fr", "2fr"]
    # A column that says nothing gives its room to the others.
    count = 5 if any(row[4] for row in rows) else 4
    rows = [row[:count] for row in rows]
    element = table(head[:count], rows, widths[:count], "cllll"[:count])
    return block(heading(names.word("reinforcements")), element, wide=True, floats=True)


def victory_sheets(
    names: BookletNames, scenario: Scenario, before: Earlier, only: str = ""
) -> Iterator[Block]:
    """Yield blocks of the victory sheet, with the awards of both sides or of only one."""
    losses = loss_lines(names, scenario)
    if not (scenario.awards or scenario.automatic or scenario.levels or losses):
        return
    sides = dict.fromkeys([s.id for s in names.battle.sides] + [a.side for a in scenario.awards])
    is_explained = False
    for side in sides if not only else (only,):
        awards = [a for a in scenario.awards if a.side == side]
        if awards:
            title = heading(names.word("points_for", side=names.side(side)))
            head = [inlines.text(names.word(key)) for key in ("points", "award", "scored")]
            rows: list[tuple[Inlines, ...]] = [
                (_points(names, a), _award(names, a), inlines.WRITE_BOX) for a in awards
            ]
            total = (*inlines.FILL, *inlines.bold(inlines.text(names.word("total"))))
            rows.append((NONE, total, inlines.WRITE_BOX))
            elements: list[Element] = [title, table(head, rows, ("auto", "1fr", "auto"), "clc")]
            if not is_explained and any(award.at != "turn" for award in awards):
                elements.append(remark(inlines.text(names.word("counted_at_end")), above=1.8))
                is_explained = True
            yield block(*elements)
    if losses:
        yield loss_sheet(names, losses)
    if reference := before.automatic():
        yield block(heading(names.word("automatic")), paragraph(inlines.text(reference), RULE_TEXT))
    elif scenario.automatic:
        head = [inlines.text(names.word(key)) for key in ("winner", "condition")]
        rows = []
        for victory in scenario.automatic:
            name = inlines.bold(
                inlines.text(inlines.sentence(victory.name.get(names.language) or victory.id))
            )
            text = condition_text(victory.when, names, victory.side)
            rows.append((inlines.text(names.side(victory.side)), inlines.lines((name, inlines.text(text)))))
        yield block(heading(names.word("automatic")), table(head, rows, ("auto", "1fr"), "ll"))
    if reference := before.levels():
        yield block(heading(names.word("levels")), paragraph(inlines.text(reference), RULE_TEXT))
    elif scenario.levels:
        head = [inlines.text(names.word(key)) for key in ("lead", "winner", "levels")]
        lines = [
            (
                inlines.text(span_text(level.low, level.high, names)),
                inlines.text(names.side(level.side)),
                inlines.text(level.name.get(names.language)),
            )
            for level in scenario.levels
        ]
        yield block(heading(names.word("levels")), table(head, lines, ("auto", "1fr", "1.4fr"), "lll"))


def _points(names: BookletNames, award: VictoryAward) -> Inlines:
    number = inlines.bold(inlines.text(names.value(award.points)))
    if not award.each:
        return number
    before, _, after = names.word("each", n="\0").partition("\0")
    return (*inlines.literal(before), *number, *inlines.literal(after))


def _award(names: BookletNames, award: VictoryAward) -> Inlines:
    name = inlines.bold(inlines.text(inlines.sentence(award.name.get(names.language) or award.id)))
    if award.at == "turn" and not _is_of_one_turn(award.when):
        name = (*name, *inlines.space(1.2), *inlines.pill(names.word("at_turn")))
    if award.when.kind == "always":
        when = names.word("in_any_case")
    else:
        when = condition_text(award.when, names, award.side, award.each)
    return inlines.lines((name, inlines.text(when)))


def _is_of_one_turn(condition: Condition) -> bool:
    """Return whether a condition holds on one turn at most: such an award is not one of every turn."""
    if condition.kind == "all":
        return any(map(_is_of_one_turn, condition.parts))
    return condition.kind == "turn" and condition.low is not None and condition.low == condition.high


def _rulings(names: BookletNames, scenario: Scenario) -> Iterator[Block]:
    rows = []
    for option in names.battle.series.options:
        value = names.battle.option(option.id, scenario)
        if value == option.default or option.text:
            continue  # an optional rule stands in a list of its own
        text = names.word("ruling", value=names.value(value), default=names.value(option.default))
        rows.append((inlines.text(option.name.get(names.language)), inlines.text(text)))
    if rows:
        head = (inlines.text(names.word("rulings")), inlines.text(names.word("value")))
        yield block(table(head, rows, ("1.6fr", "1fr"), "ll"))
