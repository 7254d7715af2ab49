// The counters of a setup on the map, and the signs of what is wrong.
// @ts-check
import { scenario, shownCounters, state } from "./state.js";
import { svg } from "./map_view.js";
import { movedPieces } from "./formation.js";

/** @typedef {import("./map_view.js").MapView} MapView */

/** Where a face lies: elsewhere as soon as it looks different, so that nothing else is fetched again. @param {string} picture @returns {string} */
export const pictureOf = (picture) => `/counter/${picture}.png`;

/** @param {MapView} view */
export function showCounters(view) {
  const layer = view.layers.counters;
  layer.replaceChildren();
  const chosen = scenario();
  if (!chosen || !view.map) return;
  const edge = view.map.hexSize * 0.68;
  for (const marker of chosen.markers) {
    for (const id of marker.hexes) layer.append(image(view, [id], marker.picture, 1, 0, 0, edge * 0.8, marker.marker));
  }
  const moved = movedPieces();
  // The lowest of a stack first, so that the top one covers it.
  const counters = [...shownCounters()].sort((a, b) => b.order - a.order);
  for (const one of counters) {
    const drawn = image(view, one.hexes, one.picture, one.wide, one.angle, one.order, edge, one.name);
    drawn.dataset.piece = one.piece;
    layer.append(drawn);
    if (moved.has(one.piece)) {
      const hex = view.hexes.get(one.hexes[0]);
      if (hex) layer.append(view.polygon(hex, one.piece === state.piece ? "picked" : "together"));
    }
  }
}

/**
 * @param {MapView} view @param {string[]} hexes @param {string} picture @param {number} wide
 * @param {number} angle @param {number} order @param {number} edge @param {string} name
 * @returns {SVGElement}
 */
function image(view, hexes, picture, wide, angle, order, edge, name) {
  const centres = hexes.map((id) => view.hexes.get(id)?.centre).filter((centre) => centre !== undefined);
  const count = Math.max(1, wide === 2 ? centres.length : 1);
  const x = centres.slice(0, count).reduce((sum, c) => sum + c[0], 0) / count + order * 4;
  const y = centres.slice(0, count).reduce((sum, c) => sum + c[1], 0) / count - order * 4;
  const width = edge * (wide === 2 ? 2 : 1);
  const group = svg("g", { transform: `translate(${x} ${y}) rotate(${angle})` });
  group.append(svg("rect", { x: -width / 2, y: -edge / 2, width, height: edge, fill: "#d8d2c4", stroke: "#22201c" }));
  if (picture) {
    group.append(svg("image", { href: pictureOf(picture), x: -width / 2, y: -edge / 2, width, height: edge }));
  }
  const title = svg("title");
  title.textContent = name;
  group.append(title);
  return group;
}

/** @param {MapView} view */
export function showProblemMarks(view) {
  view.layers.problems.replaceChildren();
  const marked = new Set();
  for (const problem of state.facts.problems) {
    const hex = problem.hex ? view.hexes.get(problem.hex) : undefined;
    if (!hex || marked.has(hex.id)) continue;
    marked.add(hex.id);
    view.layers.problems.append(view.polygon(hex, `${problem.severity}-mark`));
  }
}
