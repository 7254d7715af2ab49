// What stands beside the map: the hex, the lines of source that speak of it, diagnostics, pieces.
// @ts-check
import { element, part, scenario, shownCounters, state, word } from "./state.js";
import { ask } from "./server.js";
import { pictureOf } from "./counters.js";

/** @typedef {import("./map_view.js").MapView} MapView */
/** @typedef {import("./server.js").Problem} Problem */

/** Say what a hex is. @param {MapView} view @param {string} id */
export function showHex(view, id) {
  const hex = view.hexes.get(id);
  part("hex-title").textContent = hex ? `${word("hex")} ${hex.id}` : word("hex");
  part("hex-facts").textContent = word("point_at");
  if (!hex) return;
  const changed = scenario()?.terrain[hex.id] ?? hex.terrain;
  const terrain = state.facts.terrains.find((one) => one.kind === "hex" && one.id === changed);
  const facts = [
    hex.inPlay ? "" : word("out_of_play"),
    changed === null ? word("unknown_terrain") : terrain?.name ?? changed,
    hex.level === null ? "" : `${word("level")} ${hex.level}`,
    ...hex.names,
    ...hex.ground,
  ];
  part("hex-facts").textContent = facts.filter((fact) => fact).join(" · ");
}

/**
 * Give a list other entries; a button in it that had the keyboard gives it to the one that takes its place.
 * @param {HTMLElement} list @param {HTMLElement[]} entries
 */
function refill(list, entries) {
  const at = [...list.querySelectorAll("button")].findIndex((one) => one === document.activeElement);
  list.replaceChildren(...entries);
  const buttons = list.querySelectorAll("button");
  if (at >= 0) buttons[Math.min(at, buttons.length - 1)]?.focus({ preventScroll: true });
}

/** @param {(piece: string) => void} pick */
export function showPieces(pick) {
  const chosen = scenario();
  const here = shownCounters().filter((one) => one.hexes.includes(state.chosen)).sort((a, b) => a.order - b.order);
  refill(part("hex-pieces"), here.map((one) => pieceButton(one, pick, "")));
  const where = new Map([...(chosen?.counters ?? []), ...(chosen?.waiting ?? [])].map((one) => [one.piece, one.hexes[0] ?? one.area]));
  const pieces = state.facts.pieces.filter((one) => one.picture);
  refill(part("pieces"), pieces.map((one) => pieceButton(one, pick, where.get(one.piece) ?? "—")));
  for (const button of part("pieces").querySelectorAll("button")) {
    const entry = /** @type {HTMLElement} */ (button.parentElement);
    entry.hidden = part("only-waiting").checked && where.has(button.dataset.piece ?? "");
  }
  part("arrivals-part").hidden = !chosen?.arrivals.length;
  part("arrivals").replaceChildren(
    ...(chosen?.arrivals ?? []).map((one) => {
      const names = one.pieces.map((piece) => piece.name).join(", ");
      const entry = element("li", `${word("turn")} ${one.turn ?? "—"}, ${one.hexes.slice(0, 3).join(" ")}: ${names}`);
      entry.hidden = Boolean(state.turn) && one.turn !== null && one.turn > state.turn;
      return entry;
    }));
}

/**
 * @param {{piece: string, name: string, picture: string}} piece @param {(piece: string) => void} pick @param {string} where
 * @returns {HTMLElement}
 */
function pieceButton(piece, pick, where) {
  const entry = element("li");
  const button = element("button");
  if (piece.picture) {
    const picture = element("img");
    picture.src = pictureOf(piece.picture);
    picture.alt = "";
    picture.loading = "lazy";
    button.append(picture);
  }
  button.append(piece.name, element("span", where ? ` ${where}` : "", "place"));
  button.dataset.piece = piece.piece;
  button.setAttribute("aria-pressed", String(piece.piece === state.piece));
  button.onclick = () => pick(piece.piece);
  entry.append(button);
  return entry;
}

/** @param {(problem: Problem) => void} go @param {(use: object, then?: () => void) => void} edit @param {(list: string, scenario: string) => void} write shows the list in which the reason stands */
export function showProblems(go, edit, write) {
  const { problems } = state.facts;
  part("problem-count").textContent = problems.length ? `(${problems.length})` : "";
  if (!problems.length) {
    part("problems").replaceChildren(element("li", word("no_problems")));
    return;
  }
  refill(part("problems"),
    problems.map((problem, number) => {
      const entry = element("li");
      const button = element("button", `${problem.code} ${problem.message}`, problem.severity);
      button.title = [problem.found, problem.expected, problem.hint].filter((text) => text).join("\n");
      const place = [problem.path ? `${problem.path}:${problem.line}` : "", problem.hex ?? ""].filter((t) => t).join(" · ");
      button.append(element("br"), element("span", place, "place"));
      if (problem.hint) button.append(element("br"), element("span", problem.hint, "place"));
      button.onclick = () => go(problem);
      entry.append(button);
      for (const [mend, { title, accepts }] of state.facts.readOnly ? [] : problem.mends.entries()) {
        const offer = element("button", title, "mend");
        offer.onclick = () => edit({ tool: "mend", problem: number, mend }, () => {
          if (accepts && part("message").hidden) write(accepts.list, accepts.scenario);
        });
        entry.append(offer);
      }
      return entry;
    }));
}

/**
 * Show lines of source, each with a small editor.
 * @param {{path: string, line: number, text: string}[]} lines
 * @param {(path: string, line: number, text: string) => void} save
 */
export function showLines(lines, save) {
  if (!lines.length) {
    part("lines").replaceChildren(element("li", word("no_source")));
    return;
  }
  part("lines").replaceChildren(
    ...lines.map(({ path, line, text }) => {
      const entry = element("li");
      const form = element("form");
      const field = element("input");
      field.value = text;
      field.spellcheck = false;
      field.readOnly = state.facts.readOnly;
      field.setAttribute("aria-label", `${path}:${line}`);
      form.append(field);
      if (!state.facts.readOnly) form.append(element("button", word("save")));
      form.onsubmit = (/** @type {Event} */ event) => {
        event.preventDefault();
        save(path, line, field.value);
      };
      entry.append(placeLink(path, line), form);
      return entry;
    }));
}

/** A place of the files; a link to the user's editor where one was named. @param {string} path @param {number} line @returns {HTMLElement} */
function placeLink(path, line) {
  const { editor } = state.facts;
  if (!editor) return element("span", `${path}:${line}`, "place");
  const link = element("a", `${path}:${line}`, "place");
  const file = path.split("/").map(encodeURIComponent).join("/");
  link.href = editor.replace("{file}", () => file).replace("{line}", String(line));
  link.title = word("open_in_editor");
  return link;
}

/** @param {string} id @returns {Promise<{path: string, line: number, text: string}[]>} */
export const linesOf = (id) => ask(`/lines/${encodeURIComponent(id)}`);

/** @param {string} text nothing = no message */
export function showMessage(text) {
  part("message").textContent = text;
  part("message").hidden = !text;
}
