"""Look at the data before a run and say what is wrong with it, without loading an image."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Invalid
from backend.datasets.contracts import VersionRef
from backend.training.contracts import Finding
from backend.training.services.data import label_union, require_versions
from backend.training.services.index import records
from backend.training.services.options import parse
from engine.catalog import TASKS, TaskCard

MAX_SAMPLE_IDS = 50
MAX_LABELS = 10_000
IMBALANCE = 10.0
TINY_PIXELS = 8


@dataclass
class _Tally:
    """What one pass over the records counts."""

    train_labels: Counter[str] = field(default_factory=Counter)
    splits: Counter[str] = field(default_factory=Counter)
    unlabelled: list[str] = field(default_factory=list)
    tiny: list[str] = field(default_factory=list)


def check_data(
    *,
    caller: Caller,
    dataset_version_ids: Sequence[UUID],
    task_options: Mapping[str, Any] | None = None,
) -> list[Finding]:
    """Return what is wrong with the data of a request.

    Raises:
        NotFound: when a version does not exist for the caller.
        Invalid: when versions or options do not fit.
    """
    project, versions = require_versions(
        caller=caller, version_ids=dataset_version_ids, minimum=Role.DEVELOPER
    )
    if task_options is not None:
        parse(project.task, task_options, pointer="/task_options")
    return find(TASKS[project.task], versions)


def require_trainable(card: TaskCard, versions: Sequence[VersionRef]) -> None:
    """Refuse data that a run could only fail on.

    Raises:
        Invalid: with the first blocking finding.
    """
    for finding in find(card, versions):
        if finding.blocking:
            raise Invalid(finding.message, code=finding.code, **finding.params)


def find(card: TaskCard, versions: Sequence[VersionRef]) -> list[Finding]:
    """Return all findings, blocking ones first."""
    labels = label_union(versions)
    tally = _count(versions)
    found = [
        *_split_findings(tally),
        *_label_findings(card, labels, tally, multi_label=versions[0].multi_label),
        *_sample_findings(tally),
    ]
    return sorted(found, key=lambda finding: not finding.blocking)


def _count(versions: Sequence[VersionRef]) -> _Tally:
    tally = _Tally()
    multi_label = versions[0].multi_label
    for record in records(versions):
        tally.splits[record["split"]] += 1
        if record["split"] == "train":
            tally.train_labels.update(record["labels"])
        if not record["labels"] and not multi_label:
            tally.unlabelled.append(record["id"])
        if min(record["width"], record["height"]) < TINY_PIXELS:
            tally.tiny.append(record["id"])
    return tally


def _split_findings(tally: _Tally) -> Iterator[Finding]:
    if tally.splits["train"] == 0:
        yield Finding(
            "train_split_empty",
            {},
            "No sample stands in the training part. Freeze a version with a larger share for it.",
            blocking=True,
        )
    if tally.splits["validation"] == 0:
        yield Finding(
            "validation_split_empty",
            {},
            "No sample stands in the validation part, so the best epoch cannot be chosen. "
            "Freeze a version with a validation share.",
            blocking=True,
        )
    if tally.splits["test"] == 0:
        yield Finding(
            "test_split_empty",
            {},
            "No sample stands in the test part; the report will be about the validation part, "
            "which flatters the model.",
            blocking=False,
        )


def _label_findings(
    card: TaskCard, labels: Sequence[str], tally: _Tally, *, multi_label: bool
) -> Iterator[Finding]:
    least = 1 if multi_label else 2
    if len(labels) < least:
        yield Finding(
            "too_few_labels",
            {"num_labels": len(labels), "needed": least},
            f"The data has {len(labels)} label(s); training needs at least {least}. "
            "Add labels and freeze a new version.",
            blocking=True,
        )
    if len(labels) > MAX_LABELS:
        yield Finding(
            "too_many_labels",
            {"num_labels": len(labels), "max": MAX_LABELS},
            f"The data has {len(labels)} labels; at most {MAX_LABELS} can be trained. "
            "Merge labels or split the task.",
            blocking=True,
        )
    counts = {label: tally.train_labels[label] for label in labels}
    yield from _scarce(card, counts)
    present = [num for num in counts.values() if num > 0]
    if present and max(present) > IMBALANCE * min(present):
        rarest = min((num, label) for label, num in counts.items() if num > 0)[1]
        commonest = max((num, label) for label, num in counts.items())[1]
        yield Finding(
            "labels_imbalanced",
            {"rarest": rarest, "commonest": commonest, "ratio": max(present) / min(present)},
            f"'{commonest}' has {max(present) / min(present):.0f} times as many training samples "
            f"as '{rarest}'. Add samples of the rare one, or set class weights to 'balanced'.",
            blocking=False,
        )


def _scarce(card: TaskCard, counts: Mapping[str, int]) -> Iterator[Finding]:
    for label, num in counts.items():
        if num >= card.advised_samples_per_label:
            continue
        blocking = num < card.min_samples_per_label
        needed = card.min_samples_per_label if blocking else card.advised_samples_per_label
        advice = "needs at least" if blocking else "does better with"
        yield Finding(
            "label_too_few_samples" if blocking else "label_few_samples",
            {"label": label, "num": num, "needed": needed},
            f"'{label}' has {num} training sample(s); a label {advice} {needed}. Add samples, "
            "or merge it with another.",
            blocking=blocking,
            num_samples=num,
        )


def _sample_findings(tally: _Tally) -> Iterator[Finding]:
    if tally.unlabelled:
        yield Finding(
            "samples_unlabelled",
            {"num": len(tally.unlabelled)},
            f"{len(tally.unlabelled)} sample(s) have no label and are left out of training.",
            blocking=False,
            num_samples=len(tally.unlabelled),
            sample_ids=tuple(tally.unlabelled[:MAX_SAMPLE_IDS]),
        )
    if tally.tiny:
        yield Finding(
            "images_tiny",
            {"num": len(tally.tiny), "pixels": TINY_PIXELS},
            f"{len(tally.tiny)} image(s) have a side below {TINY_PIXELS} pixels and show little.",
            blocking=False,
            num_samples=len(tally.tiny),
            sample_ids=tuple(tally.tiny[:MAX_SAMPLE_IDS]),
        )
