// What the house is asked for, advice or how the chances stood, opens beside the table; a move that is taken from there is sent
// like any other.
"use strict";

(() => {
  const sheet = document.createElement("div");
  sheet.id = "hints";
  sheet.className = "account hints-sheet";
  sheet.popover = "auto";
  sheet.tabIndex = -1;
  sheet.setAttribute("role", "dialog");
  sheet.setAttribute("aria-labelledby", "house-says");
  document.body.append(sheet);

  async function open(link) {
    link.setAttribute("aria-busy", "true");
    const answer = await fetch(link.href, { headers: { "X-Zashiki": "script" } }).finally(() => link.removeAttribute("aria-busy"));
    if (answer.ok) {
      sheet.innerHTML = await answer.text();
    } else {
      const words = document.createElement("p");
      words.id = "house-says";
      words.textContent = (await answer.json()).sentence;
      sheet.replaceChildren(words);
    }
    sheet.showPopover();
    sheet.focus();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-house-says]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      open(link).catch(() => {}); // the line is down: the page says so
    } else if (event.target.closest("#hints [name=move]")) {
      sheet.hidePopover();
    }
  });
})();
