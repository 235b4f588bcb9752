"""The first pages as images, at three widths, in both themes and languages, and through axe.

The images are for people: `tests/end_to_end/screenshots/` is not committed.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page

from tests.end_to_end.accessibility import serious_findings
from tests.end_to_end.images import take_image
from tests.end_to_end.people import Person, create_project, sign_up
from tests.site import Site

VIEWS = [
    pytest.param(390, 844, "light", "zh-CN", id="narrow-light-zh"),
    pytest.param(1440, 900, "dark", "en", id="desktop-dark-en"),
    pytest.param(2560, 1440, "light", "en", id="wide-light-en", marks=pytest.mark.exhaustive),
]


@pytest.fixture(scope="module")
def cookies_and_pages(browser: Browser, site: Site) -> tuple[list[dict[str, object]], list[str]]:
    """Return a signed-in person's cookies, and the pages to look at."""
    context = browser.new_context(base_url=site.url, locale="en-US")
    page = context.new_page()
    sign_up(page, Person("Vera", "vera@looks.example", "Rotation"))
    project = create_project(page, "Galaxies")
    organisation = page.evaluate("localStorage.getItem('easel.organisation')")
    cookies = [dict(cookie) for cookie in context.cookies()]
    context.close()
    pages = [
        "/",
        "/projects",
        "/projects/new",
        f"/projects/{project}",
        f"/projects/{project}/settings",
        f"/organisations/{organisation}/members",
        f"/organisations/{organisation}/invitations",
        f"/organisations/{organisation}/storage",
        f"/organisations/{organisation}/audit",
        "/settings/profile",
        "/settings/keys",
        "/help",
        "/python",
        "/nowhere",
    ]
    return cookies, pages


@pytest.mark.parametrize(("width", "height", "theme", "language"), VIEWS)
def test_pages_fit_the_window_and_axe_finds_nothing_serious(
    browser: Browser,
    site: Site,
    cookies_and_pages: tuple[list[dict[str, object]], list[str]],
    width: int,
    height: int,
    theme: str,
    language: str,
) -> None:
    cookies, pages = cookies_and_pages
    context = browser.new_context(
        base_url=site.url, viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    context.add_init_script(
        f"localStorage.setItem('easel.theme', '{theme}');"
        f"localStorage.setItem('easel.language', '{language}');"
    )
    page = context.new_page()
    findings = _look(page, ["/sign-in", "/sign-up"], f"{width}-{theme}-{language}")
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page.goto("/")
    page.evaluate(
        """language => fetch('/api/v1/users/me', {method: 'PATCH', body: JSON.stringify({language}),
          headers: {'Content-Type': 'application/json',
                    'X-CSRFToken': document.cookie.match(/csrftoken=(\\w+)/)[1]}})""",
        language,
    )
    findings += _look(page, pages, f"{width}-{theme}-{language}")
    context.close()
    assert not findings, "\n".join(findings)


def _look(page: Page, paths: list[str], view: str) -> list[str]:
    """Take an image of each page; return what does not fit and what axe finds serious."""
    findings = []
    for path in paths:
        page.goto(path)
        page.get_by_role("heading", level=1).first.wait_for()
        page.wait_for_load_state("networkidle")
        name = re.sub(r"[0-9a-f-]{36}", "one", path.strip("/")).replace("/", "-") or "home"
        take_image(page, f"{name}-{view}")
        overflow = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        if overflow > 0:
            findings.append(f"{path}: {overflow} px wider than the window")
        findings += [f"{path}: {finding}" for finding in serious_findings(page)]
    return findings
