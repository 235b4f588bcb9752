"""A label that is written in two ways is one label, whichever way it enters a dataset."""

from __future__ import annotations

import unicodedata

import pytest
from rest_framework.test import APIClient

from backend.datasets.models import Label
from backend.datasets.services.importing.ingestion import labelled
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db
NFC = "café"
NFD = unicodedata.normalize("NFD", NFC)


def test_a_label_is_made_and_renamed_in_one_form(api: APIClient, world: World) -> None:
    labels = f"/api/v1/datasets/{world.dataset.id}/labels"
    made = ok(api.post(labels, {"name": f" {NFD} "}), 201)
    assert made["name"] == NFC
    assert ok(api.post(labels, {"name": NFC}), 409)["code"] == "label_exists"
    assert ok(api.post(labels, {"name": NFD}), 409)["code"] == "label_exists"
    other = ok(api.post(labels, {"name": "tea"}), 201)
    assert ok(api.patch(f"{labels}/{other['id']}", {"name": NFD}), 409)["code"] == "label_exists"
    assert ok(api.patch(f"{labels}/{made['id']}", {"name": NFD}), 200)["name"] == NFC
    assert Label.objects.filter(dataset=world.dataset).count() == 2


def test_the_label_of_a_folder_is_in_that_form() -> None:
    given = labelled(f"{NFD} ")
    assert given is not None
    assert given.labels == (NFC,)
    assert labelled("  ") is None
