// What can be pressed stays within reach: the page knows how high the head, the bar and the hand are, and when a question comes and
// nothing that answers it is in view, it goes gently to the nearest thing that does.
"use strict";

(() => {
  const HIGHEST_HAND = 0.4; // of the screen; a higher one stays in its place on the board
  const SLACK = 24; // pixels: a hand is a little higher where it sticks, and must not come loose by that, again and again
  const MARGIN = 8; // pixels around what is brought into view
  const live = document.getElementById("live");
  if (!live) return;
  const root = document.documentElement;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let asked = ""; // the question that was last brought into view
  let answered = false; // whether something that answers it was in view when the table was last redrawn
  let width = innerWidth;
  let held = 0; // how high the hand is, where it sticks

  // Heights are told only to those that keep clear of something: of what the root is told, everything on the page would be styled anew.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html {} html:has(.at-lesson), .bubbles, .host, .board .hand {}");
  document.adoptedStyleSheets.push(sheet);
  const [keeping, heights] = [...sheet.cssRules].map((rule) => rule.style);

  const parts = () => [".table-head", ".board .bar", ".board .hand[data-hand]"].map((part) => live.querySelector(part));

  function measure() {
    const [head, bar, hand] = parts().map((part) => part?.offsetHeight ?? 0);
    const slack = root.classList.contains("hand-sticks") ? SLACK : 0;
    const sticks = hand > 0 && hand <= HIGHEST_HAND * innerHeight + slack;
    root.classList.toggle("hand-sticks", sticks);
    held = sticks ? hand : 0;
    set(heights, { "--head": head, "--bar": bar });
    set(keeping, { "scroll-padding-top": head, "scroll-padding-bottom": bar + held });
  }

  function set(style, heights) {
    for (const [name, height] of Object.entries(heights)) {
      if (style.getPropertyValue(name) !== `${height}px`) style.setProperty(name, `${height}px`);
    }
  }

  // Words wrap again when their letters have arrived, and scripts of boards show more in a bar.
  const grown = new ResizeObserver(measure);

  function watchTheParts() {
    grown.disconnect();
    for (const part of parts()) if (part) grown.observe(part);
  }

  const lit = () => [...live.querySelectorAll(".board :is([data-move], .lit)")].filter((piece) => piece.checkVisibility() && piece.getClientRects().length);

  // Whether a row that scrolls sideways has cut off this point of a piece in it.
  function cutOff(piece, x) {
    for (let row = piece.parentElement; row && row !== live; row = row.parentElement) {
      const { left, right } = row.getBoundingClientRect();
      if (row.scrollWidth > row.clientWidth && (x < left || x > right) && getComputedStyle(row).overflowX !== "visible") return true;
    }
    return false;
  }

  function inView(piece) {
    const box = (piece.querySelector(".hit") ?? piece).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    return top !== null && (piece.contains(top) || top.contains(piece)) && !cutOff(piece, x);
  }

  function bringIntoView() {
    const table = live.querySelector(".table[data-asked]");
    const question = table && `${table.dataset.seat} ${table.dataset.since} ${live.querySelector("#ask").textContent}`;
    if (!table || (question === asked && !answered) || live.querySelector(".curtain:not([open])") || document.querySelector("dialog[open]")) return;
    asked = question;
    answered = false; // whoever scrolls away from the question stays there
    const answers = lit().filter((piece) => !piece.matches(".quiet"));
    const pieces = answers.length ? answers : lit(); // a way out that is in view does not answer for the rest
    if (!pieces.length || pieces.some(inView)) return;
    const far = (piece) => Math.abs(piece.getBoundingClientRect().y - innerHeight / 2);
    pieces.sort((one, other) => far(one) - far(other));
    const behavior = calm.matches ? "auto" : "smooth";
    const { x, width: wide } = pieces[0].getBoundingClientRect();
    if (cutOff(pieces[0], x + wide / 2)) pieces[0].scrollIntoView({ block: "nearest", inline: "nearest", behavior });
    else scrollBy({ top: wayTo(pieces), behavior });
  }

  // How far it is to the nearest piece, with as many of the others in view as there is room for.
  function wayTo(pieces) {
    const [head, bar] = parts().map((part) => part?.offsetHeight ?? 0);
    const [top, bottom] = [head + MARGIN, innerHeight - bar - MARGIN - held];
    let [from, to] = [Infinity, -Infinity];
    for (const piece of pieces) {
      const box = piece.getBoundingClientRect();
      const [higher, lower] = [Math.min(from, box.top), Math.max(to, box.bottom)];
      if (from < Infinity && lower - higher > bottom - top) continue;
      [from, to] = [higher, lower];
    }
    return to > bottom ? Math.min(to - bottom, from - top) : Math.min(0, from - top);
  }

  function settle() {
    measure();
    watchTheParts();
    bringIntoView();
  }

  document.addEventListener("htmx:before:swap", () => (answered = lit().some(inView)));
  document.addEventListener("htmx:after:swap", () => queueMicrotask(settle));
  document.addEventListener("close", bringIntoView, true); // a scene or the recap covered the question
  live.addEventListener("toggle", settle, true);
  addEventListener("resize", () => {
    if (innerWidth !== width) [width, asked] = [innerWidth, ""]; // a phone's address bar changes the height alone
    settle();
  });
  settle();
})();
