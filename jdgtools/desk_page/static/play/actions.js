// The decision of a person: the legal actions as a list, and on the map.
// @ts-check
import { svg } from "../map_view.js";
import { element, part } from "../state.js";
import { piecesIn } from "./board.js";
import { play } from "./table.js";

/** @typedef {import("../map_view.js").MapView} MapView */
/** @typedef {import("./table.js").Action} Action */

/** Hexes that were clicked, one after the other: they leave the actions that lead through them. @type {string[]} */
let path = [];
/** @type {Action[]} */
let actions = [];
/** @type {{action: Action, x: number, y: number}[]} */
let handles = [];
/** @type {(place: number) => void} */
let choose = () => {};

/** Offer actions. @param {MapView} view @param {Action[]} offered @param {(place: number) => void} chosen */
export function offer(view, offered, chosen) {
  [actions, choose, path] = [offered, chosen, []];
  show(view);
}

/** Let go of the clicked hexes. @param {MapView} view @returns {boolean} whether there were any */
export function forgetPath(view) {
  if (!path.length) return false;
  path = [];
  show(view);
  return true;
}

/** @returns {Action[]} */
const remaining = () => actions.filter((one) => path.every((hex, place) => one.at[place] === hex));

/**
 * Follow a click: choose the one action that is meant, or leave those that are.
 * @param {MapView} view @param {string} hex @param {[number, number]|null} point of the map
 */
export function clickHex(view, hex, point) {
  const handle = point && view.map ? handleAt(point, view.map.hexSize * 0.15) : null;
  if (handle) {
    choose(actions.indexOf(handle));
    return;
  }
  let next = remaining().filter((one) => one.at[path.length] === hex);
  if (!next.length && path.length) {
    path = [];
    next = remaining().filter((one) => one.at[0] === hex);
  }
  if (next.length === 1) {
    choose(actions.indexOf(next[0]));
    return;
  }
  if (next.length) path.push(hex);
  show(view);
}

/** @param {[number, number]} point @param {number} reach @returns {Action|null} */
function handleAt(point, reach) {
  const near = handles.filter((one) => Math.hypot(one.x - point[0], one.y - point[1]) < reach);
  near.sort((a, b) => Math.hypot(a.x - point[0], a.y - point[1]) - Math.hypot(b.x - point[0], b.y - point[1]));
  return near[0]?.action ?? null;
}

/** @param {MapView} view */
function show(view) {
  const left = remaining();
  part("all-actions").hidden = !path.length;
  const list = part("actions");
  const focused = list.contains(document.activeElement);
  list.replaceChildren(...left.map((one, place) => {
    const item = element("li");
    const button = element("button", "");
    button.append(element("span", one.words), element("code", one.text));
    button.tabIndex = place ? -1 : 0;
    button.dataset.text = one.text;
    button.onclick = () => choose(actions.indexOf(one));
    button.onfocus = button.onmouseenter = () => hint(view, one);
    button.onblur = button.onmouseleave = () => hint(view, null);
    item.append(button);
    return item;
  }));
  if (focused || document.activeElement === document.body) list.querySelector("button")?.focus({ preventScroll: true });
  marks(view, left);
}

/** Outline who may act and where to. @param {MapView} view @param {Action[]} left */
function marks(view, left) {
  const layer = view.layers.lens;
  layer.replaceChildren();
  for (const id of path) {
    const hex = view.hexes.get(id);
    if (hex) layer.append(view.polygon(hex, "on-path"));
  }
  const next = new Set(left.map((one) => one.at[path.length]).filter((id) => id !== undefined));
  for (const id of next) {
    const hex = view.hexes.get(id);
    if (!hex) continue;
    const acts = left.some((one) => one.at[path.length] === id && one.pieces.some((piece) => piecesIn(id).some((lies) => lies.piece === piece)));
    const drawn = view.polygon(hex, acts ? "actor" : "target");
    drawn.dataset.hex = id;
    layer.append(drawn);
  }
  showHandles(view, left);
  hint(view, null);
}

/** Handles for facings about the unit that turns. @param {MapView} view @param {Action[]} left */
function showHandles(view, left) {
  view.layers.labels.replaceChildren();
  handles = [];
  if (!view.map) return;
  const size = view.map.hexSize;
  for (const one of left) {
    if (one.facing === null || one.at.length > path.length) continue;
    const piece = one.pieces[0] ?? play.position?.turning;
    const place = play.position?.pieces.find((lies) => lies.piece === piece);
    const hex = place && view.hexes.get(place.hex);
    if (!hex) continue;
    const angle = (play.table.angles[one.facing] * Math.PI) / 180;
    const [x, y] = [hex.centre[0] + size * 0.5 * Math.sin(angle), hex.centre[1] - size * 0.5 * Math.cos(angle)];
    handles.push({ action: one, x, y });
    const circle = svg("circle", { cx: x, cy: y, r: size * 0.12, class: "handle" });
    circle.dataset.facing = String(one.facing);
    const name = svg("text", { x, y, class: "handle-name" });
    name.textContent = play.table.facings[one.facing];
    view.layers.labels.append(circle, name);
  }
}

/** Show where an action of the list leads. @param {MapView} view @param {Action|null} action */
function hint(view, action) {
  view.layers.areas.replaceChildren();
  for (const id of action?.at ?? []) {
    const hex = view.hexes.get(id);
    if (hex) view.layers.areas.append(view.polygon(hex, "hinted"));
  }
}

/** Move through the list with the arrows. @param {KeyboardEvent} event */
export function moveInList(event) {
  const buttons = [...part("actions").querySelectorAll("button")];
  const here = buttons.findIndex((button) => button === document.activeElement);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -buttons.length, End: buttons.length };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (here < 0 || step === undefined) return;
  event.preventDefault();
  const there = buttons[Math.max(0, Math.min(buttons.length - 1, here + step))];
  buttons[here].tabIndex = -1;
  there.tabIndex = 0;
  there.focus();
}
