"""How often each label is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.quality.column_store import ColumnStore, Finding
from engine.specs.inspection import Bars, FoundSample, InspectionThresholds

_MAX_SHOWN, _MAX_NAMED = 40, 10


def rare_labels(store: ColumnStore, thresholds: InspectionThresholds) -> Finding:
    """Return the samples of labels that the most frequent one outnumbers many times."""
    found = Finding("rare_label")
    counts = Counter(label for used in store.used for label in used)
    if not counts:
        return found
    most = max(counts.values())
    rare = {label for label, num in counts.items() if num * thresholds.rare_ratio <= most}
    found.samples = [
        FoundSample(
            finding=found.kind,
            sample_id=store.ids[place],
            params={"label": store.labels[next(one for one in used if one in rare)]},
        )
        for place, used in enumerate(store.used)
        if not rare.isdisjoint(used)
    ]
    names = sorted(rare, key=lambda label: counts[label])[:_MAX_NAMED]
    found.params = {
        "labels": ", ".join(store.labels[label] for label in names),
        "num_labels": len(rare),
        "ratio": thresholds.rare_ratio,
    }
    return found


def label_chart(store: ColumnStore) -> Iterator[Bars]:
    """Yield how many samples show each label, the most frequent first."""
    counts = Counter(label for used in store.used for label in used)
    if counts:
        shown = counts.most_common(_MAX_SHOWN)
        yield Bars(
            name="labels",
            labels=tuple(store.labels[label] for label, _ in shown),
            counts=tuple(num for _, num in shown),
        )
