// The counters as they lie, flags of held hexes, and the lists of what lies beside the map.
// @ts-check
import { svg } from "../map_view.js";
import { element, part } from "../state.js";
import { pictureOf, play, word } from "./table.js";

/** @typedef {import("../map_view.js").MapView} MapView */
/** @typedef {import("./table.js").BoardPiece} BoardPiece */
/** @typedef {import("./table.js").Position} Position */

/** Pieces in a hex, the top one first; commanders, who have no place in the stack, above the units. @param {string} hex @returns {BoardPiece[]} */
export const piecesIn = (hex) =>
  (play.position?.pieces ?? []).filter((one) => one.where === "map" && one.hex === hex).sort((a, b) => a.order - b.order);

/** Words for the states of a piece. @param {BoardPiece} one @returns {string} */
function stateWords(one) {
  const words = Object.entries(one.states).map(([axis, value]) => play.table.states[axis]?.[value]?.name ?? value);
  if (one.marks.includes("hidden") && !("orders" in one.states)) words.push(word("hidden"));
  return words.join(", ");
}

/** @param {BoardPiece} one @returns {string} name of its picture as it lies */
function pictureNow(one) {
  const known = play.table.pieces[one.piece];
  return known ? (one.back ? known.back : known.front) : "";
}

/** @param {MapView} view */
export function showBoard(view) {
  const layer = view.layers.counters;
  layer.replaceChildren();
  const { position } = play;
  if (!position || !view.map) return;
  const size = view.map.hexSize;
  for (const [id, side] of Object.entries(position.holders)) {
    const hex = view.hexes.get(id);
    if (!hex) continue;
    const [x, y] = [hex.centre[0] - size * 0.42, hex.centre[1] + size * 0.1];
    layer.append(svg("path", { d: `M${x} ${y}v${-size * 0.26}h${size * 0.2}l${-size * 0.06} ${size * 0.07}l${size * 0.06} ${size * 0.07}h${-size * 0.2}`, class: `flag${side}` }));
  }
  for (const id of new Set(position.pieces.map((one) => one.hex))) {
    const stack = piecesIn(id).reverse(); // the lowest first, so that the top one covers it
    stack.forEach((one, place) => layer.append(counter(view, one, size * 0.66, place - (stack.length - 1) / 2)));
  }
}

/** @param {MapView} view @param {BoardPiece} one @param {number} edge @param {number} above the middle of its stack @returns {SVGElement} */
function counter(view, one, edge, above) {
  const hex = view.hexes.get(one.hex);
  const [x, y] = hex ? hex.centre : [0, 0];
  const group = svg("g", { transform: `translate(${x - above * edge * 0.12} ${y + above * edge * 0.12})` });
  group.dataset.piece = one.piece;
  const turned = svg("g", { transform: `rotate(${one.facing < 0 ? 0 : play.table.angles[one.facing]})` });
  turned.append(svg("rect", { x: -edge / 2, y: -edge / 2, width: edge, height: edge, fill: "#d8d2c4", stroke: "#22201c" }));
  const picture = pictureNow(one);
  if (picture) turned.append(svg("image", { href: pictureOf(picture), x: -edge / 2, y: -edge / 2, width: edge, height: edge }));
  if (one.marks.includes("active")) {
    turned.append(svg("rect", { x: -edge / 2, y: -edge / 2, width: edge, height: edge, class: "active-piece" }));
  }
  group.append(turned);
  badges(group, one, edge);
  const title = svg("title");
  title.textContent = [play.table.pieces[one.piece]?.name ?? one.piece, stateWords(one)].filter(Boolean).join(": ");
  group.append(title);
  return group;
}

/** Markers that lie on a counter, along its lower edge. @param {SVGElement} group @param {BoardPiece} one @param {number} edge */
function badges(group, one, edge) {
  const small = edge * 0.42;
  const markers = Object.entries(one.states).map(([axis, value]) => play.table.states[axis]?.[value]?.marker ?? "");
  const pictures = markers.map((marker) => play.table.markers[marker] ?? "").filter(Boolean);
  let x = -edge / 2 - small * 0.2;
  for (const picture of pictures) {
    group.append(svg("image", { href: pictureOf(picture), x, y: edge / 2 - small * 0.8, width: small, height: small }));
    x += small * 0.8;
  }
  if (one.marks.includes("hidden") && !("orders" in one.states)) {
    group.append(svg("rect", { x, y: edge / 2 - small * 0.8, width: small, height: small, class: "badge" }));
    const text = svg("text", { x: x + small / 2, y: edge / 2 - small * 0.3, class: "badge-text" });
    text.textContent = "?";
    group.append(text);
  }
}

/** The pieces of a hex beside the map. @param {MapView} view */
export function showHex(view) {
  const hex = view.hexes.get(play.hex);
  part("hex-part").hidden = !hex || !play.position;
  if (!hex || !play.position) return;
  part("hex-title").textContent = hex.id;
  const holder = play.position.holders[hex.id];
  const held = holder === undefined ? "" : word("held", { side: play.table.sides[holder] });
  part("hex-facts").textContent = [...hex.names, ...hex.ground, held].filter(Boolean).join(", ");
  part("hex-pieces").replaceChildren(...piecesIn(hex.id).map((one) => line(one, true)));
}

/** @param {BoardPiece} one @param {boolean} withStates @returns {HTMLElement} */
function line(one, withStates) {
  const item = element("li");
  const picture = pictureNow(one);
  if (picture) item.append(Object.assign(element("img"), { src: pictureOf(picture), alt: "" }));
  const words = element("span", play.table.pieces[one.piece]?.name ?? one.piece, `side${one.side}`);
  item.append(words);
  if (withStates) item.append(element("span", stateWords(one), "states"));
  return item;
}

/** What lies beside the map: the cup, who waits, who is gone. @param {Position} position */
export function showBeside(position) {
  part("cup-part").hidden = !position.cup.length && !position.active;
  const markers = [...position.cup];
  const items = markers.map((marker) => markerItem(marker, ""));
  if (position.active) items.unshift(markerItem(position.active, `${word("active")}: `));
  part("cup").replaceChildren(...items);
  const off = part("off");
  off.replaceChildren();
  for (const where of ["waiting", "eliminated", "fled", "exited"]) {
    const pieces = position.pieces.filter((one) => one.where === where);
    if (!pieces.length) continue;
    const list = element("ul");
    list.append(...pieces.map((one) => line(one, false)));
    off.append(element("h3", word(where)), list);
  }
  part("off-part").hidden = !off.childElementCount;
}

/** @param {string} marker @param {string} before @returns {HTMLElement} */
function markerItem(marker, before) {
  const item = element("li", before);
  const picture = play.table.markers[marker];
  if (picture) item.append(Object.assign(element("img"), { src: pictureOf(picture), alt: "" }));
  item.append(element("span", play.table.markerNames[marker] ?? marker));
  return item;
}

/** Turn, phase and points. @param {Position} position */
export function showStatus(position) {
  // What is cut off where there is little room is the label.
  const turn = `${word("turn")} ${position.turn}, ${word("phase")} ${position.phase}`;
  part("turn-shown").textContent = part("turn-shown").title = position.turnLabel ? `${turn}: ${position.turnLabel}` : turn;
  part("points").replaceChildren(
    ...play.table.sides.flatMap((side, place) => [
      element("span", `${place ? " · " : ""}${side} ${position.points[place]}`, `side${place}`)]));
}
