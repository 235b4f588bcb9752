"""A dataset of colours, frozen with its splits, and models that tell them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from rest_framework.test import APIClient

import engine.cli
from backend.annotation.contracts.imported import Given
from backend.datasets.models import DatasetVersion
from backend.datasets.services import labels as label_services
from backend.datasets.services.datasets import create_dataset
from backend.datasets.services.importing.ingestion import Incoming, ingest
from backend.datasets.services.importing.sessions import open_import
from backend.datasets.services.versioning.versions import build_version
from backend.evaluations.services.ingestion import complete_evaluation
from backend.evaluations.services.launching import prepare_evaluation
from backend.jobs.models import Job
from backend.model_registry.models import Model, ModelVersion
from backend.model_registry.services.versions import store_package
from backend.training.models import TrainingRun
from engine.specs.data import Split
from tests.backend.conftest import World, ok
from tests.sdk.tiny_package import LABELS, plain_image, write_package

COLOURS = {"red": (200, 20, 20), "green": (20, 200, 20), "blue": (20, 20, 200)}
EVALUATIONS = "/api/v1/evaluations"


class Bench:
    """What evaluations are tried with."""

    def __init__(self, world: World, api: APIClient, folder: Path) -> None:
        self.world, self.api, self.folder = world, api, folder
        self.num_images = 0
        for name in COLOURS:
            label_services.create_label(dataset=world.dataset, name=name, created_by=world.caller)
        # A version has something to train on.
        self.add(Split.TRAIN, red=1)

    def add(self, split: Split, **numbers: int) -> list[UUID]:
        """Add so many images of each colour to a split; return their ids."""
        session = open_import(
            dataset=self.world.dataset, format="image_folder", created_by=self.world.caller
        )
        files = []
        for label, number in numbers.items():
            for _ in range(number):
                self.num_images += 1
                # No two are alike.
                content = plain_image(COLOURS[label], 24 + self.num_images)
                name = f"{label}{self.num_images}.png"
                files.append(Incoming(name, content, given=Given(labels=(label,)), split=split))
        found = ingest(session=session, files=files, added_by_id=self.world.owner.id)
        return [one.sample_id for one in found if one.sample_id is not None]

    def freeze(self) -> str:
        """Freeze the dataset as its splits are named."""
        address = f"/api/v1/datasets/{self.world.dataset.id}/versions"
        split = {"kind": "named", "validation": 0, "test": 0, "seed": 0}
        made = ok(self.api.post(address, {"split": split}, format="json"), 202)
        build_version(made["id"], lambda done, total: None)
        return str(made["id"])

    def copy_of(self, version: str) -> str:
        """Return the same version as that of another dataset."""
        row = DatasetVersion.objects.get(id=version)
        other = create_dataset(
            project=self.world.project, name="Others", created_by=self.world.caller
        )
        row.pk, row.dataset_id = uuid4(), other.id
        row.save(force_insert=True)
        return str(row.pk)

    def model(
        self, labels: Sequence[str] = LABELS, *, trained_on: str | None = None, **package: Any
    ) -> ModelVersion:
        """Add a model that gives the colours red, green and blue these names."""
        number = ModelVersion.objects.count() + 1
        folder = write_package(self.folder / f"package{number}", labels=labels, **package)
        model, _ = Model.objects.get_or_create(project_id=self.world.project.id, name="colours")
        return ModelVersion.objects.create(
            model=model,
            number=number,
            training_run=self._run(number, trained_on) if trained_on else None,
            package_blob_id=store_package(folder),
            manifest=json.loads((folder / "manifest.json").read_text()),
            report={},
            primary_metric="accuracy",
            metric=0.9,
        )

    def _run(self, number: int, version: str) -> TrainingRun:
        run = TrainingRun.objects.create(
            project_id=self.world.project.id,
            number=number,
            name="run",
            task="image.classification",
            target="cloud_api",
            tier="fast",
            backbone="small_cnn",
            primary_metric="accuracy",
            job=Job.objects.create(
                kind="train",
                organisation=self.world.organisation,
                subject_id=self.world.project.id,
                title="run",
            ),
        )
        run.dataset_versions.add(version)
        return run

    def ask(self, version: str, *models: ModelVersion, status: int = 202, **more: Any) -> Any:
        """Order an evaluation."""
        body = {
            "dataset_version_id": version,
            "model_version_ids": [str(model.id) for model in models],
            **more,
        }
        return ok(self.api.post(EVALUATIONS, body, format="json"), status)

    def carry_out(self, evaluation: Mapping[str, Any]) -> Any:
        """Do what a worker does, and return the evaluation as it is then."""
        evaluation_id = UUID(evaluation["id"])
        folder = self.folder / "jobs" / str(evaluation_id)
        folder.mkdir(parents=True, exist_ok=True)
        spec = folder / "spec.json"
        spec.write_text(
            prepare_evaluation(evaluation_id=evaluation_id, folder=folder).model_dump_json()
        )
        assert engine.cli.main(["compare", "--spec", str(spec), "--work", str(folder)]) == 0
        results: list[Mapping[str, Any]] = []
        # A worker that lost the database on the way completes again.
        for _ in range(2):
            complete_evaluation(evaluation_id=evaluation_id, work=folder, finish=results.append)
        Job.objects.filter(subject_id=evaluation_id).update(state="succeeded")
        return ok(self.api.get(f"{EVALUATIONS}/{evaluation_id}"))


@pytest.fixture
def bench(world: World, api: APIClient, tmp_path: Path) -> Bench:
    """What evaluations are tried with."""
    return Bench(world, api, tmp_path)
