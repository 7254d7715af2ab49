// The keys of the page, shown over it.
// @ts-check
import { element, part, state, word } from "./state.js";
import { TOOLS, toolName } from "./tools.js";

/** Show what each key does; Escape closes it. */
export function showHelp() {
  const dialog = part("help");
  if (dialog.open) return dialog.close();
  const tools = state.facts.readOnly ? TOOLS.slice(0, 1) : TOOLS;
  const lines = [...tools.map((tool, index) => `${index + 1}: ${word(toolName(tool))}`), ...word("keys").split(". ").slice(0, -1), ...word("more_keys").split(". ")];
  part("help-keys").replaceChildren(...lines.map((line) => keyLine(line)));
  dialog.showModal();
}

/** A line `key: what it does`. @param {string} line @returns {HTMLElement} */
function keyLine(line) {
  const at = line.search(/ ?: /);
  const entry = element("li");
  entry.append(element("kbd", line.slice(0, at)), element("span", line.slice(at).replace(/^ ?: /, "").replace(/\.$/, "")));
  return entry;
}
