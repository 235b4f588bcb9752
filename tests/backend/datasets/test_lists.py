"""Lists of samples: how often they ask the database, and by which indexes they search."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.db.models import Q
from django.utils import timezone
from rest_framework.test import APIClient

from backend.annotation.models import Annotation, Source
from backend.datasets.models import Label, Sample
from backend.files.models import Blob
from tests.backend.conftest import World, ok

NUM_SAMPLES = 30
MAX_QUERIES = 8


@pytest.fixture
def label(world: World) -> Label:
    """A label that every third of the dataset's samples has."""
    now = timezone.now()
    label = Label.objects.create(
        dataset=world.dataset, name="cat", color="#0072B2", position=0, num_samples=10
    )
    for number in range(NUM_SAMPLES):
        sha256 = f"{number:064x}"
        Blob.objects.create(sha256=sha256, bytes=10, media_type="image/png")
        sample = Sample.objects.create(
            dataset=world.dataset,
            blob_id=sha256,
            name=f"Images/{number:04d}.png",
            excerpt="Grüße, 你好吗" if number == 7 else "",
            bytes=10,
            created_at=now,
        )
        if number % 3 == 0:
            Annotation.objects.create(
                sample=sample,
                label=label,
                source=Source.HUMAN,
                author=world.owner,
                created_at=now,
            )
    return label


@pytest.mark.parametrize(
    "query",
    [
        "samples",
        "samples?label={label}",
        "samples?label={label}&at=8",
        "samples?unlabelled=true",
        "samples?search=0007",
        "samples?search=nothing",
        "samples?ordering=name",
        "samples?ordering=-bytes",
        "samples/count?label={label}",
        "samples/count?search=0007",
        "next-unlabelled",
        "statistics",
    ],
)
def test_a_list_of_samples_keeps_its_budget_of_queries(
    query: str,
    world: World,
    api: APIClient,
    label: Label,
    django_assert_max_num_queries: Any,
) -> None:
    address = f"/api/v1/datasets/{world.dataset.id}/{query.format(label=label.id)}"
    ok(api.get(address))  # Statistics are counted once after a change.
    with django_assert_max_num_queries(MAX_QUERIES):
        ok(api.get(address))


@pytest.mark.parametrize(
    ("words", "num"),
    [
        ("0007", 1),
        ("images/000", 10),
        ("你好", 1),
        ("grüße", 1),
        ("%", 0),
        ("_", 0),
        ("images", 30),
    ],
)
def test_a_search_finds_what_contains_its_words(
    words: str, num: int, world: World, api: APIClient, label: Label
) -> None:
    path = f"/api/v1/datasets/{world.dataset.id}/samples/count"
    assert ok(api.get(path, {"search": words})) == {"count": num}


def test_postgresql_searches_in_pieces_of_three_letters(world: World, label: Label) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("This database is not PostgreSQL.")
    with connection.cursor() as cursor:
        # So few rows would be read one after the other.
        cursor.execute("SET LOCAL enable_seqscan = off")
    searched = Q(name__icontains="0007") | Q(excerpt__icontains="0007")
    plan = Sample.objects.filter(searched).order_by().explain()
    assert "samples_by_text" in plan
