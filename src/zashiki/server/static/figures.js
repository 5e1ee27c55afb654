// Numbers on pictures: the server says which pieces are marked, the browser knows where it has drawn them.
"use strict";

(() => {
  const SIZE = 22; // pixels across a number

  // A number stands at the upper left corner of its piece, on the picture and clear of the numbers before it.
  function place(picture) {
    for (const old of picture.querySelectorAll(":scope > .number-of")) old.remove();
    const frame = picture.getBoundingClientRect();
    if (!frame.width) return; // folded away
    const taken = [];
    const pieces = [...picture.querySelectorAll("[data-mark]")].sort((one, other) => one.dataset.mark - other.dataset.mark);
    for (const piece of pieces) {
      const box = piece.getBoundingClientRect();
      if (!box.width && !box.height) continue;
      const bound = (value, most) => Math.min(Math.max(0, value), Math.max(0, most - SIZE));
      let [x, y] = [bound(box.left - frame.left - SIZE / 1.5, frame.width), bound(box.top - frame.top - SIZE / 1.5, frame.height)];
      while (taken.some(([a, b]) => Math.abs(a - x) < SIZE && Math.abs(b - y) < SIZE) && x < frame.width - SIZE) x += SIZE;
      taken.push([x, y]);
      const number = document.createElement("span");
      number.className = "number-of";
      number.setAttribute("aria-hidden", "true");
      number.textContent = piece.dataset.mark;
      number.style.translate = `${x}px ${y}px`;
      picture.append(number);
    }
  }

  const sizes = new ResizeObserver((changes) => changes.forEach((change) => place(change.target)));

  function look() {
    for (const picture of document.querySelectorAll(".numbered:has([data-mark])")) {
      if (picture.dataset.watched) continue;
      picture.dataset.watched = "yes";
      sizes.observe(picture);
    }
  }
  document.addEventListener("zashiki:reading", look); // the rules were opened beside a table
  document.addEventListener("htmx:after:swap", look);
  look();
})();
