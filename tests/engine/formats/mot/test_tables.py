"""The table of MOT Challenge: boxes that nobody followed, lines that lie, and another reader."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.formats.mot import tables
from engine.specs.data import DatasetFormat
from engine.specs.samples.geometry import FrameBox
from tests.engine.formats.trees import codes, image, read, tree

MOT = DatasetFormat.MOT
FRAMES = {f"img1/{number:06d}.png": image(20, 10) for number in (1, 2, 3)}


def boxes(table: bytes) -> tuple[list[tuple[int, int, float]], list[str]]:
    items, problems = read(MOT, tree({**FRAMES, "gt/gt.txt": table}))
    found = []
    for region in items[0].regions:
        assert isinstance(region.geometry, FrameBox)
        found.append((region.geometry.track, region.geometry.frame, region.geometry.left))
    return found, codes(problems)


def test_boxes_without_a_track_are_kept_each_as_a_track_of_its_own() -> None:
    table = b"1,-1,0,1,4,5,1,1,1\n1,-1,8,1,4,5,1,1,1\n2,4,1,1,4,5,1,1,1\n2,-1,9,1,4,5,1,1,1\n"
    items, problems = read(MOT, tree({**FRAMES, "gt/gt.txt": table}))
    assert [(one.code, one.place, one.params) for one in problems] == [
        ("tracks_without_id", "gt/gt.txt", {"num": 3})
    ]
    assert boxes(table)[0] == [(5, 0, 0), (6, 0, 8), (4, 1, 1), (7, 1, 9)]
    assert len({region.id for region in items[0].regions}) == 4


@pytest.mark.parametrize(
    "line",
    [
        b'1,1,"0,1,4,5',
        b"1.5,1,0,1,4,5",
        b"1,1e300,0,1,4,5",
        b"1,1,nan,1,4,5",
        b"1,1,0,1,4",
        b"1" * 200_000,
        b"x",
    ],
)
def test_a_line_that_is_no_box_costs_itself_alone(line: bytes) -> None:
    assert boxes(line + b"\n2,1,0,1,4,5\n") == ([(1, 1, 0)], ["line_malformed"])


def test_a_frame_that_no_video_has_is_named() -> None:
    files = {"clip.mp4": b"", "gt/gt.txt": b"99999999999,1,0,1,4,5\n1,1,0,1,4,5\n"}
    items, problems = read(MOT, tree(files))
    assert (len(items[0].regions), codes(problems)) == (1, ["frame_outside"])


def test_more_boxes_than_one_file_may_have_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MAX_REGIONS", 2)
    found, problems = boxes(b"1,1,0,1,4,5\n2,1,0,1,4,5\n3,1,0,1,4,5\n")
    assert (len(found), problems) == (2, ["regions_beyond"])


rows = st.tuples(
    st.integers(1, 3), st.integers(0, 9), st.integers(0, 15), st.integers(0, 4), st.integers(1, 4)
)


@settings(deadline=None, max_examples=60)
@given(st.lists(rows, max_size=20, unique_by=lambda row: row[:2]))
def test_a_plain_reader_finds_the_same_boxes(given_rows: list[tuple[int, ...]]) -> None:
    table = "".join(f"{f},{t},{x},{y},{w},{w},1,1,1\n" for f, t, x, y, w in given_rows)
    items, problems = read(MOT, tree({**FRAMES, "gt/gt.txt": table}))
    assert problems == []
    plain = {
        (int(row[0]) - 1, int(row[1])): tuple(map(float, row[2:6]))
        for row in csv.reader(io.StringIO(table))
    }
    ours = {}
    for region in items[0].regions:
        box = region.geometry
        assert isinstance(box, FrameBox)
        ours[box.frame, box.track] = (box.left, box.top, box.width, box.height)
    assert ours == plain
