"""From signing up to a shared project, in a real browser."""

from __future__ import annotations

import httpx
from playwright.sync_api import Page, expect

from tests.end_to_end.people import PASSWORD, Person, create_project, sign_up
from tests.site import Site

ADA = Person("Ada", "ada@first.example", "Analytical Engines")


def test_a_newcomer_signs_up_makes_a_project_and_is_told_what_comes_next(page: Page) -> None:
    sign_up(page, ADA)
    expect(page.get_by_text("Drop files, folders or zips.")).to_be_visible()

    project = create_project(page, "Gears and cogs")
    page.goto(f"/projects/{project}")
    expect(page.get_by_role("heading", name="Gears and cogs")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Add data").first.click()
    expect(page).to_have_url(f"/projects/{project}/data")

    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill("Overview")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"/projects/{project}/")


def test_wrong_passwords_are_refused_and_signing_in_leads_back(page: Page) -> None:
    person = Person("Grace", "grace@first.example", "Harbour")
    sign_up(page, person)
    page.get_by_role("button", name="Account of Grace").click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()

    page.goto("/settings/keys")
    page.get_by_label("E-mail").fill(person.email)
    page.get_by_label("Password", exact=True).fill("not-the-password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("do not match")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url("/settings/keys")


def test_an_invited_person_joins_with_the_role_they_were_given(page: Page, site: Site) -> None:
    sign_up(page, Person("Mary", "mary@first.example", "Somerville"))
    page.get_by_role("button", name="Switch organisation: Somerville").click()
    page.get_by_role("menuitem", name="Members and settings").click()
    page.get_by_role("link", name="Invitations", exact=True).click()
    page.get_by_label("E-mail").fill("joan@first.example")
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_role("figure", name="Invitation link").locator("code").inner_text()

    assert page.context.browser is not None
    other = page.context.browser.new_context(base_url=site.url, locale="en-US")
    guest = other.new_page()
    guest.goto(link)
    expect(guest.get_by_role("heading", name="Join Somerville")).to_be_visible()
    guest.get_by_label("Your name").fill("Joan")
    guest.get_by_label("Password", exact=True).fill(PASSWORD)
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_role("button", name="Switch organisation: Somerville")).to_be_visible()
    other.close()

    page.get_by_role("link", name="Members", exact=True).click()
    expect(page.get_by_role("row", name="Joan")).to_contain_text("Developer")


def test_language_and_theme_change_at_once_and_are_remembered(page: Page) -> None:
    sign_up(page, Person("Lin", "lin@first.example", "Orchard"))
    page.get_by_role("button", name="English").click()
    page.get_by_role("menuitem", name="中文").click()
    expect(page.get_by_role("heading", name="欢迎")).to_be_visible()
    page.get_by_role("button", name="深色主题").click()
    page.reload()
    expect(page.get_by_role("heading", name="欢迎")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.documentElement.lang") == "zh-CN"


def test_an_api_key_is_shown_once_and_works_until_it_is_revoked(page: Page, site: Site) -> None:
    sign_up(page, Person("Hedy", "hedy@first.example", "Hopping"))
    page.goto("/settings/keys")
    page.get_by_role("button", name="Create key").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name", exact=True).fill("notebook")
    dialog.get_by_role("button", name="Create key").click()
    secret = page.get_by_role("figure", name="Your new key").locator("code").inner_text()
    page.get_by_role("button", name="I have stored it").click()
    expect(page.get_by_text(secret)).to_have_count(0)

    bearer = {"Authorization": f"Bearer {secret}"}
    organisation = httpx.get(f"{site.url}/api/v1/session", headers=bearer).json()["memberships"][0]
    address = f"{site.url}/api/v1/organisations/{organisation['organisation']['id']}"
    assert httpx.get(address, headers=bearer).status_code == 200

    page.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("row", name="notebook")).to_contain_text("revoked")
    assert httpx.get(address, headers=bearer).status_code == 401
