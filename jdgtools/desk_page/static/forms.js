// Lists in forms: formations, leaders, turns, victory, rules.
// @ts-check
import { element, part, scenario, state, word } from "./state.js";
import { ask } from "./server.js";

/**
 * @typedef {{value: string, name: string}} Choice
 * @typedef {{field: string[], name: string, kind: string, value: string, choices: Choice[], help: string, otherwise?: string, removes?: boolean}} Field
 * @typedef {{key: string[], name: string, value: string}} Cell
 * @typedef {{entry: string, label: string, inherited: boolean, fields: Field[], rows: {entry: string, fields: Field[]}[]}} Entry
 * @typedef {{list: string, entries: Entry[], takenOver: boolean, adds: boolean, removes: boolean, wantsId: boolean, wantsName: boolean, markers: boolean, cells: {chart: string, title: string, cells: Cell[]}[]}} Form
 * @typedef {(use: object, then?: () => void) => void} Edit
 */

/** Lists by what they belong to: name of each for the server, and the word of the page for it. @type {[string, [string, string][]][]} */
const GROUPS = [
  ["this_battle", [
    ["battle", "this_battle"], ["theme", "theme"], ["sides", "sides"], ["nationalities", "nationalities"], ["commands", "commands"],
    ["combined", "combined"], ["leaders", "leaders"], ["amounts", "amounts"], ["battle-markers", "marker_counts"], ["battle-rules", "rules"], ["options", "options"],
    ["charts", "charts"], ["accepts", "accepts"],
  ]],
  ["this_scenario", [
    ["scenario", "this_scenario"], ["scenario-sides", "sides"], ["turns", "turns"], ["reinforcements", "arrivals"], ["orders", "orders"],
    ["awards", "awards"], ["automatic", "automatic"], ["levels", "victory_levels"], ["schedule", "schedule"], ["rules", "rules"],
    ["scenario-options", "options"], ["scenario-markers", "marker_counts"], ["changed-hexes", "changed_hexes"],
    ["changed-hexsides", "changed_hexsides"], ["changed-ways", "changed_ways"], ["removed-ground", "removed_ground"],
    ["scenario-accepts", "accepts"],
  ]],
  ["map", [
    ["map", "map"], ["places", "places"], ["regions", "regions"], ["entries", "entry_areas"], ["ways", "ways"], ["rivers", "rivers"],
  ]],
  ["own_words", [
    ["own-terrains", "terrain"], ["own-unit-types", "unit_types"], ["own-markers", "markers"], ["own-states", "own_states"],
    ["own-flags", "own_flags"], ["optional-rules", "optional_rules"],
  ]],
];
/** Lists that an imported module has no place for. */
const NOT_IN_MODULES = [
  "awards", "automatic", "levels", "schedule", "rules", "battle-rules", "options", "scenario-options", "combined", "charts", "theme", "amounts", "battle-markers",
  "orders", "scenario-markers", "changed-hexes", "changed-hexsides", "changed-ways", "removed-ground", "own-terrains", "own-unit-types",
  "own-markers", "own-states", "own-flags", "optional-rules",
];

/** Stands for the entry that came last until it is known. */
const NEWEST = "\n";
let asked = 0;
/** Entry that was chosen. */
let chosen = "";
/** List, scenario and entry whose fields are on the page. */
let shown = "";
/** Changes of fields that the server has not answered yet: what the files said before is not shown over them. */
let onTheWay = 0;
/** Field of the newest entry that the keyboard goes to once the fields are on the page. */
let awaited = "";

