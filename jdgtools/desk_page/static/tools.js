// What the pointer and the keys do on the map with each tool.
// @ts-check
import { element, part, scenario, shownCounters, state, word } from "./state.js";
import { svg } from "./map_view.js";
import { AREA_TOOLS, areaUse, pickName, showAreaChoices } from "./areas.js";

/** @typedef {import("./map_view.js").MapView} MapView */
/** @typedef {import("./server.js").Hex} Hex */

export const TOOLS = ["select", "terrain", "level", "hexsides", "ways", "crossings", ...AREA_TOOLS];
const KIND = { terrain: "hex", hexsides: "hexside", ways: "path", crossings: "crossing" };
const NAMES = { level: "levels" };

/** Key of a tool's name. @param {string} tool @returns {string} */
export const toolName = (tool) => NAMES[/** @type {"level"} */ (tool)] ?? tool;

/** Buttons of the tools; a tool is chosen with a click, or with its number. @param {() => void} changed */
export function showTools(changed) {
  const tools = state.facts.readOnly ? ["select"] : TOOLS;
  part("tool-list").replaceChildren(
    ...tools.map((tool, index) => {
      const button = element("button", `${index + 1} ${word(toolName(tool))}`);
      button.dataset.tool = tool;
      button.setAttribute("role", "radio");
      button.setAttribute("aria-checked", String(tool === state.tool));
      button.onclick = () => chooseTool(tool, changed);
      return button;
    }));
  part("alone").onchange = showChoices;
  showChoices();
}

/** @param {string} tool @param {() => void} changed */
export function chooseTool(tool, changed) {
  state.tool = tool;
  for (const button of part("tool-list").querySelectorAll("button")) {
    button.setAttribute("aria-checked", String(button.dataset.tool === tool));
  }
  showChoices();
  changed();
}

/** Whether ground is changed in the scenario that is shown alone. */
const isAlone = () => part("alone").checked && !part("alone-label").hidden;

function showChoices() {
  const kind = KIND[/** @type {keyof KIND} */ (state.tool)];
  part("terrain-label").hidden = !kind;
  part("level-label").hidden = state.tool !== "level";
  part("alone-label").hidden = !kind || !scenario() || state.facts.imported;
  part("size-label").hidden = !["terrain", "level", "areas"].includes(state.tool);
  showAreaChoices();
  const list = part("terrain");
  const known = `${kind} ${isAlone()} ${state.facts.digest}`;
  if (!kind || list.dataset.kind === known) return;
  const before = list.value;
  const terrains = state.facts.terrains.filter((one) => one.kind === kind);
  list.replaceChildren(...terrains.map((one) => Object.assign(element("option", one.name), { value: one.id })));
  if (kind === "hexside" || (kind === "path" && isAlone())) list.append(Object.assign(element("option", `— ${word("erase")}`), { value: "" }));
  list.dataset.kind = known;
  if ([...list.options].some((option) => option.value === before)) list.value = before;
}

/** Hexes under a brush. @param {MapView} view @param {Hex} hex @returns {Hex[]} */
function underBrush(view, hex) {
  if (part("size").value === "fill") return filled(view, hex);
  let hexes = new Set([hex.id]);
  for (let ring = 1; ring < Number(part("size").value); ring++) {
    hexes = new Set([...hexes].flatMap((id) => [id, ...(view.hexes.get(id)?.neighbours ?? [])]).filter((id) => id !== null));
  }
  return [...hexes].map((id) => /** @type {Hex} */ (view.hexes.get(id)));
}

/** Hexes of the same terrain or level that hang together with a hex. @param {MapView} view @param {Hex} hex @returns {Hex[]} */
function filled(view, hex) {
  const key = state.tool === "level" ? "level" : "terrain";
  const hexes = new Set([hex]);
  // A set gives what is put into it during the walk as well.
  for (const one of hexes) {
    for (const id of one.neighbours) {
      const other = id ? view.hexes.get(id) : undefined;
      if (other && other[key] === hex[key]) hexes.add(other);
    }
  }
  return [...hexes];
}

