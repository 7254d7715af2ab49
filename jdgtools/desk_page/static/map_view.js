// The map: tiles of the real drawing under a layer of hexes. Pan, zoom, where the pointer is.
// @ts-check

/** @typedef {import("./server.js").MapFacts} MapFacts */
/** @typedef {import("./server.js").Hex} Hex */

const TILE = 512;
const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an SVG element.
 * @param {string} name
 * @param {Record<string, string|number>} attributes
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

export class MapView {
  /** @param {HTMLElement} pane */
  constructor(pane) {
    this.pane = pane;
    this.world = /** @type {HTMLElement} */ (pane.querySelector("#world"));
    this.tiles = /** @type {HTMLElement} */ (pane.querySelector("#tiles"));
    this.drawing = /** @type {SVGSVGElement} */ (pane.querySelector("#hexes"));
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    for (const name of ["lens", "areas", "problems", "counters", "labels", "stroke", "cursor"]) {
      this.layers[name] = svg("g", { id: `layer-${name}` });
      this.drawing.append(this.layers[name]);
    }
    /** @type {MapFacts|null} */
    this.map = null;
    this.picture = "";
    /** @type {Map<string, Hex>} */
    this.hexes = new Map();
    this.scale = 0;
    this.x = 0;
    this.y = 0;
    new ResizeObserver(() => this.place()).observe(pane);
  }

  /**
   * Show a map; where it is looked at stays.
   * @param {MapFacts} map
   * @param {string} picture digest of its drawing
   */
  show(map, picture) {
    const first = this.map === null || this.map.width !== map.width || this.map.height !== map.height;
    this.map = map;
    this.picture = picture;
    this.hexes = new Map(map.hexes.map((hex) => [hex.id, hex]));
    this.drawing.setAttribute("width", String(map.width));
    this.drawing.setAttribute("height", String(map.height));
    if (first) this.showWhole();
    else this.place();
  }

  showWhole() {
    if (!this.map) return;
    const { clientWidth, clientHeight } = this.pane;
    this.scale = Math.min(clientWidth / this.map.width, clientHeight / this.map.height) * 0.98;
    this.x = (clientWidth - this.map.width * this.scale) / 2;
    this.y = (clientHeight - this.map.height * this.scale) / 2;
    this.place();
  }

  /**
   * Zoom about a point of the pane, by default its middle.
   * @param {number} factor
   * @param {[number, number]} [at]
   */
  zoom(factor, at = [this.pane.clientWidth / 2, this.pane.clientHeight / 2]) {
    const scale = Math.min(4, Math.max(0.06, this.scale * factor));
    const by = scale / this.scale;
    this.x = at[0] - (at[0] - this.x) * by;
    this.y = at[1] - (at[1] - this.y) * by;
    this.scale = scale;
    this.place();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.place();
  }

  /** Bring a hex into sight. @param {string} id @param {boolean} [middle] */
  reveal(id, middle = false) {
    const hex = this.hexes.get(id);
    if (!hex) return;
    const [x, y] = [hex.centre[0] * this.scale + this.x, hex.centre[1] * this.scale + this.y];
    const { clientWidth: width, clientHeight: height } = this.pane;
    const edge = 60;
    if (middle && this.scale < 0.35) this.zoom(0.6 / this.scale);
    if (middle || x < edge || y < edge || x > width - edge || y > height - edge) {
      this.x = width / 2 - hex.centre[0] * this.scale;
      this.y = height / 2 - hex.centre[1] * this.scale;
      this.place();
    }
  }

  /** Place of the pointer in pixels of the map. @param {MouseEvent} event @returns {[number, number]} */
  point(event) {
    const box = this.pane.getBoundingClientRect();
    return [(event.clientX - box.left - this.x) / this.scale, (event.clientY - box.top - this.y) / this.scale];
  }

  /** The hex at a point of the map. @param {[number, number]} point @returns {Hex|null} */
  hexAt(point) {
    if (!this.map) return null;
    let nearest = null;
    let least = (this.map.hexSize * 0.6) ** 2;
    for (const hex of this.map.hexes) {
      const away = (hex.centre[0] - point[0]) ** 2 + (hex.centre[1] - point[1]) ** 2;
      if (away < least) [nearest, least] = [hex, away];
    }
    return nearest;
  }

