"""Write what the process that evaluates is given."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from backend.api.errors import Conflict, NotFound
from backend.datasets.contracts import SampleFilter, VersionRef
from backend.datasets.selectors.references import dataset_ref, version_refs
from backend.datasets.selectors.samples import samples_of
from backend.datasets.services.sample_index import records, write_records
from backend.evaluations.models import EvaluatedModel, Evaluation
from backend.files.services.backends import naming_full_disk
from backend.model_registry.contracts import ModelVersionRef
from backend.model_registry.selectors import trained_on
from backend.model_registry.selectors import version_refs as model_refs
from backend.model_registry.services.packages import unpacked
from engine.catalog import TASKS, Media
from engine.specs.data import ManifestDataSpec, SampleRecord, Split
from engine.specs.evaluations import EvaluatedPackage, EvaluationSpec
from engine.validation.usable import labels_of


@dataclass
class _Choice:
    """The samples that all models can be measured on, and how many others there are.

    Attributes:
        trained_on: hashes of files that one of the models was trained on.
        known: labels that all models know; ``None`` when they have no labels.
    """

    trained_on: Collection[str]
    known: Collection[str] | None
    num_trained_on: int = 0
    num_unknown: int = 0
    unknown_labels: set[str] = field(default_factory=set)

    def of(self, found: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield the samples, counting those that are left out."""
        for record in found:
            if record["sha256"] in self.trained_on:
                self.num_trained_on += 1
                continue
            unknown = self._unknown(record)
            if unknown:
                self.num_unknown += 1
                self.unknown_labels |= unknown
                continue
            yield record

    def _unknown(self, record: Mapping[str, Any]) -> set[str]:
        if self.known is None:
            return set()
        return {*labels_of(SampleRecord.model_validate({**record, "file": ""}))} - {*self.known}


def prepare_evaluation(*, evaluation_id: UUID, folder: Path) -> EvaluationSpec:
    """Write the index of the samples into ``folder`` and return the spec.

    Raises:
        NotFound: when a model version or the data is gone.
        Conflict: ``all_trained_on`` or ``labels_unknown`` when no sample is left.
        Unavailable: ``disk_full``.
    """
    evaluation = Evaluation.objects.get(id=evaluation_id)
    models = _models(evaluation)
    data = _data(evaluation)
    training = {model.id: _training_data(model) for model in models}
    for model in models:
        EvaluatedModel.objects.filter(evaluation=evaluation, model_version_id=model.id).update(
            is_training_known=bool(training[model.id])
        )
    # Rows of tables are divided by the training itself: the engine finds which it learnt from.
    divides_rows = TASKS[str(models[0].manifest["task"])].media is Media.TABLE
    choice = _Choice(
        trained_on=frozenset() if divides_rows else _learnt(training.values()),
        known=None if divides_rows else _known_labels(models),
    )
    spec = _write(data, folder / "samples.jsonl", choice.of(records([data])), choice.known)
    Evaluation.objects.filter(id=evaluation.id).update(
        num_trained_on=choice.num_trained_on,
        num_unknown=choice.num_unknown,
        unknown_labels=sorted(choice.unknown_labels)[:100],
    )
    _require_some(Path(spec.index), choice)
    return EvaluationSpec(
        models=tuple(
            EvaluatedPackage(
                id=str(model.id),
                package=str(unpacked(model.package_sha256)),
                trained_on=(
                    _write_rows(training[model.id], folder / f"trained-on-{place}.jsonl")
                    if divides_rows and training[model.id]
                    else None
                ),
            )
            for place, model in enumerate(models)
        ),
        data=spec,
        # Of models with rare labels it is another than the task's.
        primary_metric=models[0].primary_metric,
        tagged=_write_tagged(evaluation, data, folder),
    )


def _models(evaluation: Evaluation) -> list[ModelVersionRef]:
    rows = EvaluatedModel.objects.filter(evaluation=evaluation).order_by("place")
    wanted = list(rows.values_list("model_version_id", flat=True))
    found = model_refs([one for one in wanted if one is not None])
    if len(found) != len(wanted):
        raise NotFound("The model version is gone. Choose another.", code="model_version_not_found")
    return [found[one] for one in wanted if one is not None]


def _data(evaluation: Evaluation) -> VersionRef:
    wanted = evaluation.dataset_version_id
    version = version_refs([wanted]).get(wanted) if wanted else None
    if version is None:
        raise NotFound(
            "The dataset version is gone. Choose another.", code="dataset_version_not_found"
        )
    return version


def _training_data(model: ModelVersionRef) -> list[VersionRef]:
    """Return what a model was trained on, in the order of its run; nothing where a part is gone."""
    wanted = trained_on(model.id)
    # What is in the trash was learnt from all the same.
    found = version_refs(wanted, with_trashed=True)
    ready = [found[one] for one in wanted if one in found and found[one].index_sha256 is not None]
    return ready if len(ready) == len(wanted) else []


def _learnt(training: Collection[Sequence[VersionRef]]) -> frozenset[str]:
    """Return the hashes of the files that were learnt from, or chosen by."""
    return frozenset(
        record["sha256"]
        for versions in training
        for record in records(versions)
        if record["split"] != Split.TEST
    )


def _known_labels(models: Sequence[ModelVersionRef]) -> frozenset[str] | None:
    """Return the labels that all models know, ``None`` when one of them has none.

    A model that learns what is normal tells no label of its data: what it tells is its own.
    """
    if TASKS[str(models[0].manifest["task"])].learns_normal:
        return None
    named = [frozenset(label["name"] for label in model.manifest["labels"]) for model in models]
    return frozenset.intersection(*named) if all(named) else None


def _write(
    data: VersionRef,
    index: Path,
    found: Iterator[dict[str, Any]],
    known: Collection[str] | None,
) -> ManifestDataSpec:
    files_root = write_records(found, index)
    return ManifestDataSpec(
        index=str(index),
        files_root=str(files_root),
        labels=tuple(label for label in data.labels if known is None or label in known),
        multi_label=data.multi_label,
        dataset_version_id=str(data.id),
    )


def _write_rows(versions: Sequence[VersionRef], index: Path) -> ManifestDataSpec:
    return _write(versions[0], index, records(versions), None)


def _write_tagged(evaluation: Evaluation, data: VersionRef, folder: Path) -> str | None:
    """Write the ids of the samples that have the tag; ``None`` without one."""
    if evaluation.tag_id is None:
        return None
    wanted = SampleFilter(tag=(evaluation.tag_id,), version=data.id)
    rows = samples_of(dataset=dataset_ref(data.dataset_id), wanted=wanted)
    path = folder / "tagged.txt"
    with naming_full_disk(), path.open("w") as file:
        file.writelines(f"{one}\n" for one in rows.values_list("id", flat=True).iterator(2000))
    return str(path)


def _require_some(index: Path, choice: _Choice) -> None:
    """Refuse to measure on nothing.

    Raises:
        Conflict: ``all_trained_on`` or ``labels_unknown``.
    """
    if index.stat().st_size:
        return
    if choice.num_unknown:
        raise Conflict(
            "No sample is left: the others have labels that one of the models does not know. "
            "Choose models that know the same labels, or other data.",
            code="labels_unknown",
        )
    raise Conflict(
        "One of the models was trained on all samples of this version. Choose a version with "
        "samples that are kept for testing, or other data.",
        code="all_trained_on",
    )
