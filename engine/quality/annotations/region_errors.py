"""Doubt boxes and outlines: of another label, about nothing, or missing.

Windows that look like objects but were not annotated are labelled *background*. Then one model that
was trained on other images tells what is wrong: a region that it takes for another label is
mislabelled, one that it takes for background lies wrong, and a window of the background that it
takes for an object is a missing region.
"""

# N windows, K labels of which the last is the background, F features

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from engine.quality.annotations.confidence import find_label_issues
from engine.quality.annotations.label_errors import Tick
from engine.quality.annotations.region_rows import (
    Annotated,
    Rows,
    annotated_images,
    fitted,
    gathered,
)
from engine.quality.column_store import Finding
from engine.specs.data import SampleRecord
from engine.specs.inspection import FoundSample, InspectionThresholds, SkippedCheck

CHECK = "region_error"
KINDS = ("region_mislabelled", "region_misplaced", "region_missing")
_LEAST_REGIONS = 50
_ENOUGH = 0.8


def find_region_errors(
    records: Sequence[SampleRecord],
    root: Path,
    thresholds: InspectionThresholds,
    seed: int,
    tick: Tick,
) -> Iterator[Finding | SkippedCheck]:
    """Yield what is wrong with the regions of images, or why that cannot be told.

    Args:
        records: the images that were annotated.
        root: folder of their files.
        thresholds: how sure the model has to be.
        seed: of the folds and of the windows that are looked at.
        tick: is told how many steps are done, of how many.
    """
    chance = np.random.default_rng(seed)
    annotated, names = annotated_images(records, thresholds)
    if sum(len(one.labels) for one in annotated) < _LEAST_REGIONS:
        return
    rows = gathered(annotated, root, len(names), chance, tick)
    yield from _evaluated(rows, annotated, names, thresholds, chance)


def _evaluated(
    rows: Rows,
    annotated: Sequence[Annotated],
    names: Sequence[str],
    thresholds: InspectionThresholds,
    chance: np.random.Generator,
) -> Iterator[Finding | SkippedCheck]:
    features, labels = np.stack(rows.features), np.array(rows.labels)
    parts = chance.permutation(len(annotated)) % thresholds.folds
    part, is_evaluated = parts[rows.images], np.array(rows.is_evaluated)
    background = len(names)
    probabilities = np.zeros((len(labels), background + 1))
    for held in range(thresholds.folds):
        train, asked = part != held, (part == held) & is_evaluated
        model = fitted(features[train], labels[train])
        probabilities[np.ix_(asked, model.classes_)] = model.predict_proba(features[asked])
    places = np.flatnonzero(is_evaluated)
    predicted, given = probabilities[places], labels[places]
    is_region = given < background
    # Whether there is an object at all is another question than which one it is.
    named = predicted[is_region, :background].argmax(axis=1)
    accuracy = float((named == given[is_region]).mean())
    params = {"accuracy": round(accuracy, 4), "num_decided": int(is_region.sum())}
    if accuracy < thresholds.least_accuracy:
        yield SkippedCheck(check=CHECK, reason="regions_unsure", params=params)
        return
    found = {kind: Finding(kind, params=dict(params)) for kind in KINDS}
    issues = find_label_issues(
        given, predicted, least_confidence=thresholds.least_region_confidence, enough=_ENOUGH
    )
    for place, suggested, confidence in zip(
        issues.places, issues.suggested, issues.confidence, strict=True
    ):
        row = int(places[place])
        old, new = int(given[place]), int(suggested)
        kind = KINDS[2] if old == background else KINDS[1] if new == background else KINDS[0]
        left, top, right, bottom = rows.windows[row]
        found[kind].samples.append(
            FoundSample(
                finding=kind,
                sample_id=annotated[rows.images[row]].record.id,
                score=round(float(confidence), 4),
                params={
                    **({"region": rows.regions[row]} if rows.regions[row] else {}),
                    **({"given": names[old]} if old < background else {}),
                    **({"suggested": names[new]} if new < background else {}),
                    "left": round(left, 1),
                    "top": round(top, 1),
                    "width": round(right - left, 1),
                    "height": round(bottom - top, 1),
                },
            )
        )
    yield from found.values()
