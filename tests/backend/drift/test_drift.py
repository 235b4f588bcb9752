"""What people and other apps are told of drift."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import Role, User
from backend.audit.models import AuditEntry
from backend.deployments.models import Deployment
from backend.drift.models import DriftSettings, DriftWindow
from backend.drift.selectors import drifted_revisions
from tests.backend.conftest import World, make_world, ok
from tests.backend.drift.conftest import Call, make_deployment

pytestmark = pytest.mark.django_db

SignIn = Callable[[User], APIClient]


def address(deployment: Deployment) -> str:
    return f"/api/v1/deployments/{deployment.id}/drift"


def test_an_endpoint_that_was_never_called_has_no_window(
    api: APIClient, deployment: Deployment
) -> None:
    found = ok(api.get(f"{address(deployment)}/settings"))
    assert found == {"window_calls": 500, "window_hours": 24, "keep_days": 90}
    [revision] = ok(api.get(address(deployment)))["revisions"]
    assert revision == {
        "revision": 1, "version": 1, "weight": 100.0, "is_shadow": False, "has_reference": True,
        "num_counted": 0, "num_needed": 50, "latest": None, "drifted_since": None,
    }  # fmt: skip
    assert drifted_revisions([deployment.id]) == {}


def test_a_package_without_a_reference_says_so(api: APIClient, world: World) -> None:
    deployment = make_deployment(world, None)
    [revision] = ok(api.get(address(deployment)))["revisions"]
    assert revision["has_reference"] is False


def test_the_window_that_is_counted_says_how_many_are_needed(
    api: APIClient, deployment: Deployment, call: Call
) -> None:
    call(12)
    [revision] = ok(api.get(address(deployment)))["revisions"]
    assert (revision["num_counted"], revision["num_needed"]) == (12, 50)
    assert revision["latest"] is None
    assert ok(api.get(f"{address(deployment)}/windows"))["results"] == []


def test_drift_is_told_since_when_it_has_not_ended(
    api: APIClient, deployment: Deployment, call: Call
) -> None:
    call(500, hours_ago=40, mean=1.0)
    call(500, hours_ago=30, seed=8)
    call(500, hours_ago=20, mean=1.0)
    call(500, hours_ago=10, mean=1.0)
    windows = ok(api.get(f"{address(deployment)}/windows"))["results"]
    assert [one["verdict"] for one in windows] == ["drifted", "drifted", "same", "drifted"]
    [revision] = ok(api.get(address(deployment)))["revisions"]
    assert revision["latest"] == windows[0]
    assert revision["drifted_since"] == windows[1]["first_at"]
    assert drifted_revisions([deployment.id]) == {deployment.id: {1}}


def test_a_window_says_what_changed_and_which_way(
    api: APIClient, deployment: Deployment, call: Call
) -> None:
    call(500, mean=1.0)
    window = DriftWindow.objects.get()
    report = ok(api.get(f"/api/v1/drift-windows/{window.id}"))
    assert (report["window"]["verdict"], report["num_reference"]) == ("drifted", 300)
    first = report["features"][0]
    assert (first["name"], first["change"], first["has_drifted"]) == ("input.size", "higher", True)
    assert first["before"] < first["now"]
    assert {one["statistic"] for one in first["tests"]} == {"psi", "ks"}
    names = [one["name"] for one in report["distributions"]]
    assert names[0] == "input.size"
    assert set(names) <= {one["name"] for one in report["features"] if one["has_drifted"]}


def test_windows_are_listed_of_one_revision(
    api: APIClient, deployment: Deployment, call: Call
) -> None:
    call(500)
    assert len(ok(api.get(f"{address(deployment)}/windows?revision=1"))["results"]) == 1
    assert ok(api.get(f"{address(deployment)}/windows?revision=2"))["results"] == []


def test_only_the_latest_window_of_the_last_week_counts_as_drift_of_today(
    deployment: Deployment, call: Call
) -> None:
    call(500, hours_ago=8 * 24, mean=1.0)
    assert drifted_revisions([deployment.id]) == {}
    call(500, hours_ago=5, mean=1.0)
    assert drifted_revisions([deployment.id]) == {deployment.id: {1}}
    call(500, seed=8)
    assert drifted_revisions([deployment.id]) == {}


def test_settings_change_one_by_one_and_are_written_down(
    api: APIClient, deployment: Deployment
) -> None:
    ok(api.patch(f"{address(deployment)}/settings", {"window_calls": 200}, format="json"))
    found = ok(api.patch(f"{address(deployment)}/settings", {"keep_days": 7}, format="json"))
    assert found == {"window_calls": 200, "window_hours": 24, "keep_days": 7}
    entries = AuditEntry.objects.filter(action="drift.settings_changed", target_id=deployment.id)
    assert entries.count() == 2


@pytest.mark.parametrize(
    "body",
    [
        {"window_calls": 49},
        {"window_calls": 100_001},
        {"window_calls": "500"},
        {"window_hours": 0},
        {"window_hours": 745},
        {"keep_days": 0},
        {"keep_days": True},
        {"window_days": 1},
    ],
)
def test_settings_out_of_bounds_are_refused(
    api: APIClient, deployment: Deployment, body: dict[str, Any]
) -> None:
    ok(api.patch(f"{address(deployment)}/settings", body, format="json"), 422)
    assert not DriftSettings.objects.exists()


def test_a_viewer_reads_and_changes_nothing(
    world: World, deployment: Deployment, client_of: SignIn, call: Call
) -> None:
    call(500)
    viewer = client_of(world.member(Role.VIEWER))
    ok(viewer.get(address(deployment)))
    ok(viewer.get(f"/api/v1/drift-windows/{DriftWindow.objects.get().id}"))
    ok(viewer.patch(f"{address(deployment)}/settings", {"keep_days": 7}, format="json"), 403)
    developer = client_of(world.member(Role.DEVELOPER))
    ok(developer.patch(f"{address(deployment)}/settings", {"keep_days": 7}, format="json"))


def test_other_organisations_see_nothing(
    deployment: Deployment, client_of: SignIn, call: Call
) -> None:
    call(500)
    stranger = client_of(make_world("theirs").owner)
    ok(stranger.get(address(deployment)), 404)
    ok(stranger.get(f"{address(deployment)}/windows"), 404)
    ok(stranger.get(f"{address(deployment)}/settings"), 404)
    ok(stranger.patch(f"{address(deployment)}/settings", {"keep_days": 7}, format="json"), 404)
    ok(stranger.get(f"/api/v1/drift-windows/{DriftWindow.objects.get().id}"), 404)


def test_windows_go_with_their_endpoint(deployment: Deployment, call: Call) -> None:
    call(500)
    call(20)
    DriftSettings.objects.create(deployment=deployment)
    deployment.delete()
    assert not DriftWindow.objects.exists()
    assert not DriftSettings.objects.exists()
