"""How fast a dataset of 100,000 samples lists, filters and pages, and with how many queries."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
import uuid
from collections.abc import Iterator

NUM_SAMPLES = 100_000
NUM_LABELS = 20
QUERIES = (
    "samples?page_size=100",
    "samples?page_size=100&label={label}",
    "samples?page_size=100&unlabelled=true",
    "samples?page_size=100&search=0042",
    "samples?page_size=100&ordering=name",
    "samples?page_size=100&ordering=-bytes",
    "samples/count?label={label}",
    "samples/count?unlabelled=true",
    "next-unlabelled",
    "statistics",
)


def run(*, quick: bool) -> dict[str, float]:
    """Return the worst p95 over the addresses, each asked 20 times (5 when quick)."""
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        os.environ["EASEL_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "backend.config.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        user, dataset_id, label_id = _fill()
        return _measure(user, dataset_id, label_id, repetitions=5 if quick else 20)


def _fill() -> tuple[object, uuid.UUID, uuid.UUID]:
    """Make 100,000 samples of which nine in ten are labelled."""
    from django.utils import timezone

    from backend.accounts.models import Membership, Organisation, Role, User
    from backend.annotation.models import Annotation, Source
    from backend.datasets.models import Dataset, Label, Sample
    from backend.files.models import Blob
    from backend.projects.models import Project

    user = User.objects.create_user(email="lists@example.com", password=None)
    organisation = Organisation.objects.create(name="Lists")
    Membership.objects.create(organisation=organisation, user=user, role=Role.OWNER)
    project = Project.objects.create(
        organisation=organisation, name="Lists", task="image.classification"
    )
    dataset = Dataset.objects.create(
        project=project,
        name="Large",
        task=project.task,
        num_samples=NUM_SAMPLES,
        num_labelled=NUM_SAMPLES * 9 // 10,
    )
    labels = [
        Label(dataset=dataset, name=f"label {n}", color="#0072B2", position=n)
        for n in range(NUM_LABELS)
    ]
    Label.objects.bulk_create(labels)
    now = timezone.now()
    for start in range(0, NUM_SAMPLES, 10_000):
        numbers = range(start, start + 10_000)
        blobs = [Blob(sha256=f"{n:064x}", bytes=1000 + n, media_type="image/png") for n in numbers]
        samples = [
            Sample(
                dataset=dataset,
                blob_id=blob.sha256,
                name=f"images/{n:06d}.png",
                width=64,
                height=64,
                bytes=blob.bytes,
                created_at=now,
                labelled_at=now if n % 10 else None,
                created_by=user,
            )
            for n, blob in zip(numbers, blobs, strict=True)
        ]
        annotations = [
            Annotation(
                sample=sample,
                label=labels[n % NUM_LABELS],
                source=Source.HUMAN,
                author=user,
                created_at=now,
            )
            for n, sample in zip(numbers, samples, strict=True)
            if n % 10
        ]
        Blob.objects.bulk_create(blobs, batch_size=2000)
        Sample.objects.bulk_create(samples, batch_size=2000)
        Annotation.objects.bulk_create(annotations, batch_size=2000)
    return user, dataset.id, labels[1].id


def _measure(
    user: object, dataset_id: uuid.UUID, label_id: uuid.UUID, *, repetitions: int
) -> dict[str, float]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from rest_framework.test import APIClient

    client = APIClient()
    client.force_login(user)
    p95_ms, num_queries = [], []
    for query in QUERIES:
        address = f"/api/v1/datasets/{dataset_id}/{query.format(label=label_id)}"
        times = []
        with CaptureQueriesContext(connection) as captured:
            _ask(client, address)
        num_queries.append(len(captured))
        for page in _pages(client, address, repetitions):
            start = time.perf_counter()
            _ask(client, page)
            times.append(1000 * (time.perf_counter() - start))
        p95_ms.append(statistics.quantiles(times, n=20)[18])
        print(f"    {query:<44} p95 {p95_ms[-1]:7.1f} ms, {num_queries[-1]} queries")
    return {"p95_ms": max(p95_ms), "max_queries": max(num_queries)}


def _pages(client: object, address: str, count: int) -> Iterator[str]:
    """Yield ``count`` addresses: the pages of a list one after another, or the same again."""
    page: str | None = address
    for _ in range(count):
        yield page or address
        page = _ask(client, page or address).get("next")


def _ask(client: object, address: str) -> dict[str, str | None]:
    response = client.get(address)  # type: ignore[attr-defined]
    assert response.status_code == 200, response.content
    body: dict[str, str | None] = response.json()
    return body
