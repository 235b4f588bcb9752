"""Lists page without gaps or repeats, with few queries, in every order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from backend.datasets.models import Sample
from backend.datasets.services import counters
from backend.files.models import Blob
from tests.backend.api.everything import parameters_of
from tests.backend.api.test_routes import Operation, operations
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db

# Four say who calls, four what the rows are, and one how they are tagged.
MAX_QUERIES = 9
LISTS = [
    item
    for item in operations()
    if item.method == "get"
    and any(parameter["name"] == "cursor" for parameter in item.details.get("parameters", ()))
]


def many_samples(world: World, num: int) -> None:
    """Make samples with ties and gaps in every column that can be sorted by."""
    now = timezone.now()
    Blob.objects.bulk_create(
        Blob(sha256=f"{number:064}", bytes=1, media_type="image/png") for number in range(num)
    )
    Sample.objects.bulk_create(
        Sample(
            dataset=world.dataset,
            blob_id=f"{number:064}",
            name=f"{number % 5}.png",
            width=8,
            height=8,
            bytes=number % 3,
            created_at=now + timedelta(seconds=number % 4),
            labelled_at=now + timedelta(seconds=number % 7) if number % 2 else None,
        )
        for number in range(num)
    )
    counters.adjust(world.dataset.id, samples=num, labelled=num // 2)


def pages(api: APIClient, address: str) -> Iterator[dict[str, Any]]:
    """Follow ``next`` to the end."""
    following: str | None = address
    while following:
        page = ok(api.get(following))
        yield page
        following = page["next"]


@pytest.mark.parametrize(
    "ordering",
    [sign + name for name in ("created_at", "name", "bytes", "labelled_at") for sign in ("", "-")],
)
def test_pages_hold_every_sample_once_forwards_and_backwards(
    ordering: str, api: APIClient, world: World
) -> None:
    many_samples(world, 47)
    address = f"/api/v1/datasets/{world.dataset.id}/samples?ordering={ordering}&page_size=6"
    found = list(pages(api, address))
    ids = [sample["id"] for page in found for sample in page["results"]]
    assert len(ids) == len(set(ids)) == 47
    values = [sample[ordering.lstrip("-")] for page in found for sample in page["results"]]
    keys = [(value is not None, value) for value in values]
    assert keys == sorted(keys, reverse=ordering.startswith("-"))
    back = [sample["id"] for sample in found[-1]["results"]]
    page = found[-1]
    while page["previous"]:
        page = ok(api.get(page["previous"]))
        back = [sample["id"] for sample in page["results"]] + back
    assert back == ids
    assert found[0]["previous"] is None


def test_a_page_is_not_shifted_by_what_is_added_meanwhile(api: APIClient, world: World) -> None:
    many_samples(world, 10)
    address = f"/api/v1/datasets/{world.dataset.id}/samples?ordering=-created_at&page_size=4"
    first = ok(api.get(address))
    Blob.objects.create(sha256="f" * 64, bytes=1, media_type="image/png")
    Sample.objects.create(
        dataset=world.dataset,
        blob_id="f" * 64,
        name="new.png",
        width=1,
        height=1,
        bytes=1,
        created_at=timezone.now() + timedelta(days=1),
    )
    second = ok(api.get(first["next"]))
    shown = {sample["id"] for sample in first["results"]}
    assert not shown & {sample["id"] for sample in second["results"]}
    assert len(second["results"]) == 4


@pytest.mark.parametrize("cursor", ["rubbish", "WyJuIiwgWyJ4Il0sIFsxXV0=", "bnVsbA==", "é"])
def test_a_cursor_of_another_list_is_refused(cursor: str, api: APIClient, world: World) -> None:
    address = f"/api/v1/datasets/{world.dataset.id}/samples"
    assert ok(api.get(address, {"cursor": cursor}), 422)["code"] == "cursor_invalid"
    assert ok(api.get(address, {"page_size": "0"}), 422)["code"] == "page_size_invalid"
    assert ok(api.get(address, {"lable": "x"}), 422)["errors"][0]["code"] == "unknown_field"


@pytest.mark.parametrize("operation", LISTS, ids=[item.name for item in LISTS])
def test_no_list_needs_many_queries(operation: Operation, api: APIClient, world: World) -> None:
    things = parameters_of(world)
    ok(api.get("/api/v1/session"))  # That a session is used is noted once a minute.
    operation.call(api, things)
    with CaptureQueriesContext(connection) as queries:
        response = operation.call(api, things)
    assert response.status_code == 200, response.content
    assert len(queries) <= MAX_QUERIES, [query["sql"][:120] for query in queries]


def test_filters_agree_with_their_counts(api: APIClient, world: World) -> None:
    many_samples(world, 20)
    address = f"/api/v1/datasets/{world.dataset.id}/samples"
    for query, num in (("unlabelled=true", 10), ("labelled=true", 10), ("search=3.png", 4)):
        assert len(ok(api.get(f"{address}?{query}"))["results"]) == num
        assert ok(api.get(f"{address}/count?{query}"))["count"] == num


def test_the_next_unlabelled_sample_goes_round(api: APIClient, world: World) -> None:
    many_samples(world, 6)
    address = f"/api/v1/datasets/{world.dataset.id}/next-unlabelled"
    first = ok(api.get(address))["sample"]["id"]
    seen, after = [first], first
    for _ in range(2):
        after = ok(api.get(f"{address}?after={after}"))["sample"]["id"]
        seen.append(after)
    assert len(set(seen)) == 3
    assert ok(api.get(f"{address}?after={after}"))["sample"]["id"] == first
