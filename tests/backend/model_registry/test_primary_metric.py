"""What models are evaluated by follows from their data: only those evaluated alike are compared."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job
from backend.model_registry.contracts import BestMetric
from backend.model_registry.models import Model, ModelVersion
from backend.model_registry.selectors import best_metrics, project_summary
from backend.training.models import TrainingRun
from backend.training.services.completion import complete_run
from engine.specs.package.report import MetricValue
from tests.backend.conftest import World
from tests.reports import sectioned
from tests.sdk.tiny_package import write_package

TABLE = "tabular.prediction"


def version(model: Model, number: int, primary_metric: str, metric: float) -> ModelVersion:
    return ModelVersion.objects.create(
        model=model, number=number, primary_metric=primary_metric, metric=metric, report={},
        package_blob_id=put_bytes(content=b"a package", media_type="application/zip"),
        manifest={
            "task": TABLE, "backbone": "linear", "labels": [], "pretrained": None,
            "multi_label": False,
        },
    )  # fmt: skip


def best(world: World) -> int:
    found = project_summary(world.project.id, task=TABLE)
    assert found.best is not None
    return found.best.number


def test_the_best_model_is_the_best_of_those_that_are_evaluated_like_the_newest(
    world: World,
) -> None:
    model = Model.objects.create(project_id=world.project.id, name="m")
    version(model, 1, "explained", 0.99)
    version(model, 2, "accuracy", 0.7)
    version(model, 3, "accuracy", 0.8)
    version(model, 4, "accuracy", 0.6)
    assert best(world) == 3
    # The smallest error is the best one.
    version(model, 5, "mae", 3.0)
    version(model, 6, "mae", 2.0)
    version(model, 7, "mae", 4.0)
    assert best(world) == 6
    assert project_summary(world.project.id, task=TABLE).num == 7


def test_a_model_that_comes_with_easel_is_the_best_only_where_nothing_was_trained(
    world: World,
) -> None:
    model = Model.objects.create(project_id=world.project.id, name="m")
    version(model, 1, "accuracy", 0.99)
    ModelVersion.objects.update(is_built_in=True)
    tasks = {world.project.id: TABLE}
    assert best(world) == 1
    assert best_metrics(tasks) == {world.project.id: BestMetric(1, "accuracy", 0.99)}
    version(model, 2, "accuracy", 0.7)
    assert best(world) == 2
    assert best_metrics(tasks) == {world.project.id: BestMetric(2, "accuracy", 0.7)}
    # What the trained one is evaluated by counts, even where the other is newer.
    version(model, 3, "mae", 0.1)
    ModelVersion.objects.filter(number=3).update(is_built_in=True)
    assert best(world) == 2


def test_a_run_is_evaluated_by_what_its_package_says(world: World, tmp_path: Path) -> None:
    package = write_package(tmp_path / "package")
    metrics = (MetricValue(name="mae", value=1.5), MetricValue(name="explained", value=0.6))
    report = sectioned("mae", 1.5, metrics=metrics)
    (package / "report.json").write_text(report.model_dump_json())
    manifest = json.loads((package / "manifest.json").read_text())
    (package / "manifest.json").write_text(json.dumps({**manifest, "report_file": "report.json"}))
    job = Job.objects.create(
        organisation=world.organisation, project_id=world.project.id, kind="train",
        resource="compute", subject_id=uuid4(), title="run",
    )  # fmt: skip
    run = TrainingRun.objects.create(
        project_id=world.project.id, number=1, name="run", task=TABLE, target="cloud_api",
        tier="fast", backbone="linear", job=job, primary_metric="accuracy",
    )  # fmt: skip
    complete_run(run_id=run.id, package=package, finish=lambda result: None)
    run.refresh_from_db()
    assert (run.primary_metric, run.best_metric) == ("mae", 1.5)
    made = ModelVersion.objects.get(training_run=run)
    assert (made.primary_metric, made.metric) == ("mae", 1.5)
