// The formation of the unit that is chosen: moved as a whole, split in two.
// @ts-check
import { element, part, scenario, state, word } from "./state.js";

/** Formation of a piece; none for what belongs to nobody. @param {string} piece @returns {string|null} */
const commandOf = (piece) => state.facts.pieces.find((one) => one.piece === piece)?.command ?? null;

/** Pieces that move when the chosen one is moved. @returns {Set<string>} */
export function movedPieces() {
  const command = commandOf(state.piece);
  if (!state.together || !command) return new Set([state.piece]);
  return new Set(state.facts.pieces.filter((one) => one.command === command).map((one) => one.piece));
}

/**
 * Put the chosen piece into a hex, alone or with its formation; only a piece on the map takes others along.
 * @param {string} hex @returns {object|null}
 */
export function placing(hex) {
  const chosen = scenario();
  if (!state.piece || !chosen) return null;
  const placed = chosen.counters.some((one) => one.piece === state.piece);
  const tool = state.together && placed && commandOf(state.piece) ? "move-formation" : "place";
  return { tool, scenario: chosen.id, piece: state.piece, hex };
}

/** @param {() => void} changed */
export function listenToFormation(changed) {
  part("together").onchange = () => {
    state.together = part("together").checked;
    changed();
  };
}

/** @param {(use: object) => void} edit */
export function showFormation(edit) {
  const { piece } = state;
  const command = commandOf(piece);
  const members = state.facts.pieces.filter((one) => command && one.command === command);
  part("formation-part").hidden = !command || state.facts.readOnly;
  part("together").checked = state.together;
  part("formation-title").textContent = command ?? "";
  const units = members.filter((one) => !state.facts.leaders.includes(one.piece));
  part("split").hidden = units.length < 2;
  const shown = units.map((one) => one.piece).join(" ");
  const list = part("split-units");
  if (list.dataset.units !== shown) {
    list.dataset.units = shown;
    list.replaceChildren(...units.map((one) => tick(one.piece, one.name)));
  }
  part("split").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const ticked = [...list.querySelectorAll("input")].filter((one) => one.checked).map((one) => one.value);
    const [id, name] = [part("split-id").value.trim(), part("split-name").value];
    if (!ticked.length) return list.querySelector("input")?.focus();
    if (!id) return part("split-id").focus();
    part("split-id").value = part("split-name").value = "";
    edit({ tool: "split", command, new: id, name, units: ticked });
  };
}

/** @param {string} piece @param {string} name @returns {HTMLElement} */
function tick(piece, name) {
  const entry = element("li");
  const label = element("label");
  label.append(Object.assign(element("input"), { type: "checkbox", value: piece }), ` ${name}`);
  entry.append(label);
  return entry;
}

/**
 * The form with which a unit becomes a reinforcement of its own.
 * @param {string} piece @param {boolean} possible @param {(use: object) => void} edit
 */
export function showNewArrival(piece, possible, edit) {
  const chosen = scenario();
  const form = part("new-arrival");
  form.hidden = !possible || !chosen?.turns.length;
  if (form.hidden || !chosen) return;
  const turn = part("new-arrival-turn");
  turn.max = String(chosen.turns.length);
  const entries = (state.facts.map?.areas ?? []).filter((one) => one.key === "entries");
  const choices = entries.map((one) => Object.assign(element("option", one.name || one.id), { value: one.id }));
  if (state.chosen) choices.push(Object.assign(element("option", `${word("entry_hex")} ${state.chosen}`), { value: state.chosen }));
  const list = part("new-arrival-entry");
  const before = list.value;
  list.replaceChildren(...choices);
  if ([...list.options].some((option) => option.value === before)) list.value = before;
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!list.value) return part("map").focus();
    edit({ tool: "new-arrival", scenario: chosen.id, piece, turn: Number(turn.value), entry: list.value });
  };
}
