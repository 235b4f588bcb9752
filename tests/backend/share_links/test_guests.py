"""What guests see by a link, and what whoever has none, an old or a forged one learns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from backend.deployments.models import Deployment
from backend.projects.models import Project
from backend.share_links.models import ShareLink
from backend.share_links.tokens import token_of
from tests.backend.conftest import World, ok
from tests.backend.share_links.conftest import Publish, guest, page_of, share

pytestmark = pytest.mark.django_db


def test_a_guest_sees_what_is_needed_to_try_the_model_and_nothing_else(
    world: World, api: APIClient, publish: Publish
) -> None:
    deployment = publish("image")
    link = share(api, deployment, description="Drop a smear.")
    shown = ok(guest().get(page_of(link)))
    assert shown.keys() == {
        "title", "description", "needs_password", "expires_at", "is_running", "model",
    }  # fmt: skip
    assert shown["model"] == {
        "task": "image.classification",
        "media": "image",
        "prediction": "labels",
        "input": {"kind": "image", "color": "RGB"},
        "required_columns": [],
        "labels": ["red", "green", "blue"],
    }
    text = json.dumps(shown)
    secrets = (
        deployment.id, deployment.name, deployment.suffix, deployment.model_version_id, link["id"],
        world.organisation.id, world.organisation.name, world.project.id, world.project.name,
        world.owner.id, world.owner.email,
    )  # fmt: skip
    assert not [one for one in map(str, secrets) if one in text.replace(link["title"], "")]


def test_a_guest_is_told_which_columns_the_model_needs(api: APIClient, publish: Publish) -> None:
    deployment = publish()
    version = deployment.model_version
    version.manifest["preprocessing"] = [{"op": "encode_columns", "required": ["alcohol", "ash"]}]
    version.save()
    shown = ok(guest().get(page_of(share(api, deployment))))["model"]
    assert shown["required_columns"] == ["alcohol", "ash"]


def test_many_labels_are_not_shown(api: APIClient, publish: Publish) -> None:
    deployment = publish()
    version = deployment.model_version
    version.manifest["labels"] = [{"name": str(one), "threshold": 0.5} for one in range(31)]
    version.save()
    assert ok(guest().get(page_of(share(api, deployment))))["model"]["labels"] == []


def test_a_forged_token_never_says_more_than_that_there_is_nothing(
    api: APIClient, publish: Publish
) -> None:
    link = share(api, publish())
    name, signature = link["token"].split(".")
    with override_settings(SECRET_KEY="that of another installation"):
        elsewhere = token_of(ShareLink.objects.get().id)
    ShareLink.objects.update(revoked_at=timezone.now())
    forged = (name, f"{name}.", f"{name}.{signature[:-1]}", f".{signature}", elsewhere, "x", "%00")
    for token in forged:
        refused = ok(guest().get(f"/api/v1/share-links/{token}"), 404)
        assert refused["code"] == "share_link_not_found", token
    assert ok(guest().get(page_of(link)), 410)["code"] == "share_link_revoked"


def test_an_expired_link_says_so(api: APIClient, publish: Publish) -> None:
    link = share(api, publish())
    ShareLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    for part, body in (("", None), ("/unlock", {"password": "x"}), ("/predict", {"text": "x"})):
        address = page_of(link, part)
        response = guest().get(address) if body is None else guest().post(address, body)
        assert ok(response, 410)["code"] == "share_link_expired"


def test_the_link_of_what_is_deleted_leads_nowhere(api: APIClient, publish: Publish) -> None:
    deployment = publish()
    link = share(api, deployment)
    Deployment.objects.update(is_deleted=True)
    assert ok(guest().get(page_of(link)), 404)["code"] == "share_link_not_found"
    Deployment.objects.update(is_deleted=False)
    Project.objects.update(trashed_at=timezone.now())
    assert ok(guest().get(page_of(link)), 404)["code"] == "share_link_not_found"


def test_a_stopped_endpoint_says_so(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"))
    Deployment.objects.update(state=Deployment.State.STOPPED)
    assert ok(guest().get(page_of(link)))["is_running"] is False
    refused = ok(guest().post(page_of(link, "/predict"), {"text": "fine"}), 503)
    assert refused["code"] == "endpoint_stopped"
    assert ShareLink.objects.get().num_calls == 0


@pytest.fixture
def built(tmp_path: Path) -> Iterator[None]:
    """The browser application, as far as its page goes."""
    page = tmp_path / "index.html"
    page.write_text("<!doctype html><title>Easel</title>")
    with override_settings(PAGE=page):
        yield


@pytest.mark.usefixtures("built")
def test_nobody_keeps_indexes_or_follows_what_guests_get(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"))
    responses = (
        guest().get(page_of(link)),
        guest().get("/api/v1/share-links/x"),
        guest().post(page_of(link, "/predict"), {"text": "fine"}),
        Client().get(f"/share/{link['token']}"),
    )
    for response in responses:
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["X-Robots-Tag"] == "noindex"
        assert response.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
        assert not response.cookies
    assert responses[3].headers["Referrer-Policy"] == "no-referrer"


def test_pages_of_members_get_their_cookie_as_before(built: None) -> None:
    assert "csrftoken" in Client().get("/sign-in").cookies
    assert "csrftoken" in Client().get("/share/x/y").cookies


def test_a_session_neither_helps_nor_is_asked_for(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"), password="let me in")
    # Its cookie goes along by itself, without a token against forged requests.
    strict = APIClient(enforce_csrf_checks=True)
    strict.cookies = api.cookies
    assert ok(strict.get(page_of(link)))["model"] is None
    refused = ok(strict.post(page_of(link, "/predict"), {"text": "fine"}), 422)
    assert refused["code"] == "share_pass_needed"
    opened = ok(strict.post(page_of(link, "/unlock"), {"password": "let me in"}))
    strict.credentials(HTTP_EASEL_SHARE_PASS=opened["share_pass"])
    ok(strict.post(page_of(link, "/predict"), {"text": "fine"}))


@pytest.mark.usefixtures("built")
def test_a_title_is_text_whatever_it_looks_like(api: APIClient, publish: Publish) -> None:
    title = "</title><script>alert(1)</script>"
    link = share(api, publish(), title=title)
    response = guest().get(page_of(link))
    assert response.headers["Content-Type"] == "application/json"
    assert ok(response)["title"] == title
    assert title.encode() not in Client().get(f"/share/{link['token']}").content


def test_who_asks_too_often_from_one_address_waits(api: APIClient, publish: Publish) -> None:
    link = share(api, publish("text"))
    rate = int(
        settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["share_link_predict"].split("/")[0]
    )
    # What claims to come from elsewhere comes from the same connection.
    statuses = [
        guest(HTTP_X_FORWARDED_FOR=f"198.51.100.{number}")
        .post(page_of(link, "/predict"), {"image": "no text"})
        .status_code
        for number in range(rate + 1)
    ]
    assert statuses == [422] * rate + [429]
    other = guest(REMOTE_ADDR="203.0.113.7")
    ok(other.post(page_of(link, "/predict"), {"text": "fine"}))
