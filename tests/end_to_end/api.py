"""The API, called by whoever is signed in at a browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.site import Site


def call(page: Page, site: Site, method: str, path: str, **request: Any) -> Any:
    """Call the API with the session of a page."""
    page.request.get("/api/v1/session")
    token = next(c["value"] for c in page.context.cookies() if c["name"] == "csrftoken")
    headers = {"X-CSRFToken": token, "Referer": f"{site.url}/", **request.pop("headers", {})}
    response = page.request.fetch(f"/api/v1/{path}", method=method, headers=headers, **request)
    assert response.ok, (path, response.status, response.text())
    return response.json() if response.text() else None
