"""Write what the process that predicts is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import orjson

from backend.api.errors import ApiError, Conflict, NotFound
from backend.batch_predictions.models import BatchPrediction, PredictedFile
from backend.datasets.contracts.filters import filter_of
from backend.datasets.selectors.files import files_of
from backend.datasets.selectors.references import version_refs
from backend.datasets.services.sample_index import records
from backend.files.services.backends import naming_full_disk
from backend.files.services.local import bring_sample_here, local_root
from backend.files.services.rounds import damaged_files
from backend.files.services.sources.folders import folder_at
from backend.model_registry.selectors import version_refs as model_refs
from backend.model_registry.services.packages import unpacked
from backend.projects.selectors import organisation_of
from engine.specs.predictions import (
    BatchPredictionSpec,
    FolderFiles,
    IndexedFiles,
    PredictionInput,
    PredictionProblem,
)

_NAMES_AT_ONCE = 2000


@dataclass(frozen=True)
class _File:
    """A file of the store under the id and name that predictions give it."""

    id: str
    name: str
    sha256: str


def prepare_batch(*, batch_id: UUID, folder: Path) -> BatchPredictionSpec:
    """Write the index of the inputs into ``folder`` and return the spec.

    An index that is there stays: the process goes on in it after a break.

    Raises:
        NotFound: when the model version or the data is gone.
        Invalid: when the folder of the server may not be read any more.
        Unavailable: ``disk_full``.
    """
    batch = BatchPrediction.objects.select_related("dataset", "suggestion_run__dataset").get(
        id=batch_id
    )
    found = model_refs([batch.model_version_id] if batch.model_version_id else [])
    if not found:
        raise NotFound("The model version is gone. Choose another.", code="model_version_not_found")
    (version,) = found.values()
    run = batch.suggestion_run
    return BatchPredictionSpec(
        package=str(unpacked(version.package_sha256)),
        source=_source(batch, folder),
        suggests_for=run.dataset.task if run is not None else None,
    )


def _source(batch: BatchPrediction, folder: Path) -> IndexedFiles | FolderFiles:
    if batch.source == BatchPrediction.Source.FOLDER:
        assert batch.folder is not None
        organisation_id = organisation_of(project_id=batch.project_id)
        return FolderFiles(folder=str(folder_at(organisation_id, batch.folder, batch.path)))
    index = folder / "index.jsonl"
    if not index.is_file():
        num = _write(index, _files(batch))
        BatchPrediction.objects.filter(id=batch.id).update(num_files=num)
    return IndexedFiles(
        index=str(index),
        files_root=str(local_root()),
        splits_texts=batch.source == BatchPrediction.Source.FILES,
    )


def _files(batch: BatchPrediction) -> Iterator[_File]:
    """Yield the files to predict.

    Raises:
        NotFound: ``dataset_not_found`` or ``dataset_version_not_found`` when they are gone.
    """
    if batch.source == BatchPrediction.Source.FILES:
        sent = PredictedFile.objects.filter(batch=batch).order_by("id")
        rows = sent.values_list("id", "name", "blob_id").iterator(_NAMES_AT_ONCE)
        yield from (_File(str(key), name, sha256) for key, name, sha256 in rows)
    elif batch.source == BatchPrediction.Source.VERSION:
        wanted = batch.dataset_version_id
        version = version_refs([wanted]).get(wanted) if wanted else None
        if version is None:
            raise NotFound(
                "The dataset version is gone. Choose another.", code="dataset_version_not_found"
            )
        for record in records([version]):
            yield _File(record["id"], record["name"], record["sha256"])
    else:
        if batch.dataset is None:
            raise NotFound("The dataset is gone. Choose another.", code="dataset_not_found")
        for file in files_of(dataset=batch.dataset, wanted=filter_of(batch.wanted)):
            yield _File(str(file.id), file.name, file.sha256)


def _write(path: Path, files: Iterator[_File]) -> int:
    """Write one line for each file, all of them or none; of one that is damaged, that it is.

    Raises:
        Conflict: ``nothing_in_filter`` when there is none.
    """
    part = path.with_suffix(".part")
    num = 0
    damaged = damaged_files()
    with naming_full_disk(), part.open("wb") as index:
        for file in files:
            line = {"id": file.id, "name": file.name}
            try:
                line["file"] = bring_sample_here(
                    sha256=file.sha256, name=file.name, sample_id=file.id, damaged=damaged
                )
            except ApiError as error:
                problem = PredictionProblem(
                    code=error.code, message=error.message, params=error.params
                )
                given = PredictionInput(id=file.id, name=file.name, problem=problem)
                line = given.model_dump(exclude_defaults=True)
            index.write(orjson.dumps(line) + b"\n")
            num += 1
    if not num:
        raise Conflict(
            "No sample passes the filter, so there is nothing to predict. Loosen it.",
            code="nothing_in_filter",
        )
    part.replace(path)
    return num
