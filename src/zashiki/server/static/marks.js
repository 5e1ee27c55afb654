// Pieces that changed since this viewer's last decision are marked until the next one, and so are the places that others have left.
// What the board looked like then is kept in the browser, from this viewer's own drawings.
"use strict";

(() => {
  const ALIKE = 4; // times as large, or as small: what may lie where another piece lay
  const COVERED = 0.4; // of a place: something else lies there now
  const live = document.getElementById("live");

  // Where every piece lies and what can be read on it.
  function lookAt(root) {
    const look = {};
    for (const piece of root.querySelectorAll("[data-piece]")) {
      const at = piece.dataset.at ?? piece.parentElement.closest("[id]")?.id ?? "";
      look[piece.dataset.piece] = `${at}|${piece.dataset.look ?? piece.textContent.replace(/\s+/g, " ").trim()}`;
    }
    return look;
  }

  // The places of pieces that may leave the table: within the part of the board that has a name and stands still, and, for a screen of
  // another size, within the row of pieces, which grows and shrinks.
  function placesIn(board) {
    const places = {};
    for (const piece of board.querySelectorAll("[data-leaves]")) {
      const part = partOf(piece, board);
      const [box, still, row] = [piece, found(board, [part[0], ""]), found(board, part)].map((each) => each.getBoundingClientRect());
      if (!box.width || piece.getAnimations().length) continue; // on its way
      const within = (frame) => [box.x - frame.x, box.y - frame.y, box.width, box.height];
      places[piece.dataset.piece] = { part, inPart: within(still), inRow: within(row), row: [row.width, row.height], screen: innerWidth };
    }
    return places;
  }

  // What has an id or a name, and within it the parent of the piece, where its class tells it from all else.
  function partOf(piece, board) {
    const near = piece.parentElement.closest("[id]:not([data-piece]), [aria-label]:not([data-move], [data-why])");
    const around = near && board.contains(near) ? near : board;
    const kind = piece.parentElement.classList[0];
    const only = kind && piece.parentElement !== around && around.getElementsByClassName(kind).length === 1;
    return [around.id || around.getAttribute("aria-label"), only ? kind : ""];
  }

  function found(board, [name, kind]) {
    const around = (name && board.querySelector(`[id="${CSS.escape(name)}"], [aria-label="${CSS.escape(name)}"]`)) || board;
    return (kind && around.getElementsByClassName(kind)[0]) || around;
  }

  function mark(board, before, places = {}) {
    const now = lookAt(board);
    for (const piece of board.querySelectorAll("[data-piece]")) {
      piece.classList.toggle("changed", before[piece.dataset.piece] !== now[piece.dataset.piece]);
    }
    board.querySelector(":scope > .left-places")?.remove();
    const at = (look) => look?.split("|")[0];
    const left = Object.keys(places).filter((piece) => piece in before && at(before[piece]) !== at(now[piece]));
    const layer = layerOf(board, left.map((piece) => places[piece]));
    if (layer.hasChildNodes()) board.append(layer);
  }

  // Outlines where pieces lay, over the board and out of the way of fingers.
  function layerOf(board, left) {
    const layer = document.createElement("div");
    layer.className = "left-places";
    layer.setAttribute("aria-hidden", "true");
    const whole = board.getBoundingClientRect();
    const taken = [...board.querySelectorAll("[data-piece]")].map((piece) => piece.getBoundingClientRect());
    for (const { part, inPart, inRow, row, screen } of left) {
      const sameScreen = screen === innerWidth;
      const now = found(board, sameScreen ? [part[0], ""] : part).getBoundingClientRect();
      const [across, down] = sameScreen ? [1, 1] : [now.width / row[0], now.height / row[1]];
      const [x, y, width, height] = sameScreen ? inPart : inRow;
      const place = new DOMRect(now.x + x * across, now.y + y * down, width * across, height * down);
      const outside = place.y + place.height / 2 > now.bottom; // that part of the board is lower now: something else lies there
      if (!now.width || outside || taken.some((other) => covers(other, place))) continue;
      const outline = document.createElement("span");
      outline.className = "left-place";
      for (const [name, length] of [["left", place.x - whole.x], ["top", place.y - whole.y], ["width", place.width], ["height", place.height]]) outline.style[name] = `${length}px`;
      layer.append(outline);
    }
    return layer;
  }

  function covers(other, place) {
    const [size, another] = [place.width * place.height, other.width * other.height];
    const wide = Math.min(other.right, place.right) - Math.max(other.x, place.x);
    const high = Math.min(other.bottom, place.bottom) - Math.max(other.y, place.y);
    return wide > 0 && high > 0 && wide * high > COVERED * size && another < ALIKE * size && size < ALIKE * another;
  }

  window.zashikiMarks = { lookAt, placesIn, mark };
  if (!live) return;

  let last = null; // the drawing before this one: whose it was, what it looked like, and where its pieces lay

  const shown = () => {
    const [table, board] = [live.querySelector(".table"), live.querySelector(".table-board .board")];
    return board && table.dataset.seat !== undefined ? { ...table.dataset, board } : null; // whoever decides nothing has no last decision
  };
  const keyOf = (seat) => `zashiki marks ${location.pathname} ${seat}`;
  const keptFor = (seat) => JSON.parse(sessionStorage.getItem(keyOf(seat)));
  const keep = (seat, kept) => sessionStorage.setItem(keyOf(seat), JSON.stringify(kept));

  function markTheChanges() {
    const { seat, since, board } = shown() ?? {};
    if (!board) return;
    let kept = keptFor(seat);
    const now = lookAt(board);
    const before = last?.seat === seat ? last : null;
    if (kept?.since !== since) {
      // Where the first drawing after a decision shows what others did as well, only the board before it tells what changed.
      const late = live.querySelector(".log .since") !== null && (before ?? kept);
      kept = { since, look: late ? late.look : now, places: late ? late.places : {} };
    }
    kept.places = { ...kept.places, ...before?.places };
    keep(seat, kept);
    mark(board, kept.look, kept.places);
    last = { seat, look: now, places: {} };
  }

  function rememberPlaces() {
    const { seat, board } = shown() ?? {};
    if (board && last?.seat === seat) last.places = { ...last.places, ...placesIn(board) };
  }

  document.addEventListener("htmx:before:swap", rememberPlaces);
  document.addEventListener("htmx:after:swap", markTheChanges);
  document.addEventListener("visibilitychange", () => {
    const { seat } = shown() ?? {};
    const kept = document.hidden && seat !== undefined && keptFor(seat);
    if (!kept) return;
    rememberPlaces(); // the page may be gone when its reader comes back
    keep(seat, { ...kept, places: { ...kept.places, ...last?.places } });
  });
  addEventListener("resize", () => {
    const { seat, board } = shown() ?? {};
    const kept = board && keptFor(seat);
    if (kept) mark(board, kept.look, kept.places);
  });
  markTheChanges();
})();
