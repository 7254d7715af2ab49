"""Initiative, activation, orders, command, rally and morale of Musket & Pike, by docs/package.md alone: `python -I -S`.

Reads a package, and from the standard input positions as JSON: `setup` as in a package, `orders` of the wings,
`finished` wings, `last` = the side that acted last, and `acts` = the army commanders that spend their action.
Prints for each position

- `initiative`: the side that has it, null on a tie;
- `next`: the wings of which one is activated next;
- `changes`: wing -> order -> highest roll that brings it about, null where there is no such change;
- `continues`, `preempts`: wing -> highest roll of the first attempt;
- `in_command`: units in command;
- `rally`: unit -> "automatic", or the highest roll that rallies it; those that their order does not let try are absent;
- `morale`: unit -> highest roll that passes a check of one cause.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_lines import main
from stdlib_pieces_mpbs import FOOT_AND_HORSE, Lines
from stdlib_pieces_mpbs import Piece as AnyPiece

ORDERS = ("charge", "make_ready", "receive_charge", "rally")
DIE = range(10)


class Piece(AnyPiece):
    @property
    def in_service(self):
        return self.served and self.state["baggage"] != "baggage_captured"


def answer(package, content):
    commands = {command["id"]: command for command in package.p["commands"]}
    leaders = {leader["id"]: leader for leader in package.p["leaders"]}
    pieces = [Piece(package, entry) for entry in content["setup"] if "hexes" in entry]
    units = [piece for piece in pieces if piece.kind == "unit"]
    seats = {piece.id: piece.hexes[0] for piece in pieces if piece.kind == "leader"}
    orders = {wing: order for wing, order in content["orders"].items() if led(commands, seats, wing)}
    sides = [side["id"] for side in package.p["sides"]]

    def enemies_near(where, side):
        near = set(package.around[6 * where : 6 * where + 6])
        return [u for u in units if u.side != side and near & set(u.hexes) and u.in_service]

    def number(side, order):
        return sum(o == order and commands[w]["side"] == side for w, o in orders.items())

    initiative = None
    for order in ORDERS[:3]:
        counts = [number(side, order) for side in sides]
        if any(counts):
            initiative = None if counts[0] == counts[1] else sides[counts.index(max(counts))]
            break

    left = [wing for wing in orders if wing not in content["finished"]]
    status = {wing: package.cells["T-ORDER-STATUS"][orders[wing],] for wing in left}
    best = [wing for wing in left if status[wing] == min(status.values())]
    turn = [wing for wing in best if commands[wing]["side"] != content["last"]]

    def rolls(wing, span, chart, column, facts):
        """Return the rolls that lie in a span with the lines of its chart."""
        if span is None:
            return []
        commander = commands[wing]["leader"]
        side, where = commands[wing]["side"], seats[commander]
        chief = next((x for x in content["acts"] if leaders[x]["side"] == side), None)
        near = {where, *package.around[6 * where : 6 * where + 6]}
        limited = leaders[chief]["lists"].get("influences", ()) if chief else ()
        acts = chief in seats and seats[chief] in near and (not limited or wing in limited)
        facts = {
            "wing_type": commands[wing]["values"]["type"],
            "army_commander_acts": acts,
            "attempt": 1,
            **facts,
        }
        groups = {"adjacent_enemies": enemies_near(where, side)}
        computed = {"wc_rating": leaders[commander]["front"]["rating"]}
        computed["ac_rating"] = leaders[chief]["front"]["rating"] if chief else 0
        total, _ = Lines(package, (), groups, facts, where).sum(f"{chart}-DRM", column, computed)
        return [roll for roll in DIE if span[0] <= min(max(roll + total, 0), 9) <= span[1]]

    changes, continues, preempts = {}, {}, {}
    for wing, order in orders.items():
        members = [u for u in units if u.unit["command"] == wing]
        shaken = sum(u.state["morale"] != "morale_normal" for u in members)
        half = {"wing_half_lost": 2 * shaken > len(members)}
        for wanted in ORDERS:
            span = package.cells["T-ORDERS-CHANGE"][order, wanted]
            found = rolls(wing, span, "T-ORDERS-CHANGE", (), {"desired_order": wanted, **half})
            changes.setdefault(wing, {})[wanted] = max(found, default=None)
        for use, told in (("continuation", continues), ("preemption", preempts)):
            span = package.cells["T-CONTINUATION"][order, use]
            told[wing] = max(rolls(wing, span, "T-CONTINUATION", (use,), {}), default=None)

    in_command = set()
    for wing in orders:
        in_command |= reached(
            package, wing, [u for u in units if u.unit["command"] == wing], seats, commands, units
        )

    rally, morale = {}, {}
    for unit in units:
        if unit.arm not in FOOT_AND_HORSE:
            continue
        there = [leaders[x] for x, where in seats.items() if where in unit.hexes]
        beside = [leader["front"].get("rating", 0) for leader in there if leader["side"] == unit.side]
        shift = {"morale_normal": 0, "morale_shaken": -1, "morale_broken": None}[unit.state["morale"]]
        value = 1 if shift is None else unit.face["morale"] + shift
        passes = value - min(beside, default=0)
        morale[unit.id] = min(passes, 9) if passes >= 0 else None
        wing = unit.unit["command"]
        if wing not in orders or unit.state["morale"] == "morale_normal":
            continue
        reached_threshold = unit.state["threshold"] == "threshold_reached"
        if reached_threshold and unit.state["morale"] == "morale_shaken":
            continue
        where = seats[commands[wing]["leader"]]
        with_him = where in unit.hexes
        near = with_him or any(where in package.around[6 * h : 6 * h + 6] for h in unit.hexes)
        own, his = (
            package.cells["T-ORDERS"][way, orders[wing]] == "yes" for way in ("rally_self", "rally_wc")
        )
        if own or (his and near):
            rally[unit.id] = "automatic" if with_him else morale[unit.id]
    return {
        "initiative": initiative,
        "next": sorted(turn or best),
        "changes": changes,
        "continues": continues,
        "preempts": preempts,
        "in_command": sorted(in_command),
        "rally": rally,
        "morale": morale,
    }


def led(commands, seats, wing):
    return commands[wing]["leader"] in seats


def reached(package, wing, members, seats, commands, units):
    """Return the units of a wing that a command line reaches, from its commander or from unit to unit."""
    closed = {h for u in units if u.side != commands[wing]["side"] and u.in_service for h in u.hexes} | {
        h for h in range(len(package.levels)) if not package.p["grid"]["in_play"][h]
    }
    closed |= {
        h
        for h, kind in enumerate(package.p["terrain"]["hexes"])
        if "impassable" in package.p["terrain"]["kinds"][kind]["flags"]
    }
    known, found = {seats[commands[wing]["leader"]]}, set()
    rest = [u for u in members if u.in_service and u.arm != "baggage"]
    while True:
        new = [u for u in rest if near_enough(package, u, known, closed)]
        if not new:
            return found
        rest = [u for u in rest if u not in new]
        found |= {u.id for u in new}
        known |= {h for u in new for h in u.hexes}


def near_enough(package, unit, known, closed):
    passed, rim = set(unit.hexes), set(unit.hexes)
    for _ in range(package.cells["T-COMMAND"][unit.arm,] + 1):
        if rim & known:
            return True
        rim = {h for here in rim for h in package.around[6 * here : 6 * here + 6] if h >= 0} - passed - closed
        passed |= rim
    return False


if __name__ == "__main__":
    main(answer)
