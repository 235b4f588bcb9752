"""Stored calls over HTTP: listed, shown, added to a dataset, deleted."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.audit.models import AuditEntry
from backend.datasets.models import Dataset, Sample
from backend.datasets.services.datasets import create_dataset
from backend.deployments.models import Deployment
from backend.files.models import Blob
from backend.jobs.models import Job
from backend.stored_calls.models import StoredCall
from tests.backend.conftest import World, make_world, ok
from tests.backend.stored_calls.conftest import MANIFEST, Keep, png, take

pytestmark = pytest.mark.django_db


def address_of(deployment: Deployment, rest: str = "") -> str:
    return f"/api/v1/deployments/{deployment.id}/stored-calls{rest}"


def add(api: APIClient, deployment: Deployment, dataset_id: object, **fields: Any) -> Any:
    """Add all stored calls to a dataset."""
    ids = [str(one) for one in StoredCall.objects.values_list("id", flat=True)]
    body = {"call_ids": ids, "dataset_id": str(dataset_id), **fields}
    return api.post(address_of(deployment, "/add"), body, format="json")


def dataset_of(world: World, task: str) -> UUID:
    """Make a dataset of another task."""
    made = create_dataset(project=world.project, name=task, created_by=world.caller)
    Dataset.objects.filter(id=made.id).update(task=task)
    return made.id


def test_calls_are_found_by_why_what_who_and_how_sure(
    api: APIClient, deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    sure = keep(png(1))
    unsure = keep(png(2), reason="low_confidence", top_label="blue", top_score=0.3)
    other = keep(png(3), revision=2, top_score=0.5)
    take(deployment, tmp_path)

    def found(**query: object) -> list[int]:
        page = ok(api.get(address_of(deployment), query))
        return [one["log_id"] for one in page["results"]]

    assert found() == [other, unsure, sure]
    assert found(ordering="top_score") == [unsure, other, sure]
    assert found(reason="low_confidence") == [unsure]
    assert found(label="blue") == [unsure]
    assert found(below_score=0.6) == [other, unsure]
    assert found(revision=1) == [unsure, sure]
    assert found(state="added") == []
    assert found(state="waiting", page_size=2) == [other, unsure]
    ok(api.get(address_of(deployment), {"state": "lost"}), 422)


def test_a_call_is_added_with_its_truth_or_for_the_model_to_suggest(
    api: APIClient, world: World, deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    ok(api.post(f"/api/v1/datasets/{world.dataset.id}/labels", {"name": "red"}, format="json"), 201)
    told, asked = keep(png(1)), keep(png(2))
    unknown = keep(png(3))
    take(deployment, tmp_path)
    StoredCall.objects.filter(log_id=told).update(truth={"labels": ["red"]})
    StoredCall.objects.filter(log_id=unknown).update(truth={"labels": ["rde"]})
    made = ok(add(api, deployment, world.dataset.id))
    assert (made["num_added"], made["num_labelled"], made["refused"]) == (3, 1, [])
    assert Sample.objects.get(name=f"call-{told}.png").labelled_at is not None
    assert Sample.objects.get(name=f"call-{unknown}.png").labelled_at is None
    labels = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/labels"))["results"]
    assert [one["name"] for one in labels] == ["red"]
    tag = ok(api.get(f"/api/v1/datasets/{world.dataset.id}/tags"))["results"][0]
    assert (tag["id"], tag["name"], tag["num_samples"]) == (made["tag_id"], "Cells live", 3)
    assert Job.objects.get(id=made["job_id"]).kind == "suggest"
    shown = ok(api.get(address_of(deployment), {"state": "added"}))["results"]
    assert {one["log_id"] for one in shown} == {told, asked, unknown}
    assert {one["sample"]["is_labelled"] for one in shown if one["log_id"] == told} == {True}
    again = ok(add(api, deployment, world.dataset.id, suggests=False))
    assert (again["num_added"], again["num_known"], again["job_id"]) == (0, 3, None)
    assert AuditEntry.objects.filter(action="stored_calls.added").count() == 2


def test_a_file_that_is_no_sample_is_named_and_the_others_come_in(
    api: APIClient, world: World, deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    keep(png(1))
    broken = keep(b"\x89PNG\r\n\x1a\n and nothing")
    keep(None)
    take(deployment, tmp_path)
    made = ok(add(api, deployment, world.dataset.id, suggests=False))
    assert made["num_added"] == 1
    codes = {one["code"] for one in made["refused"]}
    assert "call_without_input" in codes
    assert len(made["refused"]) == 2
    assert StoredCall.objects.get(log_id=broken).added_at is None


def test_texts_and_pairs_become_samples(
    api: APIClient, world: World, deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    for task, values, name in (
        ("text.classification", {"text": "好的"}, ".txt"),
        ("text.similarity", {"text1": "one", "text2": "two"}, ".json"),
    ):
        deployment.model_version.manifest = {**MANIFEST, "task": task}
        deployment.model_version.save()
        StoredCall.objects.all().delete()
        log_id = keep(None, values=values)
        take(deployment, tmp_path)
        made = dataset_of(world, task)
        assert ok(add(api, deployment, made, suggests=False))["num_added"] == 1
        assert Sample.objects.filter(name=f"call-{log_id}{name}").exists()


def test_rows_become_one_table_with_what_was_right_in_a_column(
    api: APIClient, world: World, deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    task = "tabular.prediction"
    deployment.model_version.manifest = {**MANIFEST, "task": task, "input": {"kind": "table"}}
    deployment.model_version.save()
    told = keep(None, values={"data": [{"width": 1, "kind": "a"}, {"width": 2}]})
    keep(None, values={"data": [{"width": 3}]})
    take(deployment, tmp_path)
    StoredCall.objects.filter(log_id=told).update(truth={"labels": ["yes", "no"]})
    made = dataset_of(world, task)
    added = ok(add(api, deployment, made, answer_column="bought"))
    assert added["num_added"] == 1
    assert [one["code"] for one in added["refused"]] == ["call_without_answer"]
    sample = Sample.objects.get(dataset_id=made)
    content = b"".join(api.get(f"/api/v1/samples/{sample.id}/file"))
    # Not every database keeps the order of columns.
    rows = list(csv.DictReader(content.decode().splitlines()))
    assert rows == [
        {"width": "1", "kind": "a", "bought": "yes"},
        {"width": "2", "kind": "", "bought": "no"},
    ]
    unknown = ok(add(api, deployment, made, answer_column="sold"), 422)
    assert unknown["code"] == "answer_column_unknown"
    again = ok(add(api, deployment, made))
    assert (again["num_added"], again["num_known"]) == (1, 1)
    assert Sample.objects.filter(dataset_id=made).count() == 2


def test_calls_go_to_a_dataset_of_their_project_that_holds_such_data(
    api: APIClient, world: World, deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    keep(png())
    take(deployment, tmp_path)
    texts = dataset_of(world, "text.classification")
    refused = ok(add(api, deployment, texts), 422)
    assert refused["code"] == "model_of_other_media"
    assert ok(add(api, deployment, make_world("theirs").dataset.id), 404)["code"] == (
        "dataset_not_found"
    )
    assert ok(add(api, deployment, uuid4()), 404)["code"] == "dataset_not_found"
    body = {"call_ids": [str(uuid4())], "dataset_id": str(world.dataset.id)}
    missing = ok(api.post(address_of(deployment, "/add"), body, format="json"))
    assert [one["code"] for one in missing["refused"]] == ["stored_call_not_found"]


def test_deleting_takes_the_calls_and_leaves_the_samples(
    api: APIClient, world: World, deployment: Deployment, keep: Keep, tmp_path: Path
) -> None:
    first, second, third = keep(png(1)), keep(png(2)), keep(png(3))
    take(deployment, tmp_path)
    one = StoredCall.objects.get(log_id=first)
    ok(add(api, deployment, world.dataset.id, suggests=False))
    ok(api.delete(address_of(deployment), {"call_ids": [str(one.id)]}, format="json"), 204)
    assert set(StoredCall.objects.values_list("log_id", flat=True)) == {second, third}
    ok(api.delete(address_of(deployment), {}, format="json"), 204)
    assert not StoredCall.objects.exists()
    assert Sample.objects.count() == 3
    assert Blob.objects.filter(media_type="image/png").count() == 3


def test_only_developers_of_the_organisation_see_what_callers_sent(
    api: APIClient,
    world: World,
    client_of: Callable[..., APIClient],
    deployment: Deployment,
    keep: Keep,
    tmp_path: Path,
) -> None:
    keep(png())
    take(deployment, tmp_path)
    call = StoredCall.objects.get()
    file = f"/api/v1/stored-calls/{call.id}/file"
    assert b"".join(api.get(file)) == png()
    assert api.get(file, {"size": 160})["Content-Type"] == "image/webp"
    viewer = client_of(world.member(Role.ANNOTATOR))
    stranger = client_of(make_world("theirs").owner)
    for address in (file, address_of(deployment), address_of(deployment, "/summary")):
        assert viewer.get(address).status_code == 403
        assert stranger.get(address).status_code == 404