  /**
   * The hexside of a hex that is nearest to a point.
   * @param {Hex} hex @param {[number, number]} point @param {(direction: number) => boolean} [counts] which are looked at
   * @returns {{direction: number, ends: [number, number][], away: number}}
   */
  sideAt(hex, point, counts = () => true) {
    const corners = this.corners(hex);
    let best = { direction: 0, ends: [corners[5], corners[0]], away: Infinity };
    for (let direction = 0; direction < 6; direction++) {
      const [a, b] = [corners[(direction + 5) % 6], corners[direction]];
      const away = Math.hypot((a[0] + b[0]) / 2 - point[0], (a[1] + b[1]) / 2 - point[1]);
      if (counts(direction) && away < best.away) best = { direction, ends: [a, b], away };
    }
    return best;
  }

  /** @param {Hex} hex @returns {[number, number][]} */
  corners(hex) {
    return (this.map ? this.map.corners : []).map(([x, y]) => [hex.centre[0] + x, hex.centre[1] + y]);
  }

  /** @param {Hex} hex @param {string} style @returns {SVGElement} */
  polygon(hex, style) {
    return svg("polygon", { points: this.corners(hex).map((p) => p.join(",")).join(" "), class: style });
  }

  place() {
    if (!this.map) return;
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.showTiles();
  }

  /** Ask for the tiles in sight; those of another zoom or an older drawing stay until all have come. */
  showTiles() {
    const { map, picture } = this;
    if (!map || !this.pane.clientWidth) return;
    const zoom = Math.min(2, Math.max(-3, Math.ceil(Math.log2(this.scale * devicePixelRatio) - 0.2)));
    const size = TILE / 2 ** zoom;
    const name = `${picture}/${zoom}`;
    let group = /** @type {HTMLElement|undefined} */ ([...this.tiles.children].find((c) => /** @type {HTMLElement} */ (c).dataset.name === name));
    if (!group) {
      group = document.createElement("div");
      group.dataset.name = name;
    }
    if (this.tiles.lastElementChild !== group) this.tiles.append(group);
    const box = this.pane;
    const first = [Math.floor(-this.x / this.scale / size), Math.floor(-this.y / this.scale / size)];
    const last = [(box.clientWidth - this.x) / this.scale / size, (box.clientHeight - this.y) / this.scale / size];
    /** @type {Promise<void>[]} */
    const waiting = [];
    for (let column = Math.max(0, first[0]); column < last[0] && column * size < map.width; column++) {
      for (let row = Math.max(0, first[1]); row < last[1] && row * size < map.height; row++) {
        waiting.push(this.tile(group, zoom, column, row, size));
      }
    }
    const shown = group;
    Promise.all(waiting).then(() => {
      if (this.tiles.lastElementChild !== shown) return;
      for (const old of [...this.tiles.children]) if (old !== shown) old.remove();
      this.pane.dataset.picture = picture;
    });
  }

  /**
   * @param {HTMLElement} group @param {number} zoom @param {number} column @param {number} row @param {number} size
   * @returns {Promise<void>} when it is there
   */
  tile(group, zoom, column, row, size) {
    const name = `${zoom}/${column}/${row}`;
    let image = /** @type {(HTMLImageElement & {arrived?: Promise<void>})|undefined} */ (
      [...group.children].find((c) => /** @type {HTMLElement} */ (c).dataset.name === name));
    if (!image) {
      const fresh = (image = document.createElement("img"));
      image.dataset.name = name;
      image.alt = "";
      image.draggable = false;
      image.arrived = new Promise((done) => {
        fresh.onload = () => {
          // A little wider than it is: between tiles on broken pixels the ground would shine through.
          fresh.style.width = `${(fresh.naturalWidth + 0.7) / 2 ** zoom}px`;
          done();
        };
        fresh.onerror = () => done();
      });
      image.style.left = `${column * size}px`;
      image.style.top = `${row * size}px`;
      image.src = `/map/${group.dataset.name?.split("/")[0]}/${name}.png`;
      group.append(image);
    }
    return image.arrived ?? Promise.resolve();
  }
}
