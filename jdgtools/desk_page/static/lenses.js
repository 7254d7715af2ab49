// What the rules say of the map: reach of a unit, what is seen from a hex, zones of control.
// @ts-check
import { element, part, scenario, state, word } from "./state.js";
import { ask } from "./server.js";
import { svg } from "./map_view.js";

/** @typedef {import("./map_view.js").MapView} MapView */

let asked = 0;

/** Show the lens that is chosen; an answer that comes too late is not shown. @param {MapView} view */
export async function showLens(view) {
  const number = ++asked;
  const answer = await answers();
  if (number !== asked) return;
  const layer = view.layers.lens;
  layer.replaceChildren();
  view.layers.labels.replaceChildren();
  part("notes").replaceChildren(...(answer?.notes ?? []).map((/** @type {string} */ note) => element("li", note)));
  document.body.dataset.lens = answer ? answer.lens : "";
  if (!answer) return;
  const sides = state.facts.sides.map((side) => side.id);
  if (answer.lens === "sight") {
    const seen = new Set(answer.hexes.map((/** @type {{hex: string}} */ one) => one.hex));
    for (const hex of view.hexes.values()) {
      if (hex.inPlay) layer.append(view.polygon(hex, seen.has(hex.id) ? "seen" : "unseen"));
    }
    return;
  }
  for (const one of answer.hexes) {
    const hex = view.hexes.get(one.hex);
    if (!hex) continue;
    const zone = one.sides ? (one.sides.length > 1 ? 2 : Math.max(0, sides.indexOf(one.sides[0])) % 2) : -1;
    layer.append(view.polygon(hex, zone < 0 ? "seen" : `zone${zone}`));
    if (one.label) {
      const label = svg("text", { x: hex.centre[0], y: hex.centre[1] + 7, class: "cost" });
      label.textContent = one.label + (one.stops ? "!" : "");
      // What is said of counters stands over them, what is said of the ground under them.
      (answer.lens === "strengths" ? view.layers.labels : layer).append(label);
    }
  }
}

/** @returns {Promise<any>} */
async function answers() {
  const asking = new URLSearchParams({ scenario: scenario()?.id ?? "" });
  if (state.turn) asking.set("turn", String(state.turn));
  try {
    if (state.lens === "reach" && state.piece) {
      asking.set("piece", state.piece);
    } else if (state.lens === "sight" && state.chosen) {
      asking.set("hex", state.chosen);
    } else if (state.lens === "command") {
      asking.set("piece", state.piece);
    } else if (!["zones", "strengths"].includes(state.lens)) {
      return null;
    }
    return await ask(`/lens/${state.lens}?${asking}`);
  } catch (error) {
    return { lens: state.lens, hexes: [], notes: [/** @type {Error} */ (error).message] };
  }
}

/** Say whether the hex under the pointer is seen from the chosen one. @param {MapView} view */
export async function showSightLine(view) {
  view.layers.cursor.querySelector(".sight-line")?.remove();
  if (state.lens !== "sight" || !state.chosen || !state.cursor || state.chosen === state.cursor) return;
  const [from, to] = [view.hexes.get(state.chosen), view.hexes.get(state.cursor)];
  if (!from || !to) return;
  view.layers.cursor.append(svg("line", { x1: from.centre[0], y1: from.centre[1], x2: to.centre[0], y2: to.centre[1], class: "sight-line" }));
  const asking = new URLSearchParams({ scenario: scenario()?.id ?? "", hex: from.id, to: to.id });
  const answer = await ask(`/lens/line?${asking}`).catch(() => null);
  if (!answer || state.cursor !== to.id) return;
  const verdict = `${from.id} → ${to.id}: ${word(answer.clear ? "clear" : "blocked")}, ${word("distance")} ${answer.distance}`;
  part("notes").replaceChildren(...[verdict, ...answer.notes].map((note) => element("li", note)));
}
