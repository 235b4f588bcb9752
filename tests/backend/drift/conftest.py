"""An endpoint whose package has a reference, and a folder as its model server fills it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from backend.deployments.contracts import ServedFolder
from backend.deployments.models import Deployment
from backend.deployments.services.serving import served_folders
from backend.drift.services.assessing import assess_window
from backend.drift.services.taking import windows_to_assess
from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from engine.drift.measuring.features import CallFeatures
from engine.drift.reference import DriftReference, make_reference, read_reference
from engine.drift.window import Window
from engine.specs.data import Split
from engine.specs.drift import WindowPart
from engine.specs.package.reference import REFERENCE_FILE
from tests.backend.conftest import World
from tests.engine.drift.drawn_calls import drawn_calls
from workers.drift import take_over

REFERENCE = make_reference(drawn_calls(300, seed=1), Split.TEST)
assert REFERENCE is not None
CONTENT = REFERENCE.model_dump_json().encode()


def package_of(content: bytes | None) -> bytes:
    """Return a package with a reference alone, or with nothing."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("model.onnx", b"x")
        if content is not None:
            archive.writestr(REFERENCE_FILE, content)
    return stream.getvalue()


def make_deployment(world: World, content: bytes | None = CONTENT) -> Deployment:
    """Make an endpoint with one revision, whose package has this reference."""
    files = [{"path": REFERENCE_FILE}] if content is not None else []
    version = ModelVersion.objects.create(
        model=Model.objects.create(project_id=world.project.id, name="Cells"),
        number=1, manifest={"files": files}, report={}, primary_metric="accuracy", metric=1.0,
        package_blob_id=put_bytes(content=package_of(content), media_type="application/zip"),
    )  # fmt: skip
    made = Deployment.objects.create(
        project_id=world.project.id, name="Cells live", suffix=f"cells-{world.organisation.name}",
        model_version=version,
    )  # fmt: skip
    made.revisions.create(
        number=1, model_version=version, replicas=1, weight=100, routed_weight=100
    )
    return made


@pytest.fixture
def deployment(world: World) -> Deployment:
    """An endpoint whose package has a reference."""
    return make_deployment(world)


def served(deployment: Deployment) -> ServedFolder:
    """Return where the model server of its revision writes."""
    [found] = [one for one in served_folders() if one.deployment_id == deployment.id]
    found.folder.mkdir(parents=True, exist_ok=True)
    return found


def part_of(
    calls: Sequence[CallFeatures],
    *,
    at: datetime | None = None,
    num_calls: int | None = None,
    reference: DriftReference | None = None,
) -> WindowPart:
    """Return what a replica counted of these calls."""
    window, now = Window(reference or read_reference(CONTENT)), at or datetime.now(UTC)
    for call in calls:
        window.add(call, now)
    return WindowPart(
        time=now, num_calls=num_calls or len(calls), num_measured=len(calls), window=window.state()
    )


def write(deployment: Deployment, *parts: WindowPart, process: int = 7) -> Path:
    """Have a replica write what it counted; return its log."""
    path = served(deployment).folder / f"drift-{process}.jsonl"
    with path.open("a") as log:
        log.writelines(f"{part.model_dump_json()}\n" for part in parts)
    return path


def take(deployment: Deployment) -> None:
    """Take over what replicas wrote, and assess what has ended."""
    take_over(served(deployment))
    for window_id in windows_to_assess():
        assess_window(window_id)


Call = Callable[..., None]


@pytest.fixture
def call(deployment: Deployment) -> Call:
    """Have an endpoint called, and its calls taken over."""

    def made(count: int, seed: int = 2, *, hours_ago: float = 0, **shift: Any) -> None:
        at = datetime.now(UTC) - timedelta(hours=hours_ago)
        write(deployment, part_of(drawn_calls(count, seed, **shift), at=at))
        take(deployment)

    return made
