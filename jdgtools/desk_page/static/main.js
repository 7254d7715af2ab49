// The page of the desk: the map with its counters, what is wrong, and edits that are written to the files.
// @ts-check
import { askFacts, change, listen } from "./server.js";
import { MapView } from "./map_view.js";
import { showCounters, showProblemMarks } from "./counters.js";
import { listenToBuild } from "./build.js";
import { listenToFiles, showFiles } from "./files.js";
import { linesOf, showHex, showLines, showMessage, showPieces, showProblems } from "./panels.js";
import { showHelp } from "./help.js";
import { showUnit } from "./unit_panel.js";
import { listenToFormation, placing } from "./formation.js";
import { openNewest, showForms } from "./forms.js";
import { listenToChanges, showChanges, showRemarks } from "./changes.js";
import { listenToScenarios, showScenario } from "./scenarios.js";
import { showLens, showSightLine } from "./lenses.js";
import { ARROWS, chooseTool, nextHex, pickGround, removing, resizeBrush, restacking, showTools, Stroke, TOOLS, topPiece, turning, turningByWheel } from "./tools.js";
import { AREA_TOOLS, areaNames, chooseNewArea, showArea, showAreaChoices } from "./areas.js";
import { element, part, scenario, state, word } from "./state.js";

/** @typedef {import("./server.js").Facts} Facts */

const view = new MapView(part("map"));

// --- what is shown ---------------------------------------------------------------------------

/** @param {Facts} facts */
function show(facts) {
  const areas = areaNames();
  state.facts = facts;
  document.documentElement.lang = facts.language;
  document.title = facts.title;
  part("title").textContent = part("title").title = facts.title;
  for (const named of document.querySelectorAll("[data-word]")) {
    named.textContent = word(/** @type {HTMLElement} */ (named).dataset.word ?? "");
  }
  for (const named of document.querySelectorAll("[data-label]")) {
    const name = word(/** @type {HTMLElement} */ (named).dataset.label ?? "");
    named.setAttribute("aria-label", name);
    if (named instanceof HTMLInputElement && named.type === "text") named.placeholder = name;
  }
  part("read-only").hidden = !facts.readOnly;
  part("build").hidden = !facts.builds;
  for (const id of /** @type {("undo"|"redo")[]} */ (["undo", "redo"])) {
    const [button, title] = [part(id), facts[id]];
    button.disabled = title === null || facts.readOnly;
    button.title = title ?? "";
  }
  const list = part("scenario");
  list.replaceChildren(...facts.scenarios.map((one) => Object.assign(element("option", one.title), { value: one.id })));
  if (!facts.scenarios.some((one) => one.id === state.scenarioId)) state.scenarioId = facts.scenarios[0]?.id ?? "";
  list.value = state.scenarioId;
  list.title = scenario()?.title ?? "";
  showTools(() => showAll());
  chooseNewArea(areas);
  showAreaChoices();
  const lenses = ["off", "reach", "sight", "zones", "command", "strengths"];
  part("lens").replaceChildren(...lenses.map((one) => Object.assign(element("option", word(one)), { value: one })));
  part("lens").value = state.lens;
  part("no-map").hidden = facts.map !== null;
  showFiles();
  showAll();
  document.body.dataset.digest = facts.digest;
}

function showAll() {
  const { facts } = state;
  const chosen = scenario();
  const turns = chosen?.turns ?? [];
  part("turn").max = String(turns.length);
  const shownTurn = turns.findIndex((one) => one.number === state.turn) + 1;
  if (!shownTurn) state.turn = 0;
  part("turn").value = String(shownTurn);
  part("turn-label").hidden = !turns.length;
  part("turn-shown").textContent = shownTurn ? `${state.turn} ${turns[shownTurn - 1].label}` : word("setup");
  if (facts.map) view.show(facts.map, chosen?.picture ?? facts.map.picture);
  showProblemMarks(view);
  showArea(view);
  showProblems(goTo, edit, writeReason);
  showCounters(view);
  showPieces(pick);
  showUnit(edit);
  showScenario();
  showChanges();
  showForms(edit);
  showCursor();
  showLens(view);
  if (state.chosen && !part("lines").contains(document.activeElement)) showSource();
}

