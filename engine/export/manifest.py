"""Write ``manifest.json``: what the package holds and how any runtime must use it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from easel.runtime.package import Package

from engine.disk import writing_to
from engine.export.folder import list_files
from engine.interfaces.run import TrainedModel
from engine.interfaces.task import Task
from engine.specs.data import ManifestDataSpec
from engine.specs.package.manifest import Golden, LabelSpec, Lineage, Manifest, NetworkSpec
from engine.version import ENGINE_VERSION

MANIFEST_FILE = "manifest.json"


def describe(
    task: Task[Any],
    trained: TrainedModel,
    labels: tuple[LabelSpec, ...],
    networks: tuple[NetworkSpec, ...],
    weights_file: str | None,
) -> Manifest:
    """Return the manifest of an exported model, as yet without golden vectors and files."""
    spec, splits = trained.spec, trained.splits
    pipeline = task.pipeline(spec, splits)
    return Manifest(
        name=spec.model_name,
        version=spec.model_version,
        task=spec.task,
        multi_label=splits.multi_label,
        backbone=trained.summary.backbone,
        pretrained=trained.summary.pretrained,
        licence=task.card.backbone(trained.summary.backbone).licence,
        labels=labels,
        input=pipeline.input,
        preprocessing=pipeline.preprocessing,
        networks=networks,
        postprocessing=pipeline.postprocessing,
        weights_file=weights_file,
        golden=Golden(cases=()),
        files=(),
        lineage=Lineage(
            run_id=spec.run_id,
            dataset_version_id=(
                spec.data.dataset_version_id if isinstance(spec.data, ManifestDataSpec) else None
            ),
            initial_model=_name_of(spec.initial_package),
            engine_version=ENGINE_VERSION,
            created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        ),
    )


def write_manifest(manifest: Manifest, folder: Path) -> Manifest:
    """Write a manifest that lists all files now in the folder, and return it.

    Raises:
        ResourceError: when the disk is full.
    """
    complete = manifest.model_copy(update={"files": list_files(folder, but=MANIFEST_FILE)})
    path = folder / MANIFEST_FILE
    with writing_to(path):
        path.write_text(complete.model_dump_json(indent=2) + "\n", "utf-8")
    return complete


def _name_of(package: str | None) -> str | None:
    """Return ``name:version`` of the package that training began with; a path would say nothing."""
    if package is None:
        return None
    manifest = Package(package).manifest
    return f"{manifest.name}:{manifest.version}"
