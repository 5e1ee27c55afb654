// A word of this browser's own making goes into the chance of every table it plays at. What the house promised before, and the word,
// are kept in this browser and compared with what the house shows at the end.
"use strict";

(() => {
  const KEPT = "fair:";
  const MOST_TABLES = 60;
  const TAKES_A_SEAT = /\/(join|play-now|invite|tables|rematch)$/;
  const find = (selector, within = document) => within.querySelector(selector);
  const freshWord = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  function kept(table) {
    try {
      return JSON.parse(localStorage.getItem(KEPT + table));
    } catch {
      return null; // a browser may refuse to keep anything
    }
  }
  function keep(table, commitment, word) {
    try {
      const tables = Object.keys(localStorage).filter((key) => key.startsWith(KEPT));
      const when = (key) => kept(key.slice(KEPT.length))?.when ?? 0;
      if (tables.length >= MOST_TABLES) localStorage.removeItem(tables.sort((a, b) => when(a) - when(b))[0]);
      localStorage.setItem(KEPT + table, JSON.stringify({ commitment, word, when: Date.now() }));
    } catch {
      // the word counts all the same
    }
  }

  // Sitting down, or setting up a table: the promise came with the page, the word goes back with the form.
  document.addEventListener("submit", (event) => {
    const fields = event.target.elements;
    const word = fields.namedItem("word");
    const button = event.submitter;
    const address = button?.hasAttribute("formaction") ? button.formAction : event.target.action;
    if (!word || !TAKES_A_SEAT.test(address)) return;
    word.value = freshWord();
    const promise = address.endsWith("/join") ? find("#fair") : fields.namedItem("promise");
    const typed = fields.namedItem("typed_word")?.value.trim().normalize("NFC").replace(/\s+/g, "_");
    if (promise) keep(promise.dataset.table, promise.dataset.commitment, typed || word.value);
  }, true);

  // Every move brings a word too; the house takes it from a seat that gave none, and after it has been restored.
  find("#play-form")?.addEventListener("formdata", (event) => {
    const word = freshWord();
    event.formData.set("word", word);
    const promise = find("#fair");
    if (promise && !kept(promise.dataset.table)) keep(promise.dataset.table, promise.dataset.commitment, word);
  });

  // A page from the browser's memory has a promise that was used already.
  addEventListener("pageshow", (event) => event.persisted && find("[name=promise]") && location.reload());

  function compare() {
    const fair = find("#fair");
    const said = find(".fair-mine");
    const mine = fair && said && kept(fair.dataset.table);
    if (!mine) return;
    const words = [...fair.querySelectorAll("[data-word]")].map((word) => word.textContent);
    const same = mine.commitment === fair.dataset.commitment && words.includes(mine.word);
    said.textContent = same ? said.dataset.same : said.dataset.other;
    said.classList.toggle("problem", !same);
    said.hidden = false;
  }
  compare();
  document.addEventListener("htmx:after:swap", compare);
})();
