// The people at the table: who is there, and what they say. The server draws it for this reader; the script puts it where it
// belongs, and tells the house whether this page is in sight. Whom one does not want to hear is remembered by this browser alone.
"use strict";

(() => {
  const talk = document.getElementById("talk");
  if (!talk) return;
  const BUBBLE_MS = 7000;
  const QUIET_MS = 25_000; // how often a page without a stream speaks up
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const gathering = find("#gathering");
  const form = find("#talk-form");
  const askedBot = find("#asked-bot");

  // --- whether this page is in sight ----------------------------------------------------------------------------------

  const page = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  const phone = matchMedia("(pointer: coarse) and (max-width: 48rem)").matches ? "yes" : "no";
  let streaming = false;

  function tell(state) {
    const told = new FormData(form);
    for (const [name, value] of Object.entries({ page, phone, state })) told.set(name, value);
    navigator.sendBeacon(talk.dataset.here, told);
  }
  let left = false; // a page that is left becomes hidden after it has said goodbye
  const tellWhere = () => left || tell(document.hidden ? "away" : "here");
  document.addEventListener("visibilitychange", () => {
    tellWhere();
    markUnread();
  });
  addEventListener("pagehide", () => {
    tell("closed");
    left = true;
  });
  addEventListener("pageshow", () => {
    left = false;
    tellWhere();
  });
  document.addEventListener("htmx:sse:after:connection", () => {
    streaming = true;
    tellWhere();
  });
  for (const name of ["htmx:sse:error", "htmx:sse:close"]) document.addEventListener(name, () => (streaming = false));
  setInterval(async () => {
    if (streaming || document.getElementById("live").inert) return; // a table that is gone
    tellWhere();
    const answer = await fetch(talk.dataset.people, { headers: { "X-Zashiki": "script" } }).catch(() => null);
    if (answer?.ok) show(await answer.text());
  }, QUIET_MS);

  // --- what the stream brings -----------------------------------------------------------------------------------------

  const newest = () => Math.max(0, ...all(".said [data-number]", gathering).map((line) => Number(line.dataset.number)));
  let heard = newest();
  let read = heard;

  function show(text) {
    const muting = document.activeElement?.dataset?.mute;
    gathering.innerHTML = text;
    ask();
    const fresh = all(".said [data-number]", gathering).filter((line) => Number(line.dataset.number) > heard);
    heard = Math.max(heard, newest());
    arrange();
    if (muting) find(`[data-mute="${muting}"]`, gathering)?.focus();
    if (!talk.matches(":popover-open")) for (const line of fresh) if (!line.matches(".mine, .muted")) bubble(line);
    markUnread();
  }
  document.addEventListener("zashiki:people", (event) => show(event.detail));

  // What the drawing asks of this person moves to a place of its own, above everything else.
  function ask() {
    const question = find(".asked-bot", gathering);
    question?.remove();
    if (question && !askedBot.firstElementChild?.isEqualNode(question)) askedBot.replaceChildren(question); // else it has the focus, perhaps
    askedBot.togglePopover(!!question);
  }

  function arrange() {
    for (const button of all("[data-mute]", gathering)) {
      const muted = isMuted(button.dataset.mute);
      button.hidden = false;
      button.setAttribute("aria-pressed", String(muted));
      button.textContent = muted ? talk.dataset.unmute : talk.dataset.mute;
      for (const line of all(`.said [data-person="${button.dataset.mute}"]`, gathering)) line.classList.toggle("muted", muted);
    }
    const said = find(".said", gathering);
    said.scrollTop = said.scrollHeight;
    atTheSeats();
  }

  // Where the table's drawing has room for it (`data-presence-of`), it says who is there.
  function atTheSeats() {
    for (const place of all("[data-presence-of]")) {
      const person = find(`.present [data-person="${place.dataset.presenceOf}"]`, gathering);
      place.dataset.state = person?.dataset.state ?? "";
      place.textContent = person?.dataset.words ?? "";
    }
  }
  document.addEventListener("htmx:after:swap", atTheSeats);

  function bubble(line) {
    const shown = document.createElement("p");
    shown.className = line.className;
    shown.append(...[...line.cloneNode(true).childNodes]);
    find("#bubbles").append(shown);
    setTimeout(() => shown.remove(), BUBBLE_MS);
  }

  function markUnread() {
    const open = talk.matches(":popover-open") && !document.hidden;
    if (open) read = heard;
    const unread = all(".said [data-number]:not(.mine, .muted)", gathering).filter((line) => Number(line.dataset.number) > read);
    if (unread.length) document.body.dataset.unread = unread.length;
    else delete document.body.dataset.unread;
  }
  talk.addEventListener("toggle", () => {
    markUnread();
    arrange();
  });

  // --- whom one does not hear -----------------------------------------------------------------------------------------

  const muteKey = (seat) => `mute ${form.elements.table.value} ${seat}`;
  const isMuted = (seat) => localStorage.getItem(muteKey(seat)) !== null;
  gathering.addEventListener("click", (event) => {
    const button = event.target.closest("[data-mute]");
    if (!button) return;
    if (isMuted(button.dataset.mute)) localStorage.removeItem(muteKey(button.dataset.mute));
    else localStorage.setItem(muteKey(button.dataset.mute), "");
    arrange();
    markUnread();
  });

  // --- saying something -----------------------------------------------------------------------------------------------

  for (const each of [form, find("#text-form")]) each?.addEventListener("submit", say);

  async function say(event) {
    event.preventDefault();
    const [each, button] = [event.target, event.submitter];
    const address = button?.hasAttribute("formaction") ? button.formAction : each.action;
    const headers = { "X-Zashiki": "script" };
    const answer = await fetch(address, { method: "POST", body: new FormData(each, button), headers }).catch(() => null);
    if (answer?.ok) {
      if (each !== form) each.reset();
      return;
    }
    const told = await answer?.json().catch(() => null);
    const notice = find("#notice");
    notice.textContent = told?.sentence ?? find("#line").dataset.down;
    notice.hidden = false;
  }

  // --- one's name, before the game --------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[formaction$='/rename']");
    const field = find(".my-name input");
    if (!button || field.value.trim() !== find(".who", button.closest(".chair")).textContent) return;
    event.preventDefault(); // nothing was typed yet
    field.focus();
    field.select();
  });

  ask();
  arrange();
  markUnread();
})();
