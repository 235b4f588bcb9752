"""CVAT's images lie in folders of several layouts, and its tracks have numbers of their own."""

from __future__ import annotations

import pytest

from engine.formats import cvat
from engine.specs.data import DatasetFormat
from tests.engine.formats.cvat.test_videos import boxes_of
from tests.engine.formats.cvat_exports import Shown, task_export, tracked
from tests.engine.formats.test_cvat_images import IMAGE, box, entry
from tests.engine.formats.trees import codes, read, tree

CVAT = DatasetFormat.CVAT


@pytest.mark.parametrize(
    ("subset", "meant", "others"),
    [
        ("Train", "images/Train/a.png", ["images/a.png", "z/a.png"]),
        ("Train", "Train/a.png", ["images/a.png", "z/a.png"]),
        ("Train", "images/a.png", ["y/a.png", "z/a.png"]),
        ("Train", "z/a.png", []),
        ("", "images/a.png", ["y/a.png", "z/a.png"]),
    ],
)
def test_the_image_where_cvat_has_it_goes_before_others_of_its_name(
    subset: str, meant: str, others: list[str]
) -> None:
    more = f'subset="{subset}"' if subset else ""
    xml = task_export(Shown(1, "t"), entry("a.png", box(), more=more))
    files = {"annotations.xml": xml} | dict.fromkeys([meant, *others], IMAGE)
    items, problems = read(CVAT, tree(files))
    assert codes(problems) == []
    assert [item.file for item in items if item.is_annotated] == [meant]


def test_as_many_boxes_as_one_file_may_have_are_all_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cvat, "MAX_REGIONS", 4)
    body = tracked([(0, 0, 0), (1, 0, 1)]) + tracked([(0, 0, 5), (1, 0, 6)])
    xml = task_export(Shown(1, "t", mode="interpolation"), body)
    items, problems = read(CVAT, tree({"annotations.xml": xml, "clip.mp4": b""}))
    assert problems == []
    assert len(items[0].regions) == 4


def test_tracks_that_share_a_number_or_have_none_are_kept_apart() -> None:
    tracks = [tracked([(0, 0, left)]) for left in (1, 3, 5)]
    tracks[2] = tracks[2].replace('<track id="0"', "<track")
    xml = task_export(Shown(1, "t", mode="interpolation"), "".join(tracks))
    items, problems = read(CVAT, tree({"annotations.xml": xml, "clip.mp4": b""}))
    assert problems == []
    assert sorted(boxes_of(items[0])) == [(0, 0), (1, 0), (2, 0)]


def test_shapes_of_a_track_that_are_no_boxes_are_counted_by_kind() -> None:
    shapes = "".join(f'<polygon frame="{frame}" points="0,0;1,1;1,0"/>' for frame in range(3))
    track = tracked([(0, 0, 1)]).replace("</track>", f"{shapes}</track>")
    xml = task_export(Shown(1, "t", mode="interpolation"), track)
    items, problems = read(CVAT, tree({"annotations.xml": xml, "clip.mp4": b""}))
    assert [(one.code, one.params, one.num_lost) for one in problems] == [
        ("shape_unsupported", {"kind": "polygon", "num": 3}, 3)
    ]
    assert len(items[0].regions) == 1


def test_a_file_may_hold_images_and_the_tracks_of_a_video() -> None:
    nameless = tracked([(0, 0, 1)]).replace('<track id="0"', "<track")
    nameless = nameless.replace("</track>", '<polygon frame="0" points="0,0;1,1;1,0"/></track>')
    xml = task_export(
        Shown(1, "t", mode="interpolation"), entry("a.png", box()) + nameless + nameless
    )
    files = {"annotations.xml": xml, "clip.mp4": b"", "images/a.png": IMAGE}
    items, problems = read(CVAT, tree(files))
    assert sorted(item.name for item in items) == ["clip.mp4", "images/a.png"]
    places = ["annotations.xml:track 0", "annotations.xml:track 1"]
    assert [one.place for one in problems if one.code == "shape_unsupported"] == places
