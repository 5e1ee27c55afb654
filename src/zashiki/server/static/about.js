// Reading at the table: a card enlarged with all it says, the rules beside the board, and why something is not possible.
// Everything read here is printed: it is the same for everybody and tells nothing of a table.
"use strict";

(() => {
  const HOLD_MS = 500;
  const LEAVE_MS = 250; // the way from a card to its sheet, where the clause can be pressed
  const SLIP = 8; // pixels: more is a drag
  const base = new URL("..", document.currentScript.src).pathname.replace(/\/$/, "");
  const find = (selector, within = document) => within.querySelector(selector);
  const kept = new Map(); // what was fetched, by address

  async function fetched(address) {
    if (!kept.has(address)) {
      const answer = await fetch(address, { headers: { "X-Zashiki": "script" } });
      if (!answer.ok) return null;
      kept.set(address, await answer.text());
    }
    return kept.get(address);
  }

  // --- a card enlarged --------------------------------------------------------------------------------------------------

  const sheet = document.createElement("div");
  sheet.id = "about-sheet";
  sheet.className = "about-sheet";
  sheet.popover = "manual";
  sheet.tabIndex = -1;
  sheet.setAttribute("role", "dialog");
  sheet.setAttribute("aria-labelledby", "about-heading");
  document.body.append(sheet);

  let wanted = null; // the piece whose sheet is open, or about to be
  let waiting = 0; // the timer of a pointer that rests, presses or leaves
  let held = false; // whether the press that ends now has opened a sheet: it plays nothing
  let from = null; // where a press began
  let before = null; // what had the focus

  const aboutOf = (element) => element?.closest?.("[data-about]");
  const gameOf = (piece) => /\bboard-([a-z0-9-]+)/.exec((piece.closest("[class*=board-]") ?? find(".board"))?.getAttribute("class") ?? "")?.[1];

  async function open(piece, { focus = false, low = false } = {}) {
    const game = gameOf(piece);
    if (!game) return;
    wanted = piece;
    const words = await fetched(`${base}/games/${game}/about/${encodeURIComponent(piece.dataset.about)}`).catch(() => null);
    if (wanted !== piece || words === null) return;
    sheet.innerHTML = words;
    sheet.classList.toggle("low", low || innerWidth < 640);
    if (!sheet.matches(":popover-open")) sheet.showPopover();
    place(piece);
    if (focus) {
      before = document.activeElement;
      sheet.focus();
    }
  }

  // Beside the piece where there is room, never over it.
  function place(piece) {
    sheet.style.removeProperty("left");
    sheet.style.removeProperty("top");
    if (sheet.matches(".low")) return;
    const [box, size, gap] = [piece.getBoundingClientRect(), sheet.getBoundingClientRect(), 12];
    const right = box.right + gap + size.width <= innerWidth;
    const left = right ? box.right + gap : box.left - gap - size.width;
    const beside = left >= 0;
    const below = box.bottom + gap + size.height <= innerHeight ? box.bottom + gap : Math.max(0, box.top - gap - size.height);
    const top = beside ? Math.min(Math.max(gap, box.top), innerHeight - size.height - gap) : below;
    sheet.style.left = `${Math.max(gap, beside ? left : Math.min(box.left, innerWidth - size.width - gap))}px`;
    sheet.style.top = `${Math.max(0, top)}px`;
  }

  function close() {
    clearTimeout(waiting);
    wanted = null;
    if (!sheet.matches(":popover-open")) return false;
    const inside = sheet.contains(document.activeElement);
    sheet.hidePopover();
    if (inside) before?.focus({ preventScroll: true });
    return true;
  }

  function rest(event) {
    const piece = aboutOf(event.target);
    if (sheet.contains(event.target) || (piece && piece === wanted)) {
      clearTimeout(waiting);
    } else if (piece) {
      clearTimeout(waiting);
      waiting = setTimeout(open, HOLD_MS, piece);
    } else {
      clearTimeout(waiting);
      if (wanted && !sheet.contains(document.activeElement)) waiting = setTimeout(close, LEAVE_MS);
    }
  }

  // A mouse that has just pressed something rests where it pressed, whatever is redrawn under it; it wants a sheet when it moves again.
  let moved = true;
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && !event.buttons && moved) rest(event);
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || event.buttons || moved || !(event.movementX || event.movementY)) return;
    moved = true;
    rest(event);
  });

  document.addEventListener("pointerdown", (event) => {
    held = moved = false;
    if (sheet.contains(event.target)) return;
    close();
    const piece = aboutOf(event.target);
    if (!piece || event.pointerType === "mouse") return;
    from = [event.clientX, event.clientY];
    waiting = setTimeout(() => {
      held = true;
      open(piece, { low: true });
    }, HOLD_MS);
  }, true);
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" ? event.buttons : !held && from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > SLIP) clearTimeout(waiting);
  }, true);
  for (const name of ["pointerup", "pointercancel", "dragstart"]) {
    document.addEventListener(name, (event) => event.pointerType !== "mouse" && !sheet.matches(":popover-open") && clearTimeout(waiting), true);
  }
  document.addEventListener("contextmenu", (event) => {
    if (aboutOf(event.target) && event.pointerType === "touch") event.preventDefault();
  });
  document.addEventListener("scroll", (event) => wanted && !sheet.contains(event.target) && !sheet.matches(".low") && close(), true);
  document.addEventListener("htmx:after:swap", () => wanted && !wanted.isConnected && close());

  // --- the rules beside the table -----------------------------------------------------------------------------------------

  let panel = null;
  let reader = null; // what opened it

  async function openRules(address, clause) {
    const words = await fetched(`${address}/panel`).catch(() => null);
    if (words === null) {
      location.href = clause ? `${address}#${clause}` : address;
      return;
    }
    if (!panel) {
      panel = document.createElement("aside");
      panel.id = "rules-panel";
      panel.className = "rules-panel";
      panel.tabIndex = -1;
      panel.setAttribute("aria-labelledby", "rules-panel-heading");
      panel.addEventListener("input", () => search(panel));
      document.body.append(panel);
    }
    if (panel.dataset.address !== address) {
      panel.dataset.address = address;
      panel.innerHTML = words;
      for (const away of panel.querySelectorAll("a[href*='/examples/'], a[href*='/practice'], a[href$='/gallery']")) away.target = "_blank"; // the table stays
    }
    if (!panel.contains(document.activeElement)) reader = document.activeElement;
    panel.hidden = false;
    document.body.classList.add("reading");
    document.dispatchEvent(new Event("zashiki:reading"));
    turnTo(clause);
  }

  function turnTo(clause) {
    for (const old of panel.querySelectorAll(".at-clause")) old.classList.remove("at-clause");
    const field = find("input[type=search]", panel);
    const found = clause && panel.querySelector(`[id="${CSS.escape(clause)}"]`);
    if (!found) {
      field.focus({ preventScroll: true });
      return;
    }
    if (field.value) {
      field.value = "";
      search(panel);
    }
    if (found.matches("section")) {
      found.scrollIntoView();
    } else {
      const whole = found.closest("li, p") ?? found;
      whole.classList.add("at-clause");
      whole.scrollIntoView({ block: "center" });
    }
    found.focus({ preventScroll: true });
  }

  // What contains every word that is looked for stays, with the headings above it.
  function search(within) {
    const words = find("input[type=search]", within).value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const section of within.querySelectorAll("[data-searched]")) {
      let heading = null;
      for (const picture of section.querySelectorAll(":scope > .shown")) picture.hidden = words.length > 0;
      for (const block of section.querySelectorAll("h2, h3, h4, p, li, tr, dl > div")) {
        if (block.closest(".drawn") || block.parentElement.closest("li, tr, dl > div")) continue;
        if (block.localName.startsWith("h")) {
          heading = block;
          block.hidden = words.length > 0;
          continue;
        }
        const text = block.textContent.toLowerCase();
        block.hidden = !words.every((word) => text.includes(word));
        if (block.hidden) continue;
        if (heading) heading.hidden = false;
        count += 1;
      }
    }
    const told = find("[role=status]", within);
    told.textContent = words.length ? (count ? told.dataset.found.replace("0", count) : told.dataset.none) : "";
  }

  const page = find("[data-search-in]"); // the rules on a page of their own
  if (page) {
    find(".finder", page).hidden = false;
    find(".finder", page).addEventListener("input", () => search(page));
  }

  function closeRules() {
    if (!panel || panel.hidden) return false;
    const inside = panel.contains(document.activeElement);
    panel.hidden = true;
    document.body.classList.remove("reading");
    if (inside && reader?.isConnected) reader.focus({ preventScroll: true });
    return true;
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    if (event.target.closest("[data-close-rules]")) {
      closeRules();
      return;
    }
    const link = event.target.closest("a[href]");
    if (!link || !document.body.matches(".at-table, .at-gallery")) return;
    const inside = panel?.contains(link) && link.getAttribute("href").startsWith("#");
    const address = inside ? panel.dataset.address : link.pathname;
    if (link.host !== location.host || !/\/rules\/[a-z0-9-]+$/.test(address)) return;
    event.preventDefault();
    close();
    openRules(address, decodeURIComponent(link.hash.slice(1)));
  });

  // --- why is that not possible? --------------------------------------------------------------------------------------------

  const wondering = () => document.body.classList.contains("wondering");

  function wonder(on) {
    document.body.classList.toggle("wondering", on);
    for (const button of document.querySelectorAll("[data-wonder]")) button.setAttribute("aria-pressed", String(on));
  }

  // The piece or button that was pressed is asked about, not played.
  function ask(event) {
    const button = event.target.closest("[data-wonder]");
    if (button) {
      wonder(!wondering());
      if (wondering()) find(".board")?.scrollIntoView({ block: "nearest" });
    } else if (wondering()) {
      const piece = event.target.closest("[data-why], [data-move], button[name=move]");
      if (!piece) return event.target.closest(".board") ? undefined : wonder(false); // a drawing says itself that it has no part in this
      event.preventDefault();
      event.stopImmediatePropagation();
      wonder(false);
      const form = find("#why-form");
      find("[name=ask_why]").value = piece.dataset.why ?? piece.dataset.move ?? piece.value;
      form.requestSubmit();
    }
  }

  document.addEventListener("click", (event) => {
    if (held) {
      held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      ask(event);
    }
  }, true);

  function showWondering() {
    for (const button of document.querySelectorAll("[data-wonder]")) button.hidden = false;
    wonder(wondering());
  }
  document.addEventListener("htmx:after:swap", showWondering);
  showWondering();

  // --- keys -------------------------------------------------------------------------------------------------------------------

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if (close() || closeRules() || wondering()) event.stopImmediatePropagation();
      wonder(false);
      return;
    }
    if (document.activeElement?.matches("input:not([type=radio]), textarea, select") || find("dialog[open]")) return;
    if (event.key === "i" || event.key === "I") {
      const piece = aboutOf(document.activeElement) ?? find("[data-about]", document.activeElement) ?? null;
      if (piece) open(piece, { focus: true });
    } else if (event.key === "r" || event.key === "R") {
      const link = find(".more a[href*='/rules/']");
      if (link && !closeRules()) openRules(link.pathname, "");
    }
  }, true);
})();
