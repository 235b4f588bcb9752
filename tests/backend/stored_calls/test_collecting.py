"""What the gateway kept becomes rows, once each, as far as the owner allows."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.test import APIClient

from backend.audit.models import AuditEntry
from backend.deployments.models import Deployment
from backend.deployments.services import gateways
from backend.deployments.services.drifting import note_drift
from backend.files.models import Blob
from backend.stored_calls.models import StoredCall
from backend.stored_calls.services import collecting
from backend.stored_calls.services.keeping import forget_old_calls, keep_within
from engine.specs.gateway import ShadowAnswer, TrueAnswer
from tests.backend.conftest import ok
from tests.backend.stored_calls.conftest import Keep, allow, endpoint_of, png, take

pytestmark = pytest.mark.django_db


def say(tmp_path: Path, log_id: int, *, at: datetime | None = None, **truth: Any) -> None:
    """Have a caller say what was right."""
    folder = tmp_path / "gateway"
    folder.mkdir(exist_ok=True)
    answer = TrueAnswer(time=at or datetime.now(UTC), log_id=log_id, caller="key-1", **truth)
    with (folder / "feedback-1.jsonl").open("a") as stream:
        stream.write(answer.model_dump_json() + "\n")


def settle(deployment: Deployment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take over true answers, which takes two looks with some time between."""
    take(deployment, tmp_path)
    monkeypatch.setattr(collecting, "SETTLED_SECONDS", -1)
    take(deployment, tmp_path)
    monkeypatch.undo()


