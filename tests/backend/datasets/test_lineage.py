"""Versions side by side: what differs, forks, merges, and what became of everything."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from backend.datasets.models import Dataset, Label, Sample
from backend.datasets.services.datasets import create_dataset
from backend.datasets.services.versioning import merges
from backend.datasets.services.versioning.merges import run_merge
from tests.backend.conftest import World, ok
from tests.backend.datasets.test_saved_views import Broken, address, fill, post
from tests.backend.datasets.test_versions import freeze


def diff(api: APIClient, base: dict[str, Any], version: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = ok(
        api.get(f"/api/v1/dataset-versions/{version['id']}/diff?base={base['id']}")
    )
    return found


def different(
    api: APIClient, base: dict[str, Any], version: dict[str, Any], kind: str
) -> list[dict[str, Any]]:
    at = f"/api/v1/dataset-versions/{version['id']}/diff/samples?base={base['id']}&kind={kind}"
    found: list[dict[str, Any]] = ok(api.get(at))["results"]
    return found


def run(merge: dict[str, Any]) -> dict[str, Any]:
    """Do a merge's work as a worker would."""
    assert merge["job"]["kind"] == "merge_version"
    return run_merge(UUID(merge["id"]), lambda done, total: None)


@pytest.mark.django_db
def test_a_version_of_a_filter_holds_what_passes_it(api: APIClient, world: World) -> None:
    labels = fill(world)
    cats = {"label": [str(labels["cat"])]}
    version = freeze(api, world, filter=cats)
    assert (version["num_samples"], version["query"]) == (6, cats)
    nothing = {"filter": {"search": "not there"}, "split": version["split_recipe"]}
    response = api.post(address(world, "versions"), nothing)
    assert response.json()["code"] == "nothing_in_filter"


@pytest.mark.django_db
def test_a_diff_counts_and_shows_what_was_added_removed_and_relabelled(
    api: APIClient, world: World
) -> None:
    labels = fill(world)
    base = freeze(api, world)
    by_name = {row.name: row for row in Sample.objects.filter(dataset=world.dataset)}
    post(api, world, "trash", sample_ids=[str(by_name["00.png"].id)])
    for name in ("02.png", "unlabelled.png"):
        change = {"label_ids": [str(labels["dog"])], "mode": "set"}
        post(api, world, "label-selection", sample_ids=[str(by_name[name].id)], **change)
    version = freeze(api, world)
    found = diff(api, base, version)
    assert (found["num_added"], found["num_removed"], found["num_relabelled"]) == (1, 1, 1)
    assert found["num_common"] == 11
    assert found["labels"] == [
        {"name": "cat", "before": 6, "after": 4},
        {"name": "dog", "before": 6, "after": 8},
    ]
    (added,) = different(api, base, version, "added")
    assert (added["name"], added["before"]) == ("unlabelled.png", None)
    (removed,) = different(api, base, version, "removed")
    assert (removed["name"], removed["after"]) == ("00.png", None)
    (relabelled,) = different(api, base, version, "relabelled")
    assert relabelled["before"]["labels"] == ["cat"]
    assert relabelled["after"]["labels"] == ["dog"]
    moved = different(api, base, version, "moved")
    assert len(moved) == found["num_moved"]
    assert all(one["before"]["split"] != one["after"]["split"] for one in moved)
    back = diff(api, version, base)
    assert (back["num_added"], back["num_removed"]) == (1, 1)


