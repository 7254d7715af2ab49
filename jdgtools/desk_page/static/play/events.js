// What happened: actions and rolls with their events, and the statements of the rules behind each.
// @ts-check
import { element, part } from "../state.js";
import { play, word } from "./table.js";

/** @typedef {import("./table.js").Entry} Entry */

/** @type {Entry[]} */
let shown = [];

/** Put what has happened on top of the list. @param {Entry[]} entries */
export function addEvents(entries) {
  shown = [...shown, ...entries.filter((one) => one.words || (one.kind === "c" && one.text) || one.events.length)].slice(-200);
  show();
}

/** Show these events alone. @param {Entry[]} entries */
export function setEvents(entries) {
  shown = [];
  addEvents(entries);
}

function show() {
  part("events-part").hidden = !shown.length;
  const items = [];
  let turn = -1;
  for (const one of [...shown].reverse()) {
    if (one.turn !== turn && turn !== -1) items.push(element("h3", `${word("turn")} ${one.turn}`));
    turn = one.turn;
    items.push(itemOf(one));
  }
  part("events").replaceChildren(...items);
}

/** @param {Entry} one @returns {HTMLElement} */
function itemOf(one) {
  const item = element("li");
  if (one.kind === "c" && one.text) item.append(element("div", `${word("roll")}: ${one.text}`, "who"));
  else if (one.words) {
    const head = element("div", "", "who");
    head.append(element("span", play.table.sides[one.side] ?? "", `side${one.side}`), `: ${one.words}`);
    item.append(head);
  }
  for (const event of one.events) {
    if (!event.rules.length) {
      item.append(element("div", event.words));
      continue;
    }
    const details = element("details");
    details.append(element("summary", event.words));
    for (const rule of event.rules) {
      const line = element("p");
      line.append(element("b", rule.id), rule.says);
      details.append(line);
    }
    item.append(details);
  }
  return item;
}
