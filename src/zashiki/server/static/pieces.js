// The pieces on a board, at a table and wherever one is looked at: how drawings change in place, how pieces move, and keys.
// Everything shown was drawn by the server for this pair of eyes.
"use strict";

(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const lit = () => all("#live .board [data-move]").filter((piece) => piece.checkVisibility()); // a board may show some only after a choice

  // What must be chosen before anything can be played: the control itself, or the one inside a lit card.
  const first = () => {
    const piece = all("#live .board .lit").find((each) => each.checkVisibility());
    return piece?.matches("button, input, [tabindex]") ? piece : piece && find("button, input, [tabindex]", piece);
  };

  // --- morphing -------------------------------------------------------------------------------------------------------

  // Drawings are replaced as a whole when they differ; everything around them is morphed in place.
  htmx.registerExtension("drawings", {
    htmx_before_morph_node(old, detail) {
      if (!(old instanceof SVGSVGElement)) return true;
      if (!old.isEqualNode(detail.newNode)) {
        const held = old.contains(document.activeElement) ? document.activeElement.dataset.move : undefined;
        for (const { name } of [...old.attributes]) if (!detail.newNode.hasAttribute(name)) old.removeAttribute(name);
        for (const { name, value } of [...detail.newNode.attributes]) old.setAttribute(name, value);
        old.replaceChildren(...detail.newNode.childNodes);
        if (held) find(`[data-move="${CSS.escape(held)}"]`, old)?.focus({ preventScroll: true });
      }
      return false;
    },
  });

  let places = new Map(); // where every piece was before the change
  let drawn = new Set(); // the strokes that stood there
  let focused = null; // the move that has the focus, or had it when it was last lit

  const pieces = () => all(".board [id]").filter((piece) => !piece.closest("symbol, pattern, defs"));
  const strokes = () => all(".board path[data-stroke]");

  document.addEventListener("htmx:before:swap", () => {
    const active = document.activeElement;
    if (active?.dataset?.move) focused = { move: active.dataset.move, board: !!active.closest(".board") };
    else if (active?.id !== "content") focused = null; // the focus waits there while nothing is lit
    places = new Map(wherePiecesLie().map(([piece, place]) => [piece.id, place]));
    drawn = new Set(strokes().map((path) => path.dataset.stroke));
  });
  document.addEventListener("htmx:after:swap", afterChange);

  function afterChange() {
    setRovingStops();
    keepTheFocus();
    moveThePieces();
    drawTheStrokes();
  }

  // A piece that had the focus may be gone, or stand there unlit; then its move has it elsewhere, or the first lit piece.
  function keepTheFocus() {
    if (!focused || document.activeElement?.matches("[data-move]")) return;
    const again = all(`${focused.board ? ".board " : ""}[data-move="${CSS.escape(focused.move)}"]`).find((piece) => piece.checkVisibility());
    (again ?? lit()[0] ?? find("#content"))?.focus({ preventScroll: true });
  }

  // --- motion: a piece slides from where it was; a new one drops in, a new stroke is drawn ------------------------------

  // On the screen, and on the board: when that goes up or down as a whole, below a longer or shorter head, nothing on it has moved.
  function wherePiecesLie() {
    const board = find(".board")?.getBoundingClientRect();
    return pieces().map((piece) => {
      const box = piece.getBoundingClientRect();
      return [piece, { box, x: box.x + box.width / 2 - board.x, y: box.y + box.height / 2 - board.y }];
    });
  }

  function moveThePieces() {
    if (!places.size) return;
    for (const [piece, after] of wherePiecesLie()) {
      const before = places.get(piece.id);
      if (!after.box.width) continue;
      if (!before?.box.width) {
        piece.animate(calm.matches ? { opacity: [0.3, 1] } : { opacity: [0, 1], scale: ["1.25", "1"] }, { duration: 260, easing: "ease-out" });
        continue;
      }
      const [x, y] = [before.x - after.x, before.y - after.y];
      if (Math.hypot(x, y) < 3 || Math.hypot(before.box.x - after.box.x, before.box.y - after.box.y) < 3) continue;
      const drawing = piece.ownerSVGElement;
      const scale = drawing ? drawing.getScreenCTM().a : 1;
      const frames = calm.matches ? { opacity: [0.3, 1] } : { translate: [`${x / scale}px ${y / scale}px`, "0px 0px"] };
      piece.animate(frames, { duration: 340, easing: "cubic-bezier(.2,.7,.2,1)" });
    }
    places = new Map();
  }

  function drawTheStrokes() {
    for (const path of strokes()) {
      if (drawn.has(path.dataset.stroke)) continue;
      const long = path.getTotalLength();
      const frames = calm.matches ? { opacity: [0.3, 1] } : { strokeDasharray: [`0 ${long}`, `${long} 0`] };
      path.animate(frames, { duration: 450, easing: "ease-in-out" });
    }
  }

  // --- keys -----------------------------------------------------------------------------------------------------------

  // Tab reaches the board once; arrows go on from there.
  function setRovingStops() {
    const targets = lit();
    const current = targets.find((target) => target === document.activeElement) ?? targets[0];
    for (const target of targets) target.setAttribute("tabindex", target === current ? "0" : "-1");
    nameTheTargets();
  }

  // The name of a lit piece says the move; what can be read on the piece follows it, so that it can also be spoken.
  function nameTheTargets() {
    const plain = (words) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
    for (const target of all(".board [data-move]")) {
      const seen = textOn(target).replace(/\s+/g, " ").trim();
      const label = target.getAttribute("aria-label");
      if (seen && !plain(` ${label} `).includes(plain(` ${seen} `))) target.setAttribute("aria-label", `${label}: ${seen}`);
    }
  }
  function textOn(element) {
    if (element.matches(".sr-only")) return "";
    if (element.localName !== "title" && !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return "";
    return [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : node.nodeType === Node.ELEMENT_NODE ? textOn(node) : "")).join("");
  }

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function step(from, [dx, dy]) {
    const middle = (element) => {
      const box = (find(".hit", element) ?? element).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const target of lit()) {
      if (target === from) continue;
      const [tx, ty] = middle(target);
      const along = (tx - x) * dx + (ty - y) * dy;
      const aside = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
      if (along > 1 && along + 2.5 * aside < least) [best, least] = [target, along + 2.5 * aside];
    }
    return best;
  }

  function focusOn(target) {
    for (const other of lit()) other.setAttribute("tabindex", other === target ? "0" : "-1");
    target.focus();
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = document.activeElement;
    const typing = here?.matches("input:not([type=radio]), textarea, select");
    if (typing || document.querySelector("dialog[open]")) return;
    if (arrows[event.key] && here?.matches(".board [data-move]")) {
      const next = step(here, arrows[event.key]);
      if (next) focusOn(next);
      event.preventDefault();
    } else if ((event.key === "Enter" || event.key === " ") && here?.matches("[data-move]")) {
      event.preventDefault();
      here.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    } else if (event.key === "u" || event.key === "U") {
      find("#undo")?.click();
    } else if (event.key === "?") {
      find("#keys-dialog")?.showModal();
    } else if (event.key === "b" || event.key === "B") {
      const target = lit()[0];
      if (target) focusOn(target);
      else first()?.focus();
    } else if (event.key === "l" || event.key === "L") {
      const list = find("#options");
      if (list) {
        list.open = true;
        find("button", list)?.focus();
      }
    } else if (find("#replay") && !here?.closest(".scroll")) {
      const name = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
      const link = name && find(`a[data-step="${name}"]`);
      if (link) {
        event.preventDefault();
        link.click();
      }
    }
  });

  document.addEventListener("htmx:after:swap", () => {
    const told = find("#replay .ask");
    if (told) find("#announce").textContent = told.textContent;
    scrollTheLog();
  });

  function scrollTheLog() {
    const here = find(".log .here");
    if (here) here.parentElement.scrollTop = here.offsetTop - here.parentElement.offsetTop - 80;
  }
  scrollTheLog();

  setRovingStops();
  document.addEventListener("change", (event) => event.target.closest(".board") && setRovingStops());
})();
