"""Samples that a package is evaluated by, as most tasks take them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from easel.runtime import Source

from engine.catalog import Media
from engine.data.no_samples import NoSamples
from engine.data.samples import SampleSet
from engine.data.sources import sample_source
from engine.errors import DataError
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.specs.data import Split


def held_out(samples: SampleSet) -> SampleSet:
    """Return all samples as those of the test split: a package was trained on others."""
    records = (one.model_copy(update={"split": Split.TEST}) for one in samples.records)
    return replace(samples, records=tuple(records))


def chosen(samples: SampleSet, split: Split | None) -> SampleSet:
    """Return the samples of a split, or all as held out."""
    return held_out(samples) if split is None else replace(samples, records=samples.of(split))


def evaluation_samples(
    samples: SampleSet, request: EvaluationRequest, media: Media
) -> EvaluationData:
    """Return samples whose content is what the model is asked."""

    def source(index: int) -> Source:
        return sample_source(samples.files, samples.records[index], media)

    return EvaluationData(samples.records, source, splits_of(request), samples.unreadable)


def splits_of(
    request: EvaluationRequest,
    *,
    num_first_labels: int = 0,
    statistics: Mapping[str, tuple[float, ...]] | None = None,
) -> Splits:
    """Return the splits of a package whose evaluator needs no dataset."""
    nothing = NoSamples()
    return Splits(
        nothing,
        nothing,
        nothing,
        request.labels,
        request.manifest.multi_label,
        num_first_labels=num_first_labels,
        statistics=request.basis.statistics if statistics is None else statistics,
    )


def require_known(labels: Collection[str], known: Collection[str]) -> None:
    """Refuse data with labels that a model does not know.

    Raises:
        DataError: ``label_unknown``.
    """
    unknown = sorted(set(labels) - set(known)) if known else []
    if unknown:
        raise DataError(
            f"The model has no label '{unknown[0]}'. It knows: {', '.join(known)}. "
            "Rename or remove the samples of that label.",
            code="label_unknown",
            label=unknown[0],
        )
