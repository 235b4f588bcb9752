"""Where a model and an annotation disagree, and how surely."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from backend.annotation.contracts.states import Region, State
from backend.suggestions.comparison import disagreements
from backend.suggestions.states import ScoredLabel, ScoredRegion, Suggested
from engine.catalog import AnnotationKind

CAT, DOG = UUID(int=1), UUID(int=2)


def box(left: float, size: float = 10) -> dict[str, Any]:
    return {"kind": "box", "left": left, "top": 0, "width": size, "height": size}


def said(*regions: tuple[UUID, dict[str, Any]]) -> State:
    return State(
        regions=tuple(Region(str(key), *region) for key, region in enumerate(regions)),
    )


def told(*regions: tuple[UUID, dict[str, Any], float]) -> Suggested:
    return Suggested(
        regions=tuple(
            ScoredRegion(f"model-{key}", str(label), geometry, None, score)
            for key, (label, geometry, score) in enumerate(regions)
        )
    )


def boxes(suggested: Suggested, state: State) -> dict[str, float]:
    return dict(
        disagreements(suggested, state, AnnotationKind.BOXES, threshold=0.5, multi_label=False)
    )


def classes(*scores: tuple[UUID, float], labels: set[UUID], multi_label: bool) -> dict[str, float]:
    suggested = Suggested(labels=tuple(ScoredLabel(str(one), score) for one, score in scores))
    return dict(
        disagreements(
            suggested,
            State(labels=frozenset(labels)),
            AnnotationKind.CLASSES,
            threshold=0.4 if multi_label else 0.0,
            multi_label=multi_label,
        )
    )


def test_another_class_is_as_strong_as_the_model_is_sure_of_it() -> None:
    assert classes((CAT, 0.8), labels={CAT}, multi_label=False) == {}
    assert classes((CAT, 0.8), labels={DOG}, multi_label=False) == {"class": 0.8, "any": 0.8}


def test_a_label_that_the_model_leaves_out_of_several_disagrees_too() -> None:
    found = classes((CAT, 0.9), labels={CAT, DOG}, multi_label=True)
    assert found == {"class": 0.6, "any": 0.6}


def test_a_mark_that_is_not_annotated_is_extra() -> None:
    found = boxes(told((CAT, box(0), 0.9), (CAT, box(50), 0.7)), said((CAT, box(1))))
    assert found == {"extra": 0.7, "any": 0.7}


def test_a_mark_at_the_place_of_another_label_is_a_matter_of_class() -> None:
    assert boxes(told((DOG, box(0), 0.9)), said((CAT, box(1)))) == {"class": 0.9, "any": 0.9}


def test_an_annotated_mark_the_model_half_saw_is_missed_less() -> None:
    assert boxes(told(), said((CAT, box(0))))["missed"] == 1
    found = boxes(told((CAT, box(1), 0.3)), said((CAT, box(0))))
    assert found == {"missed": pytest.approx(0.7), "any": pytest.approx(0.7)}


def test_marks_that_overlap_by_less_than_half_are_two_things() -> None:
    assert set(boxes(told((CAT, box(6), 0.9)), said((CAT, box(0))))) == {"extra", "missed", "any"}


def test_one_annotated_mark_answers_one_of_the_models() -> None:
    found = boxes(told((CAT, box(0), 0.9), (CAT, box(1), 0.8)), said((CAT, box(0))))
    assert found == {"extra": 0.8, "any": 0.8}


def test_outlines_are_compared_by_what_they_cover() -> None:
    ring = [(0, 0), (10, 0), (10, 10), (0, 10)]
    outline = {"kind": "polygon", "rings": [ring]}
    suggested = told((CAT, outline, 0.9))
    found = disagreements(
        suggested,
        said((CAT, {"kind": "polygon", "rings": [[(1, 0), *ring[1:]]]})),
        AnnotationKind.OUTLINES,
        threshold=0.5,
        multi_label=False,
    )
    assert found == {}


def test_marks_of_recordings_are_left_out_where_models_name_the_whole_only() -> None:
    stretch = {"kind": "segment", "start_ms": 0, "end_ms": 10}
    state = State(labels=frozenset({CAT}), regions=(Region("1", CAT, stretch),))
    suggested = Suggested(labels=(ScoredLabel(str(CAT), 0.9),))
    assert not disagreements(
        suggested, state, AnnotationKind.CLASSES, threshold=0, multi_label=False
    )
