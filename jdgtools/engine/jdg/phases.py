"""The turn: phases A to F, from orders to the next turn (JDG-1)."""

from __future__ import annotations

from jdgtools.engine.core.nodes import Action, ChanceNode, DecisionNode, Node
from jdgtools.engine.core.state import OFF_MAP, Frame, GameState
from jdgtools.engine.jdg.arrivals import DUE_NOW, NEVER, WAITING
from jdgtools.engine.jdg.losses import D10
from jdgtools.engine.jdg.morale import demoralised_formations
from jdgtools.engine.jdg.scenario import ScenarioInPlay
from jdgtools.engine.jdg.special import BURRARD_COMMANDS
from jdgtools.engine.jdg.victory import automatic_end, condition, end_of_game, turn_points
from jdgtools.engine.jdg.words import (
    ARRIVALS,
    CHOOSE,
    CHOSEN,
    COMBINED,
    COMMANDER_MOVED,
    CUP,
    DECLINE,
    DEMORALISED,
    DONE_VERB,
    END_RENFORT,
    FACE,
    GROUP,
    HIDDEN,
    IN_RANGE,
    INITIATIVE_SIDE,
    MARKER,
    MISSED,
    OF_TURN,
    ORDER,
    ORDERS,
    PLACE,
    RENFORT,
    ROUT_MOVED,
    ROUT_MOVES,
    ROUTED,
    STORY,
    UNIT,
    WITHOUT,
)


