"""Losses of leaders and who follows them in Au fil de l'épée, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input lists of events, each played from the setup:

- `wound`, `kill`, `capture` (with `by`, a unit): a leader;
- `melee` (with `by`), `fire` (with `by` and `surrounded`), `off` the map in rout: how a unit is eliminated;
- `arrives`: a piece, in `hex`.

Prints for each list the leaders that are not as at the start: `health`, `person`, and `at`, the hexes in which he may
be, the captor, `dead`, `safe`, or `box`; and per side `supreme`, those of whom one commands in chief.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from stdlib_edges import distance


class Army:
    def __init__(self, package):
        self.p = package
        self.units = {unit["id"]: unit for unit in package["units"]}
        self.leaders = {leader["id"]: leader for leader in package["leaders"]}
        self.places = {e["piece"]: e["hexes"][0] for e in package["setup"] if e.get("hexes")}
        self.at = {name: [self.places[name]] if name in self.places else ["box"] for name in self.leaders}
        self.health = dict.fromkeys(self.leaders, "unhurt")
        self.person = dict.fromkeys(self.leaders, "original")
        self.stands_for = {}
        chiefs = (x for x in self.leaders.values() if x["role"] == "commander_in_chief")
        self.supreme = {leader["side"]: [leader["id"]] for leader in chiefs}

    def banner(self, leader):
        """Return the hexes of the units of a leader's banner on the map."""
        command = self.leaders[self.stands_for.get(leader, leader)]["command"]
        return [self.places[n] for n, u in self.units.items() if u["command"] == command and n in self.places]

    def army(self, leader):
        side = self.leaders[leader]["side"]
        return [self.places[n] for n, u in self.units.items() if u["side"] == side and n in self.places]

    def value(self, leader, name):
        back = self.person[leader] == "replacement" and self.leaders[leader]["back"]
        worn = self.leaders[leader]["extra"].get("wounded", {}) if self.health[leader] == "wounded" else {}
        return {**self.leaders[leader]["front"], **(back or {}), **worn}.get(name)

    def nearest(self, hexes, here):
        near = min((distance(self, here, h) for h in hexes), default=None)
        return sorted({h for h in hexes if distance(self, here, h) == near})

    def lost(self, leader, captor=None):
        """A leader dies, or is captured; who follows him."""
        role, side = self.leaders[leader]["role"], self.leaders[leader]["side"]
        there = sorted(set(self.banner(leader)))
        again = self.person[leader] == "replacement" or role == "reserve_leader"
        if again:  # the same counter once more
            self.health[leader], self.at[leader] = "unhurt", there or ["box"]
        elif captor is None:
            self.health[leader] = "unhurt"
            self.person[leader], self.at[leader] = ("replacement", there) if there else ("original", ["dead"])
        else:
            reach = self.value(leader, "range")
            self.health[leader], self.at[leader] = "captured", [captor]
            spare = [n for n, x in self.leaders.items() if (x["role"], x["side"]) == ("reserve_leader", side)]
            spare = [n for n in spare if self.at[n] == ["box"]]
            if there and spare:
                below = [n for n in spare if self.value(n, "range") < reach]
                ranked = sorted(below or spare, key=lambda n: self.value(n, "range"))
                new = ranked[-1] if below else ranked[0]
                self.at[new], self.stands_for[new] = there, leader
        if self.supreme[side] == [leader]:
            ready = [
                n
                for n, x in self.leaders.items()
                if x["side"] == side
                and x["role"] in ("banner_lord", "commander_in_chief")
                and self.health[n] != "captured"
                and isinstance(self.at[n][0], int)
                and not (n == leader and self.person[n] == "original")
            ]
            most = max((self.value(n, "rating") for n in ready), default=None)
            self.supreme[side] = sorted(n for n in ready if self.value(n, "rating") == most)

    def eliminated(self, unit, how, event):
        """A unit is gone; what becomes of the leaders in its hex, if it was the last one there."""
        here = self.places.pop(unit)
        side = self.units[unit]["side"]
        held = [n for n, x in self.leaders.items() if self.health[n] == "captured" and self.at[n] == [unit]]
        for leader in held if how != "off" else ():
            self.health[leader] = "unhurt"
            self.at[leader] = sorted(set(self.banner(leader))) or ["safe"]
        with_it = [n for n, x in self.leaders.items() if x["side"] == side and self.at[n] == [here]]
        company = [n for n, h in self.places.items() if n in self.units and h == here]
        for leader in with_it if not company else ():
            chief = self.leaders[leader]["role"] == "commander_in_chief"
            own, whole = self.banner(leader), self.army(leader)
            if how == "melee" or (how == "fire" and event.get("surrounded")):
                self.lost(leader, event["by"])
            elif how == "fire":
                goal = whole if chief else own
                self.at[leader] = self.nearest(goal, here) or ["dead"]
            else:
                goal = own or (whole if chief else [])
                self.at[leader] = self.nearest(goal, here) or ["safe"]

    def play(self, event):
        (how, name), *_ = event.items()
        if how == "arrives":
            self.places[name] = event["hex"]
            if name in self.leaders:
                self.at[name] = [event["hex"]]
        elif how == "wound":
            if self.health[name] == "wounded":
                self.lost(name)
            else:
                self.health[name] = "wounded"
        elif how in ("kill", "capture"):
            self.lost(name, event.get("by"))
        else:
            self.eliminated(name, how, event)


def answer(package, events):
    army, fresh = Army(package), Army(package)
    for event in events:
        army.play(event)
    changed = {
        name: {"health": army.health[name], "person": army.person[name], "at": army.at[name]}
        for name in army.leaders
        if any(getattr(army, k)[name] != getattr(fresh, k)[name] for k in ("health", "person", "at"))
    }
    return {"leaders": changed, "supreme": army.supreme}


def main(file):
    package = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([answer(package, events) for events in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
