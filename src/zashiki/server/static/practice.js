// Practice: a press on the board is a try, and what was solved is kept on this device.
"use strict";

(() => {
  const KEPT = "zashiki-practice"; // game → keys of solved exercises
  const find = (selector, within = document) => within.querySelector(selector);

  function solved() {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) ?? {};
    } catch {
      return {}; // nothing is kept in a browser that forbids it
    }
  }
  function keep(all) {
    try {
      localStorage.setItem(KEPT, JSON.stringify(all));
    } catch {
      // as above
    }
  }

  // --- trying -----------------------------------------------------------------------------------------------------------

  function attempt(piece) {
    const field = find("#try-form [name=try]");
    field.disabled = false;
    field.value = piece.dataset.move ?? piece.dataset.why;
    find("#try-form").requestSubmit();
    field.disabled = true;
  }
  const pieceOf = (element) => (element.closest(".opens, .account") ? null : element.closest("#exercise .board :is([data-move], [data-why])"));

  document.addEventListener("click", (event) => {
    const piece = pieceOf(event.target);
    if (piece) attempt(piece);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const piece = event.target.matches?.("[data-move]") && pieceOf(event.target);
    if (!piece) return;
    event.preventDefault();
    attempt(piece);
  });

  // --- what was solved ----------------------------------------------------------------------------------------------------

  function note() {
    const page = find("#exercise[data-solved]");
    if (page) {
      const all = solved();
      const keys = new Set(all[page.dataset.practice]);
      keep({ ...all, [page.dataset.practice]: [...keys.add(page.dataset.exercise)] });
    }
    find("#exercise .judged:not(:empty)")?.scrollIntoView({ block: "nearest" });
  }

  function showList(list) {
    const keys = new Set(solved()[list.dataset.practice]);
    const entries = [...list.querySelectorAll("[data-exercise]")];
    const done = entries.filter((entry) => keys.has(entry.dataset.exercise));
    for (const entry of entries) find(".solved", entry).hidden = !done.includes(entry);
    const told = find("[data-solved-words]", list);
    told.textContent = told.dataset.solvedWords.replace("#", done.length);
    const forget = find("[data-forget]", list);
    forget.hidden = !done.length;
    forget.onclick = () => {
      keep({ ...solved(), [list.dataset.practice]: [] });
      showList(list);
    };
  }

  document.addEventListener("htmx:after:swap", note);
  note();
  const list = find(".practice-list");
  if (list) showList(list);
})();
