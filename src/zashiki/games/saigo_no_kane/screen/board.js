// Saigo no Kane: a player who does not want to be asked about every teacher card says so once per table. Cards that do not affect
// them are then allowed, whatever they hold.
"use strict";

(() => {
  const find = (selector) => document.querySelector(selector);
  const keyOf = (box) => `spare ${location.pathname} ${box.dataset.seat}`;

  function letBe() {
    const box = find("#spare");
    if (!box) return;
    box.closest("label").hidden = false;
    box.checked = sessionStorage.getItem(keyOf(box)) !== null;
    if (!box.checked || "hit" in box.dataset) return;
    if (find("#live[aria-busy]")) setTimeout(letBe, 50);
    else find(`.bar [data-move="allow"]`)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  document.addEventListener("change", (event) => {
    if (event.target.id !== "spare") return;
    if (event.target.checked) sessionStorage.setItem(keyOf(event.target), "");
    else sessionStorage.removeItem(keyOf(event.target));
    letBe();
  });
  document.addEventListener("htmx:after:swap", letBe);
  letBe();
})();
