"""What we write is read alike by others' libraries, and what they write by us.

Readers and writers that share a misunderstanding pass every round trip, so each format is held
against a library that nobody here wrote.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import warnings
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from pycocotools import mask as coco_masks
from pycocotools.coco import COCO

from engine.formats.layout import Item
from engine.formats.reading.trees import FolderTree
from engine.formats.shapes.boxes import box_of
from engine.formats.shapes.run_lengths import draw_rings, mask_from_pixels, pixels_of
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, Mask, Polygon, Quad
from tests.engine.formats.packing import write_folder
from tests.engine.formats.trees import image, read, tree

WIDTH, HEIGHT = 64, 48
FILES = tree({"x.png": image(WIDTH, HEIGHT)})
OUTLINE = Polygon(rings=(((5, 5), (30, 6), (28, 40), (8, 35)),))
HOLLOW = np.zeros((HEIGHT, WIDTH), dtype=bool)
HOLLOW[10:30, 10:40] = True
HOLLOW[15:20, 15:20] = False


def sides(length: int) -> st.SearchStrategy[tuple[float, float]]:
    """Return two places on a side of an image, apart from each other."""
    places = st.integers(0, 4 * length).map(lambda place: place / 4)
    return st.tuples(places, places).map(sorted).filter(lambda two: two[1] - two[0] >= 1)


boxes = st.builds(
    lambda x, y: Box(left=x[0], top=y[0], width=x[1] - x[0], height=y[1] - y[0]),
    sides(WIDTH),
    sides(HEIGHT),
)
# Compiled against an older NumPy than ours; what it computes is the same.
old_numpy = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
several = settings(
    deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def item(*shapes: Box | Quad | Polygon | Mask, name: str = "a.png") -> Item:
    """Return an image with a region of alternating labels per shape."""
    regions = tuple(
        Region(id=str(n), label=("cat", "dog")[n % 2], geometry=one) for n, one in enumerate(shapes)
    )
    return Item(name, name, file="x.png", regions=regions, split=Split.TRAIN)


def written(key: DatasetFormat, folder: Path, *items: Item) -> Path:
    """Write items below a fresh folder."""
    root = folder / str(len(list(folder.iterdir())))
    write_folder(key, items, FILES, root)
    return root


def edges(found: object) -> list[list[float]]:
    """Return left, top, right and bottom of each box, sorted."""
    return _sorted(list(map(float, one)) for one in np.asarray(found).reshape(-1, 4))


def ours(regions: tuple[Region, ...]) -> list[list[float]]:
    """Return the same of regions."""
    found = []
    for region in regions:
        assert isinstance(region.geometry, Box | Quad | Polygon)
        box = box_of(region.geometry)
        assert box is not None
        found.append([box.left, box.top, box.left + box.width, box.top + box.height])
    return _sorted(found)


def _sorted(boxes: Iterable[list[float]]) -> list[list[float]]:
    """Sort by the quarters of pixels that boxes here begin at, not by what files round them to."""
    return sorted(boxes, key=lambda one: [round(4 * edge) for edge in one])


@pytest.fixture(scope="module")
def sv() -> ModuleType:
    """The library ``supervision``; importing it draws nothing and asks nobody."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import supervision
    module: ModuleType = supervision
    return module


@several
@given(shapes=st.lists(boxes, min_size=1, max_size=5))
def test_pycocotools_reads_our_boxes(tmp_path: Path, shapes: list[Box]) -> None:
    given_item = item(*shapes)
    root = written(DatasetFormat.COCO, tmp_path, given_item)
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO(str(root / "annotations" / "instances_train.json"))
    rows = coco.loadAnns(coco.getAnnIds())
    corners = [[x, y, x + w, y + h] for x, y, w, h in (row["bbox"] for row in rows)]
    assert edges(corners) == [pytest.approx(one) for one in ours(given_item.regions)]
    assert {row["name"] for row in coco.loadCats(coco.getCatIds())} <= {"cat", "dog"}


