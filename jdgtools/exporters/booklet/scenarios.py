"""What a scenario asks of the players before the first turn and during play."""

from __future__ import annotations

from collections.abc import Iterator

from jdgtools.exporters.booklet import markup
from jdgtools.exporters.booklet.conditions import condition_text, span_text
from jdgtools.exporters.booklet.names import Names
from jdgtools.model.scenario import Arrival, Placement, Scenario
from jdgtools.model.victory import VictoryAward


def scenario_pages(names: Names, scenario: Scenario) -> Iterator[str]:
    """One scenario: glance, turns, setup, reinforcements, victory, special rules, rulings."""
    title = scenario.title.get(names.language) or scenario.id
    yield markup.part(names.pair(names.word("scenario"), title))
    blocks: list[str] = []
    if scenario.summary:
        blocks.append(markup.block(f"#lead[{markup.paragraphs(scenario.summary.get(names.language))}]", True))
    blocks.append(markup.block(_glance(names, scenario)))
    blocks.append(markup.block(_turns(names, scenario)))
    blocks += [markup.block(body) for body in _setup(names, scenario)]
    if scenario.arrivals:
        blocks.append(markup.block(_arrivals(names, scenario), wide=True))
    blocks += [markup.block(body, wide) for body, wide in _victory(names, scenario)]
    blocks += [markup.block(body) for body in _rules(names, scenario)]
    rulings = _rulings(names, scenario)
    if rulings:
        blocks.append(markup.block(rulings))
    yield markup.pack(blocks)


def _glance(names: Names, scenario: Scenario) -> str:
    battle, series = names.battle, names.battle.series
    rows = [(names.word("turns"), names.turns(scenario))]
    for entry in scenario.sides:
        facts = (
            [f"{names.word('rout_edge').lower()}: {names.edge(entry.rout_edge)}"] if entry.rout_edge else []
        )
        for field in series.side_fields:
            if field.id in entry.values:
                facts.append(names.pair(field.name.get(names.language), names.value(entry.values[field.id])))
        if facts:
            rows.append((names.side(entry.side), "; ".join(facts)))
    orders = dict(series.orders)
    if scenario.orders:
        shown = [
            names.pair(names.command(c), orders[o].get(names.language) if o in orders else o)
            for c, o in scenario.orders.items()
        ]
        rows.append((names.word("orders"), "\n".join(shown)))
    settings = [
        names.pair(field.name.get(names.language), names.value(scenario.settings[field.id]))
        for field in series.scenario_fields
        if scenario.settings.get(field.id, "") != ""
    ]
    if settings:
        rows.append((names.word("settings"), "\n".join(settings)))
    held: dict[str, list[int]] = {}
    for index, side in scenario.held.items():
        held.setdefault(side, []).append(index)
    for side, hexes in held.items():
        rows.append((names.pair(names.word("held"), names.side(side)), names.hexes(hexes)))
    ids = [x.id for x in battle.leaders] + [x.id for x in battle.units]
    order = {piece: n for n, piece in enumerate(ids)}
    unused = sorted(scenario.unused, key=lambda piece: (order.get(piece, len(order)), piece))
    if unused:
        rows.append((names.word("unused"), ", ".join(map(names.piece, unused))))
    removed = [a for a in battle.activation if a.id in scenario.removed_markers]
    if removed:
        shown = []
        for marker in removed:
            own = marker.name.get(names.language) or " + ".join(map(names.command, marker.commands))
            shown.append(f"{own} {names.value(marker.rating) if marker.rating is not None else ''}".strip())
        rows.append((names.word("removed_markers"), ", ".join(shown)))
    single = [c.id for c in battle.commands if c.id in scenario.single_marker_commands]
    if single:
        rows.append((names.word("single_marker"), ", ".join(map(names.command, single))))
    counts = [
        names.pair(marker.name.get(names.language), str(scenario.markers[marker.id]))
        for marker in series.markers
        if marker.id in scenario.markers
    ]
    if counts:
        rows.append((names.word("markers"), "; ".join(counts)))
    lines = []
    for key, value in rows:
        shown_value = " #linebreak() ".join(map(markup.text, value.split("\n")))
        lines.append(f"[#strong[{markup.text(key)}]], [{shown_value}],")
    return markup.heading(names.word("at_a_glance")) + "#facts(\n" + "\n".join(lines) + ")"


