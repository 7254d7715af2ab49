// The page on which the battle is played: a new game, the position with its decision, the way of a game.
// @ts-check
import { MapView } from "../map_view.js";
import { ask } from "../server.js";
import { element, part } from "../state.js";
import { clickHex, forgetPath, moveInList, offer } from "./actions.js";
import { showBeside, showBoard, showHex, showStatus } from "./board.js";
import { addEvents, setEvents } from "./events.js";
import { beginReplay, keyInReplay, listenToReplay } from "./replay.js";
import { Seat } from "./seats.js";
import { endWords, play, word } from "./table.js";

/** @typedef {import("./table.js").Facts} Facts */
/** @typedef {import("./table.js").Position} Position */

const view = new MapView(part("map"));
const POLL = 250;
/** @type {Seat[]} */
let newSeats = [];
/** @type {Seat[]} */
let tableSeats = [];
/** @type {Facts|null} */
let facts = null;
/** Side that last looked at the page, of two persons at one screen. */
let looked = -1;
let cursor = "";
/** Whether no decision of this game was shown yet: the first is brought near. */
let fresh = true;

/** @param {string} text */
function say(text) {
  part("message").textContent = text;
  part("message").hidden = !text;
}

/** Ask the server, and say why it refuses. @param {string} address @param {object} [content] @returns {Promise<any>} null where it has refused */
async function post(address, content = {}) {
  try {
    const answer = await ask(address, { method: "POST", body: JSON.stringify(content) });
    say("");
    return answer ?? {};
  } catch (error) {
    say(error instanceof TypeError ? word("lost") : /** @type {Error} */ (error).message);
    return null;
  }
}

// --- a new game ------------------------------------------------------------------------------

async function begin() {
  try {
    play.setup = await ask("/play/setup");
  } catch (error) {
    say(/** @type {Error} */ (error).message);
    return;
  }
  const { setup } = play;
  document.documentElement.lang = setup.language;
  document.title = `${word("play")}: ${setup.title}`;
  part("title").textContent = setup.title;
  for (const named of document.querySelectorAll("[data-word]")) {
    named.textContent = word(/** @type {HTMLElement} */ (named).dataset.word ?? "");
  }
  for (const named of document.querySelectorAll("[data-label]")) {
    named.setAttribute("aria-label", word(/** @type {HTMLElement} */ (named).dataset.label ?? ""));
  }
  part("scenario").replaceChildren(...setup.scenarios.map((one) => Object.assign(element("option", one.title), { value: one.id })));
  newSeats = setup.sides.map((name, side) => new Seat(name, side, side ? "greedy" : "person", () => {}));
  part("seats").replaceChildren(...newSeats.map((seat) => seat.box));
  if (setup.problem) say(`${word("cannot")} ${setup.problem}`);
  part("start").disabled = Boolean(setup.problem);
  listenToReplay();
  part("scenario").onchange = showMap;
  const key = location.hash.slice(1);
  if (/^[\w-]+$/.test(key)) await open(key, false);
  if (!play.key) {
    part("setup-part").hidden = false;
    showMap();
  }
  document.body.dataset.ready = "true";
}

/** Show the map on which the chosen scenario is played. */
function showMap() {
  const { map, scenarios } = play.setup;
  const chosen = scenarios.find((one) => one.id === part("scenario").value);
  if (map && chosen) view.show(map, chosen.picture);
  const rules = chosen?.rules ?? [];
  part("ignored-part").hidden = !rules.length;
  part("ignored").replaceChildren(...rules.map((rule) => {
    const label = element("label");
    label.append(Object.assign(element("input"), { type: "checkbox", value: rule.id }), ` ${rule.name}`);
    return label;
  }));
}

/** @param {string|null} log @returns {object} */
const beginning = (log) => ({
  scenario: part("scenario").value,
  seats: newSeats.map((seat) => seat.value),
  plans: newSeats.map((seat) => seat.plan),
  seed: /^\d+$/.test(part("seed").value) ? Number(part("seed").value) : -1,
  ignored: [...part("ignored").querySelectorAll("input:checked")].map((/** @type {any} */ box) => box.value),
  log,
});

/** @param {string} address @param {string|null} log */
async function start(address, log) {
  const answer = await post(address, beginning(log));
  if (answer) await open(answer.key, true);
}

/** Show a game or replay. @param {string} key @param {boolean} aloud whether a refusal is said */
async function open(key, aloud) {
  let table;
  try {
    table = await ask(`/play/${key}/table`);
  } catch (error) {
    history.replaceState(null, "", "/play");
    if (aloud) say(/** @type {Error} */ (error).message);
    return;
  }
  [play.key, play.table, facts, looked, play.hex, cursor] = [key, table, null, -1, "", ""];
  fresh = true;
  history.replaceState(null, "", `#${key}`);
  part("title").textContent = `${table.title}: ${table.scenario}`;
  part("setup-part").hidden = true;
  part("new").hidden = false;
  for (const id of ["undo", "save", "table-seats"]) part(id).hidden = table.replay !== null;
  setEvents([]);
  offer(view, [], () => {});
  view.show(table.map, table.map.picture);
  if (table.replay) await beginReplay(draw);
  else {
    part("replay-part").hidden = true;
    await follow();
  }
}

