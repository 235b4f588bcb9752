"""Fill an empty installation with stored calls and ask its API within the process.

Arguments: the number of calls, repetitions, then addresses below the stored calls of the endpoint.
The last line printed is one JSON object.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
import uuid
from typing import TYPE_CHECKING

from tests.benchmarks.lists import p95

if TYPE_CHECKING:
    from backend.accounts.models import User

POSTGRESQL = """
INSERT INTO stored_calls_storedcall (
    id, deployment_id, log_id, called_at, caller, revision, model_version_id, reason, "values",
    results, shadows, agreement, top_label, top_score, num_bytes, truth, answered_at, num_evaluated,
    num_right, error, added_at
)
SELECT gen_random_uuid(), %(deployment)s, n, now() - n * interval '3 seconds', 'key', 1 + n %% 2,
    %(version)s, (ARRAY['random', 'random', 'low_confidence', 'requested'])[1 + n %% 4],
    '{"text": "What a caller wrote."}', '[{"name": "label", "score": 0.5}]', '[]', NULL,
    'label ' || (n * 7919 %% 20), (n * 104729 %% 1000) / 1000.0, 700,
    CASE WHEN n %% 10 = 0 THEN '{"labels": ["label 1"]}'::jsonb END,
    CASE WHEN n %% 10 = 0 THEN now() END, (n %% 10 = 0)::int, (n %% 20 = 0)::int, NULL,
    CASE WHEN n %% 50 = 0 THEN now() END
FROM generate_series(1::bigint, %(num)s) AS n
"""
SQLITE = """
WITH RECURSIVE series(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < %(num)s)
INSERT INTO stored_calls_storedcall (
    id, deployment_id, log_id, called_at, caller, revision, model_version_id, reason, "values",
    results, shadows, agreement, top_label, top_score, num_bytes, truth, answered_at, num_evaluated,
    num_right, error, added_at
)
SELECT lower(hex(randomblob(16))), %(deployment)s, n,
    datetime('now', '-' || (n * 3) || ' seconds'), 'key', 1 + n %% 2, %(version)s,
    CASE n %% 4 WHEN 2 THEN 'low_confidence' WHEN 3 THEN 'requested' ELSE 'random' END,
    '{"text": "What a caller wrote."}', '[{"name": "label", "score": 0.5}]', '[]', NULL,
    'label ' || (n * 7919 %% 20), (n * 104729 %% 1000) / 1000.0, 700,
    CASE WHEN n %% 10 = 0 THEN '{"labels": ["label 1"]}' END,
    CASE WHEN n %% 10 = 0 THEN datetime('now') END, n %% 10 = 0, n %% 20 = 0, NULL,
    CASE WHEN n %% 50 = 0 THEN datetime('now') END
FROM series
"""


def main() -> int:
    """Fill, measure, print."""
    num, repetitions, queries = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    os.environ["DJANGO_SETTINGS_MODULE"] = "backend.config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    user, deployment_id = _fill(num)
    gc.collect()
    gc.freeze()
    print(json.dumps(_measure(user, deployment_id, queries, repetitions)))
    return 0


def _fill(num: int) -> tuple[User, uuid.UUID]:
    """Make an endpoint with stored calls; return its owner and its id."""
    from django.db import connection

    from backend.accounts.models import Membership, Organisation, Role, User
    from backend.deployments.models import Deployment
    from backend.files.services.blobs import put_bytes
    from backend.model_registry.models import Model, ModelVersion
    from backend.projects.models import Project

    user = User.objects.create_user(email="loop@example.com", password=None)
    organisation = Organisation.objects.create(name="Loop")
    Membership.objects.create(organisation=organisation, user=user, role=Role.OWNER)
    project = Project.objects.create(
        organisation=organisation, name="Loop", task="text.classification"
    )
    version = ModelVersion.objects.create(
        model=Model.objects.create(project=project, name="Loop"),
        number=1,
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
        manifest={"task": project.task, "input": {"kind": "text"}},
        report={},
        primary_metric="accuracy",
        metric=1,
    )
    deployment = Deployment.objects.create(
        project=project, name="Loop", suffix="loop", model_version=version
    )
    is_postgresql = connection.vendor == "postgresql"
    ids = {"deployment": deployment.id, "version": version.id}
    values = {name: one if is_postgresql else one.hex for name, one in ids.items()}
    with connection.cursor() as cursor:
        cursor.execute(POSTGRESQL if is_postgresql else SQLITE, {"num": num, **values})
        cursor.execute("VACUUM ANALYZE" if is_postgresql else "ANALYZE")
    return user, deployment.id


def _measure(
    user: User, deployment_id: uuid.UUID, queries: list[str], repetitions: int
) -> dict[str, list[float]]:
    """Ask every address; lists are paged on from answer to answer."""
    from rest_framework.test import APIClient

    client = APIClient(SERVER_NAME="127.0.0.1")
    client.force_login(user)
    seen: dict[str, list[float]] = {"p95_ms": [], "first_ms": []}
    for query in queries:
        address = f"/api/v1/deployments/{deployment_id}/stored-calls{query}"
        times: list[float] = []
        page = address
        for _ in range(repetitions + 1):
            start = time.perf_counter()
            response = client.get(page)
            times.append(1000 * (time.perf_counter() - start))
            assert response.status_code == 200, response.content
            page = response.json().get("next") or address
        seen["first_ms"].append(times[0])
        seen["p95_ms"].append(p95(times[1:]))
    return seen


if __name__ == "__main__":
    sys.exit(main())
