"""What a page says when the server is gone, slow, unwilling, or newer than the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.end_to_end.images import take_image
from tests.end_to_end.people import Person, create_project, sign_up

DATASETS = re.compile(r"/api/v1/datasets\?")
API = re.compile(r"/api/v1/")


@pytest.fixture
def project(page: Page, request: pytest.FixtureRequest) -> str:
    """Sign somebody up who has an empty project; return its id."""
    name = request.node.name.split("_")[1]
    sign_up(page, Person("Rosa", f"{name}@states.example", "Quiet room"))
    return create_project(page, "Nothing yet")


def test_gone_server_is_named_and_brings_what_was_missing_when_it_is_back(
    page: Page, project: str
) -> None:
    page.goto(f"/projects/{project}/settings")
    page.get_by_role("heading", name="Project settings").wait_for()
    page.route(API, lambda route: route.abort())
    page.get_by_role("link", name="Data", exact=True).click()
    alert = page.get_by_role("main").get_by_role("alert")
    expect(alert).to_contain_text("No response came.", timeout=30_000)
    notice = page.get_by_text("The server does not answer.")
    expect(notice).to_be_visible()
    take_image(page, "state-gone")
    page.unroute(API)
    expect(page.get_by_text("No dataset yet")).to_be_visible()
    expect(notice).to_be_hidden()


def test_page_that_could_not_be_fetched_off_line_comes_with_the_network(
    page: Page, project: str
) -> None:
    page.get_by_text("No dataset yet").wait_for()
    page.context.set_offline(True)
    expect(page.get_by_text("There is no network connection.")).to_be_visible()
    page.get_by_role("link", name="Label", exact=True).click()
    expect(page.get_by_role("heading", name="The server cannot be reached")).to_be_visible()
    take_image(page, "state-off-line")
    page.context.set_offline(False)
    expect(page.get_by_text("Nothing to label yet")).to_be_visible()
    expect(page.get_by_text("There is no network connection.")).to_be_hidden()


def test_slow_server_shows_the_shape_of_what_will_come(page: Page, project: str) -> None:
    waiting: list[Route] = []
    is_slow = True

    def hold(route: Route) -> None:
        if is_slow:
            waiting.append(route)
        else:
            route.continue_()

    page.route(DATASETS, hold)
    page.goto(f"/projects/{project}/data", wait_until="commit")
    expect(page.get_by_role("status", name="Loading")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Loading")).to_be_visible()
    take_image(page, "state-slow")
    is_slow = False
    for route in waiting:
        route.continue_()
    expect(page.get_by_text("No dataset yet")).to_be_visible()


def test_refused_request_says_who_can_help(page: Page, project: str) -> None:
    page.route(
        DATASETS,
        lambda route: route.fulfill(
            status=403,
            content_type="application/problem+json",
            headers={"X-Request-ID": "request-1"},
            json={
                "code": "role_too_low",
                "detail": "",
                "params": {"needed": "developer", "role": "viewer"},
                "errors": [],
            },
        ),
    )
    page.goto(f"/projects/{project}/data")
    alert = page.get_by_role("main").get_by_role("alert")
    expect(alert).to_contain_text("This needs the role “Developer”")
    expect(alert).to_contain_text("request-1")
    take_image(page, "state-refused")


def test_missing_project_and_page_lead_back(page: Page, project: str) -> None:
    page.goto("/projects/00000000-0000-0000-0000-000000000000")
    expect(page.get_by_text("There is no such project")).to_be_visible()
    page.goto(f"/projects/{project}/nowhere")
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()
    take_image(page, "state-missing")


def test_outdated_tab_offers_to_load_again(page: Page, project: str) -> None:
    parts = re.compile(r"/assets/choose-dataset-page-.*\.js$")
    page.route(parts, lambda route: route.fulfill(status=404))
    page.get_by_role("link", name="Label", exact=True).click()
    expect(page.get_by_role("heading", name="Load this page again")).to_be_visible()
    take_image(page, "state-outdated")
    page.unroute(parts)
    page.get_by_role("button", name="Load again").click()
    expect(page.get_by_text("Nothing to label yet")).to_be_visible()
