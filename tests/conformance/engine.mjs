// A small engine: where a unit of Jours de Gloire may go, and what is seen over ground and units.
// It has the package alone (docs/package.md of jdgtools) and no library; rules in words are not played.
import { readFileSync } from "node:fs";

const ALL = [0, 1, 2, 3, 4, 5];

export class Engine {
  constructor(file) {
    const pkg = (this.pkg = JSON.parse(readFileSync(file, "utf8")));
    if (pkg.format !== "jdgpkg" || pkg.version > 1) throw new Error("not a package that this program knows");
    this.hexOf = new Map(pkg.grid.ids.map((id, hex) => [id, hex]));
    this.recordOf = new Map(pkg.units.map((unit) => [unit.id, unit]));
    this.bits = Buffer.from(pkg.sight.bits, "base64");
    this.charts = new Map(pkg.charts.map((c) => [c.id, new Map(c.cells.map((cell) => [cell.at.join(" "), cell.value]))]));
    this.move = (key) => this.charts.get("TBL-MOVE").get(key) * pkg.movement.denominator;
    this.lineOf = new Map(pkg.lines.lines.map((line) => [line.to.join(), line.through]));
    this.oneSided = new Set(pkg.lines.one_sided.map((entry) => entry.join()));
    this.hexAt = new Map(pkg.grid.ids.map((_, hex) => [this.axial(hex).join(), hex]));
    this.disorders = new Map();
    for (const near of [false, true])
      for (const name of pkg.movement.classes) this.disorders.set(name + near, new Set(this.steps(near)[name].disorders));
    this.effects = new Map(
      pkg.effects.map((e) => [e.id, { usual: e.default, at: new Map(e.others.flatMap((o) => o.steps.map((step) => [step, o.value]))) }]),
    );
    this.points = pkg.fields.find((field) => field.of === "unit" && field.unit === "movement points").id;
  }

  steps(near) {
    return near ? this.pkg.movement.steps_near_enemy : this.pkg.movement.steps;
  }
  axial(hex) {
    return this.pkg.lines.axial.slice(2 * hex, 2 * hex + 2);
  }
  distance(one, two) {
    const [q, r] = this.axial(one).map((value, k) => value - this.axial(two)[k]);
    return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
  }
  terrain(hex, column) {
    const kind = this.pkg.terrain.kinds[this.pkg.terrain.hexes[hex]];
    return kind && this.charts.get("TBL-TEC-HEX").get(`${kind.id} ${column}`);
  }
  effect(id, step) {
    const { usual, at } = this.effects.get(id);
    return at.has(step) ? at.get(step) : usual;
  }
  barsCharge(hex) {
    return Boolean(this.terrain(hex, "blocks_charge"));
  }
  neighbour(hex, direction) {
    return this.pkg.grid.neighbours[6 * hex + direction];
  }

  // The units of a position: what the package says of them, and where and how they are.
  position(units) {
    const found = units.map((unit) => {
      const record = this.recordOf.get(unit.id);
      return { ...unit, record, side: record.side, arm: record.arm, hex: this.hexOf.get(unit.hex) };
    });
    const at = new Map();
    for (const unit of found) at.set(unit.hex, [...(at.get(unit.hex) ?? []), unit]);
    return { units: found, in: (hex) => at.get(hex) ?? [] };
  }

  // Zones of control of the enemies of a side (JDG-6.2.1), and the hexes next to them.
  threats(position, side) {
    const zone = new Map(), front = new Map(), near = new Set();
    const enemies = position.units.filter((unit) => unit.side !== side);
    for (const unit of enemies) {
      for (const d of ALL) near.add(this.neighbour(unit.hex, d));
      if (unit.arm === "artillery" || unit.level === "routed" || unit.square) continue;
      const mask = this.pkg.zones[unit.record.class][unit.hex];
      const ahead = this.terrain(unit.hex, "six_front") ? ALL : [unit.facing, (unit.facing + 1) % 6];
      for (const d of ALL) {
        const hex = this.neighbour(unit.hex, d);
        if (hex < 0 || !((mask >> d) & 1)) continue;
        zone.set(hex, [...(zone.get(hex) ?? []), unit]);
        if (ahead.includes(d)) front.set(hex, true);
      }
    }
    return { enemies, zone, front, near };
  }

  // Whether units may share a hex by `stacking` (JDG-5.1.1).
  fits(units) {
    if (units.length < 2) return true;
    const routed = units.filter((unit) => unit.level === "routed").length;
    if (routed && routed < units.length) return false;
    if (units.some((unit) => unit.square)) return false; // nobody joins a square
    return this.pkg.stacking.cases.some((rule) => {
      const counts = rule.parts.map(() => 0);
      for (const unit of units) {
        const place = rule.parts.findIndex((part) => part.arms.includes(unit.arm));
        if (place < 0 || ++counts[place] > rule.parts[place].most) return false;
      }
      const points = units.filter((unit) => rule.strength_of.includes(unit.arm)).map((unit) => this.face(unit).strength);
      if (rule.strength !== null && points.reduce((a, b) => a + b, 0) > rule.strength) return false;
      const commands = new Set(units.filter((unit) => rule.same_of.includes(unit.arm)).map((unit) => unit.record.command));
      return !rule.same.includes("command") || routed > 0 || commands.size < 2;
    });
  }
  face(unit) {
    return unit.level === "ordered" ? unit.record.front : unit.record.back;
  }

