"""A phone that rings while its page is closed: from the house through a push service to the worker of the page in a real browser.

The push service of Chromium is on another machine, so one of this test stands in for it: it takes what the house sends, and hands
Chromium what it would have decrypted.
"""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page, Worker, expect

from tests.browser.people import LONGEST_MS, click_a_target, come_in
from tests.server.test_notices import Browser as Receiver
from zashiki.server import push
from zashiki.server.run import open_house
from zashiki.server.settings import Settings

SECONDS = LONGEST_MS / 1000  # for a notice to be sent

# What `PushManager.subscribe` gives when a push service is within reach.
SUBSCRIBE = """([endpoint, point, auth]) => {
  const plain = text => atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = text => Uint8Array.from(plain(text), letter => letter.charCodeAt(0)).buffer;
  PushManager.prototype.subscribe = async function ({userVisibleOnly, applicationServerKey}) {
    if (!userVisibleOnly || applicationServerKey.byteLength !== 65) throw new Error('refused');
    return {endpoint, getKey: name => bytes(name === 'auth' ? auth : point)};
  };
}"""
SHOWN = """async () => {
  let notices = [];
  for (let tries = 0; !notices.length && tries < 600; tries += 1) {
    await new Promise(done => setTimeout(done, 100));
    notices = await registration.getNotifications();
  }
  return notices.map(({title, body, data}) => [title, body, data]);
}"""
# A press on a notice is the system's to make; without one no page may be opened, so what would be opened is written down.
PRESS = """async () => {
  const pressed = {opened: [], turnedTo: []};
  Object.defineProperty(clients, 'openWindow', {value: async link => pressed.opened.push(link), configurable: true});
  WindowClient.prototype.focus = async function () { pressed.turnedTo.push(this.url); };
  const [notification] = await registration.getNotifications();
  const press = new NotificationEvent('notificationclick', {notification});
  let done;
  press.waitUntil = work => (done = work);
  dispatchEvent(press);
  await done;
  return {...pressed, left: (await registration.getNotifications()).length};
}"""


@contextmanager
def a_push_service() -> Iterator[tuple[str, queue.Queue[bytes]]]:
    """Where a browser is told to be reached; what arrives there."""
    got = queue.Queue[bytes]()

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            got.put(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(201)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/send/1", got
    finally:
        server.shutdown()
        server.server_close()


def switch_pushes_on(page: Page, endpoint: str, receiver: Receiver) -> Worker:
    """As somebody does in the people's corner; the worker that waits for pushes from then on."""
    page.evaluate(SUBSCRIBE, [endpoint, push.encode(receiver.point), push.encode(receiver.auth)])
    page.locator(".talk-open").click()
    page.locator("#ring summary").click()
    with page.expect_response("**/notices/add") as added, page.context.expect_event("serviceworker") as started:
        page.get_by_label("Ring this device even when the page is closed").check()
    assert added.value.ok
    return started.value


def deliver(page: Page, origin: str, told: str) -> None:
    """Hand a decrypted push to the worker of this origin, as the push service of a browser does."""
    found: list[str] = []
    session = page.context.new_cdp_session(page)

    def registered(event: dict[str, list[dict[str, str]]]) -> None:
        found.extend(each["registrationId"] for each in event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", registered)
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    session.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[0], "data": told})


def sit_together(host: Page, friend: Page) -> str:
    """A game of two people and a bot in which the host leads and the friend comes next; its address."""
    seats = [{"kind": "person", "name": "Aiko"}, {"kind": "person", "name": "Kenji"}, {"kind": "bot", "bot": "random"}]
    wish = {"game": "rights-of-losers", "seats": seats, "options": {"first_lead": "0"}}
    made = host.request.post("/api/v1/tables", data=wish).json()
    for page, seat in zip((host, friend), made["tokens"], strict=True):
        page.goto(f"/seat/{seat['token']}")
        page.locator("main form button").click()
        page.wait_for_selector(".table.running")
        page.wait_for_load_state()
    return host.url


def test_a_push_of_the_house_becomes_a_notice_that_leads_to_the_table(browser: Browser, tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.sqlite"), bot_pause=0.0, log="warning", private_notices=True)
    receiver = Receiver()
    with open_house(settings) as url, a_push_service() as (endpoint, got):
        host, friend = come_in(browser, url), come_in(browser, url, 390, 844, permissions=["notifications"])
        link = sit_together(host, friend)
        waiting = friend.locator(".bar-line", has_text="Waiting for Aiko")
        expect(waiting.locator(".presence")).to_have_text("here")
        worker = switch_pushes_on(friend, endpoint, receiver)
        friend.goto("/rules/akiwado")
        gone = host.locator(".at-seats li", has_text="Kenji").locator(".presence[data-state]:not([data-state=here])")
        expect(gone).to_have_count(1)  # the table is out of sight
        click_a_target(host, random.Random(3))
        told = receiver.read(got.get(timeout=SECONDS)).decode()
        deliver(friend, url, told)
        shown = [["Rights of Losers", "Your turn", link]]
        assert worker.evaluate(SHOWN) == shown, "and nothing of what happens at the table"
        assert worker.evaluate(PRESS) == {"opened": [link], "turnedTo": [], "left": 0}
        friend.goto(link)
        expect(friend.locator(".table[data-asked]")).to_be_visible()
        deliver(friend, url, told)
        assert worker.evaluate(SHOWN) == shown
        assert worker.evaluate(PRESS) == {"opened": [], "turnedTo": [link], "left": 0}
        for page in (host, friend):
            page.context.close()
