// What every page of the house does: the lamp, copying, dialogs, and forms that answer at once.
"use strict";

(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  for (const lamp of all("[data-theme-toggle]")) {
    lamp.hidden = false;
    lamp.addEventListener("click", () => {
      const root = document.documentElement;
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
    });
  }
  for (const button of all("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      if (navigator.clipboard) {
        await navigator.clipboard.writeText(button.dataset.copy);
      } else {
        find("input", button.parentElement).select(); // a house in the home network speaks plain http, and has no clipboard there
        document.execCommand("copy");
      }
      button.textContent = button.dataset.copied;
    });
  }
  for (const form of all("form[data-auto]")) {
    let keyed = false; // keys walk through the choices, and the button takes one
    form.addEventListener("keydown", () => (keyed = true));
    form.addEventListener("pointerdown", () => (keyed = false));
    form.addEventListener("change", () => keyed || form.requestSubmit());
  }

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      document.getElementById(opener.dataset.open).showModal();
    }
  });
})();
