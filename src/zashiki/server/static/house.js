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
    const other = form.dataset.auto && document.getElementById(form.dataset.auto);
    form.addEventListener("formdata", ({ formData }) => {
      if (!other) return; // what was filled in there comes along
      const names = new Set(all("fieldset [name]", other).map((field) => field.name));
      for (const [name, value] of new FormData(other)) if (names.has(name)) formData.append(name, value);
    });
  }

  // Beside a choice for a seat, the picture of what was chosen.
  for (const select of all("select[data-faces]")) {
    const show = () => {
      find(".pictured", select.parentElement)?.remove();
      const face = find(`[data-face="${select.value}"] .pictured`);
      if (face) select.before(face.cloneNode(true));
    };
    select.addEventListener("change", show);
    show();
  }

  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      document.getElementById(opener.dataset.open).showModal();
    }
  });
})();
