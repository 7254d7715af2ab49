// Changes of mind: other ids, the setup moved, formations joined, the map resized, turned, renumbered, scaled.
// @ts-check
import { element, part, scenario, state, word } from "./state.js";

/** @typedef {(use: object, then?: () => void) => void} Edit */

const EDGES = ["north", "east", "south", "west"];
const NUMBERS = ["first_column", "first_row", "digits"];
const CHECKS = ["leading_zeros", "descending_columns", "descending_rows"];
const WORDS = ["separator", "order", "letters"];

/** @param {string} value @param {string} text */
const choice = (value, text) => Object.assign(element("option", text), { value });

/** Give a list its options; what was chosen stays chosen. @param {HTMLSelectElement} list @param {HTMLElement[]} options */
function fill(list, options) {
  const before = list.value;
  list.replaceChildren(...options);
  if ([...list.options].some((option) => option.value === before)) list.value = before;
}

/** Show what the files say in a field that nobody is changing. @param {string} id @param {string|number|boolean} value */
function say(id, value) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
  const shown = String(value);
  if (field.dataset.shown === shown) return;
  field.dataset.shown = shown;
  if (typeof value === "boolean") field.checked = value;
  else field.value = shown;
}

export function showChanges() {
  const { facts, piece } = state;
  const { map } = facts;
  const fixed = facts.readOnly || facts.imported || !map;
  part("size-part").hidden = fixed;
  part("shift").hidden = part("rename-scenario").hidden = facts.readOnly || !scenario();
  part("rename-piece").hidden = !piece || facts.readOnly;
  say("rename-piece-id", piece);
  say("rename-scenario-id", scenario()?.id ?? "");
  fill(part("shift-side"), [choice("", word("both_sides")), ...facts.sides.map((side) => choice(side.id, side.name))]);
  showMerge();
  if (!map) return;
  fill(part("shift-direction"), map.directions.map((one) => choice(one, one)));
  fill(part("resize-edge"), EDGES.map((edge) => choice(edge, word(edge))));
  const ground = facts.terrains.filter((one) => one.kind === "hex");
  fill(part("resize-terrain"), [choice("", "—"), ...ground.map((one) => choice(one.id, one.name))]);
  part("quarter").textContent = word(map.directions.includes("N") ? "to_pointy" : "to_flat");
  for (const key of [...NUMBERS, ...CHECKS, ...WORDS]) say(`renumber-${key}`, map.numbering[key] ?? "none");
  say("scale-hex", map.metres.hex);
  say("scale-level", map.metres.level);
}

/** Formations that that of the chosen unit may be joined with: those of its side. */
function showMerge() {
  const { pieces } = state.facts;
  const own = pieces.find((one) => one.piece === state.piece);
  const others = new Set(pieces.filter((one) => one.side === own?.side).map((one) => one.command));
  const ids = [...others].filter((one) => one && one !== own?.command).map(String);
  part("merge").hidden = !own?.command || !ids.length;
  part("merge").dataset.command = own?.command ?? "";
  fill(part("merge-into"), ids.map((one) => choice(one, one)));
}

/** @param {string} id @param {(event: SubmitEvent) => void} act */
function onSubmit(id, act) {
  part(id).onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    act(event);
  };
}

/** @param {string} id */
const number = (id) => Number(/** @type {HTMLInputElement} */ (document.getElementById(id)).value);

/** @param {Edit} edit @param {() => void} changed */
export function listenToChanges(edit, changed) {
  onSubmit("resize", (event) => {
    const sign = Number(/** @type {HTMLButtonElement} */ (event.submitter)?.value || 1);
    edit({ tool: "resize", edge: part("resize-edge").value, count: sign * number("resize-count"), new_numbers: part("resize-numbers").checked,
      terrain: sign > 0 ? part("resize-terrain").value : "" });
  });
  for (const button of part("turn-map").querySelectorAll("button")) {
    button.onclick = () => edit({ tool: "turn-map", how: button.value });
  }
  onSubmit("renumber", () => {
    /** @type {Record<string, string|number|boolean>} */
    const use = { tool: "renumber" };
    for (const key of NUMBERS) use[key] = number(`renumber-${key}`);
    for (const key of CHECKS) use[key] = /** @type {HTMLInputElement} */ (document.getElementById(`renumber-${key}`)).checked;
    for (const key of WORDS) use[key] = /** @type {HTMLInputElement} */ (document.getElementById(`renumber-${key}`)).value;
    edit(use);
  });
  onSubmit("scale", () => {
    const metres = state.facts.map?.metres;
    const [hex, level] = [number("scale-hex"), number("scale-level")];
    const use = { tool: "scale", hex_metres: hex === metres?.hex ? null : hex, level_metres: level === metres?.level ? null : level, strength: part("scale-strength").value };
    edit(use, () => {
      if (part("message").hidden) part("scale-strength").value = "";
    });
  });
  onSubmit("shift", () => {
    const use = { tool: "shift", scenario: scenario()?.id ?? "", side: part("shift-side").value, count: number("shift-count"), direction: part("shift-direction").value };
    edit(use);
  });
  onSubmit("merge", () => edit({ tool: "merge", command: part("merge").dataset.command, into: part("merge-into").value }));
  onSubmit("rename-piece", () => {
    const [old, wanted] = [state.piece, part("rename-piece-id").value.trim()];
    if (!wanted || wanted === old) return part("rename-piece-id").focus();
    const kind = state.facts.leaders.includes(old) ? "leader" : "unit";
    edit({ tool: "rename", kind, old, new: wanted }, () => {
      if (!part("message").hidden || state.piece !== old) return;
      state.piece = wanted;
      changed();
    });
  });
  onSubmit("rename-scenario", () => {
    const [old, wanted] = [scenario()?.id ?? "", part("rename-scenario-id").value.trim()];
    if (!wanted || wanted === old) return part("rename-scenario-id").focus();
    edit({ tool: "rename", kind: "scenario", old, new: wanted }, () => {
      // Refused, most often since another scenario has the id: this one stays the chosen one.
      if (!part("message").hidden || !state.facts.scenarios.some((one) => one.id === wanted)) return;
      state.scenarioId = wanted;
      changed();
    });
  });
  const close = part("remarks").querySelector("button");
  if (close) close.onclick = () => showRemarks([]);
}

/** Places that a change leaves to the designer; they stay until he has read them. @param {string[]} remarks */
export function showRemarks(remarks) {
  part("remarks").hidden = !remarks.length;
  part("remarks").querySelector("ul")?.replaceChildren(...remarks.map((one) => element("li", one)));
}
