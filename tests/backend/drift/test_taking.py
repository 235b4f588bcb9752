"""What replicas count becomes windows, each part once, and each window gets a verdict."""

from __future__ import annotations

import os
import time
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from backend.deployments.models import CallLogOffset, Deployment
from backend.drift.models import DriftSettings, DriftWindow
from backend.drift.services import keeping, taking
from backend.drift.services.assessing import assess_window
from backend.drift.services.keeping import forget_old_windows
from backend.drift.services.references import reference_of
from backend.drift.services.taking import close_due, take_parts, windows_to_assess
from backend.model_registry.services.packages import unpacked
from engine.drift.assessing import assess
from engine.drift.reference import read_reference
from tests.backend.conftest import World
from tests.backend.drift.conftest import (
    CONTENT,
    Call,
    make_deployment,
    part_of,
    served,
    take,
    write,
)
from tests.engine.drift.drawn_calls import drawn_calls, window_of
from tests.engine.drift.drawn_calls import reference_of as drawn_reference
from workers.calls import IDLE_SECONDS
from workers.drift import take_over

pytestmark = pytest.mark.django_db


def test_parts_of_all_replicas_make_the_window_that_one_would_have_counted(
    deployment: Deployment,
) -> None:
    calls = drawn_calls(500, seed=3)
    for place in range(0, 500, 50):
        write(deployment, part_of(calls[place : place + 50], num_calls=60), process=place % 3)
    take(deployment)
    row = DriftWindow.objects.get()
    assert (row.num_calls, row.num_measured, row.num_compared) == (600, 500, 500)
    report = assess(window_of(read_reference(CONTENT), calls))
    assert (row.verdict, row.num_drifted) == (report.verdict, 0) == ("same", 0)
    assert row.excess == pytest.approx(max(one.excess for one in report.features))
    assert row.state is None


def test_shifted_calls_are_said_to_have_drifted_and_how(deployment: Deployment, call: Call) -> None:
    call(500, mean=1.0)
    row = DriftWindow.objects.get()
    assert row.verdict == "drifted"
    assert row.excess > 1
    first = row.report["features"][0]
    assert (first["name"], first["change"]) == ("input.size", "higher")
    spread = row.distributions[0]
    assert spread["name"] == "input.size"
    assert sum(spread["before"]) == pytest.approx(1, abs=1e-4)
    assert sum(spread["now"]) == pytest.approx(1, abs=1e-4)
    assert len(spread["now"]) == len(spread["edges"]) + 2
    assert spread["now"][-1] > spread["before"][-1]


def test_a_revision_has_drifted_as_long_as_its_latest_window_has(
    deployment: Deployment, call: Call
) -> None:
    revision = deployment.revisions.get()
    call(500, hours_ago=3, mean=1.0)
    revision.refresh_from_db()
    assert revision.has_drifted
    call(500, seed=8)
    revision.refresh_from_db()
    assert not revision.has_drifted


def test_the_same_part_of_a_log_is_taken_once(deployment: Deployment) -> None:
    part = {"file": "7", "begin": 0, "end": 90, "calls": [part_of(drawn_calls(60, 4))]}
    assert take_parts(served=served(deployment), **part)
    assert not take_parts(served=served(deployment), **part)
    assert DriftWindow.objects.get().num_calls == 60


