// Named hexes: places, regions, entry areas, hexes that a side holds; markers on the map.
// @ts-check
import { element, part, scenario, state, word } from "./state.js";

/** @typedef {import("./map_view.js").MapView} MapView */
/** @typedef {import("./server.js").Hex} Hex */

export const AREA_TOOLS = ["places", "areas", "markers"];

/** Areas, markers and the name that the tool takes. */
export function showAreaChoices() {
  const { tool, facts } = state;
  part("area-label").hidden = tool !== "areas";
  part("marker-label").hidden = tool !== "markers";
  const areas = [
    ...(facts.map?.areas ?? []).map((one) => choice(`${one.key}/${one.id}`, one.name || one.id)),
    ...facts.sides.map((side) => choice(`held/${side.id}`, `${word("held")}: ${side.name}`)),
    choice("new/regions", `+ ${word("new_region")}`),
    ...facts.sides.map((side) => choice(`new/entries/${side.id}`, `+ ${word("new_entry")}: ${side.name}`)),
  ];
  fill(part("area"), areas);
  fill(part("marker"), facts.markers.map((one) => choice(one.id, one.name || one.id)));
  part("name-label").hidden = tool !== "places" && !(tool === "areas" && part("area").value.startsWith("new/"));
}

/** @param {string} value @param {string} text */
const choice = (value, text) => Object.assign(element("option", text), { value });

/** Give a list its options; what was chosen stays chosen. @param {any} list @param {HTMLElement[]} options */
function fill(list, options) {
  const before = list.value;
  list.replaceChildren(...options);
  if ([...list.options].some((option) => option.value === before)) list.value = before;
}

/** Hexes of the area that is chosen. @returns {Set<string>} */
function chosenHexes() {
  const [key, ...rest] = part("area").value.split("/");
  const id = rest.join("/");
  if (key === "held") return new Set(scenario()?.held[id] ?? []);
  return new Set((state.facts.map?.areas ?? []).find((one) => one.key === key && one.id === id)?.hexes ?? []);
}

/** Mark the hexes of the area that is painted. @param {MapView} view */
export function showArea(view) {
  view.layers.areas.replaceChildren();
  if (state.tool !== "areas") return;
  for (const id of chosenHexes()) {
    const hex = view.hexes.get(id);
    if (hex) view.layers.areas.append(view.polygon(hex, "area"));
  }
}

/** Take the name of a hex for the tool. @param {Hex} hex */
export function pickName(hex) {
  part("name").value = state.facts.map?.places[hex.id] ?? "";
}

/**
 * What the server is asked to do with hexes. An area is left by hexes if the first of them belongs to it.
 * @param {string[]} hexes @returns {object|null}
 */
export function areaUse(hexes) {
  const name = part("name").value.trim();
  if (state.tool === "places") {
    return name || state.facts.map?.places[hexes[0]] !== undefined ? { tool: "name-place", hex: hexes[0], name } : null;
  }
  const chosen = scenario();
  if (state.tool === "markers") {
    const marker = part("marker").value;
    const belong = !chosen?.markers.some((one) => one.marker === marker && one.hexes.includes(hexes[0]));
    return chosen && marker ? { tool: "marker", scenario: chosen.id, marker, hex: hexes[0], belong } : null;
  }
  const [key, ...rest] = part("area").value.split("/");
  if (key === "new") {
    if (!name) {
      part("name").focus();
      return null;
    }
    return { tool: "new-area", key: rest[0], name, hexes, side: rest.slice(1).join("/") };
  }
  const known = chosenHexes();
  const belong = !known.has(hexes[0]);
  const changed = hexes.filter((id) => known.has(id) !== belong);
  if (key === "held") return chosen ? { tool: "held", scenario: chosen.id, side: rest.join("/"), hexes: changed, belong } : null;
  return { tool: "area", key, area: rest.join("/"), hexes: changed, belong };
}

/** After a new area it is the one that is painted. @param {Set<string>} before ids of the areas there were */
export function chooseNewArea(before) {
  if (state.tool !== "areas" || !part("area").value.startsWith("new/")) return;
  const fresh = (state.facts.map?.areas ?? []).find((one) => !before.has(`${one.key}/${one.id}`));
  if (!fresh) return;
  part("area").value = `${fresh.key}/${fresh.id}`;
  part("name").value = "";
}

/** @returns {Set<string>} */
export const areaNames = () => new Set((state.facts?.map?.areas ?? []).map((one) => `${one.key}/${one.id}`));
