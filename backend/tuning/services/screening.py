"""What the engine needs to look at networks whose shape a study searches, before it trains one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

from backend.datasets.contracts import VersionRef
from backend.datasets.selectors.references import version_refs
from backend.datasets.services.sample_index import records
from backend.training.services.index import write_data
from backend.training.services.options import parse
from backend.tuning.models import Study
from backend.tuning.selectors.studies import used_versions
from engine.catalog import TASKS
from engine.catalog.searchable import searches_shape
from engine.specs.training import TrainingSpec
from engine.specs.tuning.screening import Screening
from engine.specs.tuning.search_space import SearchSpace

# Enough to tell how large images are and whether a network tells them apart.
_NUM_SAMPLES = 64


def prepare_screening(*, study_id: UUID, numbers: Sequence[int], folder: Path) -> Screening | None:
    """Write a small sample index into ``folder`` and return how candidates are looked at.

    Returns:
        ``None`` when nothing is to be looked at: the study searches no shape, or is past its
        warm-up and takes networks however slow.

    Raises:
        Unavailable: ``disk_full``.
    """
    study = Study.objects.get(id=study_id)
    space = SearchSpace.model_validate(study.space)
    if study.is_scripted or not numbers:
        return None
    if not searches_shape(TASKS[study.task], study.backbone, space):
        return None
    warm_up = Screening.model_fields["num_warm_up"].default
    if min(numbers) >= warm_up and study.latency_limit_ms is None:
        return None
    wanted = [one.id for one in used_versions([study.id])[study.id]]
    found = version_refs(wanted)
    versions = [found[one] for one in wanted if one in found]
    if not versions:
        # The trials will say that their data is gone.
        return None
    return Screening(
        training=TrainingSpec(
            run_id=str(study.id),
            task=study.task,
            data=write_data(versions, folder, islice(_training_records(versions), _NUM_SAMPLES)),
            backbone=study.backbone,
            options=parse(study.task, study.options),
            seed=study.seed,
        )
    )


def _training_records(versions: Sequence[VersionRef]) -> Iterator[dict[str, Any]]:
    return (record for record in records(versions) if record["split"] == "train")