def _turns(names: Names, scenario: Scenario) -> str:
    flags = dict(names.battle.series.turn_flags)
    timed = any(turn.time for turn in scenario.turns)
    rows = []
    for turn in scenario.turns:
        shown = []
        if turn.label:
            shown.append(markup.bold(markup.text(turn.label.get(names.language))))
        for flag in flags:
            if flag in turn.flags:
                shown.append(f"#pill[{markup.text(flags[flag].get(names.language))}]")
        for arrival in scenario.arrivals:
            if arrival.turn == turn.number:
                shown.append(markup.text(_group(names, arrival)))
        for marker in names.battle.activation:
            if turn.number in marker.turns and marker.id not in scenario.removed_markers:
                name = marker.name.get(names.language) or marker.id
                shown.append(markup.small(markup.text(names.word("may_use", name=name))))
        time = [markup.text(turn.time)] if timed else []
        rows.append(["#tick-box", f"#strong[{turn.number}]", *time, " #linebreak() ".join(shown)])
    head = ["", markup.text(names.word("turn")), *([markup.text(names.word("time"))] if timed else [])]
    head.append(markup.text(names.word("events")))
    widths = ["auto", "auto", *(["auto"] if timed else []), "1fr"]
    align = "cc" + ("c" if timed else "") + "l"
    return markup.heading(names.word("turns")) + markup.table(head, rows, widths, align)


def _group(names: Names, arrival: Arrival) -> str:
    pieces = ", ".join(map(names.piece, arrival.pieces))
    owner = names.command(arrival.command) or names.side(arrival.side)
    return names.pair(owner, pieces)


def _setup(names: Names, scenario: Scenario) -> Iterator[str]:
    for number, side in enumerate(names.battle.sides):
        placed = [p for p in scenario.placements if names.side_of(p.piece) == side.id]
        if not placed:
            continue
        groups: dict[tuple[int, str], list[Placement]] = {}
        for placement in placed:
            groups.setdefault(_where(names, placement), []).append(placement)
        rows = []
        for _, group in sorted(groups.items(), key=lambda item: item[0]):
            ordered = sorted(group, key=lambda p: p.order)
            rows.append((_place(names, ordered[0]), " #linebreak() ".join(_piece(names, p) for p in ordered)))
        areas = any(not p.hexes for p in placed)
        head = [
            markup.text(names.word("hex")),
            f"{markup.text(names.word('pieces'))} #h(1fr) {markup.text(names.word('facing'))}",
        ]
        title = markup.heading(names.word("setup", side=names.side(side.id)))
        note = markup.small(markup.text(names.word("setup_note"))) if number == 0 else ""
        yield title + markup.table(head, rows, ("32mm" if areas else "auto", "1fr"), "ll") + note


def _where(names: Names, placement: Placement) -> tuple[int, str]:
    """Order of the lines of a setup card: exact hexes, areas, boxes."""
    if placement.hexes:
        return 0, " ".join(names.hex(index) for index in placement.hexes)
    if placement.area:
        return 1, f"{placement.area_name} {' '.join(map(names.hex, placement.area))} {placement.piece}"
    return 2, placement.box


def _place(names: Names, placement: Placement) -> str:
    if placement.hexes:
        return markup.bold(markup.text("–".join(names.hex(index) for index in placement.hexes)))
    if placement.area:
        shown = names.hexes(placement.area)
        return f"#choice[{markup.text(names.word('player_choice'))} #linebreak() {markup.text(shown)}]"
    box = next((b for b in names.battle.series.boxes if b.id == placement.box), None)
    return f"#choice[{markup.text(box.name.get(names.language) if box else placement.box)}]"


def _piece(names: Names, placement: Placement) -> str:
    shown = markup.text(names.piece(placement.piece))
    if placement.kind == "leader":
        shown = f"#emph[{shown}]"
    state = names.states(placement.state.items())
    shown += f" #pill[{markup.text(state)}]" if state else ""
    facing = names.facing(placement.facing)
    return shown + (f" #h(1fr) {markup.text(facing)}" if facing else "")


