// node check.mjs [KIT]: asks the small engine what the kit asks, and names the first answers that differ.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Acts } from "./acts.mjs";

const kit = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
const read = (name) => JSON.parse(readFileSync(join(kit, name), "utf8"));
const [{ format, version, scenarios }] = read("kit.json");
if (format !== "jdgkit" || version !== 1) throw new Error("not a kit that this program knows");
let wrong = 0;
const differs = (where, found, expected) => {
  if (wrong++ < 10) console.log(`${where}: ${found}, expected ${expected}`);
};

for (const name of scenarios) {
  const engine = new Acts(join(kit, `${name}.jdgpkg`));
  let hexes = 0, pairs = 0, actions = 0;
  const moves = read(`${name}-movement.json`);
  moves.forEach((asked, place) => {
    const sorted = (answer) => answer && JSON.stringify(Object.entries(answer).sort());
    const found = sorted(engine.reach(asked)), expected = sorted(asked.answer);
    if (found !== expected) differs(`${name}-movement ${place}, ${asked.unit}`, found, expected);
    hexes += Object.keys(asked.answer ?? {}).length;
  });
  const sights = read(`${name}-sight.json`);
  sights.forEach((asked, place) => {
    const position = engine.position(asked.units);
    for (const [from, to, seen] of asked.pairs) {
      if (engine.sees(position, from, to) !== seen) differs(`${name}-sight ${place}, ${from} ${to}`, !seen, seen);
      pairs++;
    }
  });
  const plain = read(`${name}-acts.json`);
  plain.forEach((asked, place) => {
    const { moves: found, ...segments } = engine.answer(asked);
    const { moves, ...expected } = asked.answer;
    for (const [what, acts] of Object.entries({ ...expected, ...moves })) {
      const answer = segments[what] ?? found[what] ?? [];
      if (answer.join() !== acts.join()) differs(`${name}-acts ${place}, ${what}`, answer, acts);
      actions += acts.length;
    }
  });
  console.log(`${name}: plain positions ${plain.length}, ${actions} legal actions`);
  console.log(`${name}: movement ${moves.length} positions, ${hexes} hexes; sight ${sights.length} positions, ${pairs} pairs`);
}
console.log(wrong ? `${wrong} answers differ` : "all answers are equal");
process.exitCode = wrong ? 1 : 0;
