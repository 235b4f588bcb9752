"""What is wrong with the data of a run, found before time is spent on training."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.catalog import TaskCard
from engine.data.samples import SampleSet
from engine.specs.data import Split
from engine.tasks.task import Finding

_MAX_LABELS = 10_000
_IMBALANCE = 20
# Sample ids kept per finding; the count is in its params.
_MAX_IDS = 100


def check_samples(samples: SampleSet, card: TaskCard) -> tuple[Finding, ...]:
    """Return all findings, those that stop the run first."""
    if not samples.records:
        return (_nothing(samples), *_files(samples))
    findings = [
        *_labels(samples, card),
        *_splits(samples),
        *_files(samples),
    ]
    return tuple(sorted(findings, key=lambda finding: not finding.blocking))


def _nothing(samples: SampleSet) -> Finding:
    return Finding(
        "no_samples",
        {"unlabelled": len(samples.unlabelled), "unreadable": len(samples.unreadable)},
        f"There is no labelled image to train on ({len(samples.unlabelled)} without a label, "
        f"{len(samples.unreadable)} unreadable). Add images and label them.",
        blocking=True,
    )


def _labels(samples: SampleSet, card: TaskCard) -> Iterator[Finding]:
    counts = samples.counts()
    if len(samples.labels) > _MAX_LABELS:
        yield Finding(
            "too_many_labels",
            {"count": len(samples.labels), "limit": _MAX_LABELS},
            f"The data has {len(samples.labels)} labels; at most {_MAX_LABELS} can be trained. "
            "Merge labels.",
            blocking=True,
        )
    if len(samples.labels) < 2 and not samples.multi_label:
        yield Finding(
            "single_class",
            {"label": samples.labels[0] if samples.labels else None},
            f"All samples have the same label '{', '.join(samples.labels)}'. A classifier needs "
            "at least two: add samples of another label.",
            blocking=True,
        )
    short = {label: n for label, n in counts.items() if n < card.min_samples_per_label}
    if short:
        yield Finding(
            "few_samples",
            {"labels": _listed(short), "minimum": card.min_samples_per_label},
            f"These labels have fewer than {card.min_samples_per_label} samples: "
            f"{_listed(short)}. Label more of them, or delete the labels.",
            blocking=True,
        )
    thin = {
        label: n
        for label, n in counts.items()
        if card.min_samples_per_label <= n < card.advised_samples_per_label
    }
    if thin:
        yield Finding(
            "samples_below_advice",
            {"labels": _listed(thin), "advised": card.advised_samples_per_label},
            f"{len(thin)} label(s) have fewer than {card.advised_samples_per_label} samples: "
            f"{_listed(thin)}. The model gets better with more.",
            blocking=False,
        )
    present = [n for n in counts.values() if n > 0]
    if present and max(present) >= _IMBALANCE * min(present):
        rare = min((label for label in counts if counts[label]), key=lambda name: counts[name])
        yield Finding(
            "imbalanced",
            {"ratio": round(max(present) / min(present), 1), "label": rare},
            f"The commonest label has {max(present)} samples and '{rare}' has {min(present)}. "
            "Add samples of rare labels, or set class weights to balanced.",
            blocking=False,
        )


def _splits(samples: SampleSet) -> Iterator[Finding]:
    for split, blocking in ((Split.TRAIN, True), (Split.VALIDATION, True), (Split.TEST, False)):
        if not samples.of(split):
            advice = (
                "Label more samples, or give the split a share."
                if blocking
                else "The report is made on the validation split, which training also looks at."
            )
            yield Finding(
                "empty_split",
                {"split": split.value},
                f"The {split} split has no sample. {advice}",
                blocking=blocking,
            )
    trained = {label for record in samples.of(Split.TRAIN) for label in record.labels}
    unseen = [label for label, n in samples.counts().items() if n > 0 and label not in trained]
    if unseen:
        yield Finding(
            "labels_not_trained",
            {"labels": ", ".join(unseen)},
            f"These labels have no training sample: {', '.join(unseen)}. Move some of their "
            "samples into the train split.",
            blocking=True,
        )


def _files(samples: SampleSet) -> Iterator[Finding]:
    if samples.unreadable:
        names = tuple(samples.unreadable)
        yield Finding(
            "unreadable_files",
            {"count": len(names), "example": samples.unreadable[names[0]]},
            f"{len(names)} file(s) cannot be read as images and are left out, for example: "
            f"{samples.unreadable[names[0]]}",
            blocking=False,
            sample_ids=names[:_MAX_IDS],
        )
    if samples.unlabelled:
        yield Finding(
            "unlabelled_ignored",
            {"count": len(samples.unlabelled)},
            f"{len(samples.unlabelled)} sample(s) have no label and are left out. Label them to "
            "use them.",
            blocking=False,
            sample_ids=samples.unlabelled[:_MAX_IDS],
        )
    by_content = defaultdict(list)
    for record in samples.records:
        by_content[record.sha256].append(record)
    leaking = [
        record
        for records in by_content.values()
        if len({record.split for record in records}) > 1
        for record in records
    ]
    if leaking:
        yield Finding(
            "duplicate_across_splits",
            {"count": len(leaking)},
            f"{len(leaking)} samples hold a picture that is also in another split, so the report "
            "is too kind. Remove the copies.",
            blocking=False,
            sample_ids=tuple(record.id for record in leaking)[:_MAX_IDS],
        )
    at_odds = [
        record
        for records in by_content.values()
        if len({record.labels for record in records}) > 1
        for record in records
    ]
    if at_odds:
        yield Finding(
            "conflicting_labels",
            {"count": len(at_odds)},
            f"{len(at_odds)} samples hold the same picture as another one under a different "
            "label. Decide which label is right.",
            blocking=False,
            sample_ids=tuple(record.id for record in at_odds)[:_MAX_IDS],
        )


def _listed(counts: dict[str, int]) -> str:
    """Name the first labels with their counts."""
    named = [f"{label} ({count})" for label, count in list(counts.items())[:10]]
    more = len(counts) - len(named)
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")
