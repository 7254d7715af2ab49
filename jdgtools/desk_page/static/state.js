// What the page knows and what is chosen on it; the parts of the page share it.
// @ts-check

/** @typedef {import("./server.js").Facts} Facts */
/** @typedef {import("./server.js").Scenario} Scenario */
/** @typedef {import("./server.js").Counter} Counter */

export const state = {
  /** @type {Facts} */
  facts: /** @type {any} */ (null),
  scenarioId: "",
  turn: 0,
  /** Hex under the pointer or reached with the keys. */
  cursor: "",
  /** Hex that was clicked. */
  chosen: "",
  /** Unit or leader that the next click places, or whose reach is shown. */
  piece: "",
  /** Whether the whole formation of that unit moves with it. */
  together: false,
  tool: "select",
  lens: "off",
};

/** @param {string} key @returns {string} */
export const word = (key) => state.facts.words[key] ?? key;

/** @returns {Scenario|undefined} */
export const scenario = () =>
  state.facts.scenarios.find((one) => one.id === state.scenarioId) ?? state.facts.scenarios[0];

/** Counters on the map in the turn that is shown: the setup, or with what has arrived until this turn. @returns {Counter[]} */
export function shownCounters() {
  const chosen = scenario();
  if (!chosen) return [];
  if (!state.turn) return chosen.counters;
  /** @type {Counter[]} */
  const arriving = [];
  for (const arrival of chosen.arrivals.filter((one) => one.turn !== null && one.turn <= state.turn && one.hexes.length)) {
    arrival.pieces.forEach((piece, order) =>
      arriving.push({ ...piece, kind: "unit", side: null, hexes: [arrival.hexes[0]], area: "", areaHexes: [],
        facing: null, angle: 0, order }));
  }
  return [...chosen.counters, ...arriving];
}

/**
 * Parts of the page that are more than any element.
 * @typedef {{
 *   undo: HTMLButtonElement, redo: HTMLButtonElement, build: HTMLButtonElement, help: HTMLDialogElement,
 *   turn: HTMLInputElement, level: HTMLInputElement, name: HTMLInputElement, "only-waiting": HTMLInputElement,
 *   scenario: HTMLSelectElement, lens: HTMLSelectElement, terrain: HTMLSelectElement, area: HTMLSelectElement,
 *   marker: HTMLSelectElement, size: HTMLSelectElement, "unit-arrival": HTMLSelectElement,
 *   "new-unit-id": HTMLInputElement, "new-unit-name": HTMLInputElement, "new-arrival-turn": HTMLInputElement,
 *   "new-arrival-entry": HTMLSelectElement, file: HTMLSelectElement, "file-text": HTMLTextAreaElement, together: HTMLInputElement, alone: HTMLInputElement, "split-id": HTMLInputElement,
 *   "split-name": HTMLInputElement, "scenario-title": HTMLInputElement, "remove-scenario": HTMLButtonElement,
 *   "new-scenario-title": HTMLInputElement, "new-scenario-base": HTMLSelectElement,
 *   "form-list": HTMLSelectElement, "form-entry": HTMLSelectElement, "new-entry-id": HTMLInputElement,
 *   "new-entry-name": HTMLInputElement, "new-cell-chart": HTMLSelectElement, "new-cell-key": HTMLSelectElement,
 *   "new-cell-value": HTMLInputElement, "resize-edge": HTMLSelectElement, "resize-count": HTMLInputElement,
 *   "resize-numbers": HTMLInputElement, "resize-terrain": HTMLSelectElement, "shift-side": HTMLSelectElement,
 *   "shift-direction": HTMLSelectElement, "merge-into": HTMLSelectElement, "rename-piece-id": HTMLInputElement,
 *   "rename-scenario-id": HTMLInputElement, "scale-strength": HTMLInputElement,
 *   start: HTMLButtonElement, load: HTMLButtonElement, replay: HTMLButtonElement, seed: HTMLInputElement,
 *   ignored: HTMLInputElement, log: HTMLInputElement, step: HTMLInputElement, seen: HTMLSelectElement,
 *   jump: HTMLSelectElement,
 * }} Parts
 */

/**
 * The element of an id of the page.
 * @template {string} Id
 * @param {Id} id
 * @returns {Id extends keyof Parts ? Parts[Id] : HTMLElement}
 */
export const part = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * Make an element with a text; texts of files are never markup.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {string} [text] @param {string} [style]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, text = "", style = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (style) made.className = style;
  return made;
}
