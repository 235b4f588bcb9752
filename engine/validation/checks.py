"""What is wrong with data for a task, by counts alone.

The page asks before a run is queued and the engine asks again before it trains; both ask here, so
that they cannot disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.catalog.cards import TaskCard
from engine.specs.data import Split
from engine.validation.usable import learns_segments

MAX_LABELS = 10_000
IMBALANCE = 10
TINY_PIXELS = 8
# Sample ids kept per finding; the number is in ``num_samples``.
MAX_IDS = 50
_MAX_NAMED = 10


@dataclass(frozen=True)
class Finding:
    """One thing the check of the data found.

    ``blocking`` findings stop the run, those to ``confirm`` only until somebody agrees to them.
    """

    code: str
    params: Mapping[str, str | int | float | bool | None]
    message: str
    blocking: bool
    num_samples: int = 0
    sample_ids: tuple[str, ...] = ()
    confirm: bool = False


@dataclass
class Census:
    """What one pass over the samples of a run counts.

    ``label_counts`` covers all splits, ``train_counts`` the training split; a sample counts once
    for each label that it, one of its regions or of its relations has, or for each segment that is
    learnt. ``unlabelled`` are the ids of samples that cannot be learnt from and are in no other
    count; ``segmented`` those of recordings and videos in which stretches are annotated, of which
    there are ``num_segments``.
    """

    labels: tuple[str, ...]
    multi_label: bool
    label_counts: Counter[str] = field(default_factory=Counter)
    train_counts: Counter[str] = field(default_factory=Counter)
    splits: Counter[Split] = field(default_factory=Counter)
    unlabelled: list[str] = field(default_factory=list)
    tiny: list[str] = field(default_factory=list)
    segmented: list[str] = field(default_factory=list)
    num_segments: int = 0

    def add(
        self,
        *,
        id: str,
        split: Split,
        labels: Collection[str],
        width: int | None = None,
        height: int | None = None,
        is_usable: bool | None = None,
        num_segments: int = 0,
    ) -> None:
        """Count one sample.

        Args:
            id: of the sample.
            split: of the sample.
            labels: of the sample and of its regions, each once, or of its segments.
            width: in pixels, where it has one.
            height: in pixels, where it has one.
            is_usable: whether the task can learn from it; ``None`` asks for a label where samples
                have one each.
            num_segments: how many stretches of it are annotated.
        """
        if num_segments:
            self.segmented.append(id)
            self.num_segments += num_segments
        if is_usable is None:
            is_usable = bool(labels) or self.multi_label
        if not is_usable:
            self.unlabelled.append(id)
            return
        self.splits[split] += 1
        self.label_counts.update(labels)
        if split is Split.TRAIN:
            self.train_counts.update(labels)
        if width is not None and height is not None and min(width, height) < TINY_PIXELS:
            self.tiny.append(id)


def check_census(census: Census, card: TaskCard) -> tuple[Finding, ...]:
    """Return all findings, those that stop the run first."""
    if not census.splits:
        return (_nothing(census),)
    if not card.annotation_card.is_labelled:
        # The data says itself what is true of it, and its task divides it.
        return blocking_first(_samples(census))
    if card.learns_normal:
        # Its other samples may be of one kind or many, few, and in any split.
        return blocking_first([*_splits(census, card), *_samples(census)])
    return blocking_first(
        [
            *_labels(census, card),
            *_splits(census, card),
            *_balance(census),
            *_samples(census),
            *_segments(census, card),
        ]
    )


def blocking_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Order findings by what they stop."""
    return tuple(sorted(findings, key=lambda finding: not finding.blocking))


def about_samples(
    code: str, ids: Collection[str], message: str, **params: str | int | float | None
) -> Finding:
    """Return a finding that stops nothing, about certain samples; ``count`` is among its params."""
    return Finding(
        code,
        {"count": len(ids), **params},
        message,
        blocking=False,
        num_samples=len(ids),
        sample_ids=tuple(ids)[:MAX_IDS],
    )


def _nothing(census: Census) -> Finding:
    return Finding(
        "no_samples",
        {"unlabelled": len(census.unlabelled)},
        f"There is no labelled sample to train on ({len(census.unlabelled)} without a label). "
        "Add samples and label them.",
        blocking=True,
        num_samples=len(census.unlabelled),
        sample_ids=tuple(census.unlabelled[:MAX_IDS]),
    )