function showCursor() {
  const layer = view.layers.cursor;
  layer.replaceChildren();
  for (const [id, style] of [[state.chosen, "chosen"], [state.cursor, "cursor"]]) {
    const hex = view.hexes.get(id);
    if (hex) layer.append(view.polygon(hex, style));
  }
  showHex(view, state.cursor || state.chosen);
  showSightLine(view);
}

/** Number of the last request for lines: an answer that comes after a newer request is not shown. */
let lineRequest = 0;

/**
 * Show the lines of the chosen hex, and one before them that the keyboard goes to.
 * @param {{path: string, line: number, text: string}} [first]
 */
async function showSource(first) {
  const request = ++lineRequest;
  const lines = state.chosen ? await linesOf(state.chosen).catch(() => []) : [];
  if (request !== lineRequest) return;
  if (!first) return showLines(lines, saveLine);
  const others = lines.filter((one) => one.path !== first.path || one.line !== first.line);
  showLines([first, ...others], saveLine);
  part("lines").querySelector("input")?.focus();
}

/** @param {string} id @param {{path: string, line: number, text: string}} [first] as for `showSource` */
function choose(id, first) {
  state.chosen = id;
  state.cursor = id;
  showCursor();
  showPieces(pick);
  showLens(view);
  showForms(edit);
  showSource(first);
}

/** @param {import("./server.js").Problem} problem */
function goTo(problem) {
  const { hex, path, line, text } = problem;
  const first = path && line !== null && text !== null ? { path, line, text } : undefined;
  if (hex) {
    view.reveal(hex, true);
    choose(hex, first);
  } else if (first) {
    state.chosen = "";
    showSource(first);
  }
}

/** Show the entry of the warning that was accepted last, with the reason to be written. @param {string} list @param {string} whose */
function writeReason(list, whose) {
  if (whose && state.facts.scenarios.some((one) => one.id === whose)) state.scenarioId = part("scenario").value = whose;
  openNewest(list, "reason", edit);
}

/** @param {string} piece */
function pick(piece) {
  state.piece = state.piece === piece ? "" : piece;
  const stands = scenario()?.counters.find((one) => one.piece === state.piece)?.hexes[0];
  if (stands) view.reveal(stands);
  showCounters(view);
  showPieces(pick);
  showUnit(edit);
  showChanges();
  showLens(view);
}

// --- what changes the files ------------------------------------------------------------------

/** @param {object|null} use @param {() => void} [then] */
function edit(use, then) {
  if (use === null) return then?.();
  send(() => ["/edit", { digest: state.facts.digest, use }], then);
}

/** @param {() => [string, object|null]} what @param {() => void} [then] */
async function send(what, then) {
  if (state.facts.readOnly) {
    showMessage(word("read_only"));
    return then?.();
  }
  try {
    const facts = await change(what);
    showMessage("");
    if (facts.remarks?.length) showRemarks(facts.remarks);
    show(facts);
  } catch (error) {
    showMessage(/** @type {Error} */ (error).message);
    // No answer at all: what the files say now is shown when the server is back.
    const facts = await askFacts().catch(() => null);
    if (facts) show(facts);
  }
  then?.();
}

/** @param {string} path @param {number} line @param {string} text */
function saveLine(path, line, text) {
  part("map").focus();
  edit({ tool: "line", path, line, text });
}

// --- pointer ---------------------------------------------------------------------------------

/** @type {Stroke|null} */
let stroke = null;
/** @type {{x: number, y: number, moved: boolean, piece: string}|null} */
let drag = null;
const map = part("map");

