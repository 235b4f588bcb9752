"""What batch predictions are tried with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from rest_framework.test import APIClient

import engine.cli
from backend.batch_predictions.services.ingestion import complete_batch
from backend.batch_predictions.services.launching import prepare_batch
from backend.datasets.models import Sample
from backend.datasets.services import labels as label_services
from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job
from backend.model_registry.models import Model, ModelVersion
from backend.model_registry.services.versions import store_package
from tests.backend.conftest import World, ok
from tests.sdk.tiny_package import plain_image, write_package

COLOURS = {"red": (220, 20, 20), "green": (20, 220, 20), "blue": (20, 20, 220)}
BATCHES = "/api/v1/batch-predictions"


class Bench:
    """A dataset of plain images, one of them damaged, and a model that tells their colours."""

    def __init__(self, world: World, api: APIClient, folder: Path) -> None:
        self.world, self.api, self.folder = world, api, folder
        for name in ("red", "green"):
            label_services.create_label(dataset=world.dataset, name=name, created_by=world.caller)
        for name, colour in COLOURS.items():
            for number in range(3):
                self._add(f"{name}{number}.png", plain_image(colour, 24 + number))
        self._add("broken.png", b"no image at all")
        package = write_package(folder / "package")
        self.version = ModelVersion.objects.create(
            model=Model.objects.create(project_id=world.project.id, name="colours"),
            number=1,
            package_blob_id=store_package(package),
            manifest=json.loads((package / "manifest.json").read_text()),
            report={},
            primary_metric="accuracy",
            metric=0.9,
        )

    def _add(self, name: str, content: bytes) -> None:
        dataset = self.world.dataset
        Sample.objects.create(
            dataset=dataset,
            blob_id=put_bytes(content=content, media_type="image/png"),
            name=name,
            width=32,
            height=24,
            bytes=len(content),
            created_at=dataset.created_at,
        )
        type(dataset).objects.filter(id=dataset.id).update(num_samples=Sample.objects.count())

    def ask(self, status: int = 202, **place: Any) -> Any:
        """Order a batch prediction."""
        body = {"model_version_id": str(self.version.id), **place}
        return ok(self.api.post(BATCHES, body, format="json"), status)

    def of_dataset(self, **more: Any) -> Any:
        """Order one of the whole dataset."""
        return self.ask(source="dataset", dataset_id=str(self.world.dataset.id), **more)

    def carry_out(self, batch: Mapping[str, Any]) -> Any:
        """Do what a worker does, and return the batch prediction as it is then."""
        batch_id = UUID(batch["id"])
        folder = self.folder / "jobs" / str(batch_id)
        folder.mkdir(parents=True, exist_ok=True)
        spec = folder / "spec.json"
        spec.write_text(prepare_batch(batch_id=batch_id, folder=folder).model_dump_json())
        arguments = ["predict-batch", "--spec", str(spec), "--work", str(folder)]
        assert engine.cli.main(arguments) == 0
        results: list[Mapping[str, Any]] = []
        # A worker that lost the database on the way completes again.
        for _ in range(2):
            complete_batch(batch_id=batch_id, work=folder, finish=results.append)
        Job.objects.filter(subject_id=batch_id).update(state="succeeded")
        return ok(self.api.get(f"{BATCHES}/{batch_id}"))

    def predictions(self, batch: Mapping[str, Any], form: str = "jsonl") -> bytes:
        """Download the predictions."""
        assert form in batch["formats"]
        response = self.api.get(f"{BATCHES}/{batch['id']}/predictions", {"form": form})
        assert response.status_code == 200
        assert f".{form}" in response["Content-Disposition"]
        content: bytes = response.content
        return content

    def names(self, batch: Mapping[str, Any]) -> dict[str, str]:
        """Return what each input was found to be; its problem's code where there is one."""
        lines = [json.loads(line) for line in self.predictions(batch).splitlines()]
        return {
            one["input"]: one["results"][0]["name"] if "results" in one else one["problem"]["code"]
            for one in lines
        }
