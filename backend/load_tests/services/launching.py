"""Write what the process that tests is given."""

from __future__ import annotations

import os
import socket
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from backend.api.errors import NotFound
from backend.deployments.services.load_tests import access_for_test, revision_to_test
from backend.files.services.backends import naming_full_disk
from backend.load_tests.models import LoadTest
from backend.load_tests.services.example_requests import example_request
from backend.model_registry.selectors import version_refs
from engine.specs.load_test import REST_SECONDS, LoadTestSpec

REQUEST_FILE = "request.bin"
_WAKE_SECONDS = 150.0
_CALL_SECONDS = 30.0


def prepare_test(*, job_id: UUID, folder: Path) -> LoadTestSpec:
    """Write the request into ``folder`` and return the spec.

    Raises:
        NotFound: when the test, its revision or its model is gone.
        Conflict: when the endpoint was stopped meanwhile, or nothing can be sent.
        Unavailable: ``disk_full``.
    """
    row = LoadTest.objects.filter(job_id=job_id).first()
    if row is None:
        raise NotFound("There is no such load test.", code="load_test_not_found")
    tested = revision_to_test(deployment_id=row.deployment_id, number=row.revision)
    version = version_refs([tested.model_version_id]).get(tested.model_version_id)
    if version is None:
        raise NotFound("The model version is gone. Choose another.", code="model_version_not_found")
    example = example_request(version)
    body = folder / REQUEST_FILE
    with naming_full_disk():
        body.write_bytes(example.body)
    stages = tuple(row.callers)
    longest = row.seconds_per_stage + _CALL_SECONDS + REST_SECONDS
    access = access_for_test(
        tested, lifetime=timedelta(seconds=_WAKE_SECONDS + (len(stages) + 1) * longest)
    )
    LoadTest.objects.filter(id=row.id).update(
        request_source=example.source,
        request_name=example.name,
        machine=socket.gethostname()[:120],
        num_cores=len(os.sched_getaffinity(0)),
    )
    return LoadTestSpec(
        host=access.host,
        port=access.port,
        path=f"/endpoints/{tested.suffix}/predict",
        token=access.token,
        revision=tested.number,
        content_type=example.content_type,
        body=str(body),
        stages=stages,
        stage_seconds=row.seconds_per_stage,
        wake_seconds=_WAKE_SECONDS,
        call_seconds=_CALL_SECONDS,
    )