  // Where a unit may stop: hex -> movement points in 1/denominator; null where it may not make a forced march.
  // `asked.charge`: where its charge move may end (JDG-9.1-e to -j, JDG-6.2.2-m).
  reach(asked) {
    const { pkg } = this;
    const position = this.position(asked.units);
    const unit = position.units.find((other) => other.id === asked.unit);
    const flags = pkg.turns.track.find((turn) => turn.number === asked.turn).flags;
    const night = flags.includes("night"), fog = flags.includes("fog") && !night;
    const { enemies, zone, front, near } = this.threats(position, unit.side);
    const started = zone.get(unit.hex) ?? [];
    const ban = this.charts.get("TBL-DISTANCE").get("forced_march_ban");
    const close = (hex) => enemies.some((enemy) => this.distance(hex, enemy.hex) <= ban);
    if (asked.march && (!asked.orders || unit.level !== "ordered" || night || fog || close(unit.hex))) return null;
    const budget = (level) => {
      const points = (level === "ordered" ? unit.record.front : unit.record.back)[this.points];
      return (asked.march ? 2 * points : asked.orders && !asked.charge ? points : Math.ceil(points / 2)) * pkg.movement.denominator;
    };
    const friends = (hex) => position.in(hex).filter((other) => other !== unit);

    const step = (from, direction, first, level) => {
      const hex = this.neighbour(from, direction);
      if (hex < 0 || friends(hex).some((other) => other.side !== unit.side)) return -1;
      let cost = this.steps(near.has(hex))[unit.record.class].cost[6 * from + direction];
      if (cost < 0) return -1;
      if (first && started.length) {
        if (front.has(hex)) return -1;
        cost += this.move("leave_zoc");
      }
      const holders = zone.get(hex);
      if (holders) {
        if ((first || !asked.charge) && holders.some((enemy) => started.includes(enemy))) return -1;
        if (unit.arm === "artillery" && !friends(hex).some((other) => other.arm !== "artillery")) return -1;
        cost += this.move("enter_zoc") + (night ? this.move("enter_zoc_night") : fog ? this.move("enter_zoc_fog") : 0);
        if (level === "disordered") cost += this.move("enter_zoc_disordered");
      }
      if (near.has(hex) && level === "disordered" && night) return -1;
      if (asked.march && (friends(hex).length || close(hex))) return -1;
      if (asked.charge && friends(hex).some((other) => other.arm === "artillery")) return -1;
      if (asked.charge && (this.barsCharge(hex) || this.effect("blocks_charge", 6 * from + direction))) return -1;
      return cost;
    };

    // States are (hex, level), settled in the order of their costs; a better level at no higher cost makes a worse one idle.
    const order = ["ordered", "disordered", "routed"];
    const settled = new Map(), answer = new Map();
    const open = [[{ level: order.indexOf(unit.level), hex: unit.hex, first: true }]]; // by cost
    const inOrder = (states) => states.sort((a, b) => a.level - b.level || a.hex - b.hex);
    for (let cost = 0; cost < open.length; cost++) for (const { level, hex, first } of inOrder(open[cost] ?? [])) {
      if (order.some((_, other) => other <= level && settled.has(`${hex} ${other}`))) continue;
      settled.set(`${hex} ${level}`, cost);
      const name = order[level];
      if (!first) {
        const stays = name === "routed" || this.fits([...friends(hex), { ...unit, level: name }]);
        const shaken = asked.charge && name !== unit.level;
        if (stays && !shaken && hex !== unit.hex && !answer.has(hex)) answer.set(hex, cost);
        if (name === "routed" || zone.has(hex)) continue;
        if ((asked.march || asked.charge) && name !== unit.level) continue;
        if (friends(hex).some((other) => other.square)) continue;
      }
      const before = cost + (!first && friends(hex).length ? this.move("pass_friends") : 0);
      for (const direction of ALL) {
        const price = step(hex, direction, first, name);
        const target = this.neighbour(hex, direction);
        if (price < 0 || before + price > budget(name)) continue;
        const shaken = this.disorders.get(unit.record.class + near.has(target)).has(6 * hex + direction);
        (open[before + price] ??= []).push({ level: level + shaken, hex: target, first: false });
      }
    }
    return Object.fromEntries([...answer].map(([hex, cost]) => [pkg.grid.ids[hex], cost]));
  }

  // Whether a hex is seen from another over ground and units (JDG-7.4).
  sees(position, from, to) {
    const { pkg } = this;
    const origin = this.hexOf.get(from), target = this.hexOf.get(to);
    if (!((this.bits[origin * pkg.sight.row_bytes + (target >> 3)] >> (target & 7)) & 1)) return false;
    const [q, r] = this.axial(origin), [q2, r2] = this.axial(target);
    for (const part of this.lineOf.get([q2 - q, r2 - r].join()) ?? []) {
      const hexes = [];
      for (let k = 0; k < part.length; k += 2) hexes.push(this.hexAt.get([q + part[k], r + part[k + 1]].join()));
      const blocked = hexes.map((hex) => hex !== undefined && this.blocks(position, hex, origin, target));
      const alone = hexes.some((hex, k) => blocked[k] && this.oneSided.has([origin, target, hex].join()));
      if (blocked.every(Boolean) || alone) return false;
    }
    return true;
  }
  blocks(position, hex, origin, target) {
    const { arms, overlooked } = this.pkg.lines.units;
    if (!position.in(hex).some((unit) => arms.includes(unit.arm))) return false;
    const level = (place) => this.pkg.terrain.levels[place];
    const whole = this.distance(origin, target);
    return !overlooked.some((rule) => {
      if (rule.higher === "both") return level(origin) > level(hex) && level(target) > level(hex);
      const [high, low] = rule.higher === "firer" ? [origin, target] : [target, origin];
      if (level(high) <= level(hex) || level(high) <= level(low)) return false;
      if (!rule.nearer) return true;
      const twice = 2 * this.distance(hex, rule.nearer === "firer" ? origin : target);
      return twice < whole || (rule.halfway && twice === whole);
    });
  }
}