/** @param {Edit} edit */
export async function showForms(edit) {
  const list = part("form-list");
  if (list.dataset.language !== state.facts.language) {
    list.dataset.language = state.facts.language;
    const before = list.value;
    const none = Object.assign(element("option", "—"), { value: "" });
    const groups = GROUPS.map(([whose, lists]) => {
      const group = Object.assign(element("optgroup"), { label: word(whose) });
      const known = lists.filter(([name]) => !state.facts.imported || !NOT_IN_MODULES.includes(name));
      group.append(...known.map(([name, text]) => Object.assign(element("option", word(text)), { value: name })));
      return group;
    });
    list.replaceChildren(none, ...groups.filter((one) => one.children.length));
    list.value = before;
  }
  list.onchange = () => {
    chosen = "";
    showForms(edit);
  };
  const number = ++asked;
  part("forms-part").ariaBusy = "true";
  /** @type {Form|null} */
  let form = null;
  let reason = "";
  const whose = scenario()?.id ?? "";
  if (shown !== [list.value, whose, chosen].join(" ")) clear();
  if (list.value) {
    const address = `/form/${list.value}?scenario=${encodeURIComponent(whose)}&hex=${encodeURIComponent(state.chosen)}`;
    try {
      form = await ask(address);
    } catch (error) {
      reason = /** @type {Error} */ (error).message;
    }
  }
  if (number !== asked || onTheWay) return;
  const last = chosen === NEWEST ? form?.entries[form.entries.length - 1] : undefined;
  const entry = last ?? form?.entries.find((one) => one.entry === chosen) ?? form?.entries[0];
  chosen = entry?.entry ?? "";
  shown = [list.value, whose, chosen].join(" ");
  const entries = part("form-entry");
  entries.hidden = !form?.entries.length;
  entries.replaceChildren(...(form?.entries ?? []).map((one) => Object.assign(element("option", one.label), { value: one.entry })));
  entries.value = chosen;
  entries.onchange = () => {
    chosen = entries.value;
    showForms(edit);
  };
  if (form?.takenOver) reason = word("taken_over");
  else if (form && !form.adds && !form.cells.length && !form.entries.some((one) => one.fields.length)) reason = word("nothing_listed");
  else if (entry?.inherited) reason = word("inherited_entry");
  part("form-reason").textContent = reason;
  part("form-reason").hidden = !reason;
  const use = { list: list.value, entry: chosen, scenario: whose };
  /** @param {Field} field @param {string} value */
  const set = (field, value) => {
    const removed = field.removes && !value.trim();
    const renamed = !removed && field.field.join() === "id" ? value : chosen;
    const change = removed ? { tool: "remove-entry", ...use, field: field.field } : { tool: "field", ...use, field: field.field, value };
    onTheWay += 1;
    edit(change, () => {
      onTheWay -= 1;
      if (renamed !== chosen) choose(renamed, edit);
    });
  };
  showFields(part("form-fields"), entry?.fields ?? [], `${list.value} ${whose} ${chosen}`, set);
  showRows(entry, form?.markers ?? false, set, use, edit);
  showNew(form, use, edit);
  showCells(form, edit);
  goToAwaited();
  part("forms-part").ariaBusy = "false";
}

/** Show a list, and in it the entry that came last; the keyboard goes to a field. @param {string} list @param {string} field @param {Edit} edit */
export function openNewest(list, field, edit) {
  part("form-list").value = list;
  chosen = NEWEST;
  awaited = field;
  showForms(edit);
}

function goToAwaited() {
  if (!awaited) return;
  const input = /** @type {HTMLInputElement|null} */ (part("form-fields").querySelector(`[data-field="${awaited}"]`));
  awaited = "";
  input?.scrollIntoView({ block: "center" });
  input?.focus({ preventScroll: true });
  input?.select();
}

/** Take away the fields of an entry before those of another are known: what is typed meanwhile would go to the old one. */
function clear() {
  for (const name of ["form-fields", "form-rows"]) {
    delete part(name).dataset.names;
    part(name).replaceChildren();
  }
}

/** Show another entry once the list has it. @param {string} entry @param {Edit} edit */
function choose(entry, edit) {
  chosen = entry;
  showForms(edit);
}