@old_numpy
def test_pycocotools_draws_our_masks_and_outlines_pixel_for_pixel(tmp_path: Path) -> None:
    root = written(DatasetFormat.COCO, tmp_path, item(mask_from_pixels(HOLLOW), OUTLINE))
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO(str(root / "annotations" / "instances_train.json"))
    mask, outline = (coco.annToMask(row).astype(bool) for row in coco.loadAnns(coco.getAnnIds()))
    assert (mask == HOLLOW).all()
    drawn = draw_rings(OUTLINE.rings, (HEIGHT, WIDTH))
    # The library rounds corners to fifths of a pixel; an edge may differ by a pixel.
    assert (outline & drawn).sum() / (outline | drawn).sum() > 0.95


@several
@given(
    pixels=st.lists(st.booleans(), min_size=35, max_size=35).map(
        lambda bits: np.array(bits).reshape(5, 7)
    )
)
def test_run_lengths_are_those_of_pycocotools(pixels: np.ndarray) -> None:
    theirs = coco_masks.encode(np.asfortranarray(pixels.astype(np.uint8)))
    assert mask_from_pixels(pixels).counts.encode() == theirs["counts"]
    back = pixels_of(Mask(size=(5, 7), counts=theirs["counts"].decode()))
    assert (back == pixels).all()


@several
@given(shapes=st.lists(boxes, min_size=1, max_size=5))
def test_supervision_reads_our_yolo(sv: ModuleType, tmp_path: Path, shapes: list[Box]) -> None:
    root = written(DatasetFormat.YOLO, tmp_path, item(*shapes))
    data = sv.DetectionDataset.from_yolo(
        str(root / "images/train"), str(root / "labels/train"), str(root / "data.yaml")
    )
    ((_, _, found),) = list(data)
    assert edges(found.xyxy) == [
        pytest.approx(one, abs=1e-3) for one in ours(item(*shapes).regions)
    ]


def test_supervision_reads_our_turned_boxes(sv: ModuleType, tmp_path: Path) -> None:
    turned = Quad(points=((20, 10), (40, 20), (35, 30), (15, 20)))
    upright = Box(left=4, top=30, width=10, height=8)
    root = written(DatasetFormat.YOLO, tmp_path, item(turned, upright))
    data = sv.DetectionDataset.from_yolo(
        str(root / "images/train"), str(root / "labels/train"), str(root / "data.yaml"), is_obb=True
    )
    ((_, _, found),) = list(data)
    corners = found.data["xyxyxyxy"].reshape(-1, 4, 2)
    assert corners[0] == pytest.approx(np.array(turned.points), abs=1e-3)
    assert corners[1] == pytest.approx(np.array([[4, 30], [14, 30], [14, 38], [4, 38]]), abs=1e-3)


def test_supervision_reads_our_outlines_among_boxes(sv: ModuleType, tmp_path: Path) -> None:
    box = Box(left=40, top=30, width=10, height=8)
    root = written(DatasetFormat.YOLO, tmp_path, item(OUTLINE, box))
    data = sv.DetectionDataset.from_yolo(
        str(root / "images/train"),
        str(root / "labels/train"),
        str(root / "data.yaml"),
        force_masks=True,
    )
    ((_, _, found),) = list(data)
    drawn = draw_rings(OUTLINE.rings, (HEIGHT, WIDTH))
    assert (found.mask[0] & drawn).sum() / (found.mask[0] | drawn).sum() > 0.9
    assert edges(found.xyxy)[1] == pytest.approx([40, 30, 50, 38], abs=1.01)


@several
@given(shapes=st.lists(boxes, min_size=1, max_size=5))
def test_supervision_reads_our_coco(sv: ModuleType, tmp_path: Path, shapes: list[Box]) -> None:
    root = written(DatasetFormat.COCO, tmp_path, item(*shapes))
    data = sv.DetectionDataset.from_coco(
        str(root / "images"), str(root / "annotations/instances_train.json")
    )
    ((_, _, found),) = list(data)
    assert edges(found.xyxy) == [
        pytest.approx(one, abs=1e-3) for one in ours(item(*shapes).regions)
    ]


