// Lessons: goes from step to step without loading the page anew, rings the pieces that the host means, and remembers on this device
// how far its reader has come. Moves are sent as at a table (table.js).
"use strict";

(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const [RING, ROOM] = [8, 16]; // pixels: a ring around a piece, and what is left free around what is brought into view

  // --- how far the reader has come ---------------------------------------------------------------------------------------

  const keyOf = (game) => `zashiki lesson ${game}`;
  const progress = (game) => ({ at: "", done: [], ...JSON.parse(localStorage.getItem(keyOf(game)) ?? "{}") });

  function tick(list, game) {
    const { done } = progress(game);
    for (const line of all("[data-chapter]", list)) line.classList.toggle("done", done.includes(line.dataset.chapter));
  }

  for (const sheet of all(".lessons [data-lesson]")) {
    const { at } = progress(sheet.dataset.lesson);
    tick(sheet, sheet.dataset.lesson);
    if (!at) continue;
    const resume = find("[data-resume]", sheet);
    resume.href = at;
    resume.hidden = false;
  }

  const live = find("#live");
  if (!live) return;

  // A chapter is done once its reader comes from it into another that follows, or to the end.
  let before = null; // the chapter of the step shown last

  function remember(table) {
    const game = live.dataset.lesson;
    const kept = progress(game);
    const chapters = all(".chapters [data-chapter]", live).map((line) => line.dataset.chapter);
    const here = table.dataset.since.split("/")[0];
    const ended = [...(before && chapters.indexOf(here) === chapters.indexOf(before) + 1 ? [before] : []), ...("last" in table.dataset ? [here] : [])];
    before = here;
    localStorage.setItem(keyOf(game), JSON.stringify({ at: table.dataset.place, done: [...new Set([...kept.done, ...ended])] }));
    tick(live, game);
  }

  // --- pointing -------------------------------------------------------------------------------------------------------------

  // A move may stand in two places, such as on a card and on a button.
  function piecesOf(name) {
    const seen = (selector) => all(`.board ${selector}`, live).filter((piece) => piece.checkVisibility() && piece.getClientRects().length);
    if (name.startsWith(".")) return seen(name);
    const having = (attribute) => seen(`[${attribute}="${CSS.escape(name)}"]`);
    const found = ["data-move", "data-piece", "id"].flatMap(having);
    const pieces = found.length ? found : having("data-about");
    return pieces.map((piece) => piece.querySelector(":scope > rect.hit") ?? piece); // a piece may also draw what it would reach
  }

  // Rings what can be seen of them now; those that were not ringed before come into view.
  function pointAtPieces() {
    const ringed = all(".pointed", live);
    for (const piece of ringed) piece.classList.remove("pointed");
    const pieces = find(".host", live).dataset.point.split("\n").filter(Boolean).flatMap(piecesOf);
    for (const piece of pieces) piece.classList.add("pointed");
    const fresh = pieces.filter((piece) => !ringed.includes(piece) && !piece.closest(".bar")); // a bar is always in view
    if (fresh.length) bringIntoView(fresh);
  }

  live.addEventListener("click", () => setTimeout(pointAtPieces)); // a card that is picked up shows where it can go

  // Where the trays begin that stick to the bottom of the screen and would cover a piece.
  function traysBelow(piece) {
    const follows = (tray) => piece.compareDocumentPosition(tray) & Node.DOCUMENT_POSITION_FOLLOWING;
    const covers = (tray) => tray.offsetHeight && getComputedStyle(tray).position === "sticky" && follows(tray);
    return Math.min(innerHeight, ...all(".bar, .hand", live).filter(covers).map((tray) => tray.getBoundingClientRect().top));
  }

  // Between the head, the host and the trays: all pieces if there is room, else the first.
  function bringIntoView(pieces) {
    const [first] = pieces;
    const behavior = calm.matches ? "auto" : "smooth";
    first.scrollIntoView({ block: "nearest", inline: "center", behavior }); // within a row of cards
    const host = find(".host", live).getBoundingClientRect();
    const [top, bottom] = host.top > innerHeight / 2 ? [find(".table-head", live).offsetHeight, host.top] : [host.bottom, innerHeight];
    const low = Math.min(bottom, traysBelow(first));
    const boxes = pieces.map((piece) => piece.getBoundingClientRect());
    const around = { top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
    const box = around.bottom - around.top <= low - top - 2 * ROOM ? around : boxes[0];
    if (box.top >= top + RING && box.bottom <= low - RING) return;
    const fromTop = box.top < top + RING || box.bottom - box.top > low - top;
    scrollBy({ top: fromTop ? box.top - top - ROOM : box.bottom - low + ROOM, behavior });
  }

  // --- from step to step ------------------------------------------------------------------------------------------------------

  async function go(address, push) {
    const answer = await fetch(address, { headers: { "X-Zashiki": "script" } }).catch(() => null);
    if (!answer?.ok) return location.assign(address);
    if (push) history.pushState(null, "", address);
    await htmx.swap({ sourceElement: live, target: live, swap: "innerMorph ignoreTitle:true", text: await answer.text() });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-go]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.href, true);
  });
  addEventListener("popstate", () => go(location.href, false));

  function settle() {
    const table = find(".table", live);
    document.title = table.dataset.title;
    if (table.dataset.place !== location.pathname) history.pushState(null, "", table.dataset.place);
    document.documentElement.style.setProperty("--sheet", `${find(".host", live).offsetHeight}px`);
    if (!("tried" in table.dataset)) remember(table);
    for (const piece of all(".pointed", live)) piece.classList.remove("pointed");
    pointAtPieces();
    const words = find("#announce");
    if (words) words.textContent = find(".host-says", live).textContent;
  }

  document.addEventListener("htmx:after:swap", () => queueMicrotask(settle));
  addEventListener("resize", () => document.documentElement.style.setProperty("--sheet", `${find(".host", live).offsetHeight}px`));
  settle();
  document.fonts.ready.then(settle); // the host's words may need another line
})();
