// Pieces that changed since this viewer's last decision are marked until the next one. What they looked like then is kept in the
// browser, from this viewer's own drawings.
"use strict";

(() => {
  // Where every piece lies and what can be read on it.
  function lookAt(root) {
    const look = {};
    for (const piece of root.querySelectorAll("[data-piece]")) {
      const at = piece.dataset.at ?? piece.parentElement.closest("[id]")?.id ?? "";
      look[piece.dataset.piece] = `${at}|${piece.dataset.look ?? piece.textContent.replace(/\s+/g, " ").trim()}`;
    }
    return look;
  }

  function mark(root, before) {
    const now = lookAt(root);
    for (const piece of root.querySelectorAll("[data-piece]")) {
      piece.classList.toggle("changed", before[piece.dataset.piece] !== now[piece.dataset.piece]);
    }
  }

  window.zashikiMarks = { lookAt, mark };
  const live = document.getElementById("live");
  if (!live) return;

  let last = null; // what the drawing before this one looked like

  function markTheChanges() {
    const [table, board] = [live.querySelector(".table"), live.querySelector(".table-board .board")];
    if (!board || table.dataset.seat === undefined) return; // whoever decides nothing has no last decision
    const key = `zashiki marks ${location.pathname} ${table.dataset.seat}`;
    let kept = JSON.parse(sessionStorage.getItem(key));
    const now = lookAt(board);
    if (kept?.since !== table.dataset.since) {
      // Where the first drawing after a decision shows what others did as well, only the board before it tells what changed.
      const late = live.querySelector(".log .since") !== null;
      kept = { since: table.dataset.since, look: (late && (last ?? kept?.look)) || now };
      sessionStorage.setItem(key, JSON.stringify(kept));
    }
    last = now;
    mark(board, kept.look);
  }

  document.addEventListener("htmx:after:swap", markTheChanges);
  markTheChanges();
})();
