"""What an import says is made to fit the sample and the database, and every change is said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from backend.annotation.contracts.imported import Given, fit
from backend.annotation.extents import Extent
from engine.catalog import AnnotationKind
from engine.formats.layout import Item
from engine.formats.loading import read_tree
from engine.formats.reading.trees import MemoryTree
from engine.formats.shapes.run_lengths import pack_counts
from engine.specs.data import DatasetFormat, Region, Relation
from engine.specs.samples.geometry import Box, Polygon
from tests.engine.formats.trees import image as png

IMAGE = Extent(width=100, height=80)


def region(key: str, label: str | None, **geometry: Any) -> Region:
    return Region.model_validate({"id": key, "label": label, "geometry": geometry})


def box(key: str, left: float, top: float, width: float, height: float) -> Region:
    return region(key, "a", kind="box", left=left, top=top, width=width, height=height)


def codes(given: Given, kind: AnnotationKind, extent: Extent = IMAGE) -> dict[str, Any]:
    _, changes = fit(given, kind, extent, multi_label=False)
    return {change.code: change.params["num"] for change in changes}


def test_what_fits_is_left_as_it_is() -> None:
    given = Given(regions=(box("1", 0, 0, 100, 80),))
    assert fit(given, AnnotationKind.BOXES, IMAGE, multi_label=False) == (given, [])


def test_boxes_and_outlines_are_cut_at_the_border_of_the_image() -> None:
    rings = (((-5.0, 10.0), (50.0, 10.0), (50.0, 200.0)),)
    given = Given(regions=(box("1", -10, 70, 30, 30), box("2", 100, 0, 5, 5)))
    kept, _ = fit(given, AnnotationKind.BOXES, IMAGE, multi_label=False)
    assert [one.geometry.model_dump() for one in kept.regions] == [
        {"kind": "box", "left": 0.0, "top": 70.0, "width": 20.0, "height": 10.0}
    ]
    assert codes(given, AnnotationKind.BOXES) == {"regions_clipped": 1, "regions_outside": 1}
    outline = Given(regions=(region("1", "a", kind="polygon", rings=rings),))
    kept, _ = fit(outline, AnnotationKind.OUTLINES, IMAGE, multi_label=False)
    assert kept.regions[0].geometry.model_dump()["rings"] == (
        ((0.0, 10.0), (50.0, 10.0), (50.0, 80.0)),
    )


def test_outlines_and_masks_become_boxes_where_objects_are_marked_by_boxes() -> None:
    outline = region("1", "a", kind="polygon", rings=[[(10, 10), (50, 10), (50, 40)]])
    mask = region("2", "b", kind="mask", size=(80, 100), counts=pack_counts([83, 5, 7912]))
    given = Given(regions=(outline, mask, box("3", 1, 1, 2, 2)))
    kept, _ = fit(given, AnnotationKind.BOXES, IMAGE, multi_label=False)
    assert [one.geometry for one in kept.regions] == [
        Box(left=10, top=10, width=40, height=30),
        Box(left=1, top=3, width=1, height=5),
        Box(left=1, top=1, width=2, height=2),
    ]
    assert codes(given, AnnotationKind.BOXES) == {"regions_boxed": 2}
    kept, _ = fit(given, AnnotationKind.OUTLINES, IMAGE, multi_label=False)
    assert [one.geometry.kind for one in kept.regions] == ["polygon", "mask", "polygon"]


def test_the_box_that_a_file_gives_an_outline_is_the_one_that_counts() -> None:
    document: dict[str, Any] = {
        "images": [{"id": 1, "file_name": "a.png"}],
        "categories": [{"id": 1, "name": "x"}],
        "annotations": [
            {"bbox": [5, 6, 30, 20], "segmentation": [[10, 10, 30, 10, 30, 20]]},
            {"bbox": [0, 0, 1], "segmentation": [[10, 10, 30, 10, 30, 20]]},
        ],
    }
    for entry in document["annotations"]:
        entry |= {"image_id": 1, "category_id": 1}
    files = {"x.json": json.dumps(document).encode(), "a.png": png(100, 80)}
    (item,) = read_tree(DatasetFormat.COCO, MemoryTree(files))
    assert isinstance(item, Item)
    given = Given(regions=item.regions, boxes=item.boxes)
    kept, _ = fit(given, AnnotationKind.BOXES, IMAGE, multi_label=False)
    assert [one.geometry for one in kept.regions] == [
        Box(left=5, top=6, width=30, height=20),
        Box(left=10, top=10, width=20, height=10),
    ]


def test_four_corners_and_drawn_rectangles_come_into_tasks_of_outlines_as_outlines() -> None:
    quad = region("1", "a", kind="quad", points=[(10, 10), (50, 12), (50, 40), (10, 38)])
    drawn = box("2", 10, 10, 40, 30)
    outline = region("3", "a", kind="polygon", rings=[[(10, 10), (50, 10), (50, 40)]])
    rings = {
        "1": (((10, 10), (50, 12), (50, 40), (10, 38)),),
        "2": (((10, 10), (50, 10), (50, 40), (10, 40)),),
        "3": (((10, 10), (50, 10), (50, 40)),),
    }
    # Rectangles count as shapes where a tool draws them so, or where other shapes are beside.
    for regions, are_drawn, num in (
        ((quad,), False, 1),
        ((drawn,), True, 1),
        ((quad, drawn), False, 2),
        ((outline, drawn), False, 1),
        ((outline,), True, 0),
    ):
        given = Given(regions=regions, are_drawn=are_drawn)
        kept, changes = fit(given, AnnotationKind.OUTLINES, IMAGE, multi_label=False)
        shapes = {one.id: one.geometry for one in kept.regions}
        assert shapes == {one.id: Polygon(rings=rings[one.id]) for one in regions}
        assert {one.code: one.params["num"] for one in changes} == (
            {"regions_outlined": num} if num else {}
        )
    assert codes(Given(regions=(drawn,)), AnnotationKind.OUTLINES) == {"regions_of_other_kind": 1}
    # Defects have boxes of their own, but no turned ones.
    assert codes(Given(regions=(quad, drawn)), AnnotationKind.DEFECTS) == {"regions_outlined": 1}


def test_outlines_of_lines_of_text_are_still_of_another_kind() -> None:
    outline = region("1", None, kind="polygon", rings=[[(10, 10), (50, 10), (50, 40)]])
    found = codes(Given(regions=(outline,)), AnnotationKind.TEXT_LINES)
    assert found == {"regions_of_other_kind": 1}


def span(key: str, start: int, end: int, label: str | None = "a") -> Region:
    return region(key, label, kind="span", start=start, end=end)


CASES: list[tuple[Given, AnnotationKind, dict[str, int]]] = [
    (Given(regions=(span("1", 0, 50),)), AnnotationKind.SPANS, {"regions_outside": 1}),
    (Given(regions=(span("1", 0, 4, None),)), AnnotationKind.SPANS, {"regions_without_label": 1}),
    (
        Given(regions=(span("1", 0, 4), span("1", 5, 6))),
        AnnotationKind.SPANS,
        {"regions_repeated": 1},
    ),
    (Given(regions=(span("1", 0, 4),)), AnnotationKind.BOXES, {"regions_of_other_kind": 1}),
    (
        Given(
            regions=(span("1", 0, 4), span("2", 30, 60)),
            relations=(Relation(label="r", subject="1", object="2"),),
        ),
        AnnotationKind.RELATIONS,
        {"regions_outside": 1, "relations_left_out": 1},
    ),
    (
        Given(
            regions=(span("1", 0, 4),), relations=(Relation(label="r", subject="1", object="1"),)
        ),
        AnnotationKind.SPANS,
        {"relations_unused": 1},
    ),
    (Given(labels=("a", "b")), AnnotationKind.CLASSES, {"labels_left_out": 2}),
    (Given(texts=("a", "b")), AnnotationKind.TRANSCRIPT, {"texts_left_out": 1}),
    (Given(value=1.0), AnnotationKind.CLASSES, {"value_left_out": 1}),
]


@pytest.mark.parametrize(("given", "kind", "expected"), CASES)
def test_what_cannot_be_kept_is_counted(
    given: Given, kind: AnnotationKind, expected: dict[str, int]
) -> None:
    assert codes(given, kind, Extent(num_characters=40)) == expected


def test_texts_that_no_database_takes_and_long_ids_are_put_in_order() -> None:
    long = "x" * 100
    given = Given(
        regions=(span(long, 0, 4, "la\x00bel"), span(long + "y", 4, 6)),
        relations=(Relation(label="r\ud800", subject=long, object=long + "y"),),
    )
    kept, changes = fit(
        given, AnnotationKind.RELATIONS, Extent(num_characters=40), multi_label=False
    )
    assert not changes
    assert kept.regions[0].label == "la\ufffdbel"
    assert len({one.id for one in kept.regions}) == 2
    assert all(len(one.id) <= 64 for one in kept.regions)
    assert kept.relations[0].label == "r?"
    assert (kept.relations[0].subject, kept.relations[0].object) == tuple(
        one.id for one in kept.regions
    )
