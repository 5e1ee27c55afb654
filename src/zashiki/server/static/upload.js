// A record that a link brings along, such as one in a report of the lab: it stands in the form, and is sent when the reader says so.
"use strict";

(() => {
  const given = /^#record=(.+)$/.exec(location.hash)?.[1];
  const text = document.querySelector("#text");
  if (!given || !text) return;
  text.value = decodeURIComponent(given);
  history.replaceState(null, "", location.pathname); // a reload asks again for nothing
  text.form.querySelector("button").focus();
})();
