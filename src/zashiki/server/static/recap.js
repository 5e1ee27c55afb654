// The recap: steps through what happened since this viewer's last decision, one event after the other, with the drawings that the
// page for looking back shows to the same eyes. A tap on the board goes on at once, any key ends it; the table goes on behind it.
"use strict";

(() => {
  const PACE_MS = { slow: 3200, normal: 1900, fast: 1000 };
  const MOST = 40; // whoever was away longer sees the last ones
  const live = document.getElementById("live");
  const dialog = document.getElementById("recap");
  if (!live || !dialog) return;
  const place = dialog.querySelector(".recap-place");
  let run = 0; // which recap this is; a later one, or none, ends it
  let eyes = ""; // whose it is: on a shared screen others are asked meanwhile
  let goOn = () => {}; // shows the next event now

  const table = () => live.querySelector(".table").dataset;
  const eyesNow = () => table().seat ?? "spectator";
  const events = () => [...live.querySelectorAll(".log [data-number]")].filter((line) => Number(line.dataset.number) > Number(table().since)).reverse();

  function offer() {
    const some = live.querySelector(".table-board") && events().length > 0;
    for (const button of live.querySelectorAll("[data-recap]")) button.hidden = !some;
  }

  // The board right after an event, as these eyes saw it.
  async function boardAt(number) {
    const answer = await fetch(`${location.pathname}/replay?at=${number}&eyes=${eyes}`);
    if (!answer.ok) throw new Error(answer.statusText);
    return document.importNode(new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#board .board"), true);
  }

  // A tree of its own for the drawings, because the ids of the board exist twice meanwhile.
  function newStage() {
    const [host, drawing] = [document.createElement("div"), document.createElement("div")];
    drawing.className = "recap-drawing";
    const styles = [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.cloneNode());
    host.attachShadow({ mode: "open" }).append(...styles, drawing);
    dialog.querySelector(".recap-board").replaceChildren(host);
    return drawing;
  }

  // As long as the pace says, which may be changed meanwhile.
  function aWhile() {
    return new Promise((done) => {
      const since = Date.now();
      let timer = 0;
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(goOn, Math.max(0, since + PACE_MS[zashikiSetting("pace")] - Date.now()));
      };
      goOn = () => {
        clearTimeout(timer);
        document.removeEventListener("zashiki:setting", wait);
        done();
      };
      document.addEventListener("zashiki:setting", wait);
      wait();
    });
  }

  async function show() {
    const lines = events().slice(-MOST).map((line) => ({ number: Number(line.dataset.number), told: line.textContent.trim() }));
    if (!lines.length || live.querySelector(".curtain:not([open])")) return;
    const mine = (run += 1);
    eyes = eyesNow();
    live.querySelector("#news")?.removeAttribute("open");
    dialog.showModal();
    const drawing = newStage();
    try {
      let before = await boardAt(lines[0].number - 1);
      drawing.replaceChildren(before);
      for (const [step, line] of lines.entries()) {
        const board = await boardAt(line.number);
        if (run !== mine) return;
        const [look, places] = [zashikiMarks.lookAt(before), zashikiMarks.placesIn(before)];
        drawing.replaceChildren(board);
        zashikiMarks.mark(board, look, places);
        before = board;
        dialog.querySelector(".recap-told").textContent = line.told;
        place.textContent = dialog.dataset.place.replace("{step}", step + 1).replace("{steps}", lines.length);
        drawing.querySelector(".changed")?.scrollIntoView({ block: "nearest" });
        await aWhile();
        if (run !== mine) return;
      }
    } catch {
      // the line is down: the table says so
    }
    if (run === mine) dialog.close();
  }

  dialog.addEventListener("close", () => {
    if (dialog.open) return; // the next recap has begun before this one was heard to end
    run += 1;
    goOn();
    dialog.querySelector(".recap-board").replaceChildren();
  });
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.target.matches("select") && event.key !== "Escape") return; // the pace is being set
    event.preventDefault();
    dialog.close();
  });
  dialog.querySelector("[data-end]").addEventListener("click", () => dialog.close());
  dialog.querySelector(".recap-board").addEventListener("click", (event) => {
    event.preventDefault(); // what can be opened at the table is only looked at here
    goOn();
  });

  document.addEventListener("click", (event) => event.target.closest("[data-recap]") && show());
  document.addEventListener("keydown", (event) => {
    const busy = event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]");
    if (event.key.toLowerCase() === "w" && !busy && !document.activeElement?.matches("input, textarea, select")) show();
  });
  document.addEventListener("htmx:after:swap", () => {
    offer();
    if (dialog.open && eyesNow() !== eyes) dialog.close();
  });
  offer();
})();
