// What the page asks the server, and what the server tells it.
// @ts-check

/**
 * @typedef {{id: string, centre: [number, number], terrain: string|null, level: number|null, inPlay: boolean,
 *   names: string[], neighbours: (string|null)[], ground: string[]}} Hex
 * @typedef {{key: string, id: string, name: string, hexes: string[]}} Area
 * @typedef {{areas: Area[], places: Record<string, string>, width: number, height: number, hexSize: number, corners: [number, number][], directions: string[],
 *   metres: {hex: number, level: number}, numbering: Record<string, string|number|boolean|null>,
 *   hexes: Hex[], picture: string}} MapFacts
 * @typedef {{piece: string, kind: string, name: string, side: string|null, hexes: string[], area: string,
 *   areaHexes: string[], facing: number|null, angle: number, order: number, picture: string, wide: number}} Counter
 * @typedef {{id: string, turn: number|null, hexes: string[], condition: string,
 *   pieces: {piece: string, name: string, picture: string, wide: number}[]}} Arrival
 * @typedef {{id: string, title: string, picture: string, turns: {number: number, label: string, flags: string[]}[],
 *   held: Record<string, string[]>, terrain: Record<string, string>, counters: Counter[], waiting: Counter[], arrivals: Arrival[],
 *   markers: {marker: string, hexes: string[], picture: string, wide: number}[]}} Scenario
 * @typedef {{severity: string, code: string, message: string, found: string|null, expected: string|null,
 *   hint: string|null, subject: string|null, path: string|null, line: number|null, text: string|null,
 *   hex: string|null, mends: {title: string, accepts: {list: string, scenario: string}|null}[]}} Problem
 * @typedef {{id: string, name: string, kind: string, directed: boolean, water: boolean, color: string}} Terrain
 * @typedef {{digest: string, title: string, language: string, words: Record<string, string>, problems: Problem[],
 *   map: MapFacts|null, terrains: Terrain[], markers: {id: string, name: string}[], scenarios: Scenario[], sides: {id: string, name: string}[],
 *   pieces: {piece: string, name: string, side: string|null, command: string|null, picture: string, wide: number}[], files: string[],
 *   leaders: string[], editor: string, readOnly: boolean, builds: boolean, imported: boolean, undo: string|null, redo: string|null,
 *   remarks?: string[]}} Facts
 */

/**
 * Ask the server; a refusal is thrown as an Error with its reason.
 * @param {string} address
 * @param {RequestInit} [request]
 * @returns {Promise<any>}
 */
export async function ask(address, request) {
  const answer = await fetch(address, request);
  let content;
  try {
    content = await answer.json();
  } catch {
    throw new Error(`${answer.status}`);
  }
  if (!answer.ok) throw new Error(String(content.error));
  return content;
}

/** @returns {Promise<Facts>} */
export const askFacts = () => ask("/facts");

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Change the files, one change after the other.
 * @param {() => [string, object|null]} what gives address and content when its turn has come
 * @returns {Promise<Facts>}
 */
export function change(what) {
  const next = last.then(() => {
    const [address, content] = what();
    return ask(address, { method: "POST", body: content === null ? null : JSON.stringify(content) });
  });
  last = next.catch(() => null);
  return next;
}

/**
 * Call a function whenever the battle has changed, and another one when the server has gone or is back.
 * @param {(digest: string) => void} changed
 * @param {(lost: boolean) => void} lost
 */
export function listen(changed, lost) {
  let wasLost = false;
  const open = () => {
    const socket = new WebSocket(`ws://${location.host}/changes`);
    socket.onopen = () => {
      if (wasLost) changed("");
      lost((wasLost = false));
    };
    socket.onmessage = (event) => changed(String(event.data));
    socket.onclose = () => {
      lost((wasLost = true));
      setTimeout(open, 1000);
    };
  };
  open();
}
