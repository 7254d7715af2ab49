// The unit that is chosen: its fields, the reinforcement that it comes with, a new unit like it.
// @ts-check
import { element, part, scenario, state, word } from "./state.js";
import { ask } from "./server.js";
import { showFormation, showNewArrival } from "./formation.js";

let asked = 0;

/**
 * Show the unit that is chosen; an answer that comes too late is not shown.
 * @param {(use: object) => void} edit
 */
export async function showUnit(edit) {
  const number = ++asked;
  const { piece } = state;
  part("unit-part").hidden = !piece;
  showFormation(edit);
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
  showNewArrival(piece, !leader && !state.facts.readOnly, edit);
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

/**
 * Show the cells of a unit's row. The fields of a unit that is shown already stay, since somebody may be typing
 * in one of them: his text is left alone.
 * @param {string} piece @param {Record<string, string>} fields @param {(use: object) => void} edit
 */
function showFields(piece, fields, edit) {
  const list = part("unit-fields");
  const shown = Object.entries(fields).filter(([field]) => field !== "id");
  const inputs = [...list.querySelectorAll("input")];
  const names = [piece, ...shown.map(([field]) => field)].join(" ");
  if (list.dataset.names !== names) {
    list.dataset.names = names;
    inputs.splice(0, inputs.length, ...shown.map(([field]) => fieldInput(piece, field, edit)));
    list.replaceChildren(...inputs.map((input) => {
      const label = element("label", input.dataset.field);
      label.append(input);
      return label;
    }));
  }
  shown.forEach(([, value], index) => {
    const input = inputs[index];
    const typing = input === document.activeElement && input.value !== input.dataset.shown;
    if (!typing) input.value = value;
    input.dataset.shown = value;
    input.readOnly = state.facts.readOnly;
  });
}

/** @param {string} piece @param {string} field @param {(use: object) => void} edit @returns {HTMLInputElement} */
function fieldInput(piece, field, edit) {
  const input = /** @type {HTMLInputElement} */ (Object.assign(element("input"), { spellcheck: false }));
  input.dataset.field = field;
  input.onchange = () => edit({ tool: "unit-field", unit: piece, field, value: input.value });
  return input;
}

/** @param {string} piece @param {boolean} possible @param {(use: object) => void} edit */
function showNew(piece, possible, edit) {
  const form = part("new-unit");
  form.hidden = part("remove-unit").hidden = !possible;
  part("remove-unit").onclick = () => edit({ tool: "remove-unit", unit: piece });
  form.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const [id, name] = [part("new-unit-id").value.trim(), part("new-unit-name").value];
    if (!id) return part("new-unit-id").focus();
    part("new-unit-id").value = part("new-unit-name").value = "";
    edit({ tool: "new-unit", unit: id, name, like: piece });
  };
}
