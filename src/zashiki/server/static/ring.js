// How one learns that it is one's turn, or that others ask for one: the icon of the page always; sounds, notices of the system and
// pushes for whoever switched them on. Sounds are made here, of noise and a falling tone: wood for one's own turn, paper for what
// others do.
"use strict";

(() => {
  const ring = document.getElementById("ring");
  const live = document.getElementById("live");
  if (!ring || !live) return;
  const icon = document.querySelector("link[rel=icon]");
  const usual = icon.href;
  const box = (name) => ring.querySelector(`[data-ring=${name}]`);
  const wants = (name) => localStorage.getItem(`ring ${name}`) === "yes";
  const state = () => {
    const table = live.querySelector(".table");
    return { asked: !!table && "asked" in table.dataset, version: Number(table?.dataset.version ?? 0), title: table?.dataset.title };
  };

  // --- the turn -------------------------------------------------------------------------------------------------------

  let before = state();
  markTheTurn(before.asked);

  document.addEventListener("htmx:after:swap", () => {
    const now = state();
    if (now.asked !== before.asked) markTheTurn(now.asked);
    if (now.asked && !before.asked) call(now.title);
    else if (now.version > before.version && wants("sound") && !before.asked) paper();
    before = now;
  });

  function markTheTurn(asked) {
    icon.href = asked ? ring.dataset.icon : usual;
    if (asked) navigator.setAppBadge?.(1).catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
  }

  // Whoever is away is also told when others ask whether a bot may play.
  document.getElementById("asked-bot").addEventListener("toggle", ({ newState, target }) => {
    if (newState === "open") call(target.querySelector("p").textContent);
  });

  function call(title) {
    if (wants("sound")) wood();
    if (!document.hidden || !able.system || !wants("system") || wants("push") || Notification.permission !== "granted") return;
    const notice = new Notification(title, { tag: location.pathname, icon: usual });
    notice.addEventListener("click", () => {
      focus();
      notice.close();
    });
  }

  // --- the way here from the settings, where people look for sounds ---------------------------------------------------

  const way = document.getElementById("to-ring");
  way.hidden = false;
  way.addEventListener("click", () => {
    document.getElementById("settings").close();
    ring.open = true;
    document.getElementById("talk").showPopover();
    ring.querySelector("summary").focus();
  });

  // --- wood and paper -------------------------------------------------------------------------------------------------

  let sound = null;

  function noise(seconds) {
    const samples = sound.createBuffer(1, Math.ceil(sound.sampleRate * seconds), sound.sampleRate);
    const data = samples.getChannelData(0);
    for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
    const source = sound.createBufferSource();
    source.buffer = samples;
    return source;
  }
  function through(source, kind, frequency, loudest, seconds, when) {
    const filter = new BiquadFilterNode(sound, { type: kind, frequency, Q: 1.2 });
    const gain = sound.createGain();
    gain.gain.setValueAtTime(0.0001, when);
    gain.gain.exponentialRampToValueAtTime(loudest, when + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0001, when + seconds);
    source.connect(filter).connect(gain).connect(sound.destination);
    source.start(when);
    source.stop(when + seconds);
  }
  function play(make) {
    sound ??= new AudioContext();
    if (sound.state === "suspended") sound.resume();
    make(sound.currentTime + 0.02);
  }
  function wood() {
    play((now) => {
      for (const when of [now, now + 0.16]) {
        const tone = new OscillatorNode(sound, { type: "triangle", frequency: 780 });
        tone.frequency.setValueAtTime(780, when);
        tone.frequency.exponentialRampToValueAtTime(390, when + 0.09);
        through(tone, "lowpass", 2400, 0.5, 0.13, when);
        through(noise(0.05), "bandpass", 1500, 0.25, 0.04, when);
      }
    });
  }
  function paper() {
    play((now) => through(noise(0.2), "highpass", 3200, 0.06, 0.18, now));
  }

  // --- what one has switched on ---------------------------------------------------------------------------------------

  const able = {
    sound: "AudioContext" in window,
    system: "Notification" in window && isSecureContext,
    push: "PushManager" in window && "serviceWorker" in navigator && isSecureContext,
  };
  for (const name of Object.keys(able)) {
    box(name).closest(".scripted").hidden = !able[name];
    box(name).checked = able[name] && wants(name);
    box(name).addEventListener("change", () => change(name));
  }

  async function change(name) {
    problem("");
    const on = box(name).checked;
    try {
      if (name === "sound" && on) wood();
      if (name !== "sound" && on && (await Notification.requestPermission()) !== "granted") throw new Error("denied");
      if (name === "push") await (on ? subscribe() : unsubscribe());
      localStorage.setItem(`ring ${name}`, on ? "yes" : "no");
    } catch (fault) {
      box(name).checked = !on;
      problem(fault.message === "denied" ? "denied" : "failed");
    }
  }
  function problem(kind) {
    const line = ring.querySelector(".ring-problem");
    line.textContent = line.dataset[kind] ?? "";
    line.hidden = !kind;
  }

  async function post(address, fields) {
    const body = new FormData(document.getElementById("talk-form"));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const answer = await fetch(address, { method: "POST", body, headers: { "X-Zashiki": "script" } });
    if (!answer.ok) throw new Error("refused");
  }
  const inBase64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const fromBase64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

  async function subscribe() {
    const { key } = await (await fetch(ring.dataset.key)).json();
    await navigator.serviceWorker.register(ring.dataset.worker);
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64(key) });
    const keys = ["p256dh", "auth"].map((name) => inBase64(made.getKey(name))).join(" ");
    await post(ring.dataset.add, { kind: "push", address: made.endpoint, keys });
  }
  async function unsubscribe() {
    const worker = await navigator.serviceWorker.getRegistration();
    const made = await worker?.pushManager.getSubscription();
    if (!made) return;
    await post(ring.dataset.remove, { address: made.endpoint });
    await made.unsubscribe();
  }

  // The house forgets an address that a push service calls gone, and a new cookie is a new visitor: adding it again is harmless.
  if (able.push && wants("push")) {
    subscribe().catch(() => {
      localStorage.setItem("ring push", "no");
      box("push").checked = false;
    });
  }
})();
