"""What a finished preview shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from uuid import UUID

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, NotFound
from backend.cleaning.contracts import INDEX, PreviewedSample, PreviewView
from backend.datasets.contracts import Selection
from backend.datasets.contracts.filters import filter_of
from backend.datasets.selectors.sample_views import SampleRegion, SampleView, bare_many
from backend.datasets.selectors.samples import rows_of_selection
from backend.datasets.services.counters import label_names
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from backend.jobs.contracts import JobView, names
from backend.jobs.selectors import require_job
from backend.jobs.services.jobs import job_folder
from engine.specs.cleaning import CLEANED_FILE, CleanedSample
from engine.specs.data import Region, SampleRecord

NUM_SHOWN = 8
_MAX_TEXT = 2000
_MEDIA_TYPES = (
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"BM", "image/bmp"),
)


def preview_of(*, caller: Caller, job_id: UUID) -> PreviewView:
    """Return what a recipe would do with the samples that were drawn.

    Raises:
        NotFound: when there is no such preview.
        Conflict: ``preview_not_ready`` before it has succeeded.
    """
    job = _require_preview(caller, job_id)
    if job.state != "succeeded":
        raise Conflict(
            "The preview is not finished. Wait until its job has succeeded.",
            code="preview_not_ready",
            state=job.state,
        )
    lines = list(_lines(job))
    counts = Counter(made.outcome for _, made in lines)
    dropped = Counter(made.step or "" for _, made in lines if made.outcome == "dropped")
    return PreviewView(
        num_samples=len(lines),
        total=_total(job),
        num_same=counts["same"],
        num_changed=counts["changed"],
        num_dropped=counts["dropped"],
        num_lost=sum(made.num_lost for _, made in lines),
        dropped=dropped,
        samples=_shown(job, lines),
    )


def preview_file(*, caller: Caller, job_id: UUID, sample_id: UUID) -> tuple[bytes, str]:
    """Return the file that a preview made of a sample, and its media type.

    Raises:
        NotFound: when there is no such preview, or it did not change the sample.
    """
    job = _require_preview(caller, job_id)
    path = _work(job) / "files" / str(sample_id)
    if not path.is_file():
        raise NotFound("There is no such file.", code="preview_file_not_found")
    content = path.read_bytes()
    return content, _media_type(content)


def _media_type(content: bytes) -> str:
    """Tell what a file is that cleaning wrote: one of few formats."""
    if content[:4] == b"RIFF":
        return "image/webp" if content[8:12] == b"WEBP" else "audio/wav"
    known = (kind for start, kind in _MEDIA_TYPES if content.startswith(start))
    return next(known, "text/plain; charset=utf-8")


def _require_preview(caller: Caller, job_id: UUID) -> JobView:
    job = require_job(caller=caller, job_id=job_id)
    if job.kind != names.PREVIEW_CLEANING:
        raise NotFound("There is no such preview.", code="job_not_found")
    return job


def _total(job: JobView) -> int:
    """Return how many samples the selection has of which some were drawn."""
    written = job.request["selection"]
    if "ids" in written:
        return len(written["ids"])
    chosen = Selection(filter=filter_of(written["filter"]))
    return rows_of_selection(job.subject_id, chosen).count()


def _work(job: JobView) -> Path:
    return job_folder(job.id) / "work"


def _lines(job: JobView) -> Iterator[tuple[SampleRecord, CleanedSample]]:
    with (
        (job_folder(job.id) / INDEX).open(encoding="utf-8") as records,
        (_work(job) / CLEANED_FILE).open(encoding="utf-8") as made,
    ):
        for one, other in zip(records, made, strict=True):
            yield SampleRecord.model_validate_json(one), CleanedSample.model_validate_json(other)


def _shown(
    job: JobView, lines: Sequence[tuple[SampleRecord, CleanedSample]]
) -> list[PreviewedSample]:
    """Return some samples: by turns one that changes and one that goes, then others."""
    by_outcome = {
        outcome: [line for line in lines if line[1].outcome == outcome]
        for outcome in ("changed", "dropped", "same")
    }
    turns = zip_longest(by_outcome["changed"], by_outcome["dropped"])
    mixed = [one for turn in turns for one in turn if one is not None]
    chosen = [*mixed, *by_outcome["same"]][:NUM_SHOWN]
    likes = {str(made.params["like"]) for _, made in chosen if "like" in made.params}
    wanted = {UUID(one) for one in likes} | {UUID(record.id) for record, _ in chosen}
    samples = {view.id: view for view in bare_many(wanted)}
    ids = {name: label_id for label_id, name in label_names(job.subject_id).items()}
    return [
        _one(job, record, made, samples, ids)
        for record, made in chosen
        # A sample that was deleted meanwhile cannot be shown.
        if UUID(record.id) in samples
    ]


def _one(
    job: JobView,
    record: SampleRecord,
    made: CleanedSample,
    samples: Mapping[UUID, SampleView],
    label_ids: Mapping[str, UUID],
) -> PreviewedSample:
    like = made.params.get("like")
    is_text = job.request["media"] == "text"
    after = _work(job) / made.file if made.file is not None else None
    base = f"/api/v1/cleaning-previews/{job.id}/files"
    return PreviewedSample(
        sample=samples[UUID(record.id)],
        outcome=made.outcome,
        step=made.step,
        like=samples.get(UUID(str(like))) if like is not None else None,
        width=made.width,
        height=made.height,
        duration_ms=made.duration_ms,
        num_lost=made.num_lost,
        url=f"{base}/{record.id}" if after is not None else None,
        text_before=_cut(_content(record.sha256)) if is_text else None,
        text_after=_cut(after.read_bytes()) if is_text and after is not None else None,
        regions_before=_regions(record.regions, label_ids),
        regions_after=_regions(made.regions or (), label_ids),
    )


def _content(sha256: str) -> bytes:
    with store().open(key_of(sha256)) as file:
        return file.read(4 * _MAX_TEXT)


def _cut(content: bytes) -> str:
    return content.decode("utf-8", "replace")[:_MAX_TEXT]


def _regions(regions: Sequence[Region], label_ids: Mapping[str, UUID]) -> list[SampleRegion]:
    return [
        SampleRegion(
            id=one.id,
            label_id=label_ids.get(one.label) if one.label is not None else None,
            geometry=one.geometry.model_dump(mode="json"),
            text=one.text,
            source="import",
            author=None,
            points=tuple(point.model_dump(mode="json") for point in one.points),
        )
        for one in regions
    ]
