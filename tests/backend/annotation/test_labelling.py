"""Labels, their history and the counters stay true, whatever happens in whatever order."""

from __future__ import annotations

import random
import threading
from collections import Counter
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from backend.annotation.models import Annotation, AnnotationRevision
from backend.annotation.services import annotations as services
from backend.api.errors import ApiError, Conflict
from backend.datasets.models import Dataset, Label, Sample
from backend.datasets.services import labels as label_services
from backend.datasets.services import trash
from backend.files.services.blobs import put_bytes
from tests.backend.conftest import World, make_world, ok
from tests.backend.images import image


def add_samples(dataset: Dataset, num: int) -> list[Sample]:
    now = timezone.now()
    samples = [
        Sample(
            dataset=dataset,
            blob_id=put_bytes(content=image(number), media_type="image/png"),
            name=f"{number}.png",
            width=12,
            height=9,
            bytes=100 + number,
            created_at=now + timedelta(seconds=number),
        )
        for number in range(num)
    ]
    Sample.objects.bulk_create(samples)
    dataset.num_samples = num
    dataset.num_bytes = sum(sample.bytes for sample in samples)
    dataset.save()
    return samples


def add_label(world: World, name: str) -> Label:
    return label_services.create_label(dataset=world.dataset, name=name, created_by=world.caller)


def recounted(dataset: Dataset) -> dict[str, object]:
    """Count everything that the kept counters claim."""
    rows = list(Sample.objects.filter(dataset=dataset))
    alive = {row.id for row in rows if row.trashed_at is None}
    labels = Annotation.objects.filter(sample_id__in=alive).values_list("label_id", flat=True)
    said = {*Annotation.objects.filter(sample_id__in=alive).values_list("sample_id", flat=True)}
    assert {row.id for row in rows if row.is_negative and row.id in alive} == {
        row.id for row in rows if row.labelled_at and row.id in alive and row.id not in said
    }
    return {
        "samples": len(alive),
        "trashed": len(rows) - len(alive),
        "bytes": sum(row.bytes for row in rows if row.id in alive),
        "labelled": sum(row.labelled_at is not None for row in rows if row.id in alive),
        "negative": sum(row.is_negative for row in rows if row.id in alive),
        "labels": {label.id: Counter(labels)[label.id] for label in dataset.labels.all()},
    }


def kept(dataset: Dataset) -> dict[str, object]:
    """Return the kept counters."""
    dataset.refresh_from_db()
    return {
        "samples": dataset.num_samples,
        "trashed": dataset.num_trashed,
        "bytes": dataset.num_bytes,
        "labelled": dataset.num_labelled,
        "negative": dataset.num_negative,
        "labels": {label.id: label.num_samples for label in dataset.labels.all()},
    }


@pytest.mark.django_db
def test_a_sample_is_labelled_relabelled_undone_and_cleared(api: APIClient, world: World) -> None:
    sample = add_samples(world.dataset, 1)[0]
    cat, dog = add_label(world, "cat"), add_label(world, "dog")
    address = f"/api/v1/samples/{sample.id}"
    first = ok(api.put(f"{address}/labels", {"label_ids": [str(cat.id)], "revision": 0}))
    assert first["revision"] == 1
    assert [label["id"] for label in first["labels"]] == [str(cat.id)]
    assert first["labels"][0]["author"]["id"] == str(world.owner.id)
    ok(api.put(f"{address}/labels", {"label_ids": [str(dog.id)], "revision": 1}))
    undone = ok(api.post(f"{address}/undo", {"revision": 2}))
    assert [label["id"] for label in undone["labels"]] == [str(cat.id)]
    cleared = ok(api.delete(f"{address}/labels", {"revision": 3}))
    assert cleared["labelled_at"] is None
    assert cleared["labels"] == []
    history = ok(api.get(address))["history"]
    assert [item["labels"] and item["labels"][0]["name"] for item in history] == [
        None,
        "cat",
        "dog",
        "cat",
    ]
    assert kept(world.dataset) == recounted(world.dataset)


@pytest.mark.django_db
def test_a_stale_tab_is_told_the_revision_now(api: APIClient, world: World) -> None:
    sample = add_samples(world.dataset, 1)[0]
    cat = add_label(world, "cat")
    body = {"label_ids": [str(cat.id)], "revision": 0}
    ok(api.put(f"/api/v1/samples/{sample.id}/labels", body))
    response = ok(api.put(f"/api/v1/samples/{sample.id}/labels", {**body, "label_ids": []}), 409)
    assert response["code"] == "revision_stale"
    assert response["params"] == {"revision": 1}


@pytest.mark.django_db
def test_a_batch_names_what_others_changed_and_changes_the_rest(
    api: APIClient, world: World
) -> None:
    samples = add_samples(world.dataset, 3)
    cat = add_label(world, "cat")
    Sample.objects.filter(id=samples[1].id).update(revision=7)
    body = {
        "items": [{"sample_id": str(sample.id), "revision": 0} for sample in samples],
        "label_ids": [str(cat.id)],
        "mode": "set",
    }
    response = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/label-batch", body))
    assert {item["id"] for item in response["samples"]} == {str(samples[0].id), str(samples[2].id)}
    assert response["conflicts"] == [{"sample_id": str(samples[1].id), "revision": 7}]