/** @param {Entry|undefined} entry @param {boolean} markers @param {(field: Field, value: string) => void} set @param {object} use @param {Edit} edit */
function showRows(entry, markers, set, use, edit) {
  const rows = part("form-rows");
  const made = markers && !entry?.inherited ? entry?.rows ?? [] : [];
  const boxes = /** @type {HTMLElement[]} */ ([...rows.children]);
  const names = made.map((row) => row.entry).join(" ");
  if (rows.dataset.names !== names) {
    rows.dataset.names = names;
    boxes.splice(0, boxes.length, ...made.map((row) => {
      const box = element("div", "", "row");
      const gone = element("button", "−");
      gone.type = "button";
      gone.setAttribute("aria-label", `${word("remove_entry")}: ${row.entry}`);
      box.append(element("span", row.entry, "place"), Object.assign(element("span"), { className: "fields" }), gone);
      return box;
    }));
    rows.replaceChildren(...boxes);
  }
  made.forEach((row, at) => {
    const gone = boxes[at].querySelector("button");
    if (gone) {
      gone.hidden = state.facts.readOnly;
      gone.onclick = () => edit({ tool: "remove-entry", ...use, field: ["markers", row.entry] });
    }
    showFields(/** @type {HTMLElement} */ (boxes[at].querySelector(".fields")), row.fields, row.entry, set);
  });
  part("new-row").hidden = !markers || !entry || entry.inherited || state.facts.readOnly;
  part("new-row").onclick = () => edit({ tool: "new-activation", command: chosen });
}

/** @param {Form|null} form @param {{list: string, entry: string, scenario: string}} use @param {Edit} edit */
function showNew(form, use, edit) {
  const made = part("new-entry");
  made.hidden = !form?.adds || state.facts.readOnly;
  part("remove-entry").hidden = !form?.removes || !chosen || state.facts.readOnly;
  part("remove-entry").onclick = () => edit({ tool: "remove-entry", ...use });
  if (!form) return;
  const [id, name] = [part("new-entry-id"), part("new-entry-name")];
  id.hidden = !form.wantsId;
  name.hidden = !form.wantsName;
  const text = made.querySelector("span");
  if (text) text.textContent = word(form.wantsName ? "new_entry_like" : "new_turn");
  made.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (form.wantsName && !name.value.trim()) return name.focus();
    if (form.wantsId && !id.value.trim()) return id.focus();
    const before = new Set(form.entries.map((one) => one.entry));
    const wanted = { tool: "new-entry", list: use.list, scenario: use.scenario, like: use.entry, id: id.value.trim(), name: name.value };
    edit(wanted, async () => {
      const now = /** @type {Form} */ (await ask(`/form/${use.list}?scenario=${encodeURIComponent(use.scenario)}`));
      const fresh = now.entries.find((one) => !before.has(one.entry));
      if (!fresh) return;
      id.value = name.value = "";
      choose(fresh.entry, edit);
    });
  };
}

/**
 * Show the charts and their cells, for a value that the battle does not change yet.
 * @param {Form|null} form @param {Edit} edit
 */
function showCells(form, edit) {
  const made = part("new-cell");
  made.hidden = !form?.cells.length || state.facts.readOnly;
  if (!form?.cells.length) return;
  const [chart, cell, value] = [part("new-cell-chart"), part("new-cell-key"), part("new-cell-value")];
  const of = () => form.cells.find((one) => one.chart === chart.value)?.cells ?? [];
  const fillCells = () => {
    cell.replaceChildren(...of().map((one, at) => Object.assign(element("option", one.name), { value: String(at) })));
    value.value = of()[0]?.value ?? "";
  };
  const before = chart.value;
  chart.replaceChildren(...form.cells.map((one) => Object.assign(element("option", one.title), { value: one.chart })));
  if (form.cells.some((one) => one.chart === before)) chart.value = before;
  else fillCells();
  chart.onchange = fillCells;
  cell.onchange = () => {
    value.value = of()[Number(cell.value)]?.value ?? "";
  };
  made.onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const use = { tool: "new-chart-value", chart: chart.value, key: of()[Number(cell.value)]?.key ?? [], value: value.value.trim() };
    edit(use, () => {
      if (part("message").hidden) openNewest("charts", "value", edit);
    });
  };
}

