"""Two people at one table: who is there, what they say, and how one learns that it is one's turn."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import click_a_target, clock_stopped, come_in, invite, play_now, sit_down, wait_for_question
from tests.browser.test_accessibility import findings

# What a page would do to be heard: sounds, badges and notices of the system are only counted.
OVERHEAR = """
  window.rung = {sounds: 0, badges: [], notices: []};
  AudioContext.prototype.createGain = new Proxy(AudioContext.prototype.createGain, {
    apply(make, self, given) { window.rung.sounds += 1; return Reflect.apply(make, self, given); },
  });
  navigator.setAppBadge = async (count) => window.rung.badges.push(count);
  navigator.clearAppBadge = async () => window.rung.badges.push(0);
  window.Notification = class extends EventTarget {
    constructor(title) { super(); window.rung.notices.push(title); }
    static permission = "granted";
    static async requestPermission() { return "granted"; }
  };
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def two_people(browser: Browser, url: str, guest: Page) -> Page:
    """A guest who has invited somebody, and that somebody, on a phone; a bot has the third seat."""
    guest.clock.install()
    link = invite(guest)
    friend = come_in(browser, url, 390, 844, has_touch=True)
    sit_down(friend, link, "Kenji")
    guest.get_by_role("button", name="Start now").click()
    for page in (guest, friend):
        page.wait_for_selector(".table.running")
        page.wait_for_load_state()
    return friend


def test_people_see_who_is_there_and_hear_each_other(browser: Browser, house_url: str, guest: Page) -> None:
    friend = two_people(browser, house_url, guest)
    seen = guest.locator(".at-seats li", has_text="Kenji").locator(".presence")
    expect(seen).to_have_text("here, on a phone")
    friend.evaluate(HIDE, True)
    expect(seen).to_have_text("away")
    friend.evaluate(HIDE, False)
    expect(seen).to_have_text("here, on a phone")

    friend.locator(".talk-open").click()
    with clock_stopped(guest):  # a bubble goes after a while
        friend.get_by_role("button", name="Good luck!").click()
        expect(guest.locator(".bubbles p")).to_have_text(re.compile(r"Kenji\s+Good luck!"))
    expect(guest.locator("body[data-unread]")).to_have_count(1)
    friend.get_by_label("Your own words").fill("<i>tea?</i>")
    friend.get_by_label("Your own words").press("Enter")
    expect(friend.get_by_label("Your own words")).to_have_value("")
    guest.locator(".talk-open").click()
    expect(guest.locator(".said li").last).to_contain_text("<i>tea?</i>")
    expect(guest.locator("body[data-unread]")).to_have_count(0)
    assert not findings(friend)

    guest.get_by_role("button", name="Mute").click()
    expect(guest.locator(".said li:visible")).to_have_count(0)
    guest.reload()
    guest.locator(".talk-open").click()
    expect(guest.get_by_role("button", name="Unmute")).to_be_visible()
    guest.get_by_role("button", name="Unmute").click()
    expect(guest.locator(".said li:visible")).to_have_count(2)

    guest.get_by_role("button", name="Phrases and gestures only, for everybody").click()
    expect(friend.get_by_label("Your own words")).to_be_hidden()
    expect(friend.get_by_text("At this table people use phrases and gestures only.")).to_be_visible()

    friend.goto("/rules/akiwado")
    expect(seen).to_have_text("reconnecting")
    friend.go_back()
    expect(seen).to_have_text("here, on a phone")
    friend.context.close()
    expect(seen).to_have_text("reconnecting")


def test_nobody_who_is_there_is_replaced_unasked_and_the_way_back_is_in_view(
    browser: Browser, house_url: str, guest: Page
) -> None:
    friend = two_people(browser, house_url, guest)
    friend.evaluate(f"() => {{{OVERHEAR}}}")
    friend.evaluate("localStorage.setItem('ring system', 'yes')")
    friend.evaluate(HIDE, True)
    expect(guest.locator(".at-seats li", has_text="Kenji").locator(".presence")).to_have_text("away")
    guest.locator(".at-seats li", has_text="Kenji").get_by_role("button", name="Let a bot play for them").click()
    told = guest.get_by_role("alert")
    expect(told).to_contain_text("has been asked whether a bot may play")
    told.click()
    expect(told).to_be_hidden()
    friend.wait_for_function("() => window.rung.notices.some(words => words.endsWith('may a bot play for you?'))")
    friend.evaluate(HIDE, False)
    question = friend.get_by_role("alert").filter(has_text="may a bot play for you?")
    expect(question).to_be_in_viewport()
    with clock_stopped(guest):
        question.get_by_role("button", name="No, I'm here").click()
        expect(question).to_be_hidden()
        expect(guest.locator(".bubbles")).to_contain_text("is here and plays on")

    friend.locator(".at-seats").get_by_role("button", name="Let a bot play for me").click()
    back = friend.locator(".table-head").get_by_role("button", name="I'm back")
    expect(back).to_be_in_viewport()
    assert not findings(friend)
    back.click()
    expect(friend.locator(".minded-mine")).to_have_count(0)
    friend.context.close()


