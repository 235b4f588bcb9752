"""Order maps, give their process what it needs, and keep what it found."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.audit import services as audit
from backend.datasets.contracts import SampleFilter, Selection
from backend.datasets.selectors.samples import rows_of_selection
from backend.datasets.services.counters import lock_dataset
from backend.files.services.backends import naming_full_disk
from backend.files.services.local import local_root
from backend.files.services.readable import ReadableFiles, nowhere
from backend.jobs.contracts import names
from backend.jobs.services.jobs import create_job
from backend.maps.contracts import MappedDataset
from backend.maps.models import AreaSample, EmbeddingMap, MapArea, MapPoint
from backend.maps.outlines import Corner, encloses
from backend.projects.selectors import organisation_of
from engine.catalog import TASKS, Media
from engine.specs.projection import MAX_MAPPED, MapSummary, ProjectionSpec

MAPPED = (Media.IMAGE, Media.TEXT, Media.TEXT_PAIR, Media.AUDIO)
# Of fewer samples there is nothing to see.
LEAST_SAMPLES = 3
_BATCH = 2000
Finish = Callable[[Mapping[str, Any]], None]


@transaction.atomic
def start_map(*, dataset: MappedDataset, requested_by: Caller) -> EmbeddingMap:
    """Have the live samples of a dataset laid out.

    Raises:
        Invalid: ``map_unsupported`` when samples of this kind cannot be compared.
        Conflict: ``too_few_to_map``, or ``map_under_way``.
    """
    if TASKS[dataset.task].media not in MAPPED:
        raise Invalid(
            "There are maps of images, texts and recordings only.", code="map_unsupported"
        )
    if dataset.num_samples < LEAST_SAMPLES:
        raise Conflict(
            f"A map needs at least {LEAST_SAMPLES} samples. Import some first.",
            code="too_few_to_map",
            minimum=LEAST_SAMPLES,
        )
    # Of two that are asked for at once the second sees the first.
    lock_dataset(dataset.id)
    waiting = EmbeddingMap.objects.filter(
        dataset_id=dataset.id, state=EmbeddingMap.State.RUNNING, job__isnull=False
    )
    if waiting.filter(job__state__in=("queued", "running")).exists():
        raise Conflict("A map is being drawn. Wait until it is there.", code="map_under_way")
    made = EmbeddingMap.objects.create(
        dataset_id=dataset.id, num_live=dataset.num_samples, created_by_id=requested_by.user_id
    )
    organisation_id = organisation_of(project_id=dataset.project_id)
    job = create_job(
        kind=names.DRAW_MAP,
        organisation_id=organisation_id,
        project_id=dataset.project_id,
        subject_id=made.id,
        title=dataset.name,
        requested_by_id=requested_by.user_id,
    )
    made.job_id = job.id
    made.save(update_fields=["job"])
    audit.record(
        organisation_id=organisation_id,
        actor_id=requested_by.user_id,
        action="dataset.mapped",
        target_kind="dataset",
        target_id=dataset.id,
        project_id=dataset.project_id,
        details={"dataset": dataset.name},
    )
    return made


def prepare_map(*, map_id: UUID, folder: Path) -> ProjectionSpec:
    """Write the index of the samples to draw into ``folder`` and return the spec.

    Those whose files cannot be read have no place on the map; their names are noted.

    Raises:
        Unavailable: ``disk_full``.
    """
    made = EmbeddingMap.objects.select_related("dataset").get(id=map_id)
    index = folder / "index.jsonl"
    readable = ReadableFiles()
    with naming_full_disk(), index.open("wb") as lines:
        for sample_id, name, sha256 in _drawn(made.dataset_id, seed=map_id.int):
            key = readable.key(sha256=sha256, name=name) or nowhere(sha256)
            lines.write(orjson.dumps({"id": str(sample_id), "file": key, "name": name}) + b"\n")
        readable.note(folder)
    return ProjectionSpec.model_validate(
        {
            "media": TASKS[made.dataset.task].media.value,
            "index": str(index),
            "files_root": str(local_root()),
        }
    )


@transaction.atomic
def complete_map(
    *,
    map_id: UUID,
    summary: MapSummary,
    points: Iterable[bytes],
    unreadable: Mapping[str, Any],
    finish: Finish,
) -> None:
    """Keep the points of a map; doing it again replaces them. Older maps are forgotten.

    The result says which files could not be read, too.
    """
    made = EmbeddingMap.objects.get(id=map_id)
    MapPoint.objects.filter(map=made).delete()
    rows = (_point(map_id, json.loads(line)) for line in points)
    while batch := list(islice(rows, _BATCH)):
        MapPoint.objects.bulk_create(batch)
    EmbeddingMap.objects.filter(id=map_id).update(
        state=EmbeddingMap.State.READY,
        method=summary.method,
        num_samples=summary.num_points,
        num_unreadable=summary.num_unreadable,
    )
    older = EmbeddingMap.objects.filter(dataset_id=made.dataset_id, created_at__lt=made.created_at)
    # Areas are kept: filters and saved views may name them.
    MapPoint.objects.filter(map__in=older).delete()
    finish({"num_points": summary.num_points, **unreadable})


@transaction.atomic
def draw_area(
    *, embedding_map: EmbeddingMap, outline: Sequence[Corner], drawn_by: Caller
) -> MapArea:
    """Create an area of a map, as a filter of the dataset."""
    area = MapArea.objects.create(
        map=embedding_map, outline=[list(one) for one in outline], created_by_id=drawn_by.user_id
    )
    low, high = min(x for x, _ in outline), max(x for x, _ in outline)
    near = MapPoint.objects.filter(map=embedding_map, x__gte=low, x__lte=high)
    inside = [
        AreaSample(area=area, sample_id=sample_id)
        for sample_id, x, y in near.values_list("sample_id", "x", "y")
        if encloses(outline, (x, y))
    ]
    AreaSample.objects.bulk_create(inside, batch_size=_BATCH)
    area.num_samples = len(inside)
    area.save(update_fields=["num_samples"])
    return area


def _point(map_id: UUID, found: Mapping[str, Any]) -> MapPoint:
    return MapPoint(
        map_id=map_id,
        sample_id=UUID(found["id"]),
        x=found["x"],
        y=found["y"],
        distance=found["distance"],
    )


def _drawn(dataset_id: UUID, *, seed: int) -> Iterator[tuple[UUID, str, str]]:
    """Yield id, name and content of all samples, or of a random draw; ids are random numbers."""
    rows = rows_of_selection(dataset_id, Selection(filter=SampleFilter()))
    found = rows.order_by("id").values_list("id", "name", "blob_id")
    start = UUID(int=random.Random(seed).getrandbits(128))
    num = 0
    for part in (found.filter(id__gte=start), found.filter(id__lt=start)):
        for row in part[: MAX_MAPPED - num].iterator(_BATCH):
            yield row
            num += 1