def setup(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let the players place what has an area, and face what has no facing. Frame: place in the setup."""
    _, place = f
    entries = g.t.package.setup
    if place == len(entries):
        s.become(("turn", 0))
        return None
    entry = entries[place]
    piece = g.t.piece_of.get(entry.piece, -1)
    if piece < 0:
        s.become(("setup", place + 1))
        return None
    if s.place[piece] == OFF_MAP and entry.area:
        if s.answer is None:
            free = [h for h in entry.area if g.setup_fits(s, piece, h)]
            return DecisionNode(g.t.side[piece], "setup", tuple(sorted((PLACE, piece, h) for h in free)))
        g.set_up(s, piece, s.take_answer()[2])
        return None
    if piece in g.t.units and s.place[piece] >= 0 and s.facing[piece] < 0 and s.level[piece] < ROUTED:
        if s.answer is None:
            return DecisionNode(g.t.side[piece], "facing", tuple((FACE, k) for k in range(6)))
        s.facing[piece] = s.take_answer()[1]
    s.become(("setup", place + 1))
    return None


def turn(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Go through the phases of a turn (JDG-1-a). Frame: phase.

    Combined markers that are not announced before orders (`cam_public`) are so when all orders are given
    (AMB-04).
    """
    _, phase = f
    if phase == 0:
        s.become(("turn", 1))
        s.note("turn", (), (s.turn,), "JDG-1-a")
        if g.t.options["cinc_reset_phase"] == "A":
            for leader in g.t.leaders:
                s.flags[leader] &= ~COMMANDER_MOVED
        combined_frames: tuple[Frame, ...] = (("combined", 0), ("combined", 1))
        first, last = (combined_frames, ()) if g.t.options["cam_public"] else ((), combined_frames)
        s.push(
            *first,
            ("story",),
            ("arrivals", 0),
            ("renfort", 0),
            ("renfort", 1),
            ("orders", 0, ()),
            ("orders", 1, ()),
            *last,
        )
    elif phase == 1:
        s.become(("turn", 2))
        s.push(("initiative", ()))
    elif phase == 2:
        s.memory[CUP] = fill_cup(g, s)
        s.note("cup", (), s.memory[CUP], "JDG-1-g", "JDG-1-h")
        s.become(("turn", 3))
        single = g.t.options["draw_when_single"] and len(s.memory[CUP]) == 1
        s.push(("cup", 1) if single else ("cup",))
    elif phase == 3:
        s.become(("turn", 4))
        night = g.t.night(s.turn) and g.t.options["night_auto_rally"] == "end_of_turn"
        s.push(("routs", -1), *([("night-rally", 0)] if night else []))
    elif phase == 4:
        s.memory[DEMORALISED] = demoralised_formations(g, s)
        return _end_turn(g, s)
    return None


def _end_turn(g: ScenarioInPlay, s: GameState) -> Node | None:
    """Carry out phase F (JDG-1-t to -v, JDG-13.1-a, JDG-13.2-a).

    Commanders who have moved are turned back here, or by `cinc_reset_phase` in the phase A that follows:
    nobody decides anything in between (AMB-11).
    """
    turn_points(g, s)
    end = automatic_end(g, s)
    if end is None and s.turn >= g.t.last:
        end = end_of_game(g, s)
    if end is not None:
        return end
    late = COMMANDER_MOVED if g.t.options["cinc_reset_phase"] == "A" else 0
    for piece in range(len(s.flags)):
        s.flags[piece] &= ~OF_TURN | late
    s.memory[COMBINED] = ()
    s.turn += 1
    s.become(("turn", 0))
    return None


def arrivals(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Decide which groups of reinforcements are due (JDG-5.2-a, JDG-5.2.1-c). Frame: place in the groups."""
    _, place = f
    if place == len(g.arrivals):
        s.pop()
        return None
    arrival = g.arrivals[place]
    states = list(s.memory[ARRIVALS])
    if states[place] != WAITING or arrival.turn is None or s.turn < arrival.turn:
        s.become(("arrivals", place + 1))
        return None
    if not g.arrival_pieces[place]:
        states[place] = NEVER
    elif (arrival.required is not None and not condition(g, s, arrival.required)) or not g.special.may_arrive(
        s, arrival.id
    ):
        pass
    elif arrival.chance is None:
        states[place] = DUE_NOW
    elif arrival.until is not None and s.turn > arrival.until:
        states[place] = NEVER
    else:
        faces = g.t.package.series.dice[0]
        count = faces.high - faces.low + 1
        if s.answer is None:
            return ChanceNode("arrival", (1,) * count, faces.low)
        if s.take_answer() in arrival.chance.faces:
            states[place] = DUE_NOW
    if states[place] == DUE_NOW:
        s.note("due", g.arrival_pieces[place], (), "JDG-5.2-a")
    s.memory[ARRIVALS] = tuple(states)
    s.become(("arrivals", place + 1))
    return None


def story(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let special rules roll in phase A. Frame: nothing."""
    faces = g.special.faces_of_phase_a(s)
    if not faces:
        s.pop()
        return None
    if s.answer is None:
        return ChanceNode("special rule", D10)
    roll = s.take_answer()
    s.pop()
    if roll < faces:
        s.memory[STORY] = (*s.memory[STORY], BURRARD_COMMANDS)
        s.note("burrard", (), (roll,))
    return None


def renfort(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let a player end the status of reinforcements (JDG-5.2.1-g). Frame: side."""
    _, side = f
    g.end_reinforcements(s)  # who gave way in phase E may have come near an enemy
    units = [u for u in g.t.of_side[side] if s.flags[u] & RENFORT and s.place[u] >= 0]
    if not units:
        s.pop()
        return None
    if s.answer is None:
        return DecisionNode(side, "renfort", ((DONE_VERB,), *((END_RENFORT, unit) for unit in units)))
    answer = s.take_answer()
    if answer[0] == DONE_VERB:
        s.pop()
    else:
        s.flags[answer[1]] &= ~RENFORT
        s.note("renfort-ends", (answer[1],), (), "JDG-5.2.1-g", "JDG-5.2.1-h")
    return None


def groups_of(g: ScenarioInPlay, s: GameState, side: int) -> list[tuple[int, ...]]:
    """Return the tactical groups of a side: units of a formation linked by short distances (JDG-2.3.1-c, -h).

    Reinforcements under their marker are left out by `renfort_outside_groups`; else they link units and count
    for the range of a commander, and act by their own status (AMB-09).
    """
    t = g.t
    left_out = RENFORT if t.options["renfort_outside_groups"] else 0
    chain = t.distances["group_chain"]
    groups = []
    for command, units in enumerate(t.of_command):
        if t.command_side[command] != side:
            continue
        rest = [u for u in units if s.place[u] >= 0 and not s.flags[u] & left_out]
        while rest:
            group = [rest.pop(0)]
            for unit in group:
                linked_units = [o for o in rest if t.distance(s.place[unit], s.place[o]) <= chain]
                group += linked_units
                rest = [o for o in rest if o not in linked_units]
            groups.append(tuple(sorted(group)))
    return groups


def orders(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Let a player give orders to groups in the range of a commander (JDG-2.3.2-a to -g).

    Frame: side, orders.
    """
    _, side, given_orders = f
    t = g.t
    groups = groups_of(g, s, side)
    if s.answer is None:
        actions: list[Action] = [(DONE_VERB,)]
        with_orders = {group for _, group in given_orders}
        used_up = not _has_order_marker(g, s, side, len(given_orders))
        for leader, (_, capacity, reach, _) in t.commander.items():
            if used_up or t.side[leader] != side or s.place[leader] < 0:
                continue
            if sum(1 for who, _ in given_orders if who == leader) >= capacity:
                continue
            for group in groups:
                if (
                    group[0] not in with_orders
                    and t.may_order(leader, group[0])
                    and any(t.distance(s.place[unit], s.place[leader]) <= reach for unit in group)
                ):
                    actions.append((ORDER, leader, group[0]))
        if len(actions) > 1:
            return DecisionNode(side, "orders", tuple(sorted(actions)))
        answer: Action = (DONE_VERB,)
    else:
        answer = s.take_answer()
    if answer[0] == ORDER:
        s.become(("orders", side, (*given_orders, (answer[1], answer[2]))))
        return None
    with_orders = {group for _, group in given_orders}
    numbers = list(s.memory[GROUP])
    for group in groups:
        flag = ORDERS if group[0] in with_orders else WITHOUT
        for unit in group:
            s.flags[unit] |= flag | HIDDEN
            numbers[unit] = group[0]
    s.memory[GROUP] = tuple(numbers)
    if not t.options["range_measured_at_event"]:
        _keep_ranges(g, s, side)
    s.note("orders", tuple(sorted(with_orders)), (side,), "JDG-2.3.2-a", "JDG-2.3.2-d")
    s.pop()
    return None


def _has_order_marker(g: ScenarioInPlay, s: GameState, side: int, count: int) -> bool:
    """Return whether a marker is left for a further order when a side has given so many.

    By `order_markers_limited` both sides share the markers of the battle, and there are no more (AMB-99).
    """
    t = g.t
    printed_count = t.package.markers.get("orders_received")
    if printed_count is None or not t.options["order_markers_limited"]:
        return True
    others = {s.memory[GROUP][unit] for unit in t.of_side[1 - side] if s.flags[unit] & ORDERS}
    return count + len(others) < printed_count


def _keep_ranges(g: ScenarioInPlay, s: GameState, side: int) -> None:
    """Mark the units in the range of their commanders, for the rolls later in the turn (AMB-14)."""
    t = g.t
    for place, (leader, (_, _, reach, _)) in enumerate(t.commander.items()):
        for unit in t.of_side[side]:
            s.flags[unit] &= ~(IN_RANGE << place)
            if t.side[leader] == side and s.place[leader] >= 0 and s.place[unit] >= 0:
                near = t.distance(s.place[unit], s.place[leader]) <= reach
                s.flags[unit] |= (IN_RANGE << place) * near


def _strategic(g: ScenarioInPlay, s: GameState, side: int) -> int:
    """Return the modifier of the named commander (JDG-3-a, JDG-3-b), 0 when he is lost (AMB-15)."""
    return sum(
        drm
        for leader, (drm, _, _, strategic) in g.t.commander.items()
        if strategic and g.t.side[leader] == side and s.place[leader] >= 0
    )


def initiative(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Roll for strategic initiative, and let its holder choose the first marker (JDG-3). Frame: rolls."""
    _, rolls = f
    if len(rolls) < 2:
        if s.answer is None:
            return ChanceNode("strategic initiative", D10)
        s.become(("initiative", (*rolls, s.take_answer())))
        return None
    totals = [rolls[side] + _strategic(g, s, side) for side in (0, 1)]
    side = -1 if totals[0] == totals[1] else int(totals[1] > totals[0])
    if side >= 0:
        choices = markers_to_choose(g, s, side)
        if choices:
            if s.answer is None:
                actions = [(DECLINE,), *((CHOOSE, marker) for marker in choices)]
                return DecisionNode(side, "strategic initiative", tuple(sorted(actions)))
            answer = s.take_answer()
            s.memory[CHOSEN] = answer[1] if answer[0] == CHOOSE else -1
    s.memory[INITIATIVE_SIDE] = side
    s.note("initiative", (), (side, *rolls), "JDG-3-c", "JDG-3-d")
    s.pop()
    return None


def markers_to_choose(g: ScenarioInPlay, s: GameState, side: int) -> list[int]:
    """Return the markers that the holder of strategic initiative may choose (AMB-16).

    `choice_allows_cam` adds his combined markers that are in the cup this turn; without
    `choice_allows_reinforcement` the marker of a formation of which no unit is on the map is none of them.
    """
    t = g.t
    markers = [m for m in markers_in_play(g, s) if t.marker_side[m] == side]
    if not t.options["choice_allows_reinforcement"]:
        markers = [m for m in markers if any(s.place[unit] >= 0 for unit in t.marker_units[m])]
    if t.options["choice_allows_cam"]:
        markers += [m for m in s.memory[COMBINED] if t.marker_side[m] == side]
    return markers


def markers_in_play(g: ScenarioInPlay, s: GameState) -> list[int]:
    """Return the markers of code O that go into the cup this turn.

    A demoralised formation keeps its lower marker, or by `demoralised_am` the higher one; with equal ratings
    the choice of its owner changes nothing (AMB-92). The only marker of a formation that arrives goes in each
    turn, or by `single_am_retry` not again once it was the last of the cup (AMB-38).
    Rules: JDG-1-g, JDG-5.2.1-a to -d, JDG-11.2-d to -g.
    """
    t = g.t
    retry = t.options["single_am_retry"]
    by_command: dict[int, list[int]] = {}
    for index, marker in enumerate(t.markers):
        if marker.code == "O":
            for command in t.marker_commands[index]:
                by_command.setdefault(command, []).append(index)
    markers = []
    for command, own_markers in sorted(by_command.items()):
        markers_by_rating = sorted(own_markers, key=lambda m: -(t.markers[m].rating or 0))
        present = any(s.place[unit] >= 0 for unit in t.of_command[command])
        due = any(
            s.memory[ARRIVALS][place] == DUE_NOW and g.arrivals[place].command == t.command_ids[command]
            for place in range(len(g.arrivals))
        )
        if not (present or due):
            continue
        if command in s.memory[DEMORALISED] and len(markers_by_rating) > 1:
            markers += (
                markers_by_rating[:-1] if t.options["demoralised_am"] == "higher" else markers_by_rating[1:]
            )
        elif due and not (present or retry or len(markers_by_rating) > 1) and command in s.memory[MISSED]:
            pass
        elif present or (due and command in s.memory[MISSED]):
            markers += markers_by_rating
        elif due:
            markers.append(markers_by_rating[0])
    return sorted(markers)


def _has_one_marker(g: ScenarioInPlay, command: int) -> bool:
    """Return whether a formation has only one marker of its own."""
    t = g.t
    return sum(m.code == "O" and command in t.marker_commands[k] for k, m in enumerate(t.markers)) == 1


def fill_cup(g: ScenarioInPlay, s: GameState) -> tuple[int, ...]:
    """Return the markers in the cup (JDG-1-b, JDG-1-g, JDG-1-h, JDG-2.1.1-f)."""
    markers = (*markers_in_play(g, s), *s.memory[COMBINED])
    return tuple(sorted(m for m in markers if m != s.memory[CHOSEN]))


def cup(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Draw markers until one is left (JDG-1-i, -j, -q, JDG-2.2-a to -e).

    By `draw_when_single` one that is alone in the cup when the phase begins is drawn; one that is left after
    draws is set aside as ever (AMB-06). Frame: 1 where the only marker is to be drawn, else nothing.
    """
    t = g.t
    chosen_marker = s.memory[CHOSEN]
    if chosen_marker >= 0:
        s.memory[CHOSEN] = -1
        s.memory[MARKER] = chosen_marker
        s.push(("activate", 0, chosen_marker))
        return None
    markers = s.memory[CUP]
    if len(markers) < 1 + (len(f) == 1):
        s.memory[MARKER] = -1
        normal = [m for m in markers if t.markers[m].code == "O"]
        last = t.marker_commands[normal[0]] if normal else ()
        earlier = () if t.options["single_am_retry"] else s.memory[MISSED]
        s.memory[MISSED] = (*(c for c in earlier if c not in last and _has_one_marker(g, c)), *last)
        s.memory[CUP] = ()
        s.pop()
        return None
    if s.answer is None:
        return ChanceNode("draw", (1,) * len(markers))
    marker = markers[s.take_answer()]
    s.memory[CUP] = tuple(m for m in markers if m != marker)
    s.memory[MARKER] = marker
    s.become(("cup",))
    s.note("draw", (), (marker,), "JDG-1-i", "JDG-2.2-a")
    s.push(("activate", 0, marker))
    return None


def routs(g: ScenarioInPlay, s: GameState, f: Frame) -> Node | None:
    """Make the rout moves of phase E (JDG-1-r, JDG-10.4-b, AMB-111). Frame: side that moves, -1 at first.

    The player without strategic initiative begins; the unit nearest to its edge goes first, or by option the
    one that its player chooses.
    """
    name, side, *units = f
    t = g.t
    if side == -1:
        holder = s.memory[INITIATIVE_SIDE]
        if holder < 0:
            if s.answer is None:
                return ChanceNode("order of routs", (1, 1))
            holder = s.take_answer()
        second = holder
        routed = {
            k: tuple(u for u in t.of_side[k] if s.place[u] >= 0 and s.level[u] == ROUTED) for k in (0, 1)
        }
        for unit in (*routed[0], *routed[1]):
            s.flags[unit] &= ~(ROUT_MOVED | ROUT_MOVES)
        s.become((name, 1 - second, routed[1 - second]))
        s.frames.insert(len(s.frames) - 1, (name, second, routed[second]))
        return None
    waiting = tuple(
        u for u in units[0] if s.place[u] >= 0 and s.level[u] == ROUTED and not s.flags[u] & ROUT_MOVED
    )
    if not waiting:
        s.pop()
        return None
    nearest = min(g.edge_distance(s, unit) for unit in waiting)
    by_choice = t.options["rout_order"] == "owner_choice"
    first = [unit for unit in waiting if by_choice or g.edge_distance(s, unit) == nearest]
    if len(first) > 1:
        if s.answer is None:
            return DecisionNode(side, "order of routs", tuple((UNIT, unit) for unit in first))
        unit = s.take_answer()[1]
    else:
        unit = first[0]
    s.become((name, side, tuple(u for u in waiting if u != unit)))
    s.push(g.rout_frame(s, unit))
    return None


PROCEDURES = {
    "setup": setup,
    "turn": turn,
    "arrivals": arrivals,
    "renfort": renfort,
    "story": story,
    "orders": orders,
    "initiative": initiative,
    "cup": cup,
    "routs": routs,
}
