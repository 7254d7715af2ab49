"""Wings and banners in the order of activation: rolls of cards and leaders, who begins, who has acted."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from jdgtools.exporters.module.arrivals import arrival_groups, due
from jdgtools.exporters.module.globals import Globals, do_actions
from jdgtools.exporters.module.last_turn import set_turn_number
from jdgtools.exporters.module.module_context import ModuleContext, plain
from jdgtools.exporters.module.prototype_names import use
from jdgtools.exporters.module.terms import state_test
from jdgtools.exporters.module.turn_words import turn_phrase
from jdgtools.model.definition import StateAxis
from jdgtools.model.pieces import Command, Leader
from jdgtools.vassal.components import Component
from jdgtools.vassal.encoding import Key
from jdgtools.vassal.traits import CalculatedProperty, Marker, Piece, Trait


def with_wing_traits(context: ModuleContext, pieces: Mapping[str, Piece]) -> dict[str, Piece]:
    """Return all pieces; leaders and cards have their rolls, and the marks by which the table finds them."""
    traits: dict[str, list[Trait]] = {}
    for leader in context.battle.leaders:
        traits[f"leader:{leader.id}"] = [*_rolls(context, "leader"), *_leader_marks(context, leader)]
    for command in context.battle.commands:
        traits[f"command:{command.id}"] = [*_rolls(context, "command"), *_card_marks(context, command)]
    return {k: Piece((*traits.get(k, ()), *p.traits), p.basic) for k, p in pieces.items()}


def _rolls(context: ModuleContext, kind: str) -> list[Trait]:
    checks = [f"Check {c.id}" for c in context.rules.checks if c.on == kind]
    return use("Acting marker", *checks) if checks else []


def _leader_marks(context: ModuleContext, leader: Leader) -> list[Trait]:
    """Return the number of the command that a leader leads, his own number, and his rating."""
    rule = context.rules.order_of_activation
    if rule is None:
        return []
    led = [n for n, c in enumerate(context.battle.commands, 1) if leader.id == c.leader]
    led += [n for n, c in enumerate(context.battle.commands, 1) if c.id == leader.command and n not in led]
    rating = leader.front.get("rating")
    marks = {"ListNo": str(leader_number(context, leader))}
    if led and leader.role in rule.roles:
        marks |= {"LeaderOf": str(led[0]), "LeaderRating": str(rating if isinstance(rating, int) else 0)}
    return [Marker(names=tuple(marks), values=tuple(marks.values()))]


def leader_number(context: ModuleContext, leader: Leader) -> int:
    """Return the number of a leader, from 1."""
    return context.battle.leaders.index(leader) + 1


def _card_marks(context: ModuleContext, command: Command) -> list[Trait]:
    """Return what the table asks of a card: side, kind of wing, whether its leader and units are in play."""
    rule = context.rules.order_of_activation
    if rule is None or not rule.order_axis:
        return []
    battle = context.battle
    number = battle.commands.index(command) + 1
    side = next((n for n, s in enumerate(battle.sides, 1) if s.id == command.side), 0)
    marks = {"Card": "1", "SideNo": str(side), "Horse": str(int(command.values.get("type") == "cavalry"))}
    table = plain(context.words("map"))
    led = [f'CountMap("{table}","{{LeaderOf=={number}}}")>0']
    units = [f'CountMap("{table}","{{Unit==1&&CmdNo=={number}}}")>0']
    # A wing that is due to enter in this turn counts as well (MP-7.4-a).
    led += _due(context, {leader.id for leader in battle.leaders}, f"LeaderOf=={number}", command.id)
    units += _due(context, {u.id for u in battle.units}, f"Unit==1&&CmdNo=={number}", command.id)
    return [
        CalculatedProperty("InPlay", f"{{({'||'.join(led)})&&({'||'.join(units)})?1:0}}"),
        CalculatedProperty("WcRating", f'{{SumMap("LeaderRating","{table}","{{LeaderOf=={number}}}")}}'),
        Marker(names=tuple(marks), values=tuple(marks.values())),
    ]


def _due(context: ModuleContext, pieces: AbstractSet[str], which: str, command: str = "") -> list[str]:
    """Return tests whether some of the pieces are due to enter in this turn, one for each group of them.

    Args:
        context: the module.
        pieces: ids of units or leaders, of which a group has some or none.
        which: condition of those that count.
        command: command of the groups that are looked at; '' = all.
    """
    return [
        due(context, arrival, number, "<=", which)
        for number, arrival in enumerate(arrival_groups(context), 1)
        if not pieces.isdisjoint(arrival.pieces) and (not command or arrival.command == command)
    ]


def wing_buttons(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the buttons of the initiative by orders and of the list of activations."""
    return [*_order_initiative(context, table), *_list_button(context, table)]


