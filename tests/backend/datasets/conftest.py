"""A dataset with one file in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.models import Sample
from engine.catalog import AnnotationKind, Media
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World
from tests.backend.datasets.test_imports import begin, send

Upload = Callable[[Media, bytes], tuple[APIClient, World, Sample]]


@pytest.fixture
def upload(monkeypatch: pytest.MonkeyPatch, client_of: Callable[[User], APIClient]) -> Upload:
    """Send one file to a dataset of a medium."""

    def send_one(media: Media, content: bytes) -> tuple[APIClient, World, Sample]:
        kind = AnnotationKind.NONE if media is Media.TABLE else AnnotationKind.CLASSES
        world = world_of(add_card(monkeypatch, media=media, annotation=kind))
        api = client_of(world.owner)
        outcomes = send(api, begin(api, world), {"one.bin": content})
        assert [one["outcome"] for one in outcomes] == ["added"], outcomes
        return api, world, Sample.objects.get(id=outcomes[0]["sample_id"])

    return send_one
