"""Tasks of every medium and kind of annotation, as cards alone: no test here trains anything."""

from __future__ import annotations

import pytest

from backend.datasets.services.datasets import create_dataset
from backend.projects.contracts import ProjectRef
from backend.projects.services.projects import create_project
from engine.catalog import TASKS, AnnotationKind, DatasetFormat, Media, PredictionKind, TaskCard
from tests.backend.conftest import World, make_world

FORMATS = (DatasetFormat.LOOSE_FILES, DatasetFormat.JSON_LINES)


def add_card(
    monkeypatch: pytest.MonkeyPatch,
    *,
    media: Media,
    annotation: AnnotationKind,
    formats: tuple[DatasetFormat, ...] = FORMATS,
    multi_label: bool = False,
) -> TaskCard:
    """Let the catalog have a task of this medium and kind of annotation until the test ends."""
    like = TASKS["image.classification"]
    card = like.model_copy(
        update={
            "key": f"image.test_{media.value}_{annotation.value}",
            "media": media,
            "annotation": annotation,
            "prediction": PredictionKind.BOXES,
            "formats": formats,
            "export_formats": formats,
            "supports_multi_label": multi_label,
        }
    )
    monkeypatch.setitem(TASKS, card.key, card)
    return card


def world_of(card: TaskCard, *, name: str = "others", multi_label: bool = False) -> World:
    """Make an organisation with a project and a dataset of a task."""
    world = make_world(name)
    made = create_project(
        organisation_id=world.organisation.id,
        name="Task",
        task=card.key,
        created_by=world.caller,
    )
    project = ProjectRef(made.id, world.organisation.id, made.name, made.task, world.project.role)
    dataset = create_dataset(
        project=project, name="Data", created_by=world.caller, multi_label=multi_label
    )
    return World(world.organisation, world.owner, project, dataset)
