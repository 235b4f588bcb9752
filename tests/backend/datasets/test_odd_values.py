"""Values that no database or screen holds come in as far as they can, and never break an import."""

from __future__ import annotations

import json
from typing import Any

import pytest

from backend.datasets.models import Label, Sample
from engine.catalog import TASKS, AnnotationKind, DatasetFormat, Media
from engine.formats.layout import Item
from engine.formats.reading.trees import MemoryTree
from engine.formats.writing.conversion_losses import conversion_losses
from engine.specs.data import Region, Relation, Split
from engine.specs.samples.geometry import (
    Box,
    FrameBox,
    Geometry,
    Mask,
    Polygon,
    Quad,
    Segment,
    Span,
)
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World
from tests.backend.datasets.test_archives import zipped
from tests.backend.datasets.test_formats import bring, problems
from tests.backend.images import image
from tests.engine.formats.trees import essence, round_trip

pytestmark = pytest.mark.django_db

NAMES = ["\ud800", "a\x00b", "x" * 10**6, "\u202e", "   ", "𝕏" * 120]
NUMBERS = ["NaN", "Infinity", "1e400", "-1e400", "9" * 30, "9" * 5000, "1e308", '"nan"', "null"]
DEEP = "[" * 100_000 + "]" * 100_000


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> World:
    """A dataset of images with boxes."""
    formats = (DatasetFormat.COCO, DatasetFormat.JSON_LINES, DatasetFormat.LABEL_STUDIO)
    card = add_card(
        monkeypatch, media=Media.IMAGE, annotation=AnnotationKind.BOXES, formats=formats
    )
    return world_of(card)


def coco(annotations: list[str], names: list[str]) -> bytes:
    """Return a COCO file whose annotations are written by hand."""
    images = [{"id": n, "file_name": f"{n}.png"} for n in range(3)]
    categories = [{"id": n, "name": name} for n, name in enumerate(["good", *names])]
    body = ",".join(annotations)
    return (
        f'{{"images":{json.dumps(images)},"categories":{json.dumps(categories)},'
        f'"annotations":[{body}]}}'
    ).encode()


def annotation(image: int, category: object, box: str, more: str = "") -> str:
    """Return one annotation as text."""
    return f'{{"image_id":{image},"category_id":{category},"bbox":[{box}]{more}}}'


def test_odd_names_and_numbers_of_coco_cost_their_entries_alone(boxes: World) -> None:
    odd = [annotation(1, n + 1, "1,1,4,4") for n in range(len(NAMES)) if n != 2]
    odd += [annotation(1, 0, f"1,1,{number},4") for number in NUMBERS]
    odd += [annotation(1, one, "1,1,4,4") for one in ("[1]", "{}", '"\\ud800"', "1e400")]
    odd += [annotation(1, 0, "1,1,4,4", f',"attributes":{{"a":{one}}}') for one in NUMBERS]
    odd += [annotation(1, 0, "1,1,4,4", f',"segmentation":{DEEP}'), DEEP, "7", "null"]
    odd += [annotation(2, 3, "1,1,4,4")]
    files = [(f"{n}.png", image(n, (100, 80))) for n in range(3)]
    content = coco([annotation(0, 0, "5,5,20,10"), *odd], NAMES)
    session = bring(boxes, "a.zip", zipped([("train.json", content), *files]), DatasetFormat.COCO)
    # A sample of which a label says more than a label can hold is refused, and named.
    assert (session.num_added, session.num_rejected) == (2, 1)
    assert session.num_labelled == 2
    found = [code for _, code in problems(session)]
    assert "label_too_long" in found
    assert found.count("number_malformed") + found.count("shape_malformed") >= 6
    names = set(Label.objects.filter(dataset=boxes.dataset).values_list("name", flat=True))
    assert {"good", "\ufffd", "a\ufffdb"} <= names


def test_odd_lines_cost_themselves_alone(boxes: World) -> None:
    good = {"file": "0.png", "regions": [{"id": "1", "label": "cat", "geometry": BOX}]}
    lines = [json.dumps(good), DEEP, '{"file":"1.png","value":1e400}', "[" * 50, "\x00"]
    for number in NUMBERS:
        region = f'{{"id":"1","label":"x","geometry":{{"kind":"box","left":{number},"top":1}}}}'
        lines.append(f'{{"file":"1.png","regions":[{region}]}}')
    lines.append(json.dumps({"file": "2.png", "labels": NAMES}))
    files = [(f"{n}.png", image(n, (100, 80))) for n in range(3)]
    archive = zipped([("a.jsonl", "\n".join(lines).encode()), *files])
    session = bring(boxes, "a.zip", archive, DatasetFormat.JSON_LINES)
    assert session.num_labelled >= 1
    assert "0.png" in set(Sample.objects.values_list("name", flat=True))


BOX: dict[str, Any] = {"kind": "box", "left": 5, "top": 5, "width": 20, "height": 10}
SHAPES: dict[str, Geometry] = {
    "box": Box(left=1, top=1.5, width=3, height=4),
    "quad": Quad(points=((1, 1), (5, 2), (5, 6), (1, 5))),
    "polygon": Polygon(rings=(((1, 1), (5, 1), (5, 5)), ((7, 7), (9, 7), (9, 9)))),
    "mask": Mask(size=(10, 20), counts="37n5"),
    "span": Span(start=1, end=3),
    "segment": Segment(start_ms=3, end_ms=90),
    "frame_box": FrameBox(frame=3, track=1, left=0, top=0, width=2, height=2),
}
SUFFIXES = {Media.TEXT: ".txt", Media.IMAGE: ".png", Media.AUDIO: ".wav", Media.VIDEO: ".mp4"}


@pytest.mark.parametrize("task", sorted(TASKS))
def test_every_task_takes_its_data_out_as_json_lines_and_in_again(task: str) -> None:
    card = TASKS[task]
    assert DatasetFormat.JSON_LINES in card.formats
    assert DatasetFormat.JSON_LINES in card.export_formats
    fields = card.annotation_card
    regions = tuple(
        Region(
            id=kind,
            label=f"label of {kind}",
            geometry=SHAPES[kind],
            text=" said " if fields.region_texts else None,
            attributes={"occluded": False, "note": " a ", "number": 2, "share": 0.25},
        )
        for kind in sorted(fields.geometries)
    )
    relations = tuple(
        Relation(label="of", subject=one.id, object=one.id) for one in regions if fields.relations
    )
    name = f"a{SUFFIXES.get(card.media, '.csv')}"
    is_text = card.media is Media.TEXT
    item = Item(
        place="",
        name=name,
        file=None if is_text else "x",
        content=b" text \n" if is_text else None,
        labels=("one", "two") if fields.labels else (),
        regions=regions,
        relations=relations,
        texts=(" first", "second ")[: fields.max_texts],
        value=0.5 if fields.value else None,
        split=Split.TEST,
    )
    bare = Item(place="", name=f"b{name}", file=item.file, content=item.content, is_annotated=False)
    assert not list(conversion_losses(item, holds=frozenset(vars(item)) | {"points", "attributes"}))
    back, lost = round_trip(DatasetFormat.JSON_LINES, [item, bare], MemoryTree({"x": b"\x00"}))
    assert lost == []
    assert [essence(one) for one in back] == [essence(item), essence(bare)]
