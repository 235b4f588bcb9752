"""What is probably wrong with annotations: labels, sets of labels, regions, and spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from engine.quality.annotations.label_errors import Tick, evaluated_places, find_label_errors
from engine.quality.annotations.label_set_errors import find_label_set_errors
from engine.quality.annotations.region_errors import find_region_errors
from engine.quality.annotations.span_errors import find_span_errors
from engine.quality.column_store import ColumnStore, Finding
from engine.quality.reservoir import Reservoir
from engine.specs.data import SampleRecord
from engine.specs.inspection import InspectionSpec, SkippedCheck

# Announces a search for wrong labels, and returns what is to be told how far it is.
StartProgress = Callable[[], Tick]


class AnnotationIssues:
    """Which annotations of an inspection are checked, and what is probably wrong with them."""

    def __init__(self, spec: InspectionSpec) -> None:
        self._spec = spec
        self._limits = spec.thresholds
        self._annotated = Reservoir(
            self._limits.max_judged_images if spec.media == "image" else self._limits.max_judged,
            spec.seed,
        )

    def evaluated(self, records: Iterable[SampleRecord]) -> frozenset[int]:
        """Return the places of the samples whose labels are checked, which need features."""
        places: dict[str, int] = {name: i for i, name in enumerate(self._spec.labels)}
        given: list[tuple[int, ...]] = []
        annotated: list[int] = []
        for record in records:
            if record.is_annotated:
                annotated.append(len(given))
            given.append(tuple(places[name] for name in record.labels if name in places))
        if not self._spec.multi_label:
            return frozenset(evaluated_places(given, self._limits, self._spec.seed).tolist())
        if not any(given):
            return frozenset()
        if len(annotated) > self._limits.max_judged:
            chance = np.random.default_rng(self._spec.seed)
            return frozenset(
                chance.choice(annotated, self._limits.max_judged, replace=False).tolist()
            )
        return frozenset(annotated)

    def offer(self, record: SampleRecord) -> None:
        """Take a sample among those whose regions are checked, if there is room."""
        if record.is_annotated and not record.labels:
            self._annotated.offer(record)

    def found(
        self, store: ColumnStore, progress: StartProgress
    ) -> Iterator[Finding | SkippedCheck]:
        """Yield what is probably wrong, or why it was not checked."""
        if store.features:
            yield from self._of_labels(store, progress)
        find = {"image": find_region_errors, "text": find_span_errors}.get(self._spec.media)
        if find is not None:
            root = Path(self._spec.files_root)
            records = self._annotated.records()
            yield from find(records, root, self._limits, self._spec.seed, progress())

    def _of_labels(
        self, store: ColumnStore, progress: StartProgress
    ) -> list[Finding | SkippedCheck]:
        if self._spec.multi_label:
            places = np.array(sorted(store.features), dtype=np.int64)
            return find_label_set_errors(store, places, self._limits, self._spec.seed, progress())
        nums = Counter(store.labelled[place][0] for place in store.features)
        places = np.array(
            sorted(
                place
                for place in store.features
                if nums[store.labelled[place][0]] >= self._limits.folds
            ),
            dtype=np.int64,
        )
        seed = self._spec.seed
        return [find_label_errors(store, places, self._limits, seed, progress())]
