// What the units of a side may do in a plain position: no markers, no deeds before, all of its units active, with orders or without.
// Written from the rules (JDG-4 to JDG-9); it shares no code with the reference engine.
import { Engine } from "./engine.mjs";

const ALL = [0, 1, 2, 3, 4, 5];
const corners = (one, two) => Math.min((one - two + 6) % 6, (two - one + 6) % 6);

export class Acts extends Engine {
  ask(asked) {
    const position = this.position(asked.units);
    for (const unit of position.units) unit.active = unit.side === asked.side;
    const flags = this.pkg.turns.track.find((turn) => turn.number === asked.turn).flags;
    const dark = flags.includes("night") || flags.includes("fog");
    return { asked, position, dark, threats: this.threats(position, asked.side) };
  }
  id(hex) {
    return this.pkg.grid.ids[hex];
  }
  ahead(facing) {
    return facing < 0 ? [] : [facing, (facing + 1) % 6];
  }
  fronts(unit) {
    if (unit.level === "routed") return [];
    return unit.square || this.terrain(unit.hex, "six_front") ? ALL : this.ahead(unit.facing);
  }
  hexesOfEnemies(game) {
    return [...new Set(game.threats.enemies.map((enemy) => enemy.hex))];
  }
  // The cone of two front directions (JDG-CONV-f): p steps in the one, n in the other.
  inCone(from, to, facing) {
    for (let reach = 1, rows = [from]; reach <= this.distance(from, to); reach++) {
      const next = new Set();
      for (const hex of rows) for (const d of this.ahead(facing)) if (this.neighbour(hex, d) >= 0) next.add(this.neighbour(hex, d));
      rows = [...next];
      if (rows.includes(to)) return true;
    }
    return false;
  }
  kin(unit, position) {
    return position.in(unit.hex).filter((other) => (other.arm === "artillery") === (unit.arm === "artillery"));
  }

  // Artillery fire (JDG-7.2, JDG-7.3-c, JDG-12.1-d, JDG-12.2-c).
  fires(game) {
    const { position } = game;
    const guns = position.units.filter((unit) => unit.active && unit.arm === "artillery" && unit.level === "ordered");
    const enemyIn = (hex) => hex >= 0 && position.in(hex).some((other) => !other.active);
    const sees = (gun, hex) => this.sees(position, this.id(gun.hex), this.id(hex));
    const bound = (gun, facing) =>
      this.ahead(facing).map((d) => this.neighbour(gun.hex, d)).filter((hex) => enemyIn(hex) && sees(gun, hex));
    const targets = (gun) => {
      const near = bound(gun, gun.facing);
      return this.hexesOfEnemies(game).filter((hex) => {
        const distance = this.distance(gun.hex, hex);
        if (distance > this.face(gun).maximum_range || (game.dark && distance > 1)) return false;
        const before = distance > 1
          ? this.inCone(gun.hex, hex, gun.facing)
          : this.fronts(gun).some((d) => this.neighbour(gun.hex, d) === hex);
        return before && sees(gun, hex) && (!near.length || near.includes(hex));
      });
    };
    const acts = [];
    for (const gun of guns) {
      for (const hex of targets(gun)) acts.push(`fire ${gun.id} ${this.id(hex)}`);
      const mates = guns.filter((other) => other.hex === gun.hex);
      if (mates[0] === gun)
        for (const facing of [(gun.facing + 1) % 6, (gun.facing + 5) % 6]) {
          const now = bound(gun, gun.facing), then = bound(gun, facing);
          if (!now.length || now.some((hex) => then.includes(hex))) acts.push(`turn ${gun.id} ${facing}`);
        }
      for (const other of mates.slice(mates.indexOf(gun) + 1))
        if (other.record.command === gun.record.command)
          for (const hex of targets(gun)) if (targets(other).includes(hex)) acts.push(`together ${gun.id} ${other.id} ${this.id(hex)}`);
    }
    return acts.length ? [...acts, "done"] : [];
  }