@pytest.mark.django_db
def test_single_label_data_takes_one_label_and_multi_label_data_none(
    api: APIClient, world: World
) -> None:
    sample = add_samples(world.dataset, 1)[0]
    ids = [str(add_label(world, name).id) for name in ("cat", "dog")]
    address = f"/api/v1/samples/{sample.id}/labels"
    assert ok(api.put(address, {"label_ids": ids, "revision": 0}), 422)["code"] == "one_label_only"
    Dataset.objects.filter(id=world.dataset.id).update(multi_label=True)
    shown = ok(api.put(address, {"label_ids": [], "is_negative": True, "revision": 0}))
    assert shown["labelled_at"] is not None
    assert (shown["labels"], shown["is_negative"]) == ([], True)
    emptied = ok(api.put(address, {"label_ids": [], "revision": 1}))
    assert (emptied["labelled_at"], emptied["is_negative"]) == (None, False)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(6))
def test_counters_equal_recounts_after_any_operations(seed: int) -> None:
    draw = random.Random(seed)
    world = make_world(f"random{seed}", multi_label=bool(seed % 2))
    samples = add_samples(world.dataset, 12)
    labels = [add_label(world, f"l{number}") for number in range(4)]
    for _ in range(40):
        chosen = draw.sample(samples, draw.randint(1, 6))
        ids = [sample.id for sample in chosen]
        label_ids = [
            label.id for label in draw.sample(labels, min(len(labels), draw.randint(0, 2)))
        ]
        try:
            _act(world, draw, ids, label_ids, labels)
        except ApiError:
            pass
        assert kept(world.dataset) == recounted(world.dataset)
    trash.purge_trash(world.dataset.id, lambda done, total: None)
    assert kept(world.dataset) == recounted(world.dataset)
    numbers = AnnotationRevision.objects.values_list("sample_id", "number")
    assert len(set(numbers)) == len(numbers)


def _act(
    world: World,
    draw: random.Random,
    ids: list[UUID],
    label_ids: list[UUID],
    labels: list[Label],
) -> None:
    dataset, caller = world.dataset, world.caller
    revisions = dict(Sample.objects.filter(id__in=ids).values_list("id", "revision"))
    match draw.randrange(6):
        case 0 | 1:
            mode = draw.choice(["set", "add", "remove", "clear", "negative"])
            services.label_batch(
                dataset_id=dataset.id,
                revisions=revisions,
                label_ids=[] if mode in ("clear", "negative") else label_ids,
                mode=mode,
                author=caller,
            )
        case 2:
            services.undo(
                dataset_id=dataset.id,
                sample_id=ids[0],
                revision=revisions[ids[0]],
                author=caller,
            )
        case 3:
            trash.trash_batch(dataset, ids)
        case 4:
            trash.restore_batch(dataset, ids)
        case _ if len(labels) > 2:
            gone = labels.pop(draw.randrange(len(labels)))
            if draw.random() < 0.5:
                label_services.delete_label(dataset=dataset, label=gone, deleted_by=caller)
            else:
                label_services.merge_labels(
                    dataset=dataset, label=gone, into=labels[0], merged_by=caller
                )


@pytest.mark.django_db(transaction=True)
def test_of_two_people_at_once_one_is_told(world: World) -> None:
    sample = add_samples(world.dataset, 1)[0]
    label_ids = [add_label(world, name).id for name in ("cat", "dog")]
    start = threading.Barrier(2)
    outcomes: list[str] = []

    def label(label_id: UUID) -> None:
        start.wait()
        try:
            services.set_labels(
                dataset_id=world.dataset.id,
                sample_id=sample.id,
                label_ids=[label_id],
                revision=0,
                author=world.caller,
            )
            outcomes.append("done")
        except Conflict as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=label, args=(label_id,)) for label_id in label_ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done", "revision_stale"]
    assert Annotation.objects.count() == 1
    assert kept(world.dataset) == recounted(world.dataset)


@pytest.mark.django_db
def test_consequences_of_deleting_a_label_come_true(api: APIClient, world: World) -> None:
    samples = add_samples(world.dataset, 3)
    cat = add_label(world, "cat")
    for sample in samples[:2]:
        services.set_labels(
            dataset_id=world.dataset.id,
            sample_id=sample.id,
            label_ids=[cat.id],
            revision=0,
            author=world.caller,
        )
    address = f"/api/v1/datasets/{world.dataset.id}/labels/{cat.id}"
    assert ok(api.get(f"{address}/consequences")) == {
        "num_samples": 2,
        "num_regions": 0,
        "num_relations": 0,
        "num_becoming_unlabelled": 2,
        "num_frozen_versions": 0,
        "num_running_runs": 0,
    }
    ok(api.delete(address), 204)
    world.dataset.refresh_from_db()
    assert world.dataset.num_labelled == 0
    assert kept(world.dataset) == recounted(world.dataset)


@pytest.mark.django_db
def test_labels_keep_their_order_when_one_moves(api: APIClient, world: World) -> None:
    made = [add_label(world, name) for name in "abcd"]
    assert made[0].color == "#0072b2"
    address = f"/api/v1/datasets/{world.dataset.id}/labels"
    ok(api.patch(f"{address}/{made[3].id}", {"position": 1}))
    found = ok(api.get(address))["results"]
    assert [label["name"] for label in found] == ["a", "d", "b", "c"]
    assert [label["position"] for label in found] == [0, 1, 2, 3]
    assert ok(api.post(address, {"name": "a"}), 409)["code"] == "label_exists"
