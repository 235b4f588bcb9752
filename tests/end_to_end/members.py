"""People of one organisation, each in a browser session of their own, and what was refused them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from playwright.sync_api import Browser, Page, Response

from tests.end_to_end.api import call
from tests.end_to_end.people import PASSWORD
from tests.site import Site

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
_REFUSED = {401, 403}


@dataclass
class Member:
    """Somebody in a role.

    Attributes:
        refused: requests that their pages made, and were not allowed to.
        broken: errors of scripts on their pages.
    """

    role: str
    page: Page
    refused: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Begin to note what is refused and what breaks."""
        self.page.on("response", self._note)
        self.page.on("pageerror", lambda error: self.broken.append(str(error)))

    def id(self, site: Site) -> str:
        """Return their id."""
        found: str = call(self.page, site, "GET", "session")["user"]["id"]
        return found

    def _note(self, response: Response) -> None:
        if response.status in _REFUSED:
            path = ID.sub("…", response.url.partition("/api/")[2])
            self.refused.append(f"{response.status} {response.request.method} {path}")


def owner_of_new(browser: Browser, site: Site, **context: Any) -> Member:
    """Sign up Olga with an organisation of her own."""
    page = _page(browser, site, **context)
    person = {"name": "Olga", "email": f"olga@{uuid4().hex}.example", "password": PASSWORD}
    call(page, site, "POST", "users", data={**person, "organisation_name": "Laboratory"})
    return Member("owner", page)


def join(browser: Browser, site: Site, owner: Page, role: str, **context: Any) -> Member:
    """Take somebody into the owner's organisation."""
    email = f"{role}@{uuid4().hex}.example"
    token = invite(owner, site, email, role)
    page = _page(browser, site, **context)
    person = {"name": role.title(), "email": email, "password": PASSWORD}
    call(page, site, "POST", "users", data={**person, "invitation_token": token})
    return Member(role, page)


def invite(owner: Page, site: Site, email: str, role: str) -> str:
    """Invite somebody, and return the token of the invitation."""
    path = f"organisations/{organisation_of(owner, site)}/invitations"
    token: str = call(owner, site, "POST", path, data={"email": email, "role": role})["token"]
    return token


def organisation_of(page: Page, site: Site) -> str:
    """Return the organisation that somebody is in."""
    found: str = call(page, site, "GET", "session")["memberships"][0]["organisation"]["id"]
    return found


def _page(browser: Browser, site: Site, **context: Any) -> Page:
    made = browser.new_context(base_url=site.url, **{"locale": "en-US", **context})
    made.set_default_timeout(60_000)
    return made.new_page()
