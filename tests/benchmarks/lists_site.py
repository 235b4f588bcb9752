"""Fill an empty installation with a large dataset and ask its API within the process.

Arguments: repetitions, then addresses below the dataset. The last line printed is one JSON object.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
import uuid
from datetime import timedelta
from typing import TYPE_CHECKING

from tests.benchmarks.lists import p95

if TYPE_CHECKING:
    from backend.accounts.models import User

NUM_SAMPLES = 100_000
NUM_LABELS = 20


def main() -> int:
    """Fill, measure, print."""
    repetitions, queries = int(sys.argv[1]), sys.argv[2:]
    os.environ["DJANGO_SETTINGS_MODULE"] = "backend.config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    user, dataset_id, label_id, secret = _fill()
    # As the web process does, so that no full collection falls into a request.
    gc.collect()
    gc.freeze()
    queries = [query.format(label=label_id) for query in queries]
    seen = {"dataset": str(dataset_id), "key": secret, "queries": queries}
    print(json.dumps({**seen, **_measure(user, dataset_id, queries, repetitions)}))
    return 0


def _fill() -> tuple[User, uuid.UUID, uuid.UUID, str]:
    """Make 100,000 samples of the last ten weeks, of many sizes, nine in ten of them labelled.

    Returns:
        Their owner, the dataset, one label, and the secret of an API key.
    """
    from django.db import connection
    from django.utils import timezone

    from backend.accounts.models import Membership, Organisation, Role, User
    from backend.accounts.services.api_keys import create_api_key
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
                width=64 + n % 640,
                height=64 + n % 480,
                bytes=blob.bytes,
                created_at=now - timedelta(minutes=NUM_SAMPLES - n),
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
                created_at=now - timedelta(minutes=NUM_SAMPLES - n),
            )
            for n, sample in zip(numbers, samples, strict=True)
            if n % 10
        ]
        Blob.objects.bulk_create(blobs, batch_size=2000)
        Sample.objects.bulk_create(samples, batch_size=2000)
        Annotation.objects.bulk_create(annotations, batch_size=2000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    key = create_api_key(
        user_id=user.id, organisation_id=organisation.id, name="Lists", scopes=["read"]
    )
    return user, dataset.id, labels[1].id, key.secret


def _measure(
    user: User, dataset_id: uuid.UUID, queries: list[str], repetitions: int
) -> dict[str, list[float]]:
    """Return of each address the first and the p95 milliseconds, and the database queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext
    from rest_framework.test import APIClient

    client = APIClient(SERVER_NAME="127.0.0.1")
    client.force_login(user)
    seen: dict[str, list[float]] = {"first_ms": [], "p95_ms": [], "num_queries": []}
    _ask(client, "/api/v1/session")
    for query in queries:
        page = address = f"/api/v1/datasets/{dataset_id}/{query}"
        times = []
        for _ in range(repetitions + 1):
            start = time.perf_counter()
            response = _ask(client, page)
            times.append(1000 * (time.perf_counter() - start))
            page = response.get("next") or address
        with CaptureQueriesContext(connection) as captured:
            _ask(client, address)
        seen["first_ms"].append(times[0])
        seen["p95_ms"].append(p95(times[1:]))
        seen["num_queries"].append(len(captured))
    return seen


def _ask(client: object, address: str) -> dict[str, str | None]:
    response = client.get(address)  # type: ignore[attr-defined]
    assert response.status_code == 200, response.content
    body: dict[str, str | None] = response.json()
    return body


if __name__ == "__main__":
    sys.exit(main())
