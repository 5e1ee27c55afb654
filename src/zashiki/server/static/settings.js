// What a person has set for this device: every field with `data-setting` keeps its value in the browser, under that name.
// Other scripts read `zashikiSetting(name)` and may listen to "zashiki:setting"; its detail is the name.
"use strict";

(() => {
  const key = (name) => `zashiki ${name}`;
  const fields = [...document.querySelectorAll("[data-setting]")];

  window.zashikiSetting = (name) => {
    const field = fields.find((each) => each.dataset.setting === name);
    return localStorage.getItem(key(name)) ?? (field?.type === "checkbox" ? String(field.defaultChecked) : field?.value);
  };

  function showWhatIsKept() {
    for (const field of fields) {
      const kept = localStorage.getItem(key(field.dataset.setting));
      if (kept !== null && field.type === "checkbox") field.checked = kept === "true";
      else if (kept !== null) field.value = kept;
    }
  }

  for (const field of fields) {
    field.addEventListener("change", () => {
      localStorage.setItem(key(field.dataset.setting), field.type === "checkbox" ? String(field.checked) : field.value);
      showWhatIsKept(); // a setting may have a field in two places
      document.dispatchEvent(new CustomEvent("zashiki:setting", { detail: field.dataset.setting }));
    });
  }
  showWhatIsKept();

  function showTheGear() {
    for (const gear of document.querySelectorAll(".gear")) gear.hidden = false;
  }
  document.addEventListener("htmx:after:swap", showTheGear);
  showTheGear();
})();
