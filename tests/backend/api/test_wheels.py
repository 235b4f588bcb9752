"""The site says which wheels it offers, to people and to pip, without a sign-in."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client


@pytest.fixture
def wheels(tmp_path: Path, settings: LazySettings) -> Path:
    settings.WHEELS = tmp_path
    return tmp_path


def test_a_site_without_wheels_offers_none(wheels: Path, client: Client) -> None:
    assert client.get("/api/v1/wheels").json() == {"wheels": []}
    assert "<a " not in client.get("/wheels/").content.decode()


def test_wheels_are_offered_with_the_digest_that_pip_checks(wheels: Path, client: Client) -> None:
    for name in ("easel_engine-0.1.0", "easel-0.1.0", "other-1.0"):
        (wheels / f"{name}-py3-none-any.whl").write_bytes(name.encode())
    digests = [hashlib.sha256(name).hexdigest() for name in (b"easel-0.1.0", b"easel_engine-0.1.0")]

    first, second = client.get("/api/v1/wheels").json()["wheels"]
    assert first == {
        "file": "easel-0.1.0-py3-none-any.whl",
        "version": "0.1.0",
        "size_bytes": 11,
        "sha256": digests[0],
    }
    assert (second["version"], second["sha256"]) == ("0.1.0", digests[1])

    page = client.get("/wheels/")
    assert page["Cache-Control"] == "no-cache"
    assert f'href="easel-0.1.0-py3-none-any.whl#sha256={digests[0]}"' in page.content.decode()

    # A wheel that is built again is another one at once.
    (wheels / "easel-0.1.0-py3-none-any.whl").write_bytes(b"another content")
    assert client.get("/api/v1/wheels").json()["wheels"][0]["sha256"] != digests[0]
