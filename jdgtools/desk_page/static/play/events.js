// What happened: actions and rolls with their events, and the statements of the rules behind each.
// @ts-check
import { element, part } from "../state.js";
import { play, word } from "./table.js";

/** @typedef {import("./table.js").Told} Told */

/** @type {Told[]} */
let shown = [];

/** Put what has happened on top of the list. @param {Told[]} told */
export function addEvents(told) {
  shown = [...shown, ...told.filter((one) => one.words || (one.kind === "c" && one.text) || one.events.length)].slice(-200);
  show();
}

/** Show these events alone. @param {Told[]} told */
export function setEvents(told) {
  shown = [];
  addEvents(told);
}

function show() {
  part("events-part").hidden = !shown.length;
  const items = [];
  let turn = -1;
  for (const one of [...shown].reverse()) {
    if (one.turn !== turn && turn !== -1) items.push(element("h3", `${word("turn")} ${one.turn}`));
    turn = one.turn;
    items.push(entry(one));
  }
  part("events").replaceChildren(...items);
}

/** @param {Told} one @returns {HTMLElement} */
function entry(one) {
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
