// A number that was pressed opens to how it came about, as the house tells this viewer.
"use strict";

(() => {
  const sheet = document.createElement("div");
  sheet.id = "account";
  sheet.className = "account";
  sheet.popover = "auto";
  sheet.tabIndex = -1;
  sheet.setAttribute("role", "dialog");
  document.body.append(sheet);

  async function open(link) {
    const answer = await fetch(link.href, { headers: { "X-Zashiki": "script" } });
    if (!answer.ok) return;
    sheet.innerHTML = await answer.text();
    sheet.setAttribute("aria-label", sheet.querySelector(".account-title").textContent);
    sheet.showPopover();
    sheet.focus();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.opens");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link).catch(() => {}); // the line is down: the page says so
  });
})();