def _labels(census: Census, card: TaskCard) -> Iterator[Finding]:
    counts = {label: census.label_counts[label] for label in census.labels}
    least, advised = card.min_samples_per_label, card.advised_samples_per_label
    if len(counts) > MAX_LABELS:
        yield Finding(
            "too_many_labels",
            {"count": len(counts), "limit": MAX_LABELS},
            f"The data has {len(counts)} labels; at most {MAX_LABELS} can be trained. "
            "Merge labels.",
            blocking=True,
        )
    is_classification = card.annotation_card.is_classification
    if is_classification and len(counts) < 2 and not census.multi_label:
        yield Finding(
            "single_class",
            {"label": ", ".join(counts)},
            f"All samples have the same label '{', '.join(counts)}'. A classifier needs at least "
            "two: add samples of another label.",
            blocking=True,
        )
    if short := {label: n for label, n in counts.items() if n < least}:
        yield Finding(
            "few_samples",
            {"count": len(short), "labels": _counted(short), "minimum": least},
            f"{len(short)} label(s) have fewer than {least} samples: {_counted(short)}. "
            "Label more of them, or delete the labels.",
            blocking=True,
        )
    if thin := {label: n for label, n in counts.items() if least <= n < advised}:
        yield Finding(
            "samples_below_advice",
            {"count": len(thin), "labels": _counted(thin), "advised": advised},
            f"{len(thin)} label(s) have fewer than {advised} samples: {_counted(thin)}. "
            "The model gets better with more.",
            blocking=False,
        )


def _splits(census: Census, card: TaskCard) -> Iterator[Finding]:
    advice = {
        Split.TRAIN: "Freeze a version with a larger share for it.",
        Split.VALIDATION: "The best epoch cannot be chosen without it; give it a share.",
        Split.TEST: "The report is made on the validation split, which flatters the model.",
    }
    if not card.needs_validation:
        del advice[Split.VALIDATION], advice[Split.TEST]
    for split, text in advice.items():
        if not census.splits[split]:
            yield Finding(
                f"{split}_split_empty",
                {},
                f"The {split} split has no sample. {text}",
                blocking=split is not Split.TEST,
            )
    unseen = [
        label
        for label in census.labels
        if not card.learns_normal and census.label_counts[label] and not census.train_counts[label]
    ]
    if unseen and census.splits[Split.TRAIN]:
        names = ", ".join(unseen[:_MAX_NAMED])
        yield Finding(
            "labels_not_trained",
            {"count": len(unseen), "labels": names},
            f"{len(unseen)} label(s) have no training sample: {names}. Move some of their samples "
            "into the train split.",
            blocking=True,
        )


def has_rare_label(counts: Iterable[float]) -> bool:
    """Tell whether the commonest label that occurs has ten times the samples of the rarest."""
    present = [count for count in counts if count > 0]
    return bool(present) and max(present) >= IMBALANCE * min(present)


def _balance(census: Census) -> Iterator[Finding]:
    present = {label: n for label, n in census.label_counts.items() if n > 0}
    if not has_rare_label(present.values()):
        return
    rare, common = min(present, key=present.__getitem__), max(present, key=present.__getitem__)
    ratio = round(present[common] / present[rare], 1)
    yield Finding(
        "imbalanced",
        {"ratio": ratio, "label": rare, "common": common},
        f"'{common}' has {present[common]} samples and '{rare}' has {present[rare]}. "
        "Add samples of rare labels. Classifiers give rare labels more weight by themselves here.",
        blocking=False,
    )


def _segments(census: Census, card: TaskCard) -> Iterator[Finding]:
    if not census.segmented:
        return
    num = len(census.segmented)
    if learns_segments(card):
        yield about_samples(
            "segments_learnt",
            census.segmented,
            f"{num} sample(s) have segments, {census.num_segments} in all: each segment is learnt "
            "as a sample of its own, in place of what is said of the whole.",
            segments=census.num_segments,
        )
    else:
        yield about_samples(
            "segments_not_learnt",
            census.segmented,
            f"{num} sample(s) have segments. This task learns samples as a whole: segments are "
            "kept and exported, not learnt. Cut the files into clips to learn from them.",
        )


def _samples(census: Census) -> Iterator[Finding]:
    if census.unlabelled:
        yield about_samples(
            "unlabelled_ignored",
            census.unlabelled,
            f"{len(census.unlabelled)} sample(s) have no label and are left out. Label them to "
            "use them.",
        )
    if census.tiny:
        yield about_samples(
            "images_tiny",
            census.tiny,
            f"{len(census.tiny)} image(s) have a side below {TINY_PIXELS} pixels and show little.",
            pixels=TINY_PIXELS,
        )


def listed(names: Sequence[str], most: int = _MAX_NAMED) -> str:
    """Return the first names, and how many more there are."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def _counted(counts: Mapping[str, int]) -> str:
    """Name the first labels with their counts."""
    return listed([f"{label} ({count})" for label, count in counts.items()])
