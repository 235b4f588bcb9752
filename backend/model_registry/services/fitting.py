"""Whether samples are such as a model can be asked about."""

from __future__ import annotations

from uuid import UUID

from backend.api.errors import Invalid
from backend.model_registry.contracts import ModelVersionRef
from engine.catalog import TASKS


def require_fitting(version: ModelVersionRef, *, project_id: UUID | None, task: str | None) -> None:
    """Refuse samples that lie elsewhere, or hold something that a model does not take.

    Args:
        version: the model.
        project_id: of the samples; ``None`` for those of no project.
        task: of their dataset; ``None`` where it is not known what they hold.

    Raises:
        Invalid: ``project_differs`` or ``model_of_other_media``.
    """
    if project_id not in (None, version.project_id):
        raise Invalid(
            "The data belongs to another project than the model. Choose data of its project.",
            code="project_differs",
        )
    wanted = TASKS[str(version.manifest["task"])].media
    if task is not None and TASKS[task].media != wanted:
        raise Invalid(
            f"The samples are of the kind '{TASKS[task].media}', and the model takes '{wanted}'. "
            "Choose another dataset or model.",
            code="model_of_other_media",
            media=str(TASKS[task].media),
            expected=str(wanted),
        )