function newGame() {
  play.key = "";
  play.position = null;
  history.replaceState(null, "", "/play");
  for (const id of ["undo", "save", "new", "decision", "replay-part", "hex-part", "events-part", "cup-part", "off-part", "table-seats", "left-out"]) part(id).hidden = true;
  part("curtain").hidden = true;
  part("turn-shown").textContent = part("points").textContent = "";
  part("setup-part").hidden = false;
  offer(view, [], () => {});
  showBoard(view);
}

// --- a position ------------------------------------------------------------------------------

/** Show the game as it is, and again as long as a bot thinks. */
async function follow() {
  const { key } = play;
  try {
    /** @type {Facts} */
    let next = await ask(`/play/${key}/position?after=${facts?.revision ?? -1}`);
    if (facts !== null && next.reader !== facts.reader) {
      setEvents([]); // what another one has read is not for this one
      next = await ask(`/play/${key}/position`);
    }
    if (key !== play.key) return;
    show(next);
  } catch (error) {
    say(error instanceof TypeError ? word("lost") : /** @type {Error} */ (error).message);
    return;
  }
  if (facts?.thinking) setTimeout(() => key === play.key && follow(), POLL);
}

/** @param {Facts} next */
function show(next) {
  const changed = facts === null || next.revision !== facts.revision || next.thinking !== facts.thinking || next.asked !== facts.asked;
  if (next.cleared > (facts?.revision ?? -1)) setEvents([]);
  facts = next;
  if (!changed) return;
  const hidden = next.hotSeat && next.asked && looked >= 0 && looked !== next.side;
  part("curtain").hidden = !hidden;
  if (hidden) {
    part("curtain-words").textContent = word("hand_over", { side: play.table.sides[next.side] });
    for (const id of ["decision", "hex-part", "off-part"]) part(id).hidden = true;
    play.position = null;
    showBoard(view);
    offer(view, [], () => {});
    part("show").focus();
    return;
  }
  if (next.asked) looked = next.side;
  showAll();
}

function showAll() {
  if (!facts) return;
  addEvents(facts.history);
  facts.history = [];
  const side = play.table.sides[facts.side] ?? "";
  part("decision").hidden = false;
  part("asked").textContent = facts.asked ? side : "";
  part("asked").className = `side${facts.side}`;
  part("question").textContent = facts.question;
  part("stop").hidden = !facts.thinking;
  const mail = facts.seats[facts.side] === "mail";
  const stopped = !facts.thinking && !facts.asked && !facts.end && !facts.problem && !mail;
  part("resume").hidden = !stopped;
  let waiting = "";
  if (facts.end) waiting = endWords(facts.end);
  else if (facts.thinking) waiting = word("thinking", { side });
  else if (mail && !facts.asked) waiting = word("mail_turn", { side });
  else if (stopped) waiting = word("stopped", { side });
  part("waiting").textContent = waiting;
  part("waiting").hidden = !waiting;
  if (facts.problem) say(facts.problem);
  part("undo").disabled = !facts.canUndo;
  part("left-out").hidden = !facts.ignored.length;
  part("left-out").textContent = `${word("ignored")}: ${facts.ignored.map((id) => play.table.rules[id] ?? id).join(", ")}`;
  showSeats(facts.seats);
  const revision = facts.revision;
  draw(facts.position, []);
  const about = hexOf(facts.position.turning) || facts.actions.find((one) => one.at.length)?.at[0];
  if (about && facts.asked) {
    view.reveal(about, fresh);
    fresh = false;
  }
  offer(view, facts.thinking ? [] : facts.actions, (place) => decide(revision, place));
  document.body.dataset.revision = String(facts.revision);
  document.body.dataset.state = facts.end ? "end" : facts.thinking ? "thinking" : facts.asked ? "asked" : "waiting";
}

/** @param {string} piece @returns {string|undefined} where it is */
const hexOf = (piece) => play.position?.pieces.find((one) => one.piece === piece)?.hex;

/** @param {Position} position @param {string[]} hexes in which something happened */
function draw(position, hexes) {
  play.position = position;
  showStatus(position);
  showBoard(view);
  showBeside(position);
  showHex(view);
  view.layers.problems.replaceChildren();
  if (hexes.length) view.reveal(hexes[hexes.length - 1]);
  for (const id of new Set(hexes)) {
    const hex = view.hexes.get(id);
    if (hex) view.layers.problems.append(view.polygon(hex, "happened"));
  }
}

