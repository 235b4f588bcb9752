"""Sample projects: for every task, in the person's language, and whole whenever a worker dies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.models import Dataset, DatasetVersion, ImportProblem
from backend.datasets.services.versioning.versions import build_version
from backend.deployments.models import Deployment
from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job
from backend.model_registry.models import Model, ModelVersion
from backend.projects.models import Project
from backend.training.models import TrainingRun
from backend.workspace.services import sample_steps
from backend.workspace.services.sample import complete_sample, prepare_sample
from engine.catalog import TASKS
from engine.catalog.examples import EXAMPLES
from engine.examples.loading import write_example
from tests.backend.conftest import World, ok

pytestmark = pytest.mark.django_db

SMALL = "text.sentiment"


def ask(api: APIClient, world: World, **fields: str) -> dict[str, Any]:
    """Ask for a sample project."""
    body = {"organisation_id": str(world.organisation.id), **fields}
    project: dict[str, Any] = ok(api.post("/api/v1/projects/sample", body), 202)
    return project


def fill(
    project_id: str, root: Path, report: Callable[[int, int], None] = lambda done, total: None
) -> Mapping[str, Any]:
    """Do what the job does, and return its result."""
    job = Job.objects.get(project_id=project_id, kind="sample_project")
    spec = prepare_sample(project_id=UUID(project_id), request=job.request)
    if not root.exists():
        write_example(spec.task, root, spec.language)
    results: list[Mapping[str, Any]] = []
    complete_sample(
        project_id=UUID(project_id),
        data=root,
        report=report,
        finish=results.append,
    )
    (result,) = results
    return result


def advance(project_id: str, *, times: int = 2) -> None:
    """Take the next step as often as workers that know nothing of one another would."""
    for _ in range(times):
        sample_steps.advance(project_id=UUID(project_id))


def is_preparing(project_id: str) -> bool:
    return Project.objects.get(id=project_id).is_preparing


@pytest.mark.parametrize("task", TASKS)
def test_the_sample_of_a_task_is_taken_in_frozen_and_trained_with_the_fast_preset(
    task: str, api: APIClient, world: World, tmp_path: Path
) -> None:
    project = ask(api, world, task=task, language="zh")
    assert (project["name"], project["task"]) == (EXAMPLES[task].title["zh"], task)
    assert project["description"] == EXAMPLES[task].description["zh"]

    result = fill(project["id"], tmp_path / "data")

    assert not ImportProblem.objects.filter(import_session__dataset__project_id=project["id"])
    dataset = Dataset.objects.get(project_id=project["id"])
    assert dataset.num_samples == result["num_samples"] > 0
    share = 1 - dataset.num_labelled / dataset.num_samples
    if TASKS[task].annotation_card.is_labelled and task != "ocr.template":
        assert 0 < share < 0.2
    else:
        assert share == 0
    advance(project["id"])
    version = DatasetVersion.objects.get(dataset=dataset)
    build_version(version.id, lambda done, total: None)
    advance(project["id"])
    run = TrainingRun.objects.get(project_id=project["id"])
    assert run.tier == "fast"
    assert run.options == dict(EXAMPLES[task].options)


def test_a_sample_without_a_task_is_of_digits_that_are_partly_labelled(
    api: APIClient, world: World
) -> None:
    project = ask(api, world)

    assert (project["task"], project["name"]) == ("image.classification", "Handwritten digits")
    assert project["job"]["kind"] == "sample_project"
    home = ok(api.get(f"/api/v1/home?organisation={world.organisation.id}"))
    assert home["recent_projects"][0]["is_sample"]


def test_a_sample_of_a_task_that_is_not_there_is_refused(api: APIClient, world: World) -> None:
    body = {"organisation_id": str(world.organisation.id), "task": "image.nothing"}

    assert api.post("/api/v1/projects/sample", body).status_code == 422


def test_filling_a_sample_again_after_a_kill_doubles_nothing(
    api: APIClient, world: World, tmp_path: Path
) -> None:
    project = ask(api, world, task=SMALL)
    first = fill(project["id"], tmp_path / "data")
    labelled = Dataset.objects.get(project_id=project["id"]).num_labelled

    assert fill(project["id"], tmp_path / "data") == first

    again = Dataset.objects.get(project_id=project["id"])
    assert (again.num_samples, again.num_labelled) == (first["num_samples"], labelled)


def test_it_is_told_how_far_the_filling_of_a_sample_is(
    api: APIClient, world: World, tmp_path: Path
) -> None:
    project = ask(api, world, task=SMALL)
    reports: list[tuple[int, int]] = []

    def report(done: int, total: int) -> None:
        assert Dataset.objects.get(project_id=project["id"]).num_samples == done
        reports.append((done, total))

    result = fill(project["id"], tmp_path / "data", report)

    assert len(reports) > 4
    assert reports == sorted(reports)
    assert (reports[0][0], reports[-1][0]) == (0, result["num_samples"])
    assert {total for _, total in reports} == {result["num_samples"]}


def test_every_step_is_taken_once_however_often_workers_look(
    api: APIClient, world: World, tmp_path: Path
) -> None:
    project = ask(api, world, task=SMALL)
    advance(project["id"])
    assert not DatasetVersion.objects.filter(dataset__project_id=project["id"])
    fill(project["id"], tmp_path / "data")
    assert is_preparing(project["id"])
    # Nothing runs between two steps: the page has to go on asking.
    assert ok(api.get(f"/api/v1/projects/{project['id']}/overview"))["next_action"] == "wait"

    advance(project["id"], times=3)
    version = DatasetVersion.objects.get(dataset__project_id=project["id"])
    build_version(version.id, lambda done, total: None)
    advance(project["id"], times=3)
    run = TrainingRun.objects.get(project_id=project["id"])
    succeed(run)
    advance(project["id"], times=3)

    endpoint = Deployment.objects.get(project_id=project["id"])
    assert endpoint.desired_state == Deployment.DesiredState.RUNNING
    assert not is_preparing(project["id"])


def test_the_first_run_is_published_though_somebody_began_others(
    api: APIClient, world: World, tmp_path: Path
) -> None:
    project = ask(api, world, task=SMALL)
    fill(project["id"], tmp_path / "data")
    advance(project["id"])
    build_version(DatasetVersion.objects.get().id, lambda done, total: None)
    advance(project["id"])
    own = TrainingRun.objects.get(project_id=project["id"])
    job = {**Job.objects.values().get(id=own.job_id), "id": uuid4()}
    Job.objects.create(**job)
    run = TrainingRun.objects.values().get(id=own.id)
    TrainingRun.objects.create(**{**run, "id": uuid4(), "number": 2, "job_id": job["id"]})
    version = DatasetVersion.objects.values().get()
    DatasetVersion.objects.create(**{**version, "id": uuid4(), "number": 2, "state": "failed"})
    succeed(own)

    advance(project["id"])

    endpoint = Deployment.objects.get(project_id=project["id"])
    assert endpoint.model_version.training_run_id == own.id
    assert not is_preparing(project["id"])


def test_an_endpoint_that_somebody_deleted_is_not_published_again(
    api: APIClient, world: World, tmp_path: Path
) -> None:
    project = ask(api, world, task=SMALL)
    fill(project["id"], tmp_path / "data")
    advance(project["id"])
    build_version(DatasetVersion.objects.get().id, lambda done, total: None)
    advance(project["id"])
    succeed(TrainingRun.objects.get(project_id=project["id"]))
    advance(project["id"])
    Deployment.objects.filter(project_id=project["id"]).delete()

    sample_steps.advance_samples()

    assert not Deployment.objects.filter(project_id=project["id"]).exists()


def test_a_training_that_was_stopped_ends_the_making(
    api: APIClient, world: World, tmp_path: Path
) -> None:
    project = ask(api, world, task=SMALL)
    fill(project["id"], tmp_path / "data")
    advance(project["id"])
    build_version(DatasetVersion.objects.get().id, lambda done, total: None)
    advance(project["id"])
    run = TrainingRun.objects.get(project_id=project["id"])
    Job.objects.filter(id=run.job_id).update(state=Job.State.CANCELLED)

    advance(project["id"])

    assert not is_preparing(project["id"])
    assert not Deployment.objects.filter(project_id=project["id"]).exists()


def test_a_sample_in_the_trash_gets_nothing_more(
    api: APIClient, world: World, tmp_path: Path
) -> None:
    project = ask(api, world, task=SMALL)
    fill(project["id"], tmp_path / "data")
    ok(api.delete(f"/api/v1/projects/{project['id']}"), 204)

    sample_steps.advance_samples()

    assert not is_preparing(project["id"])
    assert not DatasetVersion.objects.filter(dataset__project_id=project["id"])


def test_a_sample_of_somebody_who_is_gone_gets_nothing_more(
    api: APIClient, world: World, tmp_path: Path
) -> None:
    project = ask(api, world, task=SMALL)
    fill(project["id"], tmp_path / "data")
    User.objects.filter(id=world.owner.id).update(is_active=False)

    sample_steps.advance_samples()

    assert not is_preparing(project["id"])


def succeed(run: TrainingRun) -> None:
    """Say that a run made a model."""
    Job.objects.filter(id=run.job_id).update(state=Job.State.SUCCEEDED)
    ModelVersion.objects.create(
        model=Model.objects.create(project_id=run.project_id, name="model"),
        number=1,
        training_run=run,
        package_blob_id=put_bytes(content=b"", media_type="application/zip"),
        manifest={
            "task": run.task,
            "backbone": run.backbone,
            "labels": [],
            "pretrained": None,
            "multi_label": False,
        },
        report={},
        primary_metric=run.primary_metric,
        metric=0.9,
    )
