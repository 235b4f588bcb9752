"""Tracks of MOT Challenge and CVAT, with videos as files or as images."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import pytest

from engine.errors import DataError
from engine.formats.layout import Item
from engine.formats.reading.videos import pack_frames
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import Box, FrameBox, Polygon
from tests.engine.formats.trees import codes, image, read, round_trip, tree

MOT, CVAT = DatasetFormat.MOT, DatasetFormat.CVAT
FRAMES = {f"img1/{number:06d}.png": image(20, 10) for number in (1, 2, 3)}


def frame_box(frame: int, track: int, left: float, **more: float) -> FrameBox:
    return FrameBox(
        frame=frame, track=track, left=left, **{"top": 1, "width": 4, "height": 5, **more}
    )


def test_a_folder_of_frames_is_a_video_with_tracks() -> None:
    files = {f"train/a/{name}": content for name, content in FRAMES.items()}
    files["train/a/gt/gt.txt"] = b"1,7,0,1,4,5,1,1,1\n3,7,2.5,1,4,5,1,2,0.5\n"
    files["train/a/seqinfo.ini"] = b"[Sequence]\nname=a\nframeRate=30\n"
    items, problems = read(MOT, tree(files))
    assert problems == []
    video = items[0]
    assert (len(video.frames), video.frame_rate, video.size) == (3, 30.0, (20, 10))
    assert (video.name, video.split) == ("train/a.zip", Split.TRAIN)
    assert video.regions == (
        Region(id="7-0", label="pedestrian", geometry=frame_box(0, 7, 0)),
        Region(
            id="7-2",
            label="person on vehicle",
            geometry=frame_box(2, 7, 2.5),
            attributes={"visibility": 0.5},
        ),
    )


def test_cvats_zip_names_its_classes() -> None:
    files = {**FRAMES, "gt/gt.txt": b"1,1,0,1,4,5,1,2,1\n", "gt/labels.txt": "cat\n狗\n".encode()}
    items, problems = read(MOT, tree(files))
    assert (items[0].regions[0].label, problems) == ("狗", [])
    video = {"gt/gt.txt": b"900,1,0,1,4,5,1,-1\n", "clip.mp4": b"film"}
    items, problems = read(MOT, tree(video))
    assert (items[0].file, items[0].regions[0].label, problems) == ("clip.mp4", None, [])


def test_lines_that_cannot_be_used_are_named() -> None:
    lines = b"1,1,0,1,4,5,0\n1,1,0,1,4\nx\n9,1,0,1,4,5\n1,1,18,1,4,5\n1,1,0,1,4,5\n"
    lines += b"2,1,0,1,0,5\n1,2,0,1,4,5,1,99\n"
    items, problems = read(MOT, tree({**FRAMES, "gt/gt.txt": lines, "x.md": b""}))
    assert [(one.code, one.place) for one in problems] == [
        ("line_malformed", "gt/gt.txt:2"),
        ("line_malformed", "gt/gt.txt:3"),
        ("frame_outside", "gt/gt.txt:4"),
        ("box_clipped", "gt/gt.txt:5"),
        ("box_repeated", "gt/gt.txt:6"),
        ("box_empty", "gt/gt.txt:7"),
        ("class_unknown", "gt/gt.txt:8"),
        ("boxes_not_counting", "gt/gt.txt"),
        ("file_unused", "x.md"),
    ]
    assert len(items[0].regions) == 1
    assert codes(read(MOT, tree({"gt/gt.txt": b""}))[1]) == ["sample_missing"]
    with pytest.raises(DataError, match=r"gt\.txt"):
        read(MOT, tree(FRAMES))


def test_videos_read_back_the_same() -> None:
    files = tree({**FRAMES, "a.mp4": b"film"})
    regions = (
        Region(id="3-0", label="猫", geometry=frame_box(0, 3, 0.5)),
        Region(id="3-1", label="猫", geometry=frame_box(1, 3, 1.5)),
        Region(
            id="4-1",
            label=None,
            geometry=frame_box(1, 4, 2, width=2.25),
            attributes={"visibility": 0.25},
        ),
    )
    framed = Item(
        "1",
        "a",
        frames=tuple(FRAMES),
        frame_rate=12.5,
        size=(20, 10),
        regions=regions,
        split=Split.TRAIN,
    )
    video = Item("2", "x/a.mp4", file="a.mp4", regions=regions[:2], split=Split.TEST)
    back, lost = round_trip(MOT, [framed, video], files)
    assert lost == []
    assert [one.regions for one in back] == [video.regions, framed.regions]
    assert [one.split for one in back] == [Split.TEST, Split.TRAIN]
    assert (len(back[1].frames), back[1].frame_rate) == (3, 12.5)
    assert back[0].file == "test/a/a.mp4"


def test_a_video_of_images_is_one_zip_and_comes_out_as_images() -> None:
    video = Item("1", "a.zip", frames=tuple(FRAMES), frame_rate=30.0)
    with pack_frames(video, tree(FRAMES)) as packed:
        content = packed.read()
    with pack_frames(replace(video), tree(FRAMES)) as again:
        assert again.read() == content
    names = zipfile.ZipFile(io.BytesIO(content)).namelist()
    assert names == ["seqinfo.ini", *FRAMES]
    back, lost = round_trip(MOT, [Item("1", "a.zip", file="a.zip")], tree({"a.zip": content}))
    assert lost == []
    assert (len(back[0].frames), back[0].frame_rate) == (3, 30.0)
    for key in (DatasetFormat.JSON_LINES, DatasetFormat.VIDEO_FOLDER):
        (other,), _ = round_trip(key, [replace(video, labels=("x",))], tree(FRAMES))
        assert (other.name.endswith("a.frames"), other.labels) == (True, ("x",))
    _, lost = round_trip(MOT, [Item("1", "a.mp4", file="a", texts=("x",))], tree({"a": b""}))
    assert codes(lost) == ["not_held"]


def cvat(body: str) -> str:
    return (
        "<annotations><meta><task><original_size><width>20</width><height>10</height>"
        f"</original_size><source>clip.mp4</source></task></meta>{body}</annotations>"
    )


def test_tracks_move_evenly_between_their_boxes_and_pause_outside() -> None:
    box = '<box frame="{}" outside="{}" xtl="{}" ytl="1" xbr="{}" ybr="6"/>'
    track = "".join(
        box.format(*values) for values in [(0, 0, 0, 4), (4, 0, 8, 16), (6, 1, 8, 16), (9, 0, 0, 4)]
    )
    content = cvat(f'<track id="5" label="car">{track}</track>')
    items, problems = read(CVAT, tree({"annotations.xml": content, "clip.mp4": b""}))
    assert problems == []
    boxes = [one.geometry for one in items[0].regions if isinstance(one.geometry, FrameBox)]
    assert [(one.frame, one.left, one.width) for one in boxes] == [
        (0, 0, 4),
        (1, 2, 5),
        (2, 4, 6),
        (3, 6, 7),
        (4, 8, 8),
        (5, 8, 8),
        (9, 0, 4),
    ]
    assert items[0].file == "clip.mp4"


def test_frames_stand_in_for_the_video() -> None:
    content = cvat(
        '<track id="0" label="a"><box frame="0" xtl="0" ytl="0" xbr="2" ybr="2"/></track>'
    )
    files = {f"images/{name[5:]}": one for name, one in FRAMES.items()}
    items, problems = read(CVAT, tree({"annotations.xml": content, **files}))
    assert (len(items), len(items[0].frames), problems) == (1, 3, [])


def test_images_of_cvat_have_boxes_outlines_and_tags() -> None:
    content = (
        '<annotations><image id="0" name="a.png" width="20" height="10">'
        '<box label="x" xtl="1" ytl="1" xbr="30" ybr="3"/><tag label="dark"/>'
        '<polygon label="y" points="1,1;5,1;5,5"/><polyline label="z" points="1,1"/>'
        '<box label="x" xtl="1"/></image><image name="b.png"/></annotations>'
    )
    items, problems = read(CVAT, tree({"a.xml": content, "a.png": image(20, 10)}))
    assert codes(problems) == [
        "box_clipped",
        "shape_malformed",
        "shape_unsupported",
        "sample_missing",
    ]
    assert items[0].labels == ("dark",)
    assert [one.geometry for one in items[0].regions] == [
        Box(left=1, top=1, width=19, height=2),
        Polygon(rings=(((1, 1), (5, 1), (5, 5)),)),
    ]


def test_damaged_tracks_are_named() -> None:
    content = cvat(
        '<track id="5" label="car"><polygon frame="0" points=""/><box frame="x"/>'
        '<box frame="1" xtl="0" ytl="0" xbr="2" ybr="2"/>'
        '<box frame="1" xtl="0" ytl="0" xbr="2" ybr="2"/>'
        '<box frame="2" xtl="0" ytl="0" xbr="0" ybr="2"/></track>'
    ).replace("</annotations>", "<track")
    items, problems = read(CVAT, tree({"annotations.xml": content, "clip.mp4": b""}))
    assert codes(problems) == [
        "shape_unsupported",
        "shape_malformed",
        "box_repeated",
        "box_empty",
        "annotation_malformed",
    ]
    assert len(items[0].regions) == 1
    with pytest.raises(DataError, match="no XML"):
        read(CVAT, tree({"clip.mp4": b""}))
    assert codes(read(CVAT, tree({"a.xml": cvat("")}))[1]) == ["sample_missing"]
