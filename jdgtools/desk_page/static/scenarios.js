// Scenarios as wholes: the title of the one that is shown, a new one, one that goes.
// @ts-check
import { element, part, scenario, state, word } from "./state.js";

/** @param {string} value @param {string} text */
const choice = (value, text) => Object.assign(element("option", text), { value });

/** Show the scenario that is chosen; a title that somebody is typing is left alone. */
export function showScenario() {
  const { facts } = state;
  const chosen = scenario();
  part("scenario-part").hidden = facts.readOnly || !facts.map;
  part("scenario-id").textContent = chosen?.id ?? "";
  part("scenario-in-module").hidden = !facts.imported;
  const title = part("scenario-title");
  title.disabled = part("remove-scenario").disabled = !chosen;
  const typing = title === document.activeElement && title.value !== title.dataset.shown;
  if (!typing || title.dataset.scenario !== chosen?.id) title.value = chosen?.title ?? "";
  title.dataset.shown = chosen?.title ?? "";
  title.dataset.scenario = chosen?.id ?? "";
  const list = part("new-scenario-base");
  const before = list.value;
  list.replaceChildren(
    ...(facts.imported ? [] : [choice("", word("from_nothing"))]),
    ...facts.scenarios.map((one) => choice(one.id, `${word("builds_on")} ${one.title}`)),
  );
  if ([...list.options].some((option) => option.value === before)) list.value = before;
}

/** @param {(use: object, then?: () => void) => void} edit @param {() => void} changed */
export function listenToScenarios(edit, changed) {
  const title = part("scenario-title");
  title.onchange = () => edit({ tool: "scenario-title", scenario: title.dataset.scenario, title: title.value });
  part("remove-scenario").onclick = () => {
    const chosen = scenario();
    if (chosen) edit({ tool: "remove-scenario", scenario: chosen.id });
  };
  part("new-scenario").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = part("new-scenario-title");
    if (!field.value.trim()) return field.focus();
    const before = new Set(state.facts.scenarios.map((one) => one.id));
    edit({ tool: "new-scenario", title: field.value, extends: part("new-scenario-base").value }, () => {
      // Whoever has made a scenario works on it next.
      const fresh = state.facts.scenarios.find((one) => !before.has(one.id));
      if (!fresh) return;
      field.value = "";
      state.scenarioId = fresh.id;
      state.turn = 0;
      changed();
    });
  };
}