/** @param {string[]} seats */
function showSeats(seats) {
  if (tableSeats.length && part("table-seats").dataset.seats === seats.join() + play.key) return;
  part("table-seats").dataset.seats = seats.join() + play.key;
  const changed = async () => {
    const content = { seats: tableSeats.map((seat) => seat.value), plans: tableSeats.map((seat) => seat.plan) };
    if (await post(`/play/${play.key}/seats`, content)) looked = -1;
    part("table-seats").dataset.seats = "";
    await follow();
  };
  tableSeats = seats.map((seat, side) => new Seat(play.table.sides[side], side, seat, changed));
  part("table-seats").replaceChildren(...tableSeats.map((seat) => seat.box));
}

let deciding = false;

/** @param {number} revision @param {number} place */
async function decide(revision, place) {
  if (deciding) return;
  deciding = true;
  await post(`/play/${play.key}/decide`, { revision, place });
  deciding = false;
  await follow();
}

/** @param {string} order */
async function give(order) {
  await post(`/play/${play.key}/${order}`);
  await follow();
}

// --- hands on mouse and keys -----------------------------------------------------------------

/** @param {string} id @param {[number, number]|null} point */
function click(id, point) {
  if (!play.position) return;
  play.hex = id;
  showHex(view);
  clickHex(view, id, point);
}

function listen() {
  const pane = part("map");
  /** @type {{x: number, y: number, moved: boolean}|null} */
  let drag = null;
  pane.onpointerdown = (/** @type {PointerEvent} */ event) => {
    if (/** @type {HTMLElement} */ (event.target).closest("#curtain")) return;
    drag = { x: event.clientX, y: event.clientY, moved: false };
    pane.setPointerCapture(event.pointerId);
  };
  pane.onpointermove = (/** @type {PointerEvent} */ event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 5) return;
    view.pan(dx, dy);
    drag = { x: event.clientX, y: event.clientY, moved: true };
  };
  pane.onpointerup = (/** @type {PointerEvent} */ event) => {
    const clicked = drag !== null && !drag.moved;
    drag = null;
    const point = view.point(event);
    const hex = view.hexAt(point);
    if (clicked && hex) click(hex.id, point);
  };
  pane.onpointercancel = () => (drag = null);
  pane.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    const box = pane.getBoundingClientRect();
    view.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, [event.clientX - box.left, event.clientY - box.top]);
  }, { passive: false });
  pane.addEventListener("keydown", keyOnMap);
  part("actions").addEventListener("keydown", moveInList);
  document.addEventListener("keydown", key);
  part("zoom-in").onclick = () => view.zoom(1.25);
  part("zoom-out").onclick = () => view.zoom(0.8);
  part("whole").onclick = () => view.showWhole();
  part("all-actions").onclick = () => forgetPath(view);
  part("undo").onclick = () => give("undo");
  part("stop").onclick = () => give("stop");
  part("resume").onclick = () => give("go-on");
  part("new").onclick = newGame;
  part("save").onclick = () => Object.assign(element("a"), { href: `/play/${play.key}/log`, download: "" }).click();
  part("show").onclick = () => {
    looked = facts?.side ?? -1;
    part("curtain").hidden = true;
    part("show").blur();
    showAll();
  };
  part("setup-part").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    start("/play/begin", null);
  };
  const file = part("log");
  const text = async () => (await file.files?.[0]?.text()) ?? "";
  file.onchange = () => (part("load").disabled = part("replay").disabled = !file.files?.length);
  part("load").onclick = async () => start("/play/begin", await text());
  part("replay").onclick = async () => start("/play/replay", await text());
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (/** @type {HTMLElement} */ (event.target).closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (keyInReplay(event)) return;
  if (event.key === "Escape") forgetPath(view);
  else if (event.key === "+") view.zoom(1.25);
  else if (event.key === "-") view.zoom(0.8);
  else if (event.key === "0") view.showWhole();
  else if (event.key.toLowerCase() === "u" && facts?.canUndo && !part("undo").hidden) give("undo");
}

/** Arrows lead from hex to hex, Enter is a click. @param {KeyboardEvent} event */
function keyOnMap(event) {
  if (/** @type {HTMLElement} */ (event.target).closest("#curtain") || !view.map) return;
  const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (event.key === "Enter" && cursor) click(cursor, null);
  if (!step) return;
  event.preventDefault();
  const here = view.hexes.get(cursor || play.hex || view.map.hexes[0].id);
  if (!here) return;
  let best = here;
  let most = 0.3;
  for (const id of cursor ? here.neighbours : [here.id]) {
    const other = id ? view.hexes.get(id) : undefined;
    if (!other) continue;
    const [dx, dy] = [other.centre[0] - here.centre[0], other.centre[1] - here.centre[1]];
    const along = cursor ? (dx * step[0] + dy * step[1]) / Math.hypot(dx, dy) : 1;
    if (along > most + 0.001) [best, most] = [other, along];
  }
  cursor = best.id;
  view.layers.cursor.replaceChildren(view.polygon(best, "cursor"));
  view.reveal(best.id);
  play.hex = best.id;
  showHex(view);
}

listen();
begin();
