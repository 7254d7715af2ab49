// A game looked at again: step by step, by turn, or running.
// @ts-check
import { ask } from "../server.js";
import { element, part } from "../state.js";
import { setEvents } from "./events.js";
import { endWords, play, word } from "./table.js";

/** @typedef {import("./table.js").ReplayStep} ReplayStep */
/** @typedef {import("./table.js").Position} Position */

const MILLISECONDS = 350;
let step = 0;
/** @type {number} */
let timer = 0;
/** @type {(position: Position, hexes: string[]) => void} */
let draw = () => {};

/** @returns {import("./table.js").ReplayFacts|null} */
const facts = () => play.table?.replay ?? null;

/** Begin to look at the replay that is open. @param {(position: Position, hexes: string[]) => void} drawn */
export async function beginReplay(drawn) {
  draw = drawn;
  pause();
  const replay = facts();
  part("replay-part").hidden = replay === null;
  if (!replay) return;
  part("step").max = String(replay.steps);
  part("jump").replaceChildren(...replay.turns.map(([turn, at]) => Object.assign(element("option", String(turn)), { value: String(at) })));
  const readers = [word("everything"), ...play.table.sides];
  part("seen").replaceChildren(...readers.map((name, place) => Object.assign(element("option", name), { value: String(place - 1) })));
  const names = replay.players.map((name, side) => `${play.table.sides[side]}: ${name}`);
  part("players").textContent = [...names, `${word("seed")}: ${replay.seed ?? "?"}`].join(" · ");
  await goTo(0);
}

/** @param {number} wanted */
async function goTo(wanted) {
  const replay = facts();
  if (!replay) return;
  step = Math.max(0, Math.min(replay.steps, wanted));
  const asked = step;
  const key = play.key;
  /** @type {ReplayStep} */
  const there = await ask(`/play/${key}/step/${step}?reader=${part("seen").value}`);
  if (asked !== step || key !== play.key) return; // another step was asked for meanwhile
  part("step").value = String(step);
  part("step-shown").textContent = `${step} / ${replay.steps}`;
  const turn = replay.turns.filter(([, at]) => at <= step).pop();
  if (turn) part("jump").value = String(turn[1]);
  setEvents(there.history);
  part("decision").hidden = there.end === null;
  part("waiting").hidden = there.end === null;
  part("waiting").textContent = there.end ? endWords(there.end) : "";
  document.body.dataset.step = String(step);
  draw(there.position, (there.history.at(-1)?.events ?? []).flatMap((one) => one.hexes));
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  part("run").textContent = word("run");
}

async function run() {
  const replay = facts();
  if (!replay || step >= replay.steps) return pause();
  const before = play.key;
  await goTo(step + 1);
  if (timer && before === play.key) timer = window.setTimeout(run, MILLISECONDS);
}

/** Steps to go with a key; the page has no other use for the key in a replay. @param {KeyboardEvent} event @returns {boolean} */
export function keyInReplay(event) {
  if (!facts()) return false;
  const steps = { ",": -1, ".": 1, "<": -20, ">": 20 };
  const by = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (by !== undefined) goTo(step + by);
  return by !== undefined;
}

export function listenToReplay() {
  part("first").onclick = () => goTo(0);
  part("back").onclick = () => goTo(step - 1);
  part("forward").onclick = () => goTo(step + 1);
  part("last").onclick = () => goTo(facts()?.steps ?? 0);
  part("step").oninput = () => goTo(Number(part("step").value));
  part("jump").onchange = () => goTo(Number(part("jump").value));
  part("seen").onchange = () => goTo(step);
  part("run").onclick = () => {
    if (timer) return pause();
    if (step >= (facts()?.steps ?? 0)) step = 0;
    timer = -1;
    part("run").textContent = word("pause");
    run();
  };
}