def test_a_worker_killed_before_the_end_of_its_transaction_took_nothing(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """What nobody catches."""

    def die(*_: object) -> None:
        raise Killed

    path = write(deployment, part_of(drawn_calls(60, 4)))
    monkeypatch.setattr(taking._Taking, "_save", die)
    with pytest.raises(Killed):
        take_over(served(deployment))
    assert not DriftWindow.objects.exists()
    assert not CallLogOffset.objects.exists()
    monkeypatch.undo()
    take_over(served(deployment))
    take_over(served(deployment))
    assert DriftWindow.objects.get().num_calls == 60
    assert path.exists()


def test_a_worker_killed_between_end_and_verdict_leaves_the_verdict_to_the_next(
    deployment: Deployment,
) -> None:
    write(deployment, part_of(drawn_calls(500, 4)))
    take_over(served(deployment))
    assert DriftWindow.objects.get().verdict == ""
    assert len(windows_to_assess()) == 1
    take(deployment)
    assert DriftWindow.objects.get().verdict == "same"
    assert windows_to_assess() == []


def test_half_a_line_waits_for_its_other_half(deployment: Deployment) -> None:
    line = part_of(drawn_calls(60, 4)).model_dump_json() + "\n"
    path = served(deployment).folder / "drift-7.jsonl"
    path.write_text(line + line[:100])
    take_over(served(deployment))
    assert DriftWindow.objects.get().num_calls == 60
    path.write_text(line + line)
    take_over(served(deployment))
    assert DriftWindow.objects.get().num_calls == 120


def test_a_log_that_is_idle_is_taken_over_and_deleted(deployment: Deployment) -> None:
    path = write(deployment, part_of(drawn_calls(60, 4)))
    os.utime(path, (time.time() - 2 * IDLE_SECONDS,) * 2)
    take_over(served(deployment))
    take_over(served(deployment))
    assert DriftWindow.objects.get().num_calls == 60
    assert list(served(deployment).folder.iterdir()) == []


def test_a_window_ends_after_so_many_calls_and_another_begins(
    deployment: Deployment, call: Call
) -> None:
    DriftSettings.objects.create(deployment=deployment, window_calls=100)
    call(60)
    call(60)
    call(30)
    ended, counting = DriftWindow.objects.order_by("first_at")
    assert (ended.num_calls, ended.verdict) == (120, "same")
    assert (counting.num_calls, counting.closed_at) == (30, None)
    with pytest.raises(IntegrityError):
        DriftWindow.objects.create(
            deployment=deployment, revision=1, first_at=timezone.now(), last_at=timezone.now()
        )


def test_a_window_ends_after_a_time_though_nobody_calls_any_more(
    deployment: Deployment, call: Call
) -> None:
    call(60, hours_ago=23)
    assert close_due() == 0
    DriftWindow.objects.update(first_at=timezone.now() - timedelta(hours=25))
    assert close_due() == 1
    take(deployment)
    assert DriftWindow.objects.get().verdict == "same"


def test_a_window_without_enough_calls_for_a_verdict_goes_on_until_it_has(
    deployment: Deployment, call: Call
) -> None:
    call(30, hours_ago=100)
    call(10, hours_ago=50)
    assert close_due() == 0
    assert DriftWindow.objects.get().closed_at is None
    call(10, seed=5)
    assert DriftWindow.objects.get().verdict == "same"


def test_too_small_a_reference_is_said(world: World) -> None:
    small = drawn_reference(drawn_calls(20, seed=1))
    content = small.document.model_dump_json().encode()
    deployment = make_deployment(world, content)
    write(deployment, part_of(drawn_calls(500, 4), reference=read_reference(content)))
    take(deployment)
    row = DriftWindow.objects.get()
    assert (row.verdict, row.excess, row.report["num_reference"]) == (
        "too_small_reference", None, 20,
    )  # fmt: skip


def test_what_was_counted_in_other_bins_is_left_out(deployment: Deployment) -> None:
    other = drawn_reference(drawn_calls(200, seed=9))
    write(
        deployment,
        part_of(drawn_calls(60, 4), reference=other),
        part_of(drawn_calls(70, 4)),
    )
    take(deployment)
    assert DriftWindow.objects.get().num_calls == 70


def test_a_package_without_a_reference_makes_no_window(world: World) -> None:
    deployment = make_deployment(world, None)
    write(deployment, part_of(drawn_calls(60, 4)))
    take(deployment)
    assert not DriftWindow.objects.exists()


def test_a_window_whose_model_version_is_gone_goes(deployment: Deployment) -> None:
    write(deployment, part_of(drawn_calls(500, 4)))
    take_over(served(deployment))
    DriftWindow.objects.update(model_version=None)
    assess_window(DriftWindow.objects.get().id)
    assert not DriftWindow.objects.exists()


def test_a_reference_that_is_damaged_meanwhile_ends_the_window_without_a_verdict(
    deployment: Deployment,
) -> None:
    write(deployment, part_of(drawn_calls(500, 4)))
    take_over(served(deployment))
    reference_of.cache_clear()
    (unpacked(deployment.model_version.package_blob_id) / "reference.json").write_text("{}")
    assess_window(DriftWindow.objects.get().id)
    reference_of.cache_clear()
    assert not DriftWindow.objects.exists()


def test_old_windows_go_and_the_oldest_of_too_many(
    deployment: Deployment, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    DriftSettings.objects.create(deployment=deployment, window_calls=50, keep_days=10)
    for days in (11, 9, 3, 2, 1):
        call(60, hours_ago=24 * days)
    assert forget_old_windows() == 1
    assert DriftWindow.objects.count() == 4
    monkeypatch.setattr(keeping, "MAX_WINDOWS", 2)
    assert forget_old_windows() == 2
    oldest = DriftWindow.objects.order_by("first_at").first()
    assert oldest is not None
    assert timezone.now() - oldest.first_at < timedelta(days=2, minutes=5)
    assert forget_old_windows() == 0