map.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
  if (!state.facts?.map || event.button > 1) return;
  map.setPointerCapture(event.pointerId);
  const hex = view.hexAt(view.point(event));
  const paints = state.tool !== "select" && !event.shiftKey && event.button === 0;
  if (paints && event.altKey) {
    if (hex) pickGround(hex);
  } else if (paints) {
    stroke = new Stroke(view);
    stroke.to(view.point(event));
  } else {
    const piece = hex && !event.shiftKey && event.button === 0 && !state.turn ? topPiece(hex.id) : "";
    drag = { x: event.clientX, y: event.clientY, moved: false, piece };
  }
});

map.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
  if (!state.facts?.map) return;
  const hex = view.hexAt(view.point(event));
  stroke?.to(view.point(event));
  if (drag) {
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 4) return;
    drag.moved = true;
    if (!drag.piece || state.facts.readOnly) {
      map.classList.add("panning");
      view.pan(dx, dy);
      [drag.x, drag.y] = [event.clientX, event.clientY];
      return;
    }
  }
  if ((hex?.id ?? "") !== state.cursor) {
    state.cursor = hex?.id ?? "";
    showCursor();
  }
});

map.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
  map.classList.remove("panning");
  const hex = view.hexAt(view.point(event));
  if (stroke) {
    const ended = stroke;
    stroke = null;
    edit(ended.use(), () => ended.remove());
  } else if (drag && !drag.moved && hex) {
    // A unit without a hex that was picked from the list is put where the next click is.
    const placed = scenario()?.counters.some((one) => one.piece === state.piece);
    if (state.piece && !placed && state.tool === "select") edit(placing(hex.id));
    else if (topPiece(hex.id)) state.piece = topPiece(hex.id);
    choose(hex.id);
    showUnit(edit);
    showChanges();
    showCounters(view);
  } else if (drag && drag.moved && drag.piece && hex && !state.facts.readOnly) {
    state.piece = drag.piece;
    const counter = scenario()?.counters.find((one) => one.piece === drag?.piece);
    if (counter && counter.hexes[0] !== hex.id) edit(placing(hex.id));
    choose(hex.id);
  }
  drag = null;
});

map.addEventListener("pointercancel", () => {
  stroke?.remove();
  stroke = drag = null;
});

map.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
  event.preventDefault();
  if (!state.facts?.map) return;
  if (event.altKey) return edit(turningByWheel(event.deltaY));
  const box = map.getBoundingClientRect();
  view.zoom(1.0015 ** -event.deltaY, [event.clientX - box.left, event.clientY - box.top]);
}, { passive: false });

// --- keys and buttons ------------------------------------------------------------------------

/** Move the cursor to the neighbour that lies nearest to a direction. @param {[number, number]} arrow */
function step(arrow) {
  const next = nextHex(view, arrow);
  if (!next) return;
  state.cursor = next.id;
  view.reveal(next.id);
  showCursor();
}

function useAtCursor() {
  const hex = view.hexes.get(state.cursor);
  if (!hex) return;
  if (["terrain", "level", ...AREA_TOOLS].includes(state.tool)) {
    const ended = new Stroke(view);
    ended.over(hex, hex.centre);
    edit(ended.use(), () => ended.remove());
  } else if (["ways", "hexsides", "crossings"].includes(state.tool)) {
    strokeByKeys(hex);
  } else if (state.piece && topPiece(hex.id) !== state.piece) {
    edit(placing(hex.id));
    choose(hex.id);
  } else {
    choose(hex.id);
  }
}

/** @type {Stroke|null} */
let keyStroke = null;

/** With the keys a way goes from hex to hex with each Enter, and ends with a second one on the same hex. @param {import("./server.js").Hex} hex */
function strokeByKeys(hex) {
  if (state.tool !== "ways") return;
  keyStroke = keyStroke ?? new Stroke(view);
  if (keyStroke.marks[keyStroke.marks.length - 1] !== hex.id) {
    keyStroke.over(hex, hex.centre);
    return;
  }
  const ended = keyStroke;
  keyStroke = null;
  edit(ended.use(), () => ended.remove());
}