def _arrivals(names: Names, scenario: Scenario) -> str:
    the_map = names.battle.map
    dice = names.battle.series.dice
    rows = []
    for arrival in scenario.arrivals:
        stacks = [" + ".join(map(names.piece, stack)) for stack in arrival.stacks]
        listed = {piece for stack in arrival.stacks for piece in stack}
        stacks += [names.piece(piece) for piece in arrival.pieces if piece not in listed]
        entry = the_map.entry(arrival.entry) if the_map and arrival.entry else None
        hexes = ", ".join(map(names.hex, arrival.hexes))
        where = f"{entry.name.get(names.language) or entry.id} ({hexes})" if entry else hexes
        remarks = []
        if arrival.optional:
            remarks.append(names.word("optional"))
        if arrival.chance:
            low, faces = arrival.chance
            first = dice[0].low if dice else 1
            span = f"{first}–{first + faces - 1}"
            remarks.append(names.word("roll", low=low, range=span))
        if arrival.until is not None:
            remarks.append(names.word("until", n=arrival.until))
        remarks += [x.get(names.language) for x in (arrival.condition, arrival.note) if x]
        state = names.states(arrival.state.items())
        if state:
            remarks.append(state)
        rows.append(
            (
                markup.bold("–" if arrival.turn is None else str(arrival.turn)),
                markup.text(names.command(arrival.command) or names.side(arrival.side)),
                " #linebreak() ".join(f"{n}\\. {markup.text(x)}" for n, x in enumerate(stacks, 1)),
                markup.text(where),
                markup.text("; ".join(remarks)),
            )
        )
    head = [markup.text(names.word(k)) for k in ("turn", "group", "order_of_entry", "entry", "remarks")]
    widths = ("auto", "1fr", "1.5fr", "1.1fr", "1.4fr")
    return markup.heading(names.word("reinforcements")) + markup.table(head, rows, widths, "cllll")


def _victory(names: Names, scenario: Scenario) -> Iterator[tuple[str, bool]]:
    """Blocks of the victory sheet, and whether each is wide."""
    if not (scenario.awards or scenario.automatic or scenario.levels):
        return
    sides = dict.fromkeys([s.id for s in names.battle.sides] + [a.side for a in scenario.awards])
    for side in sides:
        awards = [a for a in scenario.awards if a.side == side]
        if awards:
            title = markup.heading(names.word("points_for", side=names.side(side)))
            head = [markup.text(names.word(key)) for key in ("points", "award")]
            rows = [(_points(names, a), _award(names, a)) for a in awards]
            yield title + markup.table(head, rows, ("auto", "1fr"), "cl"), False
    if scenario.automatic:
        head = [markup.text(names.word(key)) for key in ("winner", "condition")]
        rows = []
        for victory in scenario.automatic:
            name = markup.bold(markup.text(victory.name.get(names.language) or victory.id))
            text = condition_text(victory.when, names, victory.side)
            rows.append((markup.text(names.side(victory.side)), names.pair(name, markup.text(text))))
        yield markup.heading(names.word("automatic")) + markup.table(head, rows, ("auto", "1fr"), "ll"), False
    if scenario.levels:
        head = [markup.text(names.word(key)) for key in ("lead", "winner", "levels")]
        lines = [
            (
                markup.text(span_text(level.low, level.high, names)),
                markup.text(names.side(level.side)),
                markup.text(level.name.get(names.language)),
            )
            for level in scenario.levels
        ]
        title = markup.heading(names.word("levels"))
        yield title + markup.table(head, lines, ("auto", "1fr", "1.4fr"), "lll"), False


def _points(names: Names, award: VictoryAward) -> str:
    shown = markup.bold(markup.text(names.value(award.points)))
    return f"{shown} {markup.text(names.word('each'))}" if award.each else shown


def _award(names: Names, award: VictoryAward) -> str:
    name = markup.bold(markup.text(award.name.get(names.language) or award.id))
    text = condition_text(award.when, names, award.side, award.each)
    when = names.word("at_turn" if award.at == "turn" else "at_end")
    return f"{names.pair(name, markup.text(text))} #linebreak() {markup.small(markup.text(when))}"


def _rules(names: Names, scenario: Scenario) -> Iterator[str]:
    for number, rule in enumerate(scenario.special_rules, 1):
        title = markup.heading(names.word("special_rules")) if number == 1 else ""
        name = markup.text(rule.title.get(names.language) or rule.id)
        ids = ", ".join(rule.overrules)
        below = markup.small(markup.text(names.word("overrules", ids=ids))) if ids else ""
        body = markup.paragraphs(rule.text.get(names.language))
        yield f"{title}#rule-text({number}, [{name}], [{body}], [{below}])"


def _rulings(names: Names, scenario: Scenario) -> str:
    rows = []
    for option in names.battle.series.options:
        value = names.battle.option(option.id, scenario)
        if value == option.default:
            continue
        shown = names.word("ruling", value=names.value(value), default=names.value(option.default))
        entry = markup.small(markup.text(option.entry)) if option.entry else ""
        rows.append((f"{markup.text(option.name.get(names.language))} {entry}", markup.text(shown)))
    if not rows:
        return ""
    head = (markup.text(names.word("rulings")), markup.text(names.word("value")))
    return markup.table(head, rows, ("1.6fr", "1fr"), "ll")