@pytest.mark.django_db
def test_a_fork_has_the_samples_labels_and_splits_of_its_version(
    api: APIClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(world)
    version = freeze(api, world)
    at = f"/api/v1/dataset-versions/{version['id']}/fork"
    fork = ok(api.post(at, {"name": "Smears, cleaned"}), 202)
    monkeypatch.setattr(merges, "_BATCH", 5)

    def stop(done: int, total: int) -> None:
        if done == 5:
            raise Broken

    with pytest.raises(Broken):
        run_merge(UUID(fork["id"]), stop)
    assert run(fork)["added"] == 12
    dataset = Dataset.objects.get(id=fork["dataset"]["id"])
    assert (dataset.num_samples, dataset.num_labelled) == (12, 12)
    assert [label.name for label in dataset.labels.order_by("position")] == ["cat", "dog"]
    named = {"kind": "named", "validation": 0.1, "test": 0.1, "seed": 0}
    forked = World(world.organisation, world.owner, world.project, dataset)
    again = freeze(api, forked, split=named)
    found = diff(api, version, again)
    assert {found[f"num_{kind}"] for kind in ("added", "removed", "relabelled", "moved")} == {0}
    lineage = ok(api.get(f"/api/v1/dataset-versions/{version['id']}/lineage"))
    assert [one["name"] for one in lineage["forks"]] == ["Smears, cleaned"]
    origin = ok(api.get(f"/api/v1/dataset-versions/{again['id']}/lineage"))["forked_from"]
    assert (origin["id"], origin["number"]) == (version["id"], 1)


@pytest.mark.django_db
def test_a_merge_maps_labels_and_says_what_became_of_each_sample(
    api: APIClient, world: World
) -> None:
    fill(world)
    version = freeze(api, world)
    target = create_dataset(project=world.project, name="Other", created_by=world.caller)
    other = World(world.organisation, world.owner, world.project, target)
    fill(other, num=4)
    labels = {label.name: label for label in Label.objects.filter(dataset=target)}
    by_name = {row.name: row for row in Sample.objects.filter(dataset=target)}
    # 00 is labelled otherwise here, 01 lies in the trash, 02 has lost its label, 03 is the same.
    for name, label_ids in (("00.png", [labels["dog"].id]), ("02.png", [])):
        post(
            api,
            other,
            "label-selection",
            sample_ids=[str(by_name[name].id)],
            label_ids=[str(label_id) for label_id in label_ids],
            mode="set",
        )
    post(api, other, "trash", sample_ids=[str(by_name["01.png"].id)])
    preview = ok(api.get(address(other, f"merge-preview?version={version['id']}")))
    assert (preview["num_new"], preview["num_known"], preview["num_in_trash"]) == (8, 3, 1)
    assert {one["name"]: one["is_known"] for one in preview["labels"]} == {"cat": True, "dog": True}
    merged = post(api, other, "merges", 202, version_id=version["id"], labels={"cat": "feline"})
    counts = run(merged)
    assert (counts["added"], counts["duplicate"], counts["labelled"]) == (8, 1, 1)
    assert (counts["conflict_kept"], counts["in_trash"]) == (1, 1)
    assert run(merged) == counts
    names = dict(Label.objects.filter(dataset=target).values_list("name", "num_samples"))
    assert names == {"cat": 0, "dog": 6, "feline": 5}
    (listed,) = ok(api.get(address(other, "merges")))["results"]
    assert listed["counts"] == {key: counts[key] for key in listed["counts"]}
    replaced = post(
        api, other, "merges", 202, version_id=version["id"], labels={"dog": None}, replace=True
    )
    counts = run(replaced)
    assert (counts["conflict_replaced"], counts["labels_left_out"]) == (6, 5)


@pytest.mark.django_db
def test_a_merge_that_cannot_be_is_refused_by_name(api: APIClient, world: World) -> None:
    fill(world)
    version = freeze(api, world)
    body = {"version_id": version["id"], "labels": {"horse": "cat"}}
    response = api.post(address(world, "merges"), body)
    assert response.json()["code"] == "version_label_unknown"


@pytest.mark.django_db
def test_only_the_note_of_a_version_can_be_changed(api: APIClient, world: World) -> None:
    fill(world)
    version = freeze(api, world)
    at = f"/api/v1/dataset-versions/{version['id']}"
    assert ok(api.patch(at, {"note": "night shifts"}))["note"] == "night shifts"
    assert api.patch(at, {"number": 7}).status_code in (400, 422)