  // Shocks that may be declared (JDG-8.2-a to -c, JDG-5.1.3-c, -d).
  attacks(game) {
    const acts = [];
    for (const hex of new Set(game.position.units.filter((unit) => unit.active).map((unit) => unit.hex))) {
      const units = game.position.in(hex).filter((unit) => unit.arm !== "artillery" && unit.level === "ordered" && !unit.square);
      for (const d of units.length ? this.fronts(units[0]) : []) {
        const target = this.neighbour(hex, d), step = 6 * hex + d;
        if (target < 0 || !game.position.in(target).some((other) => !other.active)) continue;
        if (this.effect("shock_drm", step) === "no_attack") continue;
        if (units.every((unit) => this.steps(true)[unit.record.class].cost[step] >= 0)) acts.push(`attack ${this.id(hex)} ${this.id(target)}`);
      }
    }
    return acts.length ? [...acts, "done"] : [];
  }

  // Who may move, alone or with its whole stack (JDG-4.4.1-b to -d).
  movers(game) {
    const acts = ["done"];
    for (const unit of game.position.units.filter((other) => other.active && other.level !== "routed")) {
      acts.push(`unit ${unit.id}`);
      const stack = game.position.in(unit.hex);
      if (stack.length > 1 && unit.order === 0 && !stack.some((other) => other.square)) acts.push(`move-stack ${unit.id}`);
    }
    return acts;
  }

  // What a unit may do that has not begun to move (JDG-4, JDG-6.2.2-i, JDG-9.1).
  moves(game, id) {
    const unit = game.position.units.find((other) => other.id === id);
    const stack = game.position.in(unit.hex), asked = { ...game.asked, unit: id };
    const points = (other) => this.face(other)[this.points];
    if (unit.square) {
      const able = stack.every((other) => (asked.orders ? points(other) : Math.ceil(points(other) / 2)) >= this.charts.get("TBL-MOVE").get("leave_square"));
      return able ? ["leave-square", "stop"] : ["stop"];
    }
    const acts = ["stop"];
    const formable = stack.some((other) => other.arm === "infantry") && stack.every((other) => other.arm !== "cavalry" && other.level === "ordered");
    if (formable && this.terrain(unit.hex, "is_clear")) acts.push("square");
    const zone = game.threats.zone.has(unit.hex);
    for (const facing of ALL) if (facing !== unit.facing && (!zone || corners(facing, unit.facing) === 1)) acts.push(`face ${facing}`);
    for (const hex of Object.keys(this.reach({ ...asked, march: false }))) acts.push(`go ${hex}`);
    for (const hex of Object.keys(this.reach({ ...asked, march: true }) ?? {})) acts.push(`march ${hex}`);
    return [...acts, ...this.charges(game, unit, asked)];
  }
  charges(game, unit, asked) {
    if (unit.arm !== "cavalry" || unit.level !== "ordered" || game.dark || this.barsCharge(unit.hex)) return [];
    const ends = Object.keys(this.reach({ ...asked, march: false, charge: true })).map((hex) => this.hexOf.get(hex));
    const zone = game.threats.zone.has(unit.hex);
    return this.hexesOfEnemies(game)
      .filter((hex) => !this.barsCharge(hex) && this.inCone(unit.hex, hex, unit.facing))
      .filter((hex) => this.sees(game.position, this.id(unit.hex), this.id(hex)))
      .filter((hex) =>
        ends.some((end) => {
          const d = ALL.find((k) => this.neighbour(end, k) === hex);
          if (d === undefined || this.effect("blocks_charge", 6 * end + d)) return false;
          if (this.steps(true)[unit.record.class].cost[6 * end + d] < 0) return false;
          const bound = game.threats.zone.has(end) ? game.position.in(end).filter((other) => other.arm === "cavalry") : [];
          return [d, (d + 5) % 6].some((k) => (!zone || k === unit.facing) && bound.every((other) => corners(k, other.facing) <= 1));
        }),
      )
      .map((hex) => `charge ${this.id(hex)}`);
  }

  // All lines of an activation's beginnings: fire, who moves and what each may do, shocks.
  answer(asked) {
    const game = this.ask(asked);
    const moves = {};
    for (const act of this.movers(game)) if (act.startsWith("unit ")) moves[act.slice(5)] = this.moves(game, act.slice(5)).sort();
    return { fires: this.fires(game).sort(), movers: this.movers(game).sort(), moves, attacks: this.attacks(game).sort() };
  }
}
