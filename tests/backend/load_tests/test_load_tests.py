"""Who begins load tests, of what, how many at a time, and what is kept of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import jwt
import pytest
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.api.errors import Conflict
from backend.audit.models import AuditEntry
from backend.deployments.models import Deployment
from backend.jobs.models import Job
from backend.load_tests.models import LoadTest
from backend.load_tests.services.launching import prepare_test
from backend.load_tests.services.testing import KEPT
from backend.model_registry.models import ModelVersion
from engine.specs.load_test import StageResult
from engine.specs.serving import LOAD_TEST_CALLER
from tests.backend.conftest import World, ok
from tests.backend.load_tests.conftest import GATEWAY, address_of, begin

pytestmark = pytest.mark.django_db


def end(test: Any, state: str = "succeeded") -> None:
    """End the job of a test."""
    Job.objects.filter(id=test["job"]["id"]).update(state=state)


def test_one_click_tests_the_revision_that_answers_with_six_stages(
    api: APIClient, endpoint: Deployment
) -> None:
    test = begin(api, endpoint)
    assert (test["revision"], test["model_version_number"]) == (1, 3)
    assert test["callers"] == [1, 2, 4, 8, 16, 32]
    assert (test["seconds_per_stage"], test["target_p99_ms"]) == (5, None)
    assert (test["job"]["kind"], test["job"]["state"]) == ("load_test", "queued")
    assert (test["stages"], test["best"]) == ([], None)
    assert ok(api.get(address_of(endpoint)))["results"] == [test]
    assert ok(api.get(f"{address_of(endpoint)}/{test['id']}")) == test
    [entry] = AuditEntry.objects.filter(target_kind="load_test")
    assert (entry.action, entry.details) == ("load_test.started", {"name": "Colours", "number": 1})


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"callers": []}, "/callers"),
        ({"callers": [65]}, "/callers/0"),
        ({"callers": [0]}, "/callers/0"),
        ({"callers": [1] * 9}, "/callers"),
        ({"seconds_per_stage": 0}, "/seconds_per_stage"),
        ({"seconds_per_stage": 21}, "/seconds_per_stage"),
        ({"callers": [1] * 8, "seconds_per_stage": 16}, ""),
        ({"target_p99_ms": 0}, "/target_p99_ms"),
        ({"revision": 0}, "/revision"),
        ({"address": "http://example.com"}, "/address"),
    ],
)
def test_a_test_without_bounds_or_of_an_address_is_refused(
    api: APIClient, endpoint: Deployment, fields: dict[str, Any], pointer: str
) -> None:
    refused = begin(api, endpoint, 422, **fields)
    assert pointer in [one["pointer"] for one in refused["errors"]]
    assert not LoadTest.objects.exists()


def test_one_test_of_the_installation_goes_on_at_a_time(
    api: APIClient, endpoint: Deployment
) -> None:
    first = begin(api, endpoint)
    assert begin(api, endpoint, 409)["code"] == "load_test_running"
    end(first)
    begin(api, endpoint)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"state": "stopped", "desired_state": "stopped"}, 409),
        ({"state": "running", "desired_state": "stopped"}, 409),
        ({"state": "failed"}, 409),
        ({"state": "asleep", "is_asleep": True}, 202),
        ({"state": "starting"}, 202),
    ],
)
def test_one_that_is_stopped_or_failed_is_refused_and_one_that_sleeps_is_woken(
    api: APIClient, endpoint: Deployment, fields: dict[str, Any], status: int
) -> None:
    Deployment.objects.filter(id=endpoint.id).update(**fields)
    answer = begin(api, endpoint, status)
    assert (answer.get("code") == "endpoint_not_running") is (status == 409)


def test_a_revision_that_answers_is_tested_and_no_other(
    api: APIClient, endpoint: Deployment, version: ModelVersion
) -> None:
    fields = {"model_version": version, "replicas": 1}
    endpoint.revisions.create(number=2, is_shadow=True, state="running", **fields)
    endpoint.revisions.create(number=3, **fields)
    assert begin(api, endpoint, 404, revision=9)["code"] == "revision_not_found"
    for number in (2, 3):
        assert begin(api, endpoint, 409, revision=number)["code"] == "revision_not_running"
    endpoint.revisions.filter(number=3).update(weight=10, routed_weight=10, state="running")
    test = begin(api, endpoint, revision=3)
    assert test["revision"] == 3
    end(test)
    assert begin(api, endpoint)["revision"] == 1


def test_a_developer_tests_and_a_viewer_looks(
    world: World,
    client_of: Callable[[User], APIClient],
    api: APIClient,
    endpoint: Deployment,
) -> None:
    viewer = client_of(world.member(Role.VIEWER))
    begin(viewer, endpoint, 403)
    test = begin(client_of(world.member(Role.DEVELOPER)), endpoint)
    path = f"{address_of(endpoint)}/{test['id']}"
    assert ok(viewer.get(path))["id"] == test["id"]
    ok(viewer.post(f"{path}/cancel"), 403)


def test_a_test_is_cancelled_once_and_one_that_has_ended_stays(
    api: APIClient, endpoint: Deployment
) -> None:
    test = begin(api, endpoint)
    path = f"{address_of(endpoint)}/{test['id']}/cancel"
    assert ok(api.post(path), 202)["job"]["state"] == "cancelled"
    assert ok(api.post(path), 202)["job"]["state"] == "cancelled"
    actions = AuditEntry.objects.filter(target_kind="load_test").order_by("created_at")
    assert [one.action for one in actions] == ["load_test.started", "load_test.cancelled"]
    # Its turn is over.
    begin(api, endpoint)


def test_the_last_twenty_are_kept(api: APIClient, endpoint: Deployment) -> None:
    ids = []
    for _ in range(KEPT + 2):
        test = begin(api, endpoint)
        end(test)
        ids.append(test["id"])
    listed = ok(api.get(address_of(endpoint), {"page_size": 200}))["results"]
    assert [one["id"] for one in listed] == ids[::-1][:KEPT]


def a_stage(callers: int, rate: float, p99_ms: float | None, num_failed: int = 0) -> Any:
    """Return a stage of 1000 calls as it is stored."""
    return StageResult(
        callers=callers, seconds=5, num_calls=1000, num_failed=num_failed, errors={},
        calls_per_second=rate, p50_ms=p99_ms, p95_ms=p99_ms, p99_ms=p99_ms, queue_ms=None,
        batch_size=None, client_cpu_cores=0.2, is_client_saturated=False, is_cut_short=False,
    ).model_dump(mode="json")  # fmt: skip


@pytest.mark.parametrize(
    ("target", "stages", "best"),
    [
        (100, [(1, 50, 20), (2, 90, 60), (4, 95, 140)], 1),
        # More callers were answered more slowly, and fewer a second.
        (None, [(1, 50, 20), (2, 90, 60), (4, 80, 140)], 1),
        (10, [(1, 50, 20)], None),
        (100, [(1, 50, 20, 10), (2, 90, 20, 11)], 0),
        (100, [(1, 0, None, 1000)], None),
    ],
)
def test_an_endpoint_holds_the_most_calls_of_the_stages_within_the_target(
    api: APIClient,
    endpoint: Deployment,
    target: float | None,
    stages: list[tuple[Any, ...]],
    best: int | None,
) -> None:
    test = begin(api, endpoint, target_p99_ms=target)
    LoadTest.objects.update(stages=[a_stage(*one) for one in stages])
    shown = ok(api.get(f"{address_of(endpoint)}/{test['id']}"))
    assert shown["best"] == best
    assert shown["is_failing"] is (stages[-1][-1] == 1000)


def test_cpu_is_told_where_one_model_server_was_seen_before_and_behind_a_stage(
    api: APIClient, endpoint: Deployment
) -> None:
    test = begin(api, endpoint)
    marks = {"0": ["a", 10.0], "1": ["a", 12.5], "2": None, "3": ["a", 20.0], "4": ["b", 21.0]}
    LoadTest.objects.update(stages=[a_stage(1, 50, 20)] * 4, cpu_marks=marks)
    shown = ok(api.get(f"{address_of(endpoint)}/{test['id']}"))["stages"]
    assert [one["server_cpu_ms"] for one in shown] == [2.5, None, None, None]


def prepared(test: Any, folder: Path) -> Any:
    """Return what the process of a test is given."""
    return prepare_test(job_id=UUID(test["job"]["id"]), folder=folder)


def test_the_process_calls_the_gateway_as_nobody_but_a_test_can(
    api: APIClient, endpoint: Deployment, tmp_path: Path
) -> None:
    spec = prepared(begin(api, endpoint), tmp_path)
    assert f"http://{spec.host}:{spec.port}" == GATEWAY
    assert spec.path == "/endpoints/colours/predict"
    claims = jwt.decode(spec.token, options={"verify_signature": False})
    assert (claims["sub"], claims["deployments"]) == (LOAD_TEST_CALLER, [str(endpoint.id)])
    # Long enough to wake the endpoint and for calls that take long, and not much more.
    assert 180 < claims["exp"] - claims["iat"] < 600


def test_without_data_a_golden_request_of_the_package_is_sent(
    api: APIClient, endpoint: Deployment, tmp_path: Path
) -> None:
    test = begin(api, endpoint)
    spec = prepared(test, tmp_path)
    assert spec.content_type.startswith("multipart/form-data; boundary=")
    assert b"PNG" in Path(spec.body).read_bytes()
    shown = ok(api.get(f"{address_of(endpoint)}/{test['id']}"))
    assert (shown["request_source"], shown["request_name"]) == (
        "golden",
        "golden/0.request.json",
    )
    assert shown["num_cores"] > 0
    assert shown["machine"]


def test_a_package_without_examples_and_data_is_not_tested(
    api: APIClient, endpoint: Deployment, version: ModelVersion, tmp_path: Path
) -> None:
    ModelVersion.objects.update(manifest={**version.manifest, "golden": {"cases": []}})
    test = begin(api, endpoint)
    with pytest.raises(Conflict, match="no request to test with"):
        prepared(test, tmp_path)


def test_a_stopped_endpoint_is_not_called_though_the_test_was_begun(
    api: APIClient, endpoint: Deployment, tmp_path: Path
) -> None:
    test = begin(api, endpoint)
    Deployment.objects.update(state="stopped", desired_state="stopped")
    with pytest.raises(Conflict, match="does not run"):
        prepared(test, tmp_path)
