// Rings while no page is open: shows the notice that the house sends, and leads to the table when it is pressed.
"use strict";

addEventListener("push", (event) => {
  const { title, body, link, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon: "static/mark.svg", data: link }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

async function open(link) {
  for (const page of await clients.matchAll({ type: "window", includeUncontrolled: true })) {
    if (page.url.split(/[?#]/)[0] === link) return page.focus();
  }
  return clients.openWindow(link);
}
