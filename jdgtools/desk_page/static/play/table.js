// What the page of a game knows, and the shapes of what the server tells it.
// @ts-check

/** @typedef {import("../server.js").MapFacts} MapFacts */
/**
 * @typedef {{piece: string, side: number, hex: string, where: string, facing: number, order: number,
 *   states: Record<string, string>, marks: string[], back: boolean}} BoardPiece
 * @typedef {{turn: number, turnLabel: string, phase: string, points: [number, number], pieces: BoardPiece[],
 *   holders: Record<string, number>, cup: string[], active: string, turning: string}} Position
 * @typedef {{text: string, words: string, at: string[], pieces: string[], facing: number|null}} Action
 * @typedef {{text: string, words: string, hexes: string[], rules: {id: string, says: string}[]}} Happening
 * @typedef {{revision: number, turn: number, side: number, kind: string, text: string, words: string,
 *   events: Happening[]}} Entry
 * @typedef {{winner: number, cause: string, points: [number, number]}} End
 * @typedef {{revision: number, reader: number, side: number, asked: boolean, question: string, actions: Action[],
 *   position: Position, seats: string[], hotSeat: boolean, seed: number, ignored: string[], canUndo: boolean, problem: string,
 *   end: End|null, history: Entry[], cleared: number, thinking: boolean}} Facts
 * @typedef {{steps: number, turns: [number, number][], players: string[], seed: number|null, end: End|null}} ReplayFacts
 * @typedef {{step: number, history: Entry[], position: Position, end: End|null}} ReplayStep
 * @typedef {{title: string, scenario: string, sides: string[], turns: number[], map: MapFacts, angles: number[],
 *   facings: string[], pieces: Record<string, {name: string, front: string, back: string}>,
 *   markers: Record<string, string>, markerNames: Record<string, string>, rules: Record<string, string>,
 *   states: Record<string, Record<string, {name: string, marker: string}>>,
 *   replay: ReplayFacts|null}} Table
 * @typedef {{title: string, language: string, words: Record<string, string>, sides: string[],
 *   map: MapFacts|null, scenarios: {id: string, title: string, picture: string, rules: {id: string, name: string}[]}[],
 *   problem: string}} Setup
 */

export const play = {
  /** @type {Setup} */
  setup: /** @type {any} */ (null),
  /** Key of the game or replay; '' = none. */
  key: "",
  /** @type {Table} */
  table: /** @type {any} */ (null),
  /** @type {Position|null} */
  position: null,
  /** Hex whose pieces are listed. */
  hex: "",
};

/** @param {string} key @param {Record<string, string>} [values] @returns {string} */
export function word(key, values = {}) {
  let text = play.setup.words[key] ?? key;
  for (const [name, value] of Object.entries(values)) text = text.replace(`{${name}}`, () => value);
  return text;
}

/** @param {string} picture @returns {string} */
export const pictureOf = (picture) => `/play/${play.key}/counter/${encodeURIComponent(picture)}.png`;

/** Words for the end of a game. @param {End} end @returns {string} */
export function endWords(end) {
  const winner = end.winner < 0 ? word("nobody") : word("wins", { side: play.table.sides[end.winner] });
  return `${word("the_end")} (${end.cause}). ${winner}: ${end.points[0]} – ${end.points[1]} ${word("points")}.`;
}
