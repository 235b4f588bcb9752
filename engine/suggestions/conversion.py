"""From a model's predictions, as the runtime documents it, to the parts of an annotation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any

from engine.catalog import PredictionKind
from engine.specs.samples.geometry import Box, FrameBox, Mask, Quad, Span
from engine.specs.suggestions import (
    SuggestedLabel,
    SuggestedRegion,
    SuggestedRelation,
    Suggestion,
)

Document = Mapping[str, Any]
Prediction = Sequence[Document]

# Nothing was found where something may well be: neither sure nor quite unsure.
_NOTHING_FOUND = 0.5


def suggestion_of(
    sample_id: str, prediction: Prediction, kind: PredictionKind, thresholds: Mapping[str, float]
) -> Suggestion:
    """Return what a prediction says of a sample, in the form of its annotations.

    Args:
        sample_id: whose prediction it is.
        prediction: documents of the results; those with a ``mask`` have its ``size``. Of classes
            all labels with their scores; of regions those below their threshold too, for people to
            choose from.
        kind: of answers that the task's annotations are suggested from.
        thresholds: of labels that several may be given of; empty where one is chosen.

    Raises:
        KeyError: when nothing is suggested from such answers.
    """
    return CONVERSIONS[kind](prediction, thresholds).model_copy(update={"id": sample_id})


def _classes(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    scores = sorted((_score(one) for one in prediction), reverse=True)
    if thresholds:
        chosen = [one for one in prediction if _score(one) >= thresholds[one["name"]]]
        uncertainties = [_uncertainty(_score(one), thresholds[one["name"]]) for one in prediction]
        score = min((_score(one) for one in chosen), default=1 - max(scores, default=0.0))
        uncertainty = max(uncertainties, default=1.0)
    else:
        chosen = sorted(prediction, key=_score, reverse=True)[:1]
        score = scores[0] if scores else 0.0
        # Margin sampling: Scheffer et al., IDA 2001.
        uncertainty = 1 - (scores[0] - scores[1]) if len(scores) > 1 else 1 - score
    return Suggestion(
        id="", labels=_labels(chosen), score=_unit(score), uncertainty=_unit(uncertainty)
    )


def _boxes(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    # Products that nobody named are found too, without a threshold.
    known = [one for one in prediction if one["name"] in thresholds or not thresholds]
    return _of_regions([(_box(one["location"]), one) for one in known], thresholds)


def _outlines(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    found = []
    for one in prediction:
        height, width = one["size"]
        found.append((Mask(size=(height, width), counts=one["mask"]), one))
    return _of_regions(found, thresholds)


def _defects(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    (one,) = prediction
    score, threshold = _score(one), float(one["threshold"])
    sure = score if one["is_anomalous"] else 1 - score
    return Suggestion(
        id="",
        labels=(SuggestedLabel(name=one["name"], score=_unit(sure)),),
        score=_unit(sure),
        uncertainty=_unit(_uncertainty(score, threshold)),
    )


def _spans(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    return _of_regions([(_span(one), one) for one in prediction], thresholds)


def _aspect_sentiment(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    whole = _classes([one for one in prediction if "start" not in one], {})
    targets = _spans([one for one in prediction if "start" in one], thresholds)
    return targets.model_copy(
        update={"labels": whole.labels, "score": whole.score, "uncertainty": whole.uncertainty}
        if whole.labels
        else {}
    )


def _relations(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    entities: dict[tuple[str, int, int], tuple[str, Document]] = {}

    def key_of(entity: Document) -> str:
        place = (str(entity["name"]), int(entity["start"]), int(entity["end"]))
        return entities.setdefault(place, (_key(len(entities)), entity))[0]

    relations = tuple(
        SuggestedRelation(
            label=one["name"],
            subject=key_of(one["subject"]),
            object=key_of(one["object"]),
            score=_unit(_score(one)),
        )
        for one in prediction
    )
    regions = _of_regions([(_span(entity), entity) for _, entity in entities.values()], thresholds)
    return regions.model_copy(update={"relations": relations})


def _transcript(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    spoken = [one for one in prediction if one["text"].strip()]
    score = _mean([_score(one) for one in spoken])
    return Suggestion(
        id="",
        texts=(" ".join(one["text"].strip() for one in spoken),) if spoken else (),
        score=score,
        uncertainty=_unit(1 - score),
    )


def _text_lines(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    found = []
    for one in prediction:
        points = tuple((float(x), float(y)) for x, y in one["location"]["points"])
        found.append((Quad(points=points), one))
    return _of_regions(found, {})


def _tracks(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    found = []
    for frame in prediction:
        for one in frame["objects"]:
            place = {name: float(size) for name, size in one["location"].items()}
            geometry = FrameBox(frame=frame["frame"], track=one["track_id"], **place)
            found.append((geometry, one))
    return _of_regions(found, thresholds)


def _score_of_whole(prediction: Prediction, thresholds: Mapping[str, float]) -> Suggestion:
    if any("value" not in one for one in prediction):
        return _classes(prediction, {})
    (one,) = prediction
    score = _score(one)
    return Suggestion(
        id="", value=float(one["value"]), score=_unit(score), uncertainty=_uncertainty(score, 0.5)
    )


CONVERSIONS: dict[PredictionKind, Callable[[Prediction, Mapping[str, float]], Suggestion]] = {
    PredictionKind.LABELS: _classes,
    PredictionKind.BOXES: _boxes,
    PredictionKind.MASKS: _outlines,
    PredictionKind.ANOMALY: _defects,
    PredictionKind.SPANS: _spans,
    PredictionKind.RELATIONS: _relations,
    PredictionKind.ASPECT_SENTIMENT: _aspect_sentiment,
    PredictionKind.TRANSCRIPT: _transcript,
    PredictionKind.WORDS: _text_lines,
    PredictionKind.TRACKS: _tracks,
    PredictionKind.MATCHES: _score_of_whole,
}


def _of_regions(
    found: Sequence[tuple[Any, Document]], thresholds: Mapping[str, float]
) -> Suggestion:
    """Return regions under keys of their own; the whole is as sure as they are on average."""
    regions = tuple(
        SuggestedRegion(
            id=_key(number),
            label=one.get("name"),
            geometry=geometry,
            text=one.get("words"),
            score=_unit(_score(one)),
        )
        for number, (geometry, one) in enumerate(found)
    )
    kept = [one.score for one in regions if one.score >= thresholds.get(one.label or "", 0.0)]
    uncertainties = [
        _uncertainty(one.score, thresholds.get(one.label or "", 0.5)) for one in regions
    ]
    return Suggestion(
        id="",
        regions=regions,
        score=_mean(kept) if kept else _NOTHING_FOUND,
        uncertainty=_mean(uncertainties) if uncertainties else _NOTHING_FOUND,
    )


def _key(number: int) -> str:
    return f"model-{number}"


def _labels(chosen: Prediction) -> tuple[SuggestedLabel, ...]:
    return tuple(SuggestedLabel(name=one["name"], score=_unit(_score(one))) for one in chosen)


def _box(location: Document) -> Box:
    return Box(**{name: float(location[name]) for name in ("left", "top", "width", "height")})


def _span(one: Document) -> Span:
    return Span(start=one["start"], end=one["end"])


def _score(one: Document) -> float:
    return float(one["score"])


def _uncertainty(score: float, threshold: float) -> float:
    """Return 1 at the threshold, 0 at either end."""
    room = threshold if score < threshold else 1 - threshold
    return _unit(1 - abs(score - threshold) / room) if room > 0 else 0.0


def _mean(scores: Sequence[float]) -> float:
    return _unit(fmean(scores)) if scores else 0.0


def _unit(score: float) -> float:
    return min(max(score, 0.0), 1.0)
