// A whole file of the project, to be read and changed beside the map.
// @ts-check
import { element, part, state, word } from "./state.js";
import { ask } from "./server.js";
import { showMessage } from "./panels.js";

let asked = 0;

/** Show the names of the files, and the text of the chosen one; a text that somebody has changed here is left alone. */
export function showFiles() {
  const list = part("file");
  const before = list.value;
  list.replaceChildren(...["", ...state.facts.files].map((one) => Object.assign(element("option", one || "—"), { value: one })));
  // A file that is gone stays chosen as long as its text is not saved: nothing that was typed is lost.
  if (before && !state.facts.files.includes(before) && isChanged()) {
    list.append(Object.assign(element("option", before), { value: before }));
  }
  if ([...list.options].some((option) => option.value === before)) list.value = before;
  showText();
}

/** Whether the text differs from what the file held when it was shown. */
const isChanged = () => part("file-text").value !== (part("file-text").dataset.shown ?? "");

async function showText() {
  const number = ++asked;
  const [path, box] = [part("file").value, part("file-text")];
  const text = path ? await ask(`/text/${path.split("/").map(encodeURIComponent).join("/")}`).catch(() => null) : null;
  if (number !== asked) return;
  if (isChanged()) {
    // Saved, or written so by somebody else: nothing here waits any more.
    if (text !== null && text.replace(/\r\n?/g, "\n") === box.value) box.dataset.shown = box.value;
    return;
  }
  box.hidden = text === null;
  part("file-save").hidden = text === null || state.facts.readOnly;
  box.readOnly = state.facts.readOnly;
  const same = box.dataset.path === path;
  const at = [box.selectionStart, box.scrollTop];
  box.value = text ?? "";
  box.dataset.path = path;
  box.dataset.shown = box.value;
  if (same) [box.selectionStart, box.selectionEnd, box.scrollTop] = [at[0], at[0], at[1]];
}

/** @param {(use: object) => void} edit */
export function listenToFiles(edit) {
  const [list, box] = [part("file"), part("file-text")];
  list.onchange = () => {
    if (isChanged()) {
      list.value = box.dataset.path ?? "";
      showMessage(word("save_first"));
      box.focus();
    } else showText();
  };
  const save = () => {
    if (!isChanged()) return;
    const use = { tool: "file", path: box.dataset.path, was: box.dataset.shown, text: box.value };
    edit(use);
  };
  part("file-form").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    save();
  };
  box.onkeydown = (event) => {
    if (event.key === "Escape") {
      box.value = box.dataset.shown ?? "";
      showMessage("");
      showText();
    } else if ((event.ctrlKey || event.metaKey) && ["s", "Enter"].includes(event.key)) {
      event.preventDefault();
      save();
    }
  };
}