/** Take the terrain or the level of a hex for the brush. @param {Hex} hex */
export function pickGround(hex) {
  if (state.tool === "places") pickName(hex);
  if (state.tool === "level" && hex.level !== null) part("level").value = String(hex.level);
  if (state.tool === "terrain" && hex.terrain !== null) part("terrain").value = hex.terrain;
}

/** Choose the next larger or smaller brush. @param {number} step */
export function resizeBrush(step) {
  const list = part("size");
  list.selectedIndex = Math.min(list.options.length - 1, Math.max(0, list.selectedIndex + step));
}

/** Put the picked counter one place higher or lower in its stack. @param {number} step @returns {object|null} */
export function restacking(step) {
  const counters = scenario()?.counters ?? [];
  const hex = counters.find((one) => one.piece === state.piece)?.hexes[0];
  const pieces = counters.filter((one) => one.hexes[0] === hex).sort((a, b) => a.order - b.order).map((one) => one.piece);
  const [from, to] = [pieces.indexOf(state.piece), pieces.indexOf(state.piece) + step];
  if (!hex || to < 0 || to >= pieces.length) return null;
  [pieces[from], pieces[to]] = [pieces[to], pieces[from]];
  return { tool: "stack", scenario: scenario()?.id, pieces };
}

/** A stroke of the pointer with one tool, from the button's way down to its way up. */
export class Stroke {
  /** @param {MapView} view */
  constructor(view) {
    this.view = view;
    /** @type {string[]} */
    this.marks = [];
    /** Where the pointer was last, in pixels of the map. @type {[number, number]|null} */
    this.last = null;
    /** Where a way comes onto the map and leaves it: directions over its edge. @type {{start?: string, end?: string}} */
    this.ends = {};
    this.layer = svg("g");
    view.layers.stroke.append(this.layer);
  }

  /** Go on to a point by small steps: a fast hand skips no hex and no hexside. @param {[number, number]} point */
  to(point) {
    const { view, last } = this;
    const away = last ? Math.hypot(point[0] - last[0], point[1] - last[1]) : 0;
    const steps = Math.min(2000, Math.max(1, Math.ceil(away / ((view.map?.hexSize ?? 100) * 0.15))));
    const from = last ?? point;
    for (let step = 1; step <= steps; step++) {
      /** @type {[number, number]} */
      const here = [from[0] + ((point[0] - from[0]) * step) / steps, from[1] + ((point[1] - from[1]) * step) / steps];
      const hex = view.hexAt(here);
      if (hex && !this.marks.length && this.last) this.ends.start = this.overTheEdge(hex, this.last);
      if (hex) this.over(hex, here);
      const lastHex = view.hexes.get(this.marks[this.marks.length - 1] ?? "");
      this.ends.end = hex || !lastHex ? undefined : this.overTheEdge(lastHex, here);
      this.last = here;
    }
  }

  /** The direction in which a point beside the map lies from a hex at its edge. @param {Hex} hex @param {[number, number]} point */
  overTheEdge(hex, point) {
    const { direction } = this.view.sideAt(hex, point, (d) => hex.neighbours[d] === null);
    return hex.neighbours[direction] === null ? this.view.map?.directions[direction] : undefined;
  }