/** With Alt and a direction's number a hexside of the cursor's hex takes the terrain. @param {number} direction */
function sideByKeys(direction) {
  const hex = view.hexes.get(state.cursor);
  if (!hex || !view.map) return;
  const ended = new Stroke(view);
  const corners = view.corners(hex);
  const [a, b] = [corners[(direction + 5) % 6], corners[direction]];
  ended.over(hex, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  edit(ended.use(), () => ended.remove());
}

document.addEventListener("keydown", (event) => {
  if (!state.facts) return;
  const typing = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement].some((kind) => event.target instanceof kind);
  if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y"].includes(event.key.toLowerCase())) {
    event.preventDefault();
    const redo = event.key.toLowerCase() === "y" || event.shiftKey;
    send(() => [redo ? "/redo" : "/undo", null]);
    return;
  }
  if (event.target !== map || event.ctrlKey || event.metaKey) return;
  const key = event.key;
  if (event.altKey && ["hexsides", "crossings"].includes(state.tool) && "123456".includes(key)) sideByKeys(Number(key) - 1);
  else if (event.altKey) return;
  else if (ARROWS[key]) step(ARROWS[key]);
  else if (key === "Enter" || key === " ") useAtCursor();
  else if (key === "+" || key === "=") view.zoom(1.25);
  else if (key === "-") view.zoom(0.8);
  else if (key === "0") view.showWhole();
  else if (key === "r" || key === "R") edit(turning(1));
  else if (key === "l" || key === "L") edit(turning(-1));
  else if (key === "PageUp") edit(restacking(-1));
  else if (key === "PageDown") edit(restacking(1));
  else if (key === "[") resizeBrush(-1);
  else if (key === "]") resizeBrush(1);
  else if (key === "i" || key === "I") {
    const hex = view.hexes.get(state.cursor);
    if (hex) pickGround(hex);
  }
  else if (key === "g" || key === "G") {
    state.together = !state.together;
    showAll();
  }
  else if (key === "?") showHelp();
  else if (key === "Delete") edit(removing());
  else if (key === "Escape") {
    keyStroke?.remove();
    keyStroke = null;
    state.piece = "";
    showAll();
  } else if (TOOLS[Number(key) - 1] && !state.facts.readOnly) chooseTool(TOOLS[Number(key) - 1], showAll);
  else return;
  event.preventDefault();
});

listenToBuild();
listenToFiles(edit);
listenToFormation(showAll);
listenToChanges(edit, () => show(state.facts));
listenToScenarios(edit, () => show(state.facts));
part("undo").onclick = () => send(() => ["/undo", null]);
part("redo").onclick = () => send(() => ["/redo", null]);
part("zoom-in").onclick = () => view.zoom(1.25);
part("zoom-out").onclick = () => view.zoom(0.8);
part("whole").onclick = () => view.showWhole();
part("show-help").onclick = showHelp;
part("only-waiting").onchange = () => showPieces(pick);
part("scenario").onchange = () => {
  state.scenarioId = part("scenario").value;
  part("scenario").title = scenario()?.title ?? "";
  state.turn = 0;
  showAll();
};
part("turn").oninput = () => {
  state.turn = scenario()?.turns[Number(part("turn").value) - 1]?.number ?? 0;
  showAll();
};
part("area").onchange = () => {
  showAreaChoices();
  showArea(view);
};
part("lens").onchange = () => {
  state.lens = part("lens").value;
  showLens(view);
  showCursor();
};

// --- the beginning ---------------------------------------------------------------------------

show(await askFacts());
listen(
  async (digest) => {
    if (digest !== state.facts.digest || !digest) show(await askFacts());
  },
  (lost) => {
    if (!state.facts) return;
    if (lost) showMessage(word("lost"));
    else if (part("message").textContent === word("lost")) showMessage("");
  },
);
