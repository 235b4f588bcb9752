"""What the browser fetches before anybody is signed in."""

from __future__ import annotations

from pathlib import PurePosixPath
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

MOST_KILOBYTES = 310


def _scripts_until_quiet(page: Page, address: str) -> dict[str, int]:
    """Return the bytes on the wire of each script that a page fetches, by its name."""
    scripts = []
    page.on(
        "response",
        lambda response: (
            scripts.append(response) if response.request.resource_type == "script" else None
        ),
    )
    page.goto(address, wait_until="networkidle")
    return {
        PurePosixPath(urlsplit(script.url).path).name: script.request.sizes()["responseBodySize"]
        for script in scripts
    }


def test_a_stranger_who_asks_for_a_members_page_fetches_only_what_signing_in_needs(
    page: Page,
) -> None:
    scripts = _scripts_until_quiet(page, "/")
    expect(page).to_have_url("/sign-in?next=%2F")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()

    assert any(name.startswith("sign-in-page-") for name in scripts)
    members = ("en-pages-", "zh-CN-", "home-page-", "frame-", "project-frame-")
    assert [name for name in scripts if name.startswith(members)] == []
    assert sum(scripts.values()) / 1000 <= MOST_KILOBYTES


def test_texts_of_refusals_come_with_the_first_refusal_in_the_language_that_is_shown(
    page: Page,
) -> None:
    page.goto("/sign-in")
    page.get_by_role("button", name="English").click()
    page.get_by_role("menuitem", name="中文").click()
    page.get_by_label("邮箱").fill("nobody@first-bytes.example")
    page.get_by_label("密码", exact=True).fill("not-the-password")
    page.get_by_role("button", name="登录").click()
    expect(page.get_by_role("alert")).to_contain_text("密码")


def test_who_cannot_reach_the_server_is_told_so_in_their_language(page: Page) -> None:
    page.goto("/sign-in")
    page.get_by_role("button", name="English").click()
    page.get_by_role("menuitem", name="中文").click()
    page.get_by_label("邮箱").fill("nobody@first-bytes.example")
    page.get_by_label("密码", exact=True).fill("not-the-password")
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("button", name="登录").click()
    expect(page.get_by_role("alert")).to_contain_text("网络")