def test_a_call_becomes_a_row_and_its_files_go(
    deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    shadow = ShadowAnswer(revision=2, results=({"name": "blue", "score": 0.7},), agreement=0.0)
    log_id = keep(png(), reason="disagreement", shadows=(shadow,))
    assert take(deployment, tmp_path) == 1
    call = StoredCall.objects.get()
    assert (call.log_id, call.reason, call.agreement) == (log_id, "disagreement", 0)
    assert call.model_version == deployment.model_version
    assert call.shadows[0]["results"] == [{"name": "blue", "score": 0.7}]
    assert call.blob.media_type == "image/png"
    assert list((tmp_path / "gateway" / "samples").iterdir()) == []


def test_a_break_between_row_and_files_makes_no_second_row(
    deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    log_id = keep(png())
    folder = tmp_path / "gateway" / "samples"
    names = [f"{log_id}.json", f"{log_id}.image"]
    for name in names:
        os.link(folder / name, tmp_path / name)
    take(deployment, tmp_path)
    for name in names:
        os.link(tmp_path / name, folder / name)
    take(deployment, tmp_path)
    assert StoredCall.objects.count() == 1
    assert list(folder.iterdir()) == []


def test_what_came_before_consent_was_withdrawn_is_deleted_unseen(
    api: APIClient, deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    keep(png())
    ok(api.patch(f"/api/v1/deployments/{deployment.id}", {"sampling": None}, format="json"))
    take(deployment, tmp_path)
    assert not StoredCall.objects.exists()
    assert not Blob.objects.filter(media_type="image/png").exists()
    assert list((tmp_path / "gateway" / "samples").iterdir()) == []


def test_a_text_with_nul_is_stored_and_keeps_no_other_from_it(
    deployment: Deployment, keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = keep(None, values={"text": "a\0b"}, top_label="x\0y")
    other = keep(png())
    take(deployment, tmp_path)
    assert set(StoredCall.objects.values_list("log_id", flat=True)) == {odd, other}
    assert StoredCall.objects.get(log_id=odd).values == {"text": "a\ufffdb"}
    say(tmp_path, other, labels=("a\0b",))
    settle(deployment, tmp_path, monkeypatch)
    assert StoredCall.objects.get(log_id=other).truth["labels"] == ["a\ufffdb"]


def test_what_a_killed_gateway_left_is_deleted_once_it_is_old(
    deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    waiting = keep(png())
    folder = tmp_path / "gateway" / "samples"
    left = [folder / ".17.json.29206", folder / "18.image"]
    for path in left:
        path.write_bytes(b"what a caller wrote")
    assert collecting.delete_unused_files(tmp_path / "gateway") == 0
    long_ago = time.time() - 3600
    for path in folder.iterdir():
        os.utime(path, (long_ago, long_ago))
    assert collecting.delete_unused_files(tmp_path / "gateway") == 2
    assert take(deployment, tmp_path) == 1
    assert StoredCall.objects.get().log_id == waiting


def test_half_a_document_costs_itself(deployment: Deployment, keep: Keep, tmp_path: Path) -> None:
    keep(png())
    (tmp_path / "gateway" / "samples" / "900000001.json").write_text('{"log_id": 7')
    take(deployment, tmp_path)
    assert StoredCall.objects.count() == 1


def test_the_gateway_stores_what_the_owner_allows_and_nothing_without(
    api: APIClient, deployment: Deployment
) -> None:
    hidden = {"hidden_fields": ["name"], "masks_contacts": True, "below_score": 0.6}
    shown = allow(api, deployment, **hidden)["sampling"]
    assert (shown["hidden_fields"], shown["keep_days"]) == (["name"], 30)
    spec = gateways.routing_table().spec.routes[0].sampling
    assert spec is not None
    assert (spec.input_kind, spec.hidden_fields, spec.below_score) == ("image", ("name",), 0.6)
    ok(api.patch(f"/api/v1/deployments/{deployment.id}", {"sampling": None}, format="json"))
    assert gateways.routing_table().spec.routes[0].sampling is None
    entries = AuditEntry.objects.filter(action="deployment.sampling_changed")
    assert entries.count() == 3


def test_the_gateway_knows_which_revisions_have_drifted_once_it_is_noted(
    api: APIClient, deployment: Deployment
) -> None:
    allow(api, deployment, drift_share=0.25)
    before = gateways.routing_table()

    note_drift(deployment_id=deployment.id, revision=1, has_drifted=True)

    after = gateways.routing_table()
    found = [table.spec.routes[0].sampling for table in (before, after)]
    assert [(one.drift_share, one.drifted) for one in found if one] == [(0.25, ()), (0.25, (1,))]
    assert after.callers[deployment.id] == before.callers[deployment.id] + 1
    note_drift(deployment_id=deployment.id, revision=1, has_drifted=True)
    assert gateways.routing_table().callers == after.callers


def test_what_is_too_old_or_too_much_goes_the_oldest_first(
    api: APIClient, deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    ids = [keep(png(number)) for number in range(4)]
    take(deployment, tmp_path)
    now = timezone.now()
    for age, log_id in enumerate(ids):
        called_at = now - timedelta(days=40 if age == 0 else 4 - age)
        StoredCall.objects.filter(log_id=log_id).update(called_at=called_at, num_bytes=600 * 1024)
    assert forget_old_calls() == 1
    allow(api, deployment, max_megabytes=1)
    assert forget_old_calls() == 2
    assert list(StoredCall.objects.values_list("log_id", flat=True)) == [ids[-1]]
    assert Blob.objects.filter(media_type="image/png").count() == 1


def test_calls_that_somebody_deletes_meanwhile_hold_nobody_up(
    api: APIClient,
    deployment: Deployment,
    keep: Keep,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keep(png())
    take(deployment, tmp_path)
    StoredCall.objects.update(num_bytes=10 * 2**20)
    allow(api, deployment, max_megabytes=1)
    # The sum is that of before, and the rows are gone.
    monkeypatch.setattr(QuerySet, "aggregate", lambda *_, **__: {"sum": 10 * 2**20})
    endpoint = endpoint_of(deployment)
    StoredCall.objects.all().delete()
    assert keep_within(endpoint) == 0


def test_true_answers_find_their_calls_and_the_last_one_counts(
    deployment: Deployment, keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, wrong = keep(png(1)), keep(png(2))
    take(deployment, tmp_path)
    say(tmp_path, right, labels=("blue",))
    say(tmp_path, right, labels=("red",))
    say(tmp_path, wrong, labels=("blue",))
    say(tmp_path, 12345, at=timezone.now() - timedelta(hours=1), labels=("blue",))
    settle(deployment, tmp_path, monkeypatch)
    found = dict(StoredCall.objects.values_list("log_id", "num_right"))
    assert found == {right: 1, wrong: 0}
    assert not list((tmp_path / "gateway").glob("feedback*"))


def test_a_true_answer_that_comes_before_its_call_waits_for_it(
    deployment: Deployment, keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_id = keep(png())
    folder = tmp_path / "gateway" / "samples"
    for path in list(folder.iterdir()):
        path.rename(tmp_path / path.name)
    say(tmp_path, log_id, labels=("red",))
    settle(deployment, tmp_path, monkeypatch)
    assert not StoredCall.objects.exists()
    for path in tmp_path.glob(f"{log_id}.*"):
        path.rename(folder / path.name)
    settle(deployment, tmp_path, monkeypatch)
    assert StoredCall.objects.get().num_right == 1


def test_only_its_own_caller_says_what_was_right_of_a_call_and_in_its_kind(
    deployment: Deployment, keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_id = keep(png(), caller="key-2")
    numbered = keep(png(1))
    take(deployment, tmp_path)
    say(tmp_path, log_id, labels=("red",))
    say(tmp_path, numbered, value=3)
    settle(deployment, tmp_path, monkeypatch)
    assert StoredCall.objects.filter(truth__isnull=True).count() == 2


def test_an_older_answer_does_not_take_the_place_of_a_newer_one(
    deployment: Deployment, keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_id = keep(png())
    take(deployment, tmp_path)
    say(tmp_path, log_id, labels=("red",))
    settle(deployment, tmp_path, monkeypatch)
    say(tmp_path, log_id, at=timezone.now() - timedelta(hours=1), labels=("blue",))
    settle(deployment, tmp_path, monkeypatch)
    assert StoredCall.objects.get().truth["labels"] == ["red"]


def test_a_true_answer_is_read_only_once_its_writer_is_done(
    deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    log_id = keep(png())
    take(deployment, tmp_path)
    say(tmp_path, log_id, labels=("red",))
    take(deployment, tmp_path)
    taken = next((tmp_path / "gateway").glob("feedback-*.taken"))
    assert time.time() - taken.stat().st_ctime < collecting.SETTLED_SECONDS
    take(deployment, tmp_path)
    assert StoredCall.objects.get().truth is None
    assert taken.exists()


def test_accuracy_counts_calls_by_chance_and_by_wish_alone(
    api: APIClient,
    deployment: Deployment,
    keep: Keep,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance, wish = keep(png(1)), keep(png(2), reason="requested")
    unsure = keep(png(3), reason="low_confidence", top_score=0.4)
    take(deployment, tmp_path)
    say(tmp_path, chance, labels=("red",))
    say(tmp_path, wish, labels=("blue",))
    say(tmp_path, unsure, labels=("blue",))
    settle(deployment, tmp_path, monkeypatch)
    summary = ok(api.get(f"/api/v1/deployments/{deployment.id}/stored-calls/summary"))
    assert (summary["num_calls"], summary["num_waiting"], summary["num_answered"]) == (3, 3, 3)
    assert summary["labels"] == [{"name": "red", "num": 3}]
    [day] = summary["accuracy"]
    assert (day["version"], day["num_evaluated"], day["num_right"], day["accuracy"]) == (
        1,
        2,
        1,
        0.5,
    )
    assert 0 < day["low"] < 0.5 < day["high"] < 1
