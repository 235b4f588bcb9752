"""Deleting a project for good: who may, what stays, and how it goes on after a break."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.models import Role, User
from backend.api.errors import ApiError
from backend.audit.models import AuditEntry
from backend.datasets.models import Dataset, DatasetVersion, Sample, VersionMerge, VersionSample
from backend.datasets.services.versioning.version_merge import COUNTS
from backend.deployments.models import Application, DeploymentRevision
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services import descent
from backend.files.services.blobs import put_bytes
from backend.files.services.store import store
from backend.jobs.contracts import names
from backend.jobs.models import Job
from backend.projects.models import Project
from backend.projects.services.projects import create_project
from backend.projects.services.purging import PurgeCount
from backend.projects.services.trash import restore_project
from backend.workspace.services import purge
from tests.backend.api.everything import parameters_of
from tests.backend.conftest import World, make_world, ok
from tests.backend.workspace.test_purge import order, parts_of, silent, trash
from workers.runners.table import RUNNERS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purge, "_SETTLED_AFTER", timedelta(0))
    monkeypatch.setattr(descent, "_BREATH_SECONDS", 0.0)


class Killed(BaseException):
    """The worker dies here."""


def add_samples(dataset: Dataset, contents: list[bytes]) -> list[str]:
    """Give a dataset a sample of each content, and return their files."""
    files = [put_bytes(content=content, media_type="image/png") for content in contents]
    Sample.objects.bulk_create(
        Sample(
            dataset=dataset,
            blob_id=file,
            name=f"{number}.png",
            width=1,
            height=1,
            bytes=len(contents[number]),
            created_at=timezone.now(),
        )
        for number, file in enumerate(files)
    )
    return files


def lies_in_store(sha256: str) -> bool:
    """Tell whether a file is there."""
    path = store().local_path(key_of(sha256))
    assert path is not None
    return path.exists()


def dataset_beside(world: World, name: str) -> Dataset:
    """Return a dataset of another project of the organisation."""
    project = create_project(
        organisation_id=world.organisation.id,
        name=name,
        task="image.classification",
        created_by=world.caller,
    )
    return Dataset.objects.create(project=project, name=name, multi_label=False)


def test_what_another_project_has_too_stays_and_is_not_counted(
    world: World, api: APIClient
) -> None:
    ours, shared, frozen = (
        add_samples(world.dataset, [kind * 10 + bytes([n]) for n in range(3)])
        for kind in (b"a", b"b", b"c")
    )
    version = DatasetVersion.objects.create(
        dataset=world.dataset, number=1, multi_label=False, split_recipe={}, state="ready"
    )
    fork = dataset_beside(world, "Fork")
    Dataset.objects.filter(id=fork.id).update(forked_from=version)
    merge = VersionMerge.objects.create(
        version=version,
        version_number=1,
        version_dataset_name=world.dataset.name,
        dataset=fork,
        labels={},
        counts=dict.fromkeys(COUNTS, 0),
        is_fork=True,
    )
    add_samples(fork, [b"b" * 10 + bytes([n]) for n in range(3)])
    own = DatasetVersion.objects.create(
        dataset=fork, number=1, multi_label=False, split_recipe={}, state="ready"
    )
    for number, file in enumerate(frozen):
        VersionSample.objects.create(
            version=own, sample_id=merge.id, blob_id=file, split="train", position=number
        )
    there = parts_of(fork.project_id)
    trash(world)

    shown = ok(api.get(f"/api/v1/projects/{world.project.id}/purge"))
    assert (shown["num_bytes"], shown["num_bytes_shared"]) == (33, 66)
    order(world)
    assert purge.purge_project(world.project.id, silent)["bytes_freed"] == 33

    assert [lies_in_store(file) for file in ours] == [False] * 3
    assert all(lies_in_store(file) for file in (*shared, *frozen))
    assert Blob.objects.filter(sha256__in=(*shared, *frozen)).count() == 6
    left = parts_of(fork.project_id)
    assert {model: keys - left.get(model, set()) for model, keys in there.items() if keys} == {
        model: set() for model, keys in there.items() if keys
    }
    fork.refresh_from_db()
    assert fork.forked_from_id is None
    listed = ok(api.get(f"/api/v1/datasets/{fork.id}/samples"))["results"]
    assert len(listed) == 3
    origin = {"id": None, "number": 1, "dataset_id": None, "dataset_name": world.dataset.name}
    assert ok(api.get(f"/api/v1/dataset-versions/{own.id}/lineage"))["forked_from"] == origin
    (kept,) = ok(api.get(f"/api/v1/datasets/{fork.id}/merges"))["results"]
    assert (kept["id"], kept["version"]) == (str(merge.id), origin)


def test_files_that_were_only_referred_to_stay_where_they_are_and_free_nothing(
    world: World, api: APIClient
) -> None:
    [file] = add_samples(world.dataset, [b"elsewhere"])
    Blob.objects.filter(sha256=file).update(source="file:///data/a.png")
    trash(world)
    assert ok(api.get(f"/api/v1/projects/{world.project.id}/purge"))["num_bytes"] == 0
    order(world)
    assert purge.purge_project(world.project.id, silent)["bytes_freed"] == 0
    assert not Blob.objects.exists()


@pytest.mark.parametrize("step", [1, 7])
def test_a_purge_that_is_killed_again_and_again_ends_as_one_that_is_not(
    step: int, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(descent, "BATCH", 2)
    parameters_of(world)
    add_samples(world.dataset, [b"x" * 100 + bytes([n]) for n in range(7)])
    num_bytes = sum(Blob.objects.values_list("bytes", flat=True))
    before = parts_of(world.project.id)
    trash(world)
    order(world)
    kills = 0
    seen: list[int] = []
    while True:
        calls = 0

        def report(done: int, total: int) -> None:
            nonlocal calls
            calls += 1
            assert done < total
            seen.append(done)
            if calls == step + 1:
                raise Killed

        try:
            result = purge.purge_project(world.project.id, report)
        except Killed:
            kills += 1
            assert kills < 100
            assert ok_to_go_on(world)
        else:
            break
    assert kills > 2
    assert seen == sorted(seen)
    assert (result["num_samples"], result["bytes_freed"]) == (8, num_bytes)
    assert not any(model._base_manager.filter(pk__in=keys) for model, keys in before.items())
    assert not Blob.objects.exists()
    # The worker died after the last row, before the end of its job.
    assert purge.purge_project(world.project.id, silent).items() >= result.items()
    assert AuditEntry.objects.filter(action="project.purged").count() == 1


def ok_to_go_on(world: World) -> bool:
    """Tell whether every file that is left has its row, and every row its file."""
    rows = set(Blob.objects.values_list("sha256", flat=True))
    return (
        all(lies_in_store(sha256) for sha256 in rows)
        and Project.objects.filter(id=world.project.id).exists()
    )


def test_batches_are_bounded_so_that_nobody_waits_long(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(descent, "BATCH", 3)
    nums: list[int] = []
    real = PurgeCount.__call__

    def count(self: Any, model: Any, num: int, num_bytes: int) -> None:
        nums.append(num)
        real(self, model, num, num_bytes)

    monkeypatch.setattr(PurgeCount, "__call__", count)
    add_samples(world.dataset, [bytes([n]) for n in range(10)])
    trash(world)
    order(world)
    purge.purge_project(world.project.id, silent)
    assert max(nums) == 3


def test_it_cannot_be_restored_any_more_and_is_ordered_once(world: World, api: APIClient) -> None:
    address = f"/api/v1/projects/{world.project.id}"
    trash(world)
    first = ok(api.post(f"{address}/purge", {"name": " Cells "}), 202)
    assert ok(api.post(f"{address}/purge", {"name": "Cells"}), 202)["id"] == first["id"]
    assert ok(api.post(f"{address}/restore"), 409)["code"] == "project_purged"
    with pytest.raises(ApiError, match="cannot be restored"):
        restore_project(project_id=world.project.id, restored_by=world.caller)
    listed = f"/api/v1/organisations/{world.organisation.id}/trashed-projects"
    [shown] = ok(api.get(listed))["results"]
    assert shown["purge_started_at"] is not None
    assert shown["job"]["id"] == first["id"]
    Job.objects.filter(id=first["id"]).update(state="failed", error_code="project_busy")
    again = ok(api.post(f"{address}/purge", {"name": "Cells"}), 202)
    assert again["id"] != first["id"]
    assert AuditEntry.objects.filter(action="project.purge_started").count() == 1


def test_its_job_can_be_followed_while_the_project_goes_and_after(
    world: World, api: APIClient
) -> None:
    trash(world)
    job = order(world)
    assert ok(api.get(f"/api/v1/jobs/{job.id}"))["title"] == "Cells"
    purge.purge_project(world.project.id, silent)
    assert ok(api.get(f"/api/v1/jobs/{job.id}"))["project_id"] is None
    assert ok(api.get(f"/api/v1/organisations/{world.organisation.id}/trashed-projects")) == {
        "results": [],
        "next": None,
        "previous": None,
    }


def test_another_name_deletes_nothing(world: World, api: APIClient) -> None:
    trash(world)
    for name in ("cells", "Cell", "Smears"):
        response = ok(api.post(f"/api/v1/projects/{world.project.id}/purge", {"name": name}), 422)
        assert (response["code"], response["params"]) == ("name_differs", {"name": "Cells"})
    assert api.post(f"/api/v1/projects/{world.project.id}/purge", {}).status_code == 422
    assert Project.objects.get(id=world.project.id).purge_started_at is None


def test_a_project_that_is_not_in_the_trash_is_not_there(world: World, api: APIClient) -> None:
    address = f"/api/v1/projects/{world.project.id}/purge"
    assert ok(api.post(address, {"name": "Cells"}), 404)["code"] == "project_not_found"
    assert ok(api.get(address), 404)["code"] == "project_not_found"
    with pytest.raises(ApiError, match="Nobody asked"):
        purge.purge_project(world.project.id, silent)


@pytest.mark.parametrize("role", [role for role in Role if role != Role.OWNER])
def test_nobody_but_an_owner_deletes_for_good(
    role: Role, world: World, client_of: Callable[[User], APIClient]
) -> None:
    trash(world)
    address = f"/api/v1/projects/{world.project.id}/purge"
    client = client_of(world.member(role))
    for response in (client.get(address), client.post(address, {"name": "Cells"})):
        assert ok(response, 403)["code"] == "role_too_low"
    outsider = client_of(make_world("theirs").owner)
    for response in (outsider.get(address), outsider.post(address, {"name": "x"})):
        assert ok(response, 404)["code"] == "project_not_found"
    assert not Job.objects.filter(kind=names.PURGE_PROJECT).exists()


@pytest.mark.parametrize(("busy", "words"), [("server", "model server"), ("job", "job")])
def test_nothing_is_deleted_while_something_of_it_runs(
    busy: str, words: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    things = parameters_of(world)
    trash(world)
    if busy == "server":
        DeploymentRevision.objects.update(handle="one")
    else:
        Job.objects.filter(id=things["job_id"]).update(state="running")
    order(world)
    before = parts_of(world.project.id)
    monkeypatch.setattr(purge, "WAIT_SECONDS", 0.0)
    with pytest.raises(ApiError, match=words) as caught:
        purge.purge_project(world.project.id, silent)
    assert caught.value.code == "project_busy"
    assert parts_of(world.project.id) == before
    # Its worker was asked to end it, and does.
    DeploymentRevision.objects.update(handle=None)
    Job.objects.filter(id=things["job_id"], cancel_requested_at__isnull=False).update(
        state="cancelled"
    )
    if busy == "server":
        purge.purge_project(world.project.id, silent)
        assert not Project.objects.filter(id=world.project.id).exists()


def test_a_merge_into_another_project_ends_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = DatasetVersion.objects.create(
        dataset=world.dataset, number=1, multi_label=False, split_recipe={}, state="ready"
    )
    other = dataset_beside(world, "Other")
    job = Job.objects.create(
        organisation=world.organisation,
        project_id=other.project_id,
        kind=names.MERGE_VERSION,
        resource="io",
        subject_id=other.id,
        title="merge",
        state="running",
    )
    VersionMerge.objects.create(
        version=version, version_number=1, dataset=other, labels={}, job=job
    )
    trash(world)
    Job.objects.filter(id=job.id).update(state="running")
    order(world)
    monkeypatch.setattr(purge, "WAIT_SECONDS", 0.0)
    with pytest.raises(ApiError, match="job"):
        purge.purge_project(world.project.id, silent)


def test_an_application_that_loses_its_endpoint_may_call_no_other(world: World) -> None:
    things = parameters_of(world)
    application = Application.objects.get(id=things["application_id"])
    application.deployments.add(things["deployment_id"])
    trash(world)
    order(world)
    purge.purge_project(world.project.id, silent)
    application.refresh_from_db()
    assert list(application.deployments.all()) == []
    assert application.may_call_all is False


def test_a_purge_goes_on_where_the_disk_is_full() -> None:
    assert names.PURGE_PROJECT in names.FREEING
    assert names.PURGE_PROJECT in RUNNERS