/**
 * Show fields. Those of an entry that is shown already stay, since somebody may be typing in one of them.
 * @param {HTMLElement} box @param {Field[]} fields @param {string} whose @param {(field: Field, value: string) => void} set
 */
function showFields(box, fields, whose, set) {
  const names = [whose, ...fields.map((one) => one.name + one.kind)].join(" ");
  if (box.dataset.names !== names) {
    box.dataset.names = names;
    box.replaceChildren(...fields.map((one) => {
      const label = element("label", one.name);
      label.title = one.help;
      const input = inputOf(one);
      input.dataset.field = one.field.join("/");
      if (one.kind === "condition") label.append(element("select"));
      label.append(input);
      if (input instanceof HTMLInputElement && input.type === "color") label.append(plainButton());
      if (["long", "condition"].includes(one.kind)) label.className = "wide";
      return label;
    }));
  }
  fields.forEach((one, at) => {
    const label = /** @type {HTMLElement} */ (box.children[at]);
    const input = /** @type {HTMLInputElement} */ (label.querySelector("[data-field]"));
    input.onchange = () => set(one, one.kind === "yes" ? String(input.checked) : input.value);
    input.disabled = state.facts.readOnly;
    if (input instanceof HTMLSelectElement) options(input, one.choices, one.value, "", one.otherwise);
    else if (one.kind !== "colour") input.placeholder = one.otherwise ?? "";
    const plain = label.querySelector("button");
    if (plain) {
      plain.hidden = !one.value || !one.otherwise || state.facts.readOnly;
      plain.onclick = () => set(one, "");
    }
    const picker = label.querySelector("select");
    if (picker && one.kind === "condition") {
      options(picker, one.choices, one.value, word("pick_condition"));
      picker.disabled = state.facts.readOnly;
      picker.onchange = () => picker.value && set(one, picker.value);
    }
    if (one.kind === "list" && one.choices.length) input.title = one.choices.map((choice) => choice.value).join(", ");
    const typing = input === document.activeElement && input.value !== input.dataset.shown;
    if (one.kind === "yes") input.checked = one.value === "true";
    else if (!typing) input.value = input.type === "color" ? one.value || one.otherwise || "" : one.value;
    input.dataset.shown = input.value;
  });
}

/** Takes the colour of a field away; the theme's own stands there again. @returns {HTMLButtonElement} */
function plainButton() {
  const button = element("button", "×", "plain");
  button.type = "button";
  button.title = word("remove_entry");
  button.setAttribute("aria-label", word("remove_entry"));
  return button;
}

/**
 * @param {HTMLSelectElement} list @param {Choice[]} choices @param {string} value @param {string} first
 * @param {string} [otherwise] what holds where nothing is chosen
 */
function options(list, choices, value, first, otherwise) {
  const known = choices.some((one) => one.value === value);
  const shown = known || !value ? choices : [{ value, name: value }, ...choices];
  list.replaceChildren(...[{ value: "", name: first || (otherwise ? `— ${otherwise}` : "—") }, ...(first ? choices : shown)].map((one) =>
    Object.assign(element("option", one.name), { value: one.value })));
  list.value = known || !first ? value : "";
}

/** @param {Field} field @returns {HTMLElement} */
function inputOf(field) {
  if (field.kind === "long") return Object.assign(element("textarea"), { rows: 4 });
  if (field.kind === "yes") return Object.assign(element("input"), { type: "checkbox" });
  if (field.kind === "word" && field.choices.length) return element("select");
  const input = Object.assign(element("input"), { spellcheck: false });
  if (field.kind === "number") input.type = "number";
  if (field.kind === "colour" && /^#[0-9a-f]{6}$/i.test(field.value || field.otherwise || "")) input.type = "color";
  return input;
}
