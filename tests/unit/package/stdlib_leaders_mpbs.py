"""Losses of leaders and who follows them in Musket & Pike, by docs/package.md alone: run with `python -I -S`.

Reads a package, and from the standard input lists of events, each played from the setup:

- `hit`, `pursued`, `eliminated`: a leader is removed by a roll, leaves with a pursuit, or is gone without a roll;
- `gone`: a unit is eliminated; `roll`: a leader's roll (0 to 9) when markers are removed;
- `markers`: the removal of markers, which ends the turn.

Prints for each list `leads`: command -> its leader, "generic" or null, `where`: the hexes in which a leader may be put
who came with the last removal, `command`: side -> army commander, and `lost`, those whose loss counts for victory.
"""

import json
import pathlib
import sys

RETURNS = {"returns_now": 0, "out_one_turn": 1, "out_two_turns": 2}


class Army:
    def __init__(self, package):
        self.units = {unit["id"]: unit for unit in package["units"]}
        self.leaders = {leader["id"]: leader for leader in package["leaders"]}
        self.places = {e["piece"]: e["hexes"] for e in package["setup"] if e.get("hexes")}
        (chart,) = [c for c in package["charts"] if c["id"] == "T-LEADER-REPLACEMENT"]
        keys = {key["id"]: key for key in chart["axes"][0]["keys"]}
        self.table = [(keys[cell["at"][0]], cell["value"]) for cell in chart["cells"]]
        self.leads = {command["id"]: command["leader"] for command in package["commands"]}
        self.command = {
            leader["side"]: leader["id"]
            for leader in package["leaders"]
            if leader["role"] == "army_commander" and leader["id"] in self.places
        }
        self.due, self.rolls, self.lost, self.where = {}, {}, [], {}
        self.turn = 1

    def hexes(self, command):
        return sorted(
            {h for n, u in self.units.items() if u["command"] == command for h in self.places.get(n, ())}
        )

    def wing_of(self, leader):
        return next((c for c, who in self.leads.items() if who == leader), None)

    def succeed(self, leader, wing):
        """Another leads a wing at the next removal of markers."""
        named = self.leaders[leader]["front"].get("replacement")
        self.leads[wing] = (named or "generic") if self.hexes(wing) else None
        self.where[wing] = self.hexes(wing)

    def replace_commander(self, leader):
        side = self.leaders[leader]["side"]
        if self.command.get(side) != leader:
            return
        heirs = [
            name
            for name, x in self.leaders.items()
            if x["side"] == side and x["front"].get("senior") and name in self.places
        ]
        self.command[side] = heirs[0] if heirs else None
        if heirs:
            wing = self.wing_of(heirs[0])
            self.leads[wing] = None
            self.due[heirs[0]] = ("heir", wing, self.turn)

    def play(self, event):
        (how, name), *_ = event.items()
        if how == "gone":
            self.places.pop(name)
        elif how == "roll":
            self.rolls[name] = event["value"]
        elif how == "markers":
            self.remove_markers()
        else:
            self.places.pop(name)
            wing = self.wing_of(name)
            if wing:
                self.leads[wing] = None
            self.replace_commander(name)
            self.due[name] = ("roll" if how in ("hit", "pursued") else "dead", wing, self.turn)

    def remove_markers(self):
        for name, (what, wing, turn) in list(self.due.items()):
            left = bool(wing and self.hexes(wing))
            if what == "heir":
                self.succeed(name, wing)
                del self.due[name]
            elif what == "dead" or (what == "roll" and wing and not left):
                self.lost.append(name)
                del self.due[name]
                if wing:
                    self.succeed(name, wing)
            elif what == "roll":
                result = next(v for key, v in self.table if key["low"] <= self.rolls[name] <= key["high"])
                if result in RETURNS:
                    self.due[name] = ("back", wing, turn + RETURNS[result])
                else:
                    self.lost.append(name)
                    del self.due[name]
                if wing:
                    self.succeed(name, wing)
            what, wing, turn = self.due.get(name, ("", wing, 0))
            if what == "back" and turn == self.turn:
                del self.due[name]
                if left:
                    self.leads[wing], self.where[wing] = name, self.hexes(wing)
        self.turn += 1


def answer(package, events):
    army, fresh = Army(package), Army(package)
    for event in events:
        army.where = {}
        army.play(event)
    leads = {c: who for c, who in army.leads.items() if who != fresh.leads[c]}
    return {"leads": leads, "where": army.where, "command": army.command, "lost": army.lost}


def main(file):
    package = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    assert not any("site-packages" in path for path in sys.path)
    print(json.dumps([answer(package, events) for events in json.load(sys.stdin)]))


if __name__ == "__main__":
    main(*sys.argv[1:])
