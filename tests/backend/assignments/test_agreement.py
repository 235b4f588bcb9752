"""Agreement is what its definitions say, on cases worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from backend.annotation.contracts.overlap import overlap
from backend.assignments.agreement.documents import (
    agreement,
    character_agreement,
    majority,
    mean_overlap,
    text_agreement,
)
from backend.assignments.agreement.kappa import cohen_kappa, fleiss_kappa
from engine.formats.shapes.run_lengths import mask_from_pixels


def region(key: str, label: str | None = "cell", **geometry: Any) -> dict[str, Any]:
    return {
        "id": key,
        "label": None if label is None else {"id": label, "name": label},
        "geometry": geometry,
        "text": None,
    }


def box(key: str, left: float, top: float, side: float, label: str = "cell") -> dict[str, Any]:
    return region(key, label, kind="box", left=left, top=top, width=side, height=side)


def said(*labels: str, regions: tuple[Any, ...] = (), **parts: Any) -> dict[str, Any]:
    empty = {"relations": [], "texts": [], "value": None}
    named = [{"id": label, "name": label} for label in labels]
    return {"labels": named, "regions": list(regions), **empty, **parts}


def test_cohen_kappa_of_a_table_worked_out_by_hand() -> None:
    # 50 samples: both yes 20, both no 15, 5 and 10 apart. p_o = 0.7, p_e = 0.5.
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert cohen_kappa(pairs) == pytest.approx(0.4)
    assert cohen_kappa([("y", "y")] * 9) is None
    assert cohen_kappa([]) is None


def test_fleiss_kappa_of_the_table_in_common_textbooks() -> None:
    # 10 samples, 14 people, 5 classes; kappa = 0.210 (three places).
    table = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
        (3, 2, 6, 3, 0),
        (2, 5, 3, 2, 2),
        (6, 5, 2, 1, 0),
        (0, 2, 2, 3, 7),
    ]
    ratings = [[place for place, num in enumerate(row) for _ in range(num)] for row in table]
    assert fleiss_kappa(ratings) == pytest.approx(0.210, abs=5e-4)
    assert fleiss_kappa([["a"], ["b"]]) is None


def test_overlap_of_boxes_and_stretches_is_exact() -> None:
    one = {"kind": "box", "left": 0, "top": 0, "width": 10, "height": 10}
    other = {"kind": "box", "left": 5, "top": 0, "width": 10, "height": 10}
    assert overlap(one, other) == pytest.approx(1 / 3)
    assert overlap(one, {**other, "left": 20}) == 0
    span = {"kind": "span", "start": 0, "end": 4}
    assert overlap(span, {"kind": "span", "start": 2, "end": 6}) == pytest.approx(1 / 3)
    assert overlap(one, span) == 0


def test_outlines_and_masks_are_compared_by_what_they_cover() -> None:
    square = {"kind": "polygon", "rings": [[[10, 10], [50, 10], [50, 50], [10, 50]]]}
    same = {"kind": "box", "left": 10, "top": 10, "width": 40, "height": 40}
    # A grid of 512 cells rounds the edge by less than one cell on each side.
    assert overlap(square, same) == pytest.approx(1, abs=0.01)
    pixels = np.zeros((60, 60), dtype=bool)
    pixels[10:50, 10:30] = True
    mask = mask_from_pixels(pixels).model_dump(mode="json")
    assert overlap(square, mask) == pytest.approx(0.5, abs=0.01)
    triangle = {"kind": "polygon", "rings": [[[10, 10], [50, 10], [10, 50]]]}
    assert overlap(square, triangle) == pytest.approx(0.5, abs=0.01)


def test_forgotten_and_invented_regions_both_cost() -> None:
    mine = [box("a", 0, 0, 10), box("b", 50, 50, 10)]
    assert mean_overlap(mine, [box("x", 0, 0, 10)]) == pytest.approx(0.5)
    assert mean_overlap(mine, [box("x", 0, 0, 10), box("y", 50, 50, 10, "other")]) == pytest.approx(
        1 / 3
    )
    assert mean_overlap(mine, list(reversed(mine))) == 1


def test_spans_agree_by_characters_and_texts_by_edits() -> None:
    one = [region("a", "person", kind="span", start=0, end=8)]
    other = [region("b", "person", kind="span", start=4, end=8)]
    assert character_agreement(one, other) == pytest.approx(2 * 4 / 12)
    assert text_agreement("kitten", "sitting") == pytest.approx(1 - 3 / 7)
    assert text_agreement("word " * 900, "word " * 899 + "end ") == pytest.approx(1 - 1 / 900)


def test_an_answer_agrees_with_itself_and_saying_nothing_is_not_saying_none() -> None:
    whole = said("cat", regions=(box("a", 0, 0, 10),), texts=["one"], value=2.0)
    assert agreement(whole, whole) == 1
    assert agreement(said(), said()) == agreement(None, None) == 1
    assert agreement(None, said()) == 0
    assert agreement(said("cat", "dog"), said("dog")) == pytest.approx(0.5)


def test_the_majority_stands_behind_what_a_person_said() -> None:
    close = [said(regions=(box("a", shift, 0, 100),)) for shift in (0, 2, 4)]
    apart = said(regions=(box("a", 300, 0, 100),))
    assert majority([apart, *close], at_least=0.9) == 2
    assert majority([said("cat"), said("dog")], at_least=0.8) is None
    assert majority([said("cat"), said("dog"), said("cat")], at_least=0.8) == 0
    assert majority([said("cat")], at_least=0.8) == 0