  /** @param {Hex} hex @param {[number, number]} point */
  over(hex, point) {
    if (state.tool === "hexsides" || state.tool === "crossings") {
      if (state.tool === "crossings" && this.marks.length) return;
      const side = this.view.sideAt(hex, point);
      if (!this.view.map || side.away > this.view.map.hexSize * 0.3) return;
      const name = `${hex.id}/${this.view.map.directions[side.direction]}`;
      const other = hex.neighbours[side.direction];
      const same = other ? `${other}/${this.view.map.directions[(side.direction + 3) % 6]}` : name;
      if (this.marks.includes(name) || this.marks.includes(same)) return;
      this.marks.push(name);
      const [a, b] = side.ends;
      this.layer.append(svg("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: "stroke-line" }));
    } else if (state.tool === "ways") {
      const before = this.view.hexes.get(this.marks[this.marks.length - 1] ?? "");
      if (before && (before.id === hex.id || !before.neighbours.includes(hex.id))) return;
      this.marks.push(hex.id);
      if (!before) return;
      const [a, b] = [before.centre, hex.centre];
      this.layer.append(svg("line", { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: "stroke-line" }));
    } else {
      if (["places", "markers"].includes(state.tool) && this.marks.length) return;
      const color = state.facts.terrains.find((one) => one.kind === "hex" && one.id === part("terrain").value)?.color;
      const under = ["places", "markers"].includes(state.tool) ? [hex] : underBrush(this.view, hex);
      for (const one of under) {
        if (this.marks.includes(one.id)) continue;
        this.marks.push(one.id);
        const drawn = this.view.polygon(one, "stroke");
        drawn.setAttribute("fill", (state.tool === "terrain" && color) || "#d0006f");
        this.layer.append(drawn);
      }
    }
  }

  /** What the server is asked to do; null where the stroke means nothing. @returns {object|null} */
  use() {
    const terrain = part("terrain").value;
    const hexes = this.marks;
    if (!hexes.length) return null;
    if (AREA_TOOLS.includes(state.tool)) return areaUse(hexes);
    // What one scenario alone has is written into its file.
    const whose = isAlone() ? { scenario: scenario()?.id } : {};
    if (state.tool === "terrain") return { tool: "terrain", hexes, terrain, ...whose };
    if (state.tool === "level") return { tool: "level", hexes, level: Number(part("level").value) };
    if (state.tool === "ways" && !terrain) return hexes.length > 1 ? { tool: "no-way", hexes, ...whose } : null;
    if (state.tool === "ways") return hexes.length > 1 ? { tool: "way", hexes, terrain, ...this.ends, ...whose } : null;
    if (state.tool === "crossings") return { tool: "crossing", side: hexes[0], terrain, ...whose };
    if (!terrain) return { tool: "bare-hexsides", sides: hexes, ...whose };
    const water = state.facts.terrains.find((one) => one.kind === "hexside" && one.id === terrain)?.water ?? false;
    return { tool: "hexsides", sides: hexes, terrain, water, ...whose };
  }

  remove() {
    this.layer.remove();
  }
}

/** The top counter of a hex in the setup. @param {string} id @returns {string} */
export const topPiece = (id) =>
  shownCounters().filter((one) => one.hexes.includes(id)).sort((a, b) => a.order - b.order)[0]?.piece ?? "";

/** @param {number} steps @returns {object|null} */
export const turning = (steps) =>
  state.piece && scenario() ? { tool: "turn", scenario: scenario()?.id, piece: state.piece, steps } : null;

/** @returns {object|null} */
export const removing = () =>
  state.piece && scenario() ? { tool: "remove", scenario: scenario()?.id, piece: state.piece } : null;

let wheel = 0;

/** The wheel turns the picked counter, a step for each notch; a touchpad's small steps add up. @param {number} delta @returns {object|null} */
export function turningByWheel(delta) {
  wheel += delta;
  if (Math.abs(wheel) < 60) return null;
  const steps = Math.sign(wheel);
  wheel = 0;
  return turning(steps);
}

export const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
});

/**
 * The neighbour of the cursor's hex that lies nearest to a direction.
 * @param {MapView} view @param {[number, number]} arrow @returns {Hex|undefined}
 */
export function nextHex(view, arrow) {
  const hex = view.hexes.get(state.cursor) ?? view.hexes.get(state.chosen);
  let next = hex ?? state.facts.map?.hexes[0];
  let most = 0.1;
  for (const id of hex?.neighbours ?? []) {
    const other = id ? view.hexes.get(id) : undefined;
    if (!hex || !other) continue;
    const [dx, dy] = [other.centre[0] - hex.centre[0], other.centre[1] - hex.centre[1]];
    const along = (dx * arrow[0] + dy * arrow[1]) / Math.hypot(dx, dy);
    // Of two that lie alike, the way out goes up and the way back goes down: a row is followed.
    const even = (Math.round(hex.centre[0] / 10) % 2 ? 1 : -1) * dy * 1e-6;
    if (along + even > most) [next, most] = [other, along + even];
  }
  return next;
}
