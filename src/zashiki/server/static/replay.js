// Looking back: playing a game by itself, the slider, jumps to a turn, and a link to a moment.
"use strict";

(() => {
  const find = (selector) => document.querySelector(selector);
  const page = () => find("#replay");
  if (!page()) return;
  const STEP_MS = 1200; // between two events, at the usual speed
  let timer = 0; // of the next step while the game plays by itself
  let going = Promise.resolve(); // positions are fetched one after the other
  let wanted = null; // the newest position asked for

  const at = () => Number(page().dataset.at);
  const last = () => Number(page().dataset.lines);
  const speed = () => Number(find("#speed")?.value ?? 1);
  const addressOf = (number) => page().dataset.where.replace("?at=AT", `?at=${number}`); // the id of a table may have an AT in it

  function go(number) {
    wanted = Math.min(Math.max(0, number), last());
    going = going.then(async () => {
      if (wanted === null || wanted === at()) return;
      const [address, target] = [addressOf(wanted), page()];
      wanted = null;
      await htmx.ajax("GET", address, { source: target, target, select: "#replay", swap: "outerMorph ignoreTitle:true" });
      history.replaceState(history.state, "", address);
    });
    return going;
  }

  // --- playing by itself ----------------------------------------------------------------------------------------------

  async function play() {
    show(true);
    clearTimeout(timer);
    const mine = (timer = setTimeout(() => {}, 0)); // it plays from now on
    if (at() >= last()) await go(0);
    if (timer === mine) timer = setTimeout(step, STEP_MS / speed());
  }
  async function step() {
    const mine = timer;
    await go(at() + 1);
    if (timer !== mine) return; // stopped, or played anew
    if (at() >= last()) stop();
    else timer = setTimeout(step, STEP_MS / speed());
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    show(false);
  }
  function show(playing) {
    const button = find("#autoplay");
    button.textContent = playing ? button.dataset.stop : button.dataset.play;
    button.setAttribute("aria-pressed", String(playing));
  }

  // --- what is pressed -------------------------------------------------------------------------------------------------

  document.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const copy = event.target.closest("#copy-moment");
    if (event.target.closest("#autoplay")) {
      if (timer) stop();
      else play();
    } else if (copy) {
      const address = new URL(addressOf(at()), location.href).href;
      if (navigator.clipboard) await navigator.clipboard.writeText(address);
      copy.textContent = navigator.clipboard ? copy.dataset.copied : address; // plain http has no clipboard
    } else {
      const link = event.target.closest("#replay a");
      const number = link && /\/replay\?at=(\d+)/.exec(link.getAttribute("href"))?.[1];
      if (timer && (number || link)) stop();
      if (!number || link.matches("[data-step]")) return; // those fetch by themselves
      event.preventDefault();
      go(Number(number));
    }
  });
  document.addEventListener("input", (event) => {
    if (event.target.id !== "slider") return;
    stop();
    go(Number(event.target.value));
  });

  // An opened sentence lies over the controls until something else is pressed, or Escape.
  function fold(pressed) {
    const sentence = find("#ask[open]");
    if (sentence && !sentence.contains(pressed)) sentence.open = false;
  }
  document.addEventListener("click", (event) => fold(event.target));

  document.addEventListener("keydown", (event) => {
    const here = document.activeElement;
    if (event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]")) return;
    if (event.key === "Escape") fold(null);
    if (here?.matches("input:not([type=range]), textarea, select, summary, a, button") && event.key === " ") return;
    if (here?.matches("input:not([type=range]), textarea, select")) return;
    const turns = [...document.querySelectorAll(".timeline .turns a")].map((link) => Number(/at=(\d+)/.exec(link.getAttribute("href"))[1]));
    if (event.key === " ") {
      if (timer) stop();
      else play();
    } else if (event.key === "PageDown") {
      go(turns.find((turn) => turn > at()) ?? last());
    } else if (event.key === "PageUp") {
      go(turns.findLast((turn) => turn < at()) ?? 0);
    } else {
      if (timer && event.key.startsWith("Arrow")) stop();
      return;
    }
    event.preventDefault();
  });

  // --- after every position ---------------------------------------------------------------------------------------------

  function settle() {
    for (const control of document.querySelectorAll("#replay [data-scripted]")) control.hidden = false;
    const slider = find("#slider");
    if (slider) slider.value = at();
    show(timer !== 0);
    const copy = find("#copy-moment");
    if (copy) copy.textContent = copy.dataset.say;
  }
  document.addEventListener("htmx:after:swap", settle);
  document.addEventListener("htmx:before:response", (event) => event.detail.ctx.response.raw.ok || event.preventDefault()); // a refusal is no position: the last one stays
  settle();
  const moment = /^#(\d+)$/.exec(location.hash)?.[1];
  if (moment) document.addEventListener("DOMContentLoaded", () => go(Number(moment))); // htmx is loaded by then
})();
