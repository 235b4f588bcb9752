"""What people do on the first pages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Page, expect

PASSWORD = "a-quiet-workshop-1789"


@dataclass(frozen=True)
class Person:
    """Somebody who signs up."""

    name: str
    email: str
    organisation: str


def sign_up(page: Page, person: Person) -> None:
    """Create an account with an organisation of its own, ending on the home page."""
    page.goto("/sign-up")
    page.get_by_label("Your name").fill(person.name)
    page.get_by_label("Organisation", exact=True).fill(person.organisation)
    page.get_by_label("E-mail").fill(person.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name="Welcome")).to_be_visible()


def create_project(page: Page, name: str) -> str:
    """Create an empty project and return its id."""
    page.goto("/projects/new")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("checkbox", name="Begin with a dataset").uncheck()
    page.get_by_role("button", name="Create project").click()
    page.wait_for_url(re.compile(r"/projects/[0-9a-f-]{36}/data$"))
    return page.url.split("/")[4]
