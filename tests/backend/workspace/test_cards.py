"""Cards of projects say what each holds and how far it came; a fixed number of queries for all."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.annotation.models import Annotation
from backend.datasets.models import Dataset, DatasetVersion, Label, Sample
from backend.deployments.models import Deployment
from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job
from backend.model_registry.models import Model, ModelVersion
from backend.training.models import TrainingRun
from tests.backend.conftest import World, ok
from tests.backend.images import image

pytestmark = pytest.mark.django_db


def card(api: APIClient, world: World) -> Any:
    home = ok(api.get(f"/api/v1/home?organisation={world.organisation.id}"))
    listed = ok(api.get(f"/api/v1/projects?organisation={world.organisation.id}"))
    assert home["recent_projects"] == listed["results"]
    [found] = listed["results"]
    return found


def add_sample(world: World, seed: int, *, is_labelled: bool) -> Sample:
    now = timezone.now()
    sample = Sample.objects.create(
        dataset=world.dataset,
        blob_id=put_bytes(content=image(seed), media_type="image/png"),
        name=f"{seed}.png",
        width=12,
        height=9,
        bytes=1,
        created_at=now,
        labelled_at=now if is_labelled else None,
    )
    Dataset.objects.filter(id=world.dataset.id).update(
        num_samples=Sample.objects.count(),
        num_labelled=Sample.objects.exclude(labelled_at=None).count(),
    )
    return sample


def add_model(world: World, metric: float) -> ModelVersion:
    model, _ = Model.objects.get_or_create(project_id=world.project.id, name="Cells")
    return ModelVersion.objects.create(
        model=model,
        number=model.versions.count() + 1,
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
        manifest={"task": "image.classification"},
        report={},
        primary_metric="accuracy",
        metric=metric,
    )


def test_a_card_follows_the_chain_from_data_to_endpoint(api: APIClient, world: World) -> None:
    empty = card(api, world)
    assert (empty["next_action"], empty["cover"], empty["metric"]) == ("upload", None, None)

    first = add_sample(world, 1, is_labelled=False)
    begun = card(api, world)
    assert (begun["next_action"], begun["num_samples"]) == ("label", 1)
    assert begun["cover"]["id"] == str(first.id)

    shown = add_sample(world, 2, is_labelled=True)
    label = Label.objects.create(dataset=world.dataset, name="a", color="#000000", position=0)
    Annotation.objects.create(
        sample=shown,
        label=label,
        geometry={"kind": "box", "left": 1, "top": 2, "width": 3, "height": 4},
        key="a",
        source="human",
        created_at=timezone.now(),
    )
    labelled = card(api, world)
    assert (labelled["next_action"], labelled["num_labelled"]) == ("freeze", 1)
    assert labelled["cover"]["id"] == str(shown.id)
    assert labelled["cover"]["drawn"][0]["outlines"] == "M1 2h3v4h-3z"

    DatasetVersion.objects.create(
        dataset=world.dataset,
        number=1,
        multi_label=False,
        state=DatasetVersion.State.READY,
        split_recipe={},
    )
    assert card(api, world)["next_action"] == "train"

    add_model(world, 0.7)
    best = add_model(world, 0.9)
    add_model(world, 0.8)
    trained = card(api, world)
    assert (trained["next_action"], trained["num_models"]) == ("publish", 3)
    assert (trained["primary_metric"], trained["metric"]) == ("accuracy", 0.9)

    Deployment.objects.create(project_id=world.project.id, name="Cells", model_version=best)
    called = card(api, world)
    assert (called["next_action"], called["num_deployments"]) == ("call", 1)


def test_a_run_that_trains_is_work_in_progress(api: APIClient, world: World) -> None:
    add_sample(world, 1, is_labelled=True)
    job = Job.objects.create(
        kind="train",
        organisation_id=world.organisation.id,
        subject_id=uuid4(),
        state="running",
        title="t",
    )
    TrainingRun.objects.create(
        project_id=world.project.id, job=job, number=1, name="t", task="image.classification"
    )
    assert card(api, world)["next_action"] == "wait"


def test_the_overview_and_the_card_agree(api: APIClient, world: World) -> None:
    add_sample(world, 1, is_labelled=True)
    overview = ok(api.get(f"/api/v1/projects/{world.project.id}/overview"))
    assert overview["next_action"] == card(api, world)["next_action"]


def test_what_lies_in_the_trash_is_on_no_card(api: APIClient, world: World) -> None:
    sample = add_sample(world, 1, is_labelled=True)
    Sample.objects.filter(id=sample.id).update(trashed_at=timezone.now())
    Dataset.objects.filter(id=world.dataset.id).update(num_samples=0, num_labelled=0)
    trashed = add_model(world, 0.9)
    ModelVersion.objects.filter(id=trashed.id).update(trashed_at=timezone.now())
    found = card(api, world)
    assert (found["cover"], found["metric"], found["num_models"]) == (None, None, 0)


def test_the_card_of_tables_counts_their_rows(api: APIClient, world: World) -> None:
    assert card(api, world)["num_rows"] is None
    Dataset.objects.filter(id=world.dataset.id).update(task="tabular.prediction")
    for seed, rows in enumerate((149, 29)):
        Sample.objects.filter(id=add_sample(world, seed, is_labelled=True).id).update(num_rows=rows)
    found = card(api, world)
    assert (found["num_samples"], found["num_rows"]) == (2, 178)
