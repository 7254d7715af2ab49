// Zoom and pan of the maps, and the hex under the pointer. Without this file everything else works.
"use strict";
for (const map of document.querySelectorAll("svg.map")) {
  const { width: sheetWidth, height: sheetHeight } = map.viewBox.baseVal;
  const board = map.closest(".board");
  const readout = board.querySelector("output.hex");
  const view = { x: 0, y: 0, width: 0, height: 0 };
  const full = { ...view };
  const show = () => {
    view.width = Math.min(full.width, Math.max(full.width / 16, view.width));
    view.height = (view.width * full.height) / full.width;
    view.x = Math.min(full.x + full.width - view.width, Math.max(full.x, view.x));
    view.y = Math.min(full.y + full.height - view.height, Math.max(full.y, view.y));
    map.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
  };
  const fit = () => { // the whole map, with what is free beside it, so that all of the frame is used when near
    map.style.height = ""; // as the style sheet has it, but no higher than the map needs: a telephone is narrow
    const { width, height } = map.getBoundingClientRect();
    const needed = Math.max(0.75, sheetHeight / sheetWidth) * width;
    if (needed < height) map.style.height = `${needed}px`;
    const box = map.getBoundingClientRect();
    full.width = Math.max(sheetWidth, (sheetHeight * box.width) / box.height);
    full.height = (full.width * box.height) / box.width;
    full.x = (sheetWidth - full.width) / 2;
    full.y = (sheetHeight - full.height) / 2;
    Object.assign(view, full);
    show();
  };
  const zoom = (factor, x = 0.5, y = 0.5) => {
    const width = Math.min(full.width, Math.max(full.width / 16, view.width / factor));
    const ratio = width / view.width;
    view.x += view.width * (1 - ratio) * x;
    view.y += view.height * (1 - ratio) * y;
    view.width = width;
    show();
  };
  map.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== map) return; // the page scrolls until the map is chosen
    event.preventDefault();
    const box = map.getBoundingClientRect();
    const at = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...at);
  }, { passive: false });
  map.addEventListener("keydown", (event) => {
    const step = view.width / 8;
    const keys = {
      "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4),
      "0": fit,
      ArrowLeft: () => { view.x -= step; show(); }, ArrowRight: () => { view.x += step; show(); },
      ArrowUp: () => { view.y -= step; show(); }, ArrowDown: () => { view.y += step; show(); },
    };
    if (keys[event.key] === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  const { near, far, whole } = board.dataset;
  for (const [sign, words, action] of [["+", near, () => zoom(1.4)], ["\u2212", far, () => zoom(1 / 1.4)], ["\u2922", whole, fit]]) {
    const button = document.createElement("button");
    button.className = "zoom";
    button.type = "button";
    button.textContent = sign;
    button.title = words;
    button.setAttribute("aria-label", words);
    button.addEventListener("click", action);
    board.insertBefore(button, map.parentElement);
  }
  let last = null;
  map.addEventListener("pointerdown", (event) => {
    last = [event.clientX, event.clientY];
    map.setPointerCapture(event.pointerId);
  });
  map.addEventListener("pointerup", () => { last = null; });
  map.addEventListener("pointercancel", () => { last = null; });
  map.addEventListener("pointermove", (event) => {
    if (last !== null) {
      const scale = view.width / map.getBoundingClientRect().width;
      view.x -= (event.clientX - last[0]) * scale;
      view.y -= (event.clientY - last[1]) * scale;
      last = [event.clientX, event.clientY];
      show();
      return;
    }
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const named = under && under.closest("polygon.hex, svg.counter");
    const title = named && named.querySelector("title");
    readout.textContent = title ? title.textContent : "\u00a0";
  });
  window.addEventListener("resize", fit);
  fit();
}