def _list_button(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the button that says who has acted and who has not, in the order of activation."""
    rule = context.rules.order_of_activation
    axis = context.series.axis(rule.axis) if rule else None
    if rule is None or axis is None:
        return []
    title = plain(context.say(rule.name))
    lines = _by_order(context, axis) if rule.order_axis else _by_rating(context, axis)
    keys = [Key.named(f"list {n}") for n in range(1, len(lines) + 1)]
    steps = [
        do_actions(key, [], doReport=True, reportFormat=f"{{{line}}}")
        for key, line in zip(keys, lines, strict=True)
    ]
    # Who is due is in the list: before the first turn has ended nothing else has asked for its number.
    keys.insert(0, set_turn_number(context, table))
    return [*steps, do_actions(Key.named("activation list"), keys, text=title, tooltip=title, name=title)]


def _state(context: ModuleContext, leader: Leader, axis: StateAxis) -> str:
    """Return an expression of what a leader's state is called; of one who is still due the first."""
    number = leader_number(context, leader)
    here = f'CountMap("{plain(context.words("map"))}","{{ListNo=={number}&&%s}}")>0'
    first, *others = axis.values
    steps = "".join(f'{here % state_test(axis, v.id)}?"{plain(context.say(v.name))}":' for v in others)
    return f'({steps}"{plain(context.say(first.name))}")'


def _entry(context: ModuleContext, leader: Leader, axis: StateAxis, test: str = "") -> str:
    """Return an expression of a leader in the list; '' while he is neither on the map nor due to enter it."""
    number = leader_number(context, leader)
    places = [f'CountMap("{plain(context.words("map"))}","{{ListNo=={number}}}")>0']
    # Who enters in this turn takes his place in the order (AFE-6.C-b).
    places += _due(context, {leader.id}, f"ListNo=={number}")
    here = f"({'||'.join(places)}){test}"
    side = next((s for s in context.battle.sides if s.id == leader.side), None)
    who = plain(context.say(leader.name)) + (f" [{plain(context.say(side.name))}]" if side else "")
    return f'({here}?" · {who}{context.colon}"+{_state(context, leader, axis)}:"")'


def _line(head: str, entries: list[str]) -> str:
    """Return a line of the list; '' while nobody stands in it."""
    text = "+".join(entries)
    return f'(({text}).length()==0?"":"{head}"+{text})'


def _by_rating(context: ModuleContext, axis: StateAxis) -> list[str]:
    rule = context.rules.order_of_activation
    assert rule is not None
    by_rating: dict[int, list[Leader]] = {}
    for leader in context.battle.leaders:
        rating = leader.front.get("rating")
        if leader.role in rule.roles and isinstance(rating, int):
            by_rating.setdefault(rating, []).append(leader)
    heading = turn_phrase(context, "command_rating")
    return [
        _line(f"{heading} {rating}", [_entry(context, x, axis) for x in _alternate(context, leaders)])
        for rating, leaders in sorted(by_rating.items())
    ]


def _alternate(context: ModuleContext, leaders: list[Leader]) -> list[Leader]:
    """Return leaders of one rating, the sides in turns; the smaller bonus of a chief begins (AFE-6.C-e)."""
    bonus = {
        leader.side or "": number
        for leader in context.battle.leaders
        if leader.role == context.rules.chief and isinstance(number := leader.front.get("bonus"), int)
    }
    places: dict[str, int] = {}
    keys = {}
    for leader in leaders:
        side = leader.side or ""
        places[side] = place = places.get(side, 0) + 1
        keys[leader.id] = (place, bonus.get(side, 0))
    return sorted(leaders, key=lambda leader: keys[leader.id])


def _by_order(context: ModuleContext, axis: StateAxis) -> list[str]:
    rule = context.rules.order_of_activation
    orders = context.series.axis(rule.order_axis) if rule else None
    if rule is None or orders is None:
        return []
    lines = []
    window = plain(context.words("command"))
    for order in rule.ranks:
        entries = []
        for leader in context.battle.leaders:
            marks = {n: v for t in _leader_marks(context, leader) for n, v in _properties(t).items()}
            if "LeaderOf" in marks:
                card = f"Card==1&&CmdNo=={marks['LeaderOf']}&&{state_test(orders, order)}"
                entries.append(_entry(context, leader, axis, f'&&CountMap("{window}","{{{card}}}")>0'))
        name = next(plain(context.say(v.name)) for v in orders.values if v.id == order)
        if entries:
            lines.append(_line(name, entries))
    return lines


def _properties(trait: Trait) -> Mapping[str, str]:
    return trait.properties if isinstance(trait, Marker) else {}


def _order_initiative(context: ModuleContext, table: Globals) -> list[Component]:
    """Return the button of the initiative by numbers of wings under the highest order (MP-4.1.1, 4.1.2)."""
    rule = context.rules.order_of_activation
    orders = context.series.axis(rule.order_axis) if rule else None
    sides = context.battle.sides
    if rule is None or orders is None or len(sides) < 2 or not rule.initiative:
        return []
    window = plain(context.words("command"))
    steps = [set_turn_number(context, table)]
    ranks = [r for r in rule.ranks if r != rule.without_initiative]

    def wings(side: int, more: str) -> str:
        return f'CountMap("{window}","{{Card==1&&InPlay==1&&SideNo=={side}&&{more}}}")'

    tests = [state_test(orders, rank) for rank in ranks]
    either = [f"{wings(1, t)}+{wings(2, t)}>0" for t in tests]
    rank_steps = "".join(f"{some}?{n}:" for n, some in enumerate(either, 1))
    steps.append(table.set("Rank", "initiative rank", f"{{{rank_steps}0}}"))
    for side in (1, 2):
        rank_text = "".join(f"Rank=={n}?{wings(side, t)}:" for n, t in enumerate(tests, 1))
        steps.append(table.set(f"I{side}", f"initiative wings {side}", f"{{{rank_text}0}}"))
        best = ""
        for n, test in enumerate(tests, 1):
            low = "".join(f"{wings(side, f'{test}&&WcRating=={r}')}>0?{r}:" for r in (-2, -1))
            best += f"Rank=={n}?({low}0):"
        steps.append(table.set(f"B{side}", f"initiative leader {side}", f"{{{best}0}}"))
        die = context.series.dice[0]
        roll = f"{{Random({die.high - die.low + 1}){die.low - 1:+d}}}"
        steps.append(table.set(f"R{side}", f"initiative die {side}", roll))
    say = Key.named("say initiative")
    title = plain(context.say(rule.initiative))
    return [
        do_actions(say, [], doReport=True, reportFormat=_initiative_text(context, title, ranks)),
        do_actions(Key.named("initiative"), [*steps, say], text=title, tooltip=title, name=title),
    ]


def _initiative_text(context: ModuleContext, title: str, ranks: list[str]) -> str:
    """Return the line of the initiative: wings counted, best commanders, dice, who begins."""
    rule = context.rules.order_of_activation
    orders = context.series.axis(rule.order_axis) if rule else None
    assert orders is not None
    names = [plain(context.say(s.name)) for s in context.battle.sides[:2]]
    order_names = {v.id: plain(context.say(v.name)) for v in orders.values}
    order = "".join(f'Rank=={n}?"{order_names[rank]}":' for n, rank in enumerate(ranks, 1))
    wings_in_words = f'"{names[0]} "+I1+", {names[1]} "+I2'
    best = f'" – {turn_phrase(context, "best_commander")}{context.colon}{names[0]} "+B1+", {names[1]} "+B2'
    dice = f'" – {turn_phrase(context, "dice")}{context.colon}{names[0]} "+R1+", {names[1]} "+R2'
    tied = "I1==I2"
    even = f"{tied}&&B1==B2"
    first = f'"{names[0]}"', f'"{names[1]}"'
    again = f'"{turn_phrase(context, "roll_again")}"'
    winner = (
        f"(I1>I2?{first[0]}:I2>I1?{first[1]}:B1<B2?{first[0]}:B2<B1?{first[1]}"
        f":R1>R2?{first[0]}:R2>R1?{first[1]}:{again})"
    )
    none = f'"{title}{context.colon}{turn_phrase(context, "no_wing")}"'
    colon = f'"{context.colon}"'
    text = f'"{title}"+{colon}+({order}"")+{colon}+{wings_in_words}+({tied}?{best}:"")+({even}?{dice}:"")'
    text += f'+" – "+{winner}'
    return f"{{Rank==0?{none}:{text}}}"
