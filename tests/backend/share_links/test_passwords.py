"""A password is exchanged for a pass that dies with it, and cannot be guessed."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.utils import timezone
from rest_framework.test import APIClient

from backend.share_links import passes
from backend.share_links.models import ShareLink
from tests.backend.conftest import ok
from tests.backend.share_links.conftest import Publish, guest, page_of, share

pytestmark = pytest.mark.django_db

PASSWORD = "let me in"


def unlock(link: dict[str, str], password: str = PASSWORD, address: str = "192.0.2.1") -> Any:
    """Enter a password from an address."""
    return guest(REMOTE_ADDR=address).post(page_of(link, "/unlock"), {"password": password})


def test_the_model_is_hidden_until_the_password_is_known(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"), password=PASSWORD)
    shown = ok(guest().get(page_of(link)))
    assert (shown["needs_password"], shown["model"]) == (True, None)
    for share_pass in ("", "x", "x.y.z"):
        refused = ok(guest(share_pass).post(page_of(link, "/predict"), {"text": "fine"}), 422)
        assert refused["code"] == "share_pass_needed"
    opened = guest(ok(unlock(link))["share_pass"])
    assert ok(opened.get(page_of(link)))["model"]["task"] == "text.classification"
    assert ok(opened.post(page_of(link, "/predict"), {"text": "fine"}))["results"]


def test_a_pass_dies_with_the_password(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"), password=PASSWORD)
    opened = guest(ok(unlock(link))["share_pass"])
    ok(opened.post(page_of(link, "/predict"), {"text": "fine"}))
    ShareLink.objects.update(password=make_password(PASSWORD))
    refused = ok(opened.post(page_of(link, "/predict"), {"text": "fine"}), 422)
    assert refused["code"] == "share_pass_needed"


def test_a_pass_ends_after_two_hours(
    api: APIClient, publish: Publish, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = share(api, publish("text"), password=PASSWORD)
    share_pass = ok(unlock(link))["share_pass"]
    began = timezone.now().timestamp()
    for seconds, is_open in ((7100, True), (7300, False)):
        monkeypatch.setattr("django.core.signing.time.time", lambda at=began + seconds: at)
        assert passes.opens(ShareLink.objects.get(), share_pass) is is_open


def test_the_pass_of_one_link_opens_no_other(api: APIClient, publish: Publish) -> None:
    deployment = publish("text")
    one, other = (share(api, deployment, password=PASSWORD) for _ in range(2))
    ShareLink.objects.update(password=make_password(PASSWORD))
    opened = guest(ok(unlock(one))["share_pass"])
    assert ok(opened.get(page_of(other)))["model"] is None


def test_guessing_takes_longer_and_longer(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"), password=PASSWORD)
    codes = [unlock(link, f"guess {number}").json()["code"] for number in range(7)]
    assert codes == ["share_password_wrong"] * 5 + ["share_link_delayed"] * 2
    # The right one waits too, or it could be told from the wrong ones.
    delayed = unlock(link)
    assert ok(delayed, 429)["code"] == "share_link_delayed"
    assert int(delayed.headers["Retry-After"]) >= 1
    # Others are not kept out by whoever guesses, and a link of the same endpoint not at all.
    ok(unlock(link, address="192.0.2.2"))


def test_guessing_from_many_addresses_waits_too(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"), password=PASSWORD)
    for number in range(20):
        unlock(link, f"guess {number}", address=f"192.0.2.{number}")
    last = unlock(link, "guess 20", address="192.0.2.99")
    assert ok(last, 429)["code"] == "share_link_delayed"


def test_the_right_password_is_no_failure(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"), password=PASSWORD)
    assert [unlock(link).status_code for _ in range(8)] == [200] * 8


def test_a_link_without_a_password_is_not_unlocked_by_any(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"))
    assert ok(unlock(link, "x"), 422)["code"] == "share_password_wrong"
