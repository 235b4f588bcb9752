"""The demo's administrator, made once through the API of the sign-up page."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import dataclass
from typing import Any

import httpx

from backend.config.env import read_environment

ORGANISATION = "Easel demo"
EMAIL = "admin@example.com"


@dataclass(frozen=True)
class Account:
    """A person with an API key, kept beside the data for the next run."""

    email: str
    password: str
    api_key: str
    organisation_id: str


def sign_in(url: str) -> Account:
    """Return the account of an earlier run, or make it.

    Raises:
        SystemExit: when the server refuses; says why.
    """
    path = read_environment().data / "demo.json"
    if path.is_file():
        return Account(**json.loads(path.read_text()))
    password = secrets.token_urlsafe(12)
    with httpx.Client(base_url=f"{url}/api/v1/", timeout=30) as http:
        person = {"email": EMAIL, "password": password, "name": "Administrator"}
        session = _post(http, "users", {**person, "organisation_name": ORGANISATION})
        organisation = session["memberships"][0]["organisation"]["id"]
        key = {"name": "demo", "scopes": ["read", "write", "admin"]}
        secret = _post(http, "api-keys", {**key, "organisation_id": organisation})["secret"]
    account = Account(EMAIL, password, secret, organisation)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(vars(account), file)
    return account


def _post(http: httpx.Client, path: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Post as the browser does, with its cookies and CSRF token."""
    http.get("session").raise_for_status()
    headers = {"X-CSRFToken": http.cookies["csrftoken"], "Referer": str(http.base_url)}
    response = http.post(path, json=fields, headers=headers)
    if response.is_error:
        raise SystemExit(f"{path}: {response.json().get('detail', response.text)}")
    body: dict[str, Any] = response.json()
    return body