def test_supervision_reads_our_voc_one_based_as_we_write_it(sv: ModuleType, tmp_path: Path) -> None:
    box = Box(left=4, top=5, width=20, height=10)
    root = written(DatasetFormat.VOC, tmp_path, item(box))
    data = sv.DetectionDataset.from_pascal_voc(str(root / "JPEGImages"), str(root / "Annotations"))
    ((_, _, found),) = list(data)
    # It takes 1 from the minima alone: VOC's maxima are included, so both mean the same box.
    assert edges(found.xyxy) == [[4, 5, 24, 15]]


@pytest.mark.parametrize("key", [DatasetFormat.YOLO, DatasetFormat.COCO, DatasetFormat.VOC])
@several
@given(shapes=st.lists(boxes, min_size=1, max_size=5))
def test_what_supervision_writes_is_read_where_it_was(
    sv: ModuleType, tmp_path: Path, key: DatasetFormat, shapes: list[Box]
) -> None:
    folder = tmp_path / str(len(list(tmp_path.iterdir())))
    (folder / "images").mkdir(parents=True)
    image = folder / "a.png"
    Image.fromarray(np.zeros((HEIGHT, WIDTH, 3), np.uint8)).save(image)
    corners = np.array(ours(item(*shapes).regions))
    if key is DatasetFormat.VOC:
        # Whole pixels are what VOC's files hold.
        corners = np.round(corners)
        corners = corners[(corners[:, 2] > corners[:, 0]) & (corners[:, 3] > corners[:, 1])]
        if not len(corners):
            return
    detections = sv.Detections(xyxy=corners, class_id=np.zeros(len(corners), int))
    data = sv.DetectionDataset(
        classes=["cat"], images=[str(image)], annotations={str(image): detections}
    )
    if key is DatasetFormat.YOLO:
        data.as_yolo(str(folder / "images"), str(folder / "labels"), str(folder / "data.yaml"))
    elif key is DatasetFormat.COCO:
        data.as_coco(str(folder / "images"), str(folder / "instances.json"))
    else:
        data.as_pascal_voc(str(folder / "images"), str(folder / "Annotations"))
    image.unlink()
    items, problems = read(key, FolderTree(folder))
    said = {"box_clipped", "fields_unread"}
    assert [one for one in problems if one.code not in said] == []
    assert ours(items[0].regions) == [pytest.approx(one, abs=0.02) for one in edges(corners)]
    assert {region.label for region in items[0].regions} == {"cat"}


DATUMARO = os.environ.get("EASEL_DATUMARO_PYTHON", "")
DATUMARO_READS = """
import json, sys
from datumaro import Dataset
data = Dataset.import_from(sys.argv[1], sys.argv[2])
names = [one.name for one in data.categories()[next(iter(data.categories()))].items]
print("FOUND", json.dumps([
    [one.type.name, names[one.label], one.get_bbox()] for item in data for one in item.annotations
    if one.type.name in ("bbox", "polygon", "mask")
]))
"""


@pytest.mark.skipif(
    not DATUMARO,
    reason="datumaro needs older versions of Pillow and pyarrow than the project; name the Python "
    "of an environment with it in EASEL_DATUMARO_PYTHON",
)
@pytest.mark.parametrize(
    ("key", "theirs"),
    [(DatasetFormat.COCO, "coco"), (DatasetFormat.VOC, "voc"), (DatasetFormat.YOLO, "yolo")],
)
def test_datumaro_reads_what_we_write(key: DatasetFormat, theirs: str, tmp_path: Path) -> None:
    box = Box(left=4, top=5, width=20, height=10)
    root = written(key, tmp_path, item(box))
    done = subprocess.run(
        [DATUMARO, "-c", DATUMARO_READS, str(root), theirs],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("FOUND")]
    found = json.loads(line.removeprefix("FOUND"))
    # It takes VOC's numbers, which count from 1 and include the maxima, as they stand.
    expected = [5, 6, 19, 9] if key is DatasetFormat.VOC else [4, 5, 20, 10]
    assert found == [["bbox", "cat", pytest.approx(expected, abs=1e-3)]]
