// A live table: moves are sent, what the house answers is shown, and a line that may break is watched.
// No rules and no hidden things live here; everything shown was drawn by the server for this pair of eyes.
"use strict";

(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const live = find("#live");
  if (!live) return;

  // --- moves ----------------------------------------------------------------------------------------------------------

  const playForm = find("#play-form");
  const seats = () => find(".table", live)?.dataset ?? {};
  let pending = null; // the one press of a button that has not been answered yet
  const FORCED_MS = 1200;
  let next = null; // a press made meanwhile, on a page that showed the answer already

  function send(kind, fields) {
    if (kind === "undo" || kind === "move") takenBack = kind === "undo";
    const body = new FormData(playForm);
    for (const name of ["move", "key"]) body.delete(name);
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set("key", crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`);
    const press = { address: playForm.action.replace(/play$/, kind === "move" ? "play" : kind), body, version: Number(seats().version) };
    if (!pending) deliver(press);
    else if (press.version > pending.version) next = press;
  }

  // The only answer there is, where the whole table can see that: given after a moment, unless the player has just taken it back.
  let answering = 0;
  let takenBack = false;

  function answerIfForced() {
    clearTimeout(answering);
    const table = find(".table[data-forced]", live);
    if (!table || takenBack || zashikiSetting("forced") !== "true") return;
    const { version } = table.dataset;
    answering = setTimeout(() => {
      if (pending || find("dialog[open], .curtain:not([open])") || seats().version !== version) answerIfForced();
      else send("move", { move: find("#options [name=move]", live).value });
    }, FORCED_MS);
  }

  async function deliver(press) {
    pending = press;
    live.setAttribute("aria-busy", "true");
    let answer;
    try {
      const headers = hears() ? { "X-Zashiki": "script", "X-Stream": "open" } : { "X-Zashiki": "script" };
      answer = await fetch(press.address, { method: "POST", body: press.body, headers });
      if (answer.status === 502 || answer.status === 503 || answer.status === 504) throw new Error("restarting");
    } catch (fault) {
      showLine(fault.message === "restarting" ? "restarting" : "waiting");
      setTimeout(deliver, 1500, press); // the key makes it the same press, however often it arrives
      return;
    }
    const kind = answer.headers.get("content-type") ?? "";
    if (answer.status === 204) {
      hideNotice();
      await streamShows(Number(answer.headers.get("x-version")), press.body.get("seat"));
    } else if (answer.ok && kind.startsWith("text/html")) {
      hideNotice();
      await show(await answer.text());
    } else {
      const told = await answer.json().catch(() => ({ sentence: answer.statusText, clause: "" }));
      showNotice(told.sentence, told.clause);
      if (!answer.ok) await look();
    }
    pending = null;
    live.removeAttribute("aria-busy");
    hideLine();
    const again = next;
    next = null;
    if (again) deliver(again);
  }

  const pieceOf = (element) => element?.closest("[data-move], [data-why]");

  function choose(piece) {
    if (piece.dataset.move !== undefined) send("move", { move: piece.dataset.move });
    else send("why", { move: piece.dataset.why });
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest(".opens, .account, #notice a")) return; // a number on a piece opens and plays nothing
    const piece = pieceOf(event.target);
    if (piece && live.contains(piece)) choose(piece);
    else if (isAside(event.target)) showNotice(asideWords());
    else hideNotice(); // also when it is pressed itself
  });

  // A piece, a drawing or an empty place that has no part in what is asked, or that is pressed while others are asked. A drag that ends
  // elsewhere on a drawing is no press of it.
  const isAside = (element) =>
    "unasked" in find("#notice").dataset &&
    live.querySelector(".table.running[data-seat]") &&
    element.closest(".table-board .board") &&
    (element.closest("[data-piece], [data-about]") || (element === pressed && element.closest("svg, .hollow, .stall"))) &&
    !element.closest("a, button, summary, input, label, .lit, .bar");

  function asideWords() {
    const { unasked, others } = find("#notice").dataset;
    const ask = [...find("#ask", live).childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data).join("").trim();
    return `${"asked" in seats() ? unasked : others} ${ask}`;
  }

  // A press whose place was redrawn before the release makes no click; it counts when the same piece stands there still.
  let pressed = null;
  document.addEventListener("pointerdown", (event) => (pressed = event.target));
  document.addEventListener("pointerup", (event) => {
    if (!pressed || pressed.isConnected || event.button !== 0 || event.pointerType !== "mouse") return; // a tap finds what is there now
    const [before, now] = [pressed, document.elementFromPoint(event.clientX, event.clientY)].map(pieceOf);
    if (before && now && before.dataset.move === now.dataset.move && before.dataset.why === now.dataset.why) choose(now);
  });

  playForm.addEventListener("submit", (event) => {
    const button = event.submitter;
    event.preventDefault();
    if (button?.id === "undo") send("undo", {});
    else if (button?.name === "move") send("move", { move: button.value });
  });

  find("#why-form").addEventListener("submit", (event) => {
    event.preventDefault();
    send("why", { ask_why: find("[name=ask_why]").value });
  });

  find("#note-form").addEventListener("submit", (event) => {
    event.preventDefault();
    send("note", { note: event.submitter.value });
  });

  // --- what is shown ---------------------------------------------------------------------------------------------------

  // Every pair of eyes counts its own versions. On a shared screen the eyes change; then the stream knows the order. How many tables
  // come before one's bots, and how strong those are, is no part of a version.
  function isOld(text, fromStream) {
    const head = /^\s*<div class="table[^>]*>/.exec(text)?.[0] ?? "";
    const drawn = (name) => new RegExp(` data-${name}="(\\d+)"`).exec(head)?.[1];
    const now = seats();
    if (drawn("seat") !== now.seat) return connected && !fromStream;
    if (drawn("version") === now.version) return drawn("queue") === now.queue && drawn("weaker") === now.weaker;
    return Number(drawn("version") ?? -1) < Number(now.version);
  }

  // The stream brings what a press has changed; when it takes long, or when the eyes have changed meanwhile, the page looks for itself.
  async function streamShows(version, seat) {
    const shows = () => seats().seat !== seat || Number(seats().version) >= version;
    const until = Date.now() + STREAM_MS;
    while (!shows() && connected && Date.now() < until) await new Promise((done) => setTimeout(done, 20));
    if (!shows()) await look();
  }

  function show(text) {
    if (isOld(text, false)) return undefined;
    return htmx.swap({ sourceElement: live, target: live, swap: "innerMorph ignoreTitle:true", text });
  }

  // There is no such table any more, or not for us: what was last seen of it stays, out of reach.
  function closeTable(sentence) {
    gone = live.inert = true;
    hideLine();
    showNotice(sentence);
  }

  // What is the matter, if anything: the line, or a house that a proxy speaks for while it restarts.
  async function look() {
    try {
      const answer = await fetch(live.dataset.fragment, { headers: { "X-Zashiki": "script" } });
      if (answer.ok) show(await answer.text());
      if ([403, 404].includes(answer.status)) {
        closeTable((await answer.json()).sentence);
        return "";
      }
      return answer.ok ? "" : answer.status > 500 ? "restarting" : "down";
    } catch {
      return "down";
    }
  }

  const told = () => all(".log li[data-number]", live); // there are headings between them
  const newest = () => Math.max(0, ...told().map((line) => Number(line.dataset.number)));
  let lastTold = newest();
  let wasAsked = false;
  let wasOver = !!find(".table.over", live);
  let shownTo = null; // who lifted the curtain last

  document.addEventListener("htmx:after:swap", tellTheNews);

  function tellTheNews() {
    const table = find(".table", live);
    if (!table) return;
    document.title = table.dataset.title;
    const fresh = told().filter((line) => Number(line.dataset.number) > lastTold).reverse();
    lastTold = newest();
    const asked = "asked" in table.dataset;
    const words = find(".curtain:not([open])", live) ? [] : fresh.slice(-6).map((line) => line.textContent.trim());
    if (asked && (!wasAsked || fresh.length)) words.push(find("#ask", live)?.textContent.trim());
    wasAsked = asked;
    const over = table.matches(".over");
    if (words.length) announce(words.join(" "));
    if (over && !wasOver) setTimeout(showTheResult); // a scene that counts it has opened by then
    wasOver = over;
    mindTheCurtain();
    answerIfForced();
  }

  // The count stands above the board, where whoever has just played at the bottom of it would not see it. Nobody is named before the
  // scenes were seen.
  function showTheResult() {
    const scene = find("#scene[open]");
    if (scene) {
      scene.addEventListener("close", () => setTimeout(showTheResult), { once: true });
      return;
    }
    find(".result", live)?.scrollIntoView();
    announce(find("#result-heading", live)?.textContent ?? "");
  }

  // A shared screen: the curtain stays open for whoever opened it until somebody else is asked.
  function mindTheCurtain() {
    const curtain = find(".curtain", live);
    if (!curtain) return;
    if (curtain.id !== shownTo) {
      curtain.open = false;
      shownTo = null;
    } else {
      curtain.open = true;
    }
  }
  live.addEventListener("toggle", (event) => {
    if (event.target.matches(".curtain") && event.target.open) {
      shownTo = event.target.id;
      find(".board [data-move]", live)?.focus({ preventScroll: true });
    }
  }, true);

  function announce(words) {
    find("#announce").textContent = words;
  }

  function showNotice(sentence, clause) {
    const notice = find("#notice");
    notice.replaceChildren();
    const words = document.createElement("p");
    words.textContent = `${sentence} `;
    if (clause) {
      const link = document.createElement("a");
      link.href = `${find(".more a", live)?.href ?? ""}#${clause}`;
      link.textContent = clause;
      link.className = "clause";
      words.append(link);
    }
    notice.append(words);
    notice.hidden = false;
  }
  function hideNotice() {
    find("#notice").hidden = true;
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !(event.ctrlKey || event.metaKey || event.altKey)) hideNotice();
  });

  // --- the line: a stream, and looking every few seconds where streams do not get through --------------------------------

  const LOOK_MS = 3000;
  const STREAM_MS = 1500; // how long a press waits for the stream to show it
  const line = find("#line");
  const SILENCE_MS = 3000 * Number(live.dataset.signs); // three signs of life are missing: a line may fall silent without a word
  let connected = false; // a stream is open ...
  let heard = 0; // ... and this is when it last said something
  let asked = 0; // when a stream was last asked for
  let gone = false; // the table is closed: nothing to ask for
  let looks = 0; // how often the page has looked for itself since

  function showLine(kind) {
    line.textContent = line.dataset[kind];
    line.classList.toggle("fine", kind === "polling");
    line.hidden = false;
  }
  function hideLine() {
    line.hidden = true;
  }

  // A stream sends the table whole, then what changes of it: a number, and in their order new lines, and [first, count] for lines
  // that stay. When one is missing, or does not fit, the stream begins again with the whole.
  let sent = { lines: null, number: 0 }; // what this stream has sent last

  function whole(message) {
    if (message.event !== "parts") return { lines: message.data.split("\n"), number: 0 };
    const [number, ...parts] = JSON.parse(message.data);
    if (!sent.lines || number !== sent.number + 1) throw new Error("a part is missing");
    return { lines: parts.flatMap((part) => (typeof part === "string" ? [part] : sent.lines.slice(part[0], part[0] + part[1]))), number };
  }

  const hears = () => connected && heard > Date.now() - SILENCE_MS;

  // htmx would open it as soon as it is loaded itself, and what came before our scripts were there would be lost.
  function openTheStream() {
    asked = Date.now();
    htmx.ajax("GET", live.getAttribute("hx-sse:connect"), { source: live });
  }
  if (live.hasAttribute("hx-sse:connect")) document.addEventListener("DOMContentLoaded", openTheStream);

  // A refusal instead of a stream is not for the table to show. What a part of the table asks for passes here as well.
  live.addEventListener("htmx:before:response", (event) => {
    if (event.target === live && !event.detail.ctx.response.headers.get("content-type")?.startsWith("text/event-stream")) event.preventDefault();
  });

  document.addEventListener("htmx:sse:before:message", ({ detail }) => {
    heard = Date.now();
    if (detail.message.event === "here") {
      detail.cancelled = true;
      if (!pending) hideLine();
      return;
    }
    if (detail.message.event === "closed") {
      detail.cancelled = true;
      closeTable(detail.message.data);
      return;
    }
    if (!pending) hideLine();
    if (detail.message.event === "people") {
      detail.cancelled = true;
      document.dispatchEvent(new CustomEvent("zashiki:people", { detail: detail.message.data }));
      return;
    }
    try {
      sent = whole(detail.message);
    } catch {
      detail.cancelled = true;
      detail.connection.lastEventId = "";
      detail.connection.reader.cancel();
      return;
    }
    detail.message.data = sent.lines.join("\n");
    detail.message.event = "";
    if (isOld(detail.message.data, true)) detail.cancelled = true;
  });
  document.addEventListener("htmx:sse:before:connection", (event) => {
    if (gone) event.detail.connection.cancelled = true;
  });
  document.addEventListener("htmx:sse:after:connection", () => {
    connected = true;
    heard = 0;
    sent = { lines: null, number: 0 };
  });
  for (const name of ["htmx:sse:error", "htmx:sse:close", "htmx:error"]) {
    document.addEventListener(name, () => {
      connected = false;
      watchTheLine();
    });
  }
  addEventListener("offline", () => showLine("down"));
  addEventListener("online", watchTheLine);

  // Without a stream, or with one that a proxy holds back or that has fallen silent, the page looks for itself and asks for a stream
  // again.
  async function watchTheLine() {
    if (gone || !live.hasAttribute("hx-sse:connect")) return; // a lesson changes only when its reader does something
    if (hears()) {
      looks = 0;
      return;
    }
    if (connected && heard) {
      connected = false;
      live._htmx?.sse?.reader?.cancel();
    }
    const trouble = await look();
    looks += 1;
    if (gone) return;
    if (trouble) showLine(pending && trouble === "down" ? "waiting" : trouble);
    else if (looks > 2) showLine("polling");
    else if (!pending) hideLine();
    if (!trouble && !connected && !live._htmx?.sse && Date.now() - asked > 5 * LOOK_MS) {
      openTheStream();
    }
  }
  setInterval(watchTheLine, LOOK_MS);

  mindTheCurtain();
  answerIfForced();
})();
