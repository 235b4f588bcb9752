"""Write what the process that suggests is given."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson

from backend.api.errors import NotFound
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.filters import filter_of
from backend.datasets.selectors.files import files_of
from backend.datasets.services.counters import label_names
from backend.files.services.backends import naming_full_disk
from backend.files.services.local import local_root
from backend.files.services.readable import ReadableFiles, nowhere
from backend.model_registry.selectors import version_refs
from backend.model_registry.services.packages import unpacked
from backend.suggestions.models import SuggestionRun
from engine.specs.suggestions import ClassifierSource, PackageSource, SuggestionSpec


def prepare_suggesting(*, run_id: UUID, folder: Path) -> SuggestionSpec:
    """Write the index of the samples into ``folder`` and return the spec.

    An index that is there stays: the process goes on in it after a break.

    Raises:
        NotFound: when the model version is gone.
        Unavailable: ``disk_full``.
    """
    run = SuggestionRun.objects.select_related("dataset").get(id=run_id)
    index = folder / "index.jsonl"
    if not index.is_file():
        wanted = filter_of(run.wanted)
        num = _write(index, files_of(dataset=run.dataset, wanted=wanted))
        SuggestionRun.objects.filter(id=run_id).update(num_samples=num)
    return SuggestionSpec(
        task=run.dataset.task,
        multi_label=run.dataset.multi_label,
        index=str(index),
        files_root=str(local_root()),
        source=_source(run, folder),
    )


def _source(run: SuggestionRun, folder: Path) -> PackageSource | ClassifierSource:
    if run.method == SuggestionRun.Method.CLASSIFIER:
        examples = folder / "examples.jsonl"
        labelled = files_of(dataset=run.dataset, wanted=SampleFilter(labelled=True))
        _write(examples, labelled, names=label_names(run.dataset_id))
        return ClassifierSource(examples=str(examples))
    found = version_refs([run.model_version_id] if run.model_version_id else [])
    if not found:
        raise NotFound("The model version is gone. Choose another.", code="model_version_not_found")
    (version,) = found.values()
    return PackageSource(package=str(unpacked(version.package_sha256)))


def _write(path: Path, files: Iterable[Any], names: dict[UUID, str] | None = None) -> int:
    """Write one line for each file, all of them or none; with what it is called if asked.

    Of one that cannot be read nothing is suggested, and nothing is learnt as an example.
    """
    part = path.with_suffix(".part")
    num = 0
    readable = ReadableFiles()
    with naming_full_disk(), part.open("wb") as index:
        for file in files:
            key = readable.key(sha256=file.sha256, name=file.name)
            if key is None and names is not None:
                continue
            line = {"id": str(file.id), "file": key or nowhere(file.sha256), "name": file.name}
            if names is not None:
                line["labels"] = [names[one] for one in file.label_ids if one in names]
            index.write(orjson.dumps(line) + b"\n")
            num += 1
        if names is None:
            readable.note(path.parent)
    part.replace(path)
    return num
