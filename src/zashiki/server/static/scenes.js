// Scenes: what was turned over or counted is shown step by step, once on each device, and stays until a tap, a key or the seconds
// that were set. The table goes on behind it. A scene is part of this viewer's own drawing; nothing is fetched for it.
"use strict";

(() => {
  const PACE_MS = { slow: 2600, normal: 1500, fast: 800 };
  const live = document.getElementById("live");
  const dialog = document.getElementById("scene");
  if (!live || !dialog) return;
  const stage = dialog.querySelector(".scene-stage");
  const button = dialog.querySelector("button");

  const waiting = []; // scenes that are still to be shown
  let steps = []; // of the scene on show, those still to come
  let timer = 0;

  // The highest event whose scene was taken in, for each pair of eyes at this table.
  const seenKey = () => `zashiki scene ${location.pathname} ${live.querySelector(".table")?.dataset.seat ?? ""}`;
  const newest = () => Math.max(0, ...[...live.querySelectorAll(".log [data-number]")].map((line) => Number(line.dataset.number)));

  let eyes = live.querySelector(".table")?.dataset.seat;

  function takeIn() {
    const now = live.querySelector(".table")?.dataset.seat;
    if (now !== eyes) {
      eyes = now; // on a shared screen somebody else is asked
      waiting.length = 0;
      steps = [];
      dialog.close();
    }
    if (!live.querySelector(".table-board") || live.querySelector(".curtain:not([open])")) return;
    const seen = localStorage.getItem(seenKey());
    const scenes = [...live.querySelectorAll("template[data-scene]")].filter((scene) => Number(scene.dataset.scene) > Number(seen ?? newest()));
    const last = Math.max(Number(seen ?? newest()), ...scenes.map((scene) => Number(scene.dataset.scene)));
    if (seen === null || scenes.length) localStorage.setItem(seenKey(), String(last));
    if (zashikiSetting("scenes") === "off") return;
    for (const scene of scenes) waiting.push({ title: scene.dataset.title, steps: [...scene.content.cloneNode(true).children] });
    openWhenSeen();
  }

  // Behind another tab nobody sees it, and letters that somebody types would skip it.
  const typing = () => document.activeElement?.matches("input:not([type=radio], [type=checkbox]), textarea");
  function openWhenSeen() {
    if (!dialog.open && !document.hidden && !typing()) open();
  }

  function open() {
    const scene = waiting.shift();
    if (!scene) return;
    dialog.querySelector("h2").textContent = scene.title;
    steps = scene.steps;
    stage.className = `scene-stage ${stage.dataset.board}`; // a board only while it shows one
    if (!dialog.open) dialog.showModal();
    makeRoom();
    next();
  }

  // The scene is as high as its highest step, so that nothing moves from one to the next.
  function makeRoom() {
    stage.style.minHeight = "";
    const heights = steps.map((step) => {
      stage.replaceChildren(step);
      return stage.offsetHeight;
    });
    stage.style.minHeight = `${Math.max(...heights)}px`;
  }

  // The steps come by themselves at the pace that was set; the last one is held.
  function next() {
    clearTimeout(timer);
    if (document.hidden) {
      timer = setTimeout(next, 1000);
      return undefined;
    }
    if (!steps.length) return waiting.length ? open() : dialog.close();
    stage.replaceChildren(steps.shift());
    button.textContent = steps.length ? button.dataset.next : button.dataset.close;
    const held = Number(zashikiSetting("scenes")) * 1000;
    if (steps.length) timer = setTimeout(next, PACE_MS[zashikiSetting("pace")]);
    else if (held) timer = setTimeout(next, held);
    return undefined;
  }

  dialog.addEventListener("click", (event) => {
    if (!event.target.closest("a, .opens, .account")) next();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ["Tab", "Shift"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") steps = [];
    next();
  });
  dialog.addEventListener("cancel", (event) => event.preventDefault()); // Escape goes through `next`
  dialog.addEventListener("close", () => {
    if (dialog.open) return; // the next scene has begun before this one was heard to end
    clearTimeout(timer);
    stage.className = "scene-stage";
    stage.replaceChildren();
  });

  document.addEventListener("htmx:after:swap", () => queueMicrotask(takeIn)); // once the curtain hangs as it should
  live.addEventListener("toggle", takeIn, true); // a curtain was lifted
  document.addEventListener("visibilitychange", openWhenSeen);
  document.addEventListener("focusout", () => setTimeout(openWhenSeen, 400)); // the press that took the focus lands first
  takeIn();
})();
