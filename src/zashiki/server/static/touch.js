// A finger is wider than some pieces. Near small lit ones a tap means the nearest; where `data-aim` says so, the first tap
// only aims, so that one sees what would happen, and a second tap there or the button plays.
"use strict";

(() => {
  const FINGER = 44; // pixels: what a finger needs
  const live = document.getElementById("live");
  const bar = document.getElementById("aim");
  if (!live) return;

  let touching = false; // whether the last press was a finger's
  let aimed = null; // the piece of the first tap

  document.addEventListener("pointerdown", (event) => (touching = event.pointerType === "touch"), true);

  live.addEventListener("click", (event) => {
    if (!touching || !event.isTrusted || event.target.closest(".opens, .account")) return;
    const piece = nearest(event.clientX, event.clientY);
    if (piece) {
      event.stopPropagation();
      if (piece.closest("[data-aim]") && piece !== aimed) return aimAt(piece);
      play(piece);
    }
    aimAt(null);
  }, true);

  bar.querySelector("button").addEventListener("click", () => {
    play(aimed);
    aimAt(null);
  });

  document.addEventListener("htmx:after:swap", () => {
    if (aimed) aimAt([...live.querySelectorAll(".board [data-move]")].find((piece) => piece.dataset.move === aimed.dataset.move));
  });

  // The lit piece a tap is for, if there are any that are too small for a finger.
  function nearest(x, y) {
    let [found, least] = [null, Infinity];
    for (const piece of live.querySelectorAll(".board [data-move]")) {
      const box = (piece.querySelector(".hit") ?? piece).getBoundingClientRect();
      if (!box.width || (box.width >= FINGER && box.height >= FINGER)) continue;
      const [right, down] = [box.x + box.width / 2 - x, box.y + box.height / 2 - y].map(Math.abs);
      const within = right <= Math.max(box.width, FINGER) / 2 && down <= Math.max(box.height, FINGER) / 2;
      if (within && Math.hypot(right, down) < least) [found, least] = [piece, Math.hypot(right, down)];
    }
    return found;
  }

  function play(piece) {
    piece.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  function aimAt(piece) {
    aimed?.classList.remove("aimed");
    aimed = piece ?? null;
    bar.hidden = !aimed;
    if (!aimed) return;
    aimed.classList.add("aimed");
    bar.querySelector("p").textContent = aimed.getAttribute("aria-label");
    document.getElementById("notice").hidden = true;
  }
})();
