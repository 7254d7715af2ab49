// The unit that is chosen: its fields, the reinforcement that it comes with, a new unit like it.
// @ts-check
import { element, part, scenario, state, word } from "./state.js";
import { ask } from "./server.js";

let asked = 0;

/**
 * Show the unit that is chosen; an answer that comes too late is not shown.
 * @param {(use: object) => void} edit
 */
export async function showUnit(edit) {
  const number = ++asked;
  const { piece } = state;
  part("unit-part").hidden = !piece;
  if (!piece) return;
  /** @type {Record<string, string>} */
  let fields = {};
  let reason = "";
  const leader = state.facts.leaders.includes(piece);
  try {
    if (!leader) fields = await ask(`/unit/${encodeURIComponent(piece)}`);
  } catch (error) {
    reason = /** @type {Error} */ (error).message;
  }
  if (number !== asked) return;
  part("unit-title").textContent = piece;
  part("unit-reason").textContent = reason;
  part("unit-reason").hidden = !reason;
  showArrival(piece, edit);
  showFields(piece, fields, edit);
  showNew(piece, !leader && !reason && !state.facts.readOnly, edit);
}

/** @param {string} piece @param {(use: object) => void} edit */
function showArrival(piece, edit) {
  const chosen = scenario();
  const list = part("unit-arrival");
  const arrivals = chosen?.arrivals ?? [];
  part("unit-arrival-label").hidden = !arrivals.length || state.facts.readOnly;
  const options = arrivals.map((one) =>
    Object.assign(element("option", `${word("turn")} ${one.turn ?? "—"}: ${one.id}`), { value: one.id }));
  list.replaceChildren(Object.assign(element("option", "—"), { value: "" }), ...options);
  list.value = arrivals.find((one) => one.pieces.some((other) => other.piece === piece))?.id ?? "";
  list.onchange = () => {
    if (chosen && list.value) edit({ tool: "arrives", scenario: chosen.id, piece, arrival: list.value });
  };
}

/** @param {string} piece @param {Record<string, string>} fields @param {(use: object) => void} edit */
function showFields(piece, fields, edit) {
  const list = part("unit-fields");
  // Where the user types goes on through an edit.
  const active = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.field : "";
  list.replaceChildren(
    ...Object.entries(fields).filter(([field]) => field !== "id").map(([field, value]) => {
      const label = element("label", field);
      const input = Object.assign(element("input"), { value, readOnly: state.facts.readOnly, spellcheck: false });
      input.dataset.field = field;
      input.onchange = () => edit({ tool: "unit-field", unit: piece, field, value: input.value });
      label.append(input);
      return label;
    }));
  if (active) list.querySelector(`[data-field="${CSS.escape(active)}"]`)?.focus();
}

/** @param {string} piece @param {boolean} possible @param {(use: object) => void} edit */
function showNew(piece, possible, edit) {
  const form = part("new-unit");
  form.hidden = !possible;
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const [id, name] = [part("new-unit-id").value.trim(), part("new-unit-name").value];
    if (!id) return part("new-unit-id").focus();
    part("new-unit-id").value = part("new-unit-name").value = "";
    edit({ tool: "new-unit", unit: id, name, like: piece });
  };
}