def test_ones_turn_is_made_known_as_one_wants_it(browser: Browser, house_url: str, guest: Page) -> None:
    guest.add_init_script(OVERHEAR)
    play_now(guest)
    expect(guest).to_have_title(re.compile("^Your turn"))
    assert "mark-turn" in guest.get_attribute("link[rel=icon]", "href")  # type: ignore[operator]
    assert guest.evaluate("window.rung.badges.at(-1)") == 1
    assert guest.evaluate("window.rung.sounds") == 0, "silent until switched on"
    guest.get_by_role("button", name="Settings for this device").click()
    guest.get_by_role("button", name="Sounds and notices when it is my turn").click()
    guest.get_by_label("Play sounds of wood and paper").check()
    guest.get_by_label("Show a notice of the system").check()
    guest.reload()
    wait_for_question(guest)
    guest.evaluate(HIDE, True)
    before = guest.evaluate("window.rung.sounds")
    # Away from the table and back to it, as when the others have moved: nothing is asked, then something is.
    guest.evaluate("""async () => {
      const live = document.querySelector('#live');
      const text = await (await fetch(live.dataset.fragment)).text();
      const swap = (text) => htmx.swap({sourceElement: live, target: live, swap: 'innerMorph ignoreTitle:true', text});
      await swap(text.replace(' data-asked', ''));
      await swap(text);
    }""")
    guest.wait_for_function("() => window.rung.notices.length === 1")
    assert re.fullmatch("Your turn · Rights of Losers", guest.evaluate("window.rung.notices[0]"))
    assert guest.evaluate("window.rung.sounds") > before
    assert guest.evaluate("window.rung.badges.slice(-2)") == [0, 1]


def test_a_table_is_set_up_by_filling_cushions(guest: Page) -> None:
    guest.goto("/new")
    for choice, address in (("Akiwado", "game=akiwado"), ("4", "players=4")):
        guest.get_by_label(choice, exact=True).check(force=True)
        guest.wait_for_url(re.compile(address))
    expect(guest.locator(".place")).to_have_count(4)
    second, third = guest.locator(".place").nth(1), guest.locator(".place").nth(2)
    expect(second.get_by_text("Has just learnt the game and tries things out.")).to_be_visible()
    second.get_by_label("A friend").check()
    expect(second.locator(".plus").locator("visible=true")).to_have_count(1)
    expect(second.get_by_text("Has just learnt the game and tries things out.")).to_be_hidden()
    guest.locator("[name=name_0]").fill("Aiko")
    guest.get_by_label("5", exact=True).check(force=True)
    guest.wait_for_url(re.compile("players=5"))
    expect(guest.locator(".place")).to_have_count(5)
    guest.get_by_label("4", exact=True).check(force=True)
    guest.wait_for_url(re.compile("players=4"))
    expect(guest.locator("[name=name_0]")).to_have_value("Aiko")
    expect(second.get_by_label("A friend")).to_be_checked()
    second.get_by_label("Colours").select_option("red")
    expect(second.locator(".each .k-red")).to_be_visible()
    second.get_by_label("Colours").select_option("any")
    expect(second.locator(".each svg")).to_have_count(0)
    third.get_by_label("Hana, level 3").check()
    guest.keyboard.press("ArrowRight")
    expect(third.get_by_text("A regular: solid, and easily tempted.")).to_be_visible()
    guest.get_by_label("Seat 3", exact=True).last.check(force=True)
    guest.get_by_role("button", name="Open the table").click()
    expect(guest.locator(".chair .who").first).to_have_text("Aiko")
    expect(guest.locator(".chair.open")).to_have_count(1)
    expect(guest.locator(".lobby")).to_contain_text("Start: Seat 3.")
    expect(guest.locator(".chair.bot .who")).to_have_text(["Genji", "Hana"])
    expect_portraits(guest, ".chair", ["genji", "hana"])


def test_whoever_wants_another_name_is_led_to_where_it_is_typed(guest: Page) -> None:
    invite(guest)
    guest.get_by_role("button", name="Change my name").click()
    expect(guest.get_by_label("Your name")).to_be_focused()
    guest.keyboard.type("Aiko")
    guest.get_by_role("button", name="Change my name").click()
    expect(guest.locator(".chair .who").first).to_have_text("Aiko")


@pytest.mark.parametrize("width", [390, 1280])
def test_guests_chosen_by_clicks_sit_at_the_table_and_play(browser: Browser, house_url: str, width: int) -> None:
    page = come_in(browser, house_url, width)
    page.goto("/new?game=rights-of-losers&players=3")
    page.locator(".place").nth(1).get_by_label("Kyubei, level 6").check()
    page.locator(".place").nth(2).get_by_label("Oharu, level 5").check()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Open the table").click()
    chooser = random.Random(3)
    for _ in range(4):
        wait_for_question(page)
        for within in (".board .seats", ".at-seats"):
            expect_portraits(page, within, ["kyubei", "oharu"])
        expect(page.locator(".at-seats")).to_contain_text("Kyubei level 6 bot")
        click_a_target(page, chooser)
    expect(page.locator(".log")).to_contain_text("Oharu")
    page.goto("/new?game=rights-of-losers&players=3")
    expect(page.locator(":checked[name=seat_1]")).to_have_value("bot:kyubei")
    expect(page.locator(":checked[name=seat_2]")).to_have_value("bot:oharu")
    page.goto("/")
    expect_portraits(page, ".lists.mine .table-row", ["kyubei", "oharu"])
    page.context.close()


def expect_portraits(page: Page, within: str, guests: list[str]) -> None:
    """Whose portraits are drawn there, by what the browser makes of them."""
    drawn = """([within, guests]) => {
      const uses = [...document.querySelectorAll(`${within} .guest-portrait use`)].filter(use => use.getBBox().width > 30);
      return uses.map(use => use.href.baseVal.split('#')[1]).join() === guests.join();
    }"""
    page.wait_for_function(drawn, arg=[within, guests])
