"""CVAT for video: each box lies in the frame that it was drawn in, however few were shown."""

from __future__ import annotations

import tracemalloc

import pytest

from engine.formats import cvat
from engine.formats.layout import Item
from engine.formats.reading import budgets
from engine.specs.data import DatasetFormat, Region, Split
from engine.specs.samples.geometry import FrameBox
from tests.engine.formats.cvat_exports import (
    Shown,
    plain_track_boxes,
    project_export,
    task_export,
    tracked,
)
from tests.engine.formats.trees import codes, image, read, round_trip, tree

CVAT = DatasetFormat.CVAT
IMAGE = image(20, 10)


def boxes_of(item: Item) -> dict[tuple[int, int], list[float]]:
    found = {}
    for region in item.regions:
        box = region.geometry
        assert isinstance(box, FrameBox)
        found[box.track, box.frame] = [
            box.left,
            box.top,
            box.left + box.width,
            box.top + box.height,
        ]
    return found


def frames(numbers: range, folder: str = "images") -> dict[str, bytes]:
    return {f"{folder}/frame_{number:06d}.png": IMAGE for number in numbers}


def test_images_of_every_fifth_frame_have_the_boxes_that_were_drawn_on_them() -> None:
    shown = range(100, 150, 5)
    task = Shown(1, "t", mode="interpolation", start=100, step=5, size=10, source="clip.mp4")
    xml = task_export(
        task, tracked([(100, 0, 0), (105, 0, 1), (110, 0, 2), (115, 1, 2), (145, 0, 9)])
    )
    items, problems = read(CVAT, tree({"annotations.xml": xml, **frames(shown)}))
    assert problems == []
    (video,) = items
    assert video.frames == tuple(frames(shown))
    assert boxes_of(video) == {
        (int(track), shown.index(frame)): edges
        for (track, frame), edges in plain_track_boxes(xml).items()
    }


def test_the_same_boxes_lie_in_the_frames_of_the_whole_video() -> None:
    task = Shown(1, "t", mode="interpolation", start=100, step=5, size=10, source="clip.mp4")
    xml = task_export(task, tracked([(100, 0, 0), (105, 0, 5), (110, 1, 5)]))
    items, problems = read(CVAT, tree({"annotations.xml": xml, "clip.mp4": b""}))
    assert problems == []
    found = boxes_of(items[0])
    for (track, frame), edges in plain_track_boxes(xml).items():
        assert found[int(track), frame] == edges
    # Between the frames that were shown it moves evenly, up to where it is outside.
    assert [found[0, frame][0] for frame in range(100, 110)] == [0, 1, 2, 3, 4, 5, 5, 5, 5, 5]
    assert len(found) == 10


def test_frames_that_were_left_away_do_not_move_the_others() -> None:
    numbers = [0, 1, 4, 5]
    files = {f"images/frame_{number:06d}.png": IMAGE for number in numbers}
    task = Shown(1, "t", mode="interpolation", size=6)
    xml = task_export(task, tracked([(0, 0, 0), (2, 0, 2), (4, 0, 4), (5, 0, 5)]))
    items, problems = read(CVAT, tree({"annotations.xml": xml, **files}))
    assert [(one.code, one.params) for one in problems] == [
        ("frames_missing", {"num": 1, "frame": 2})
    ]
    found = boxes_of(items[0])
    assert {frame: edges[0] for (_, frame), edges in found.items()} == {0: 0, 1: 1, 2: 4, 3: 5}


def test_images_with_names_of_their_own_count_by_their_order() -> None:
    files = {f"images/{name}.png": IMAGE for name in ("frame_000007", "frame_000009", "x")}
    xml = task_export(Shown(1, "t", size=3), tracked([(0, 0, 0), (1, 0, 1), (2, 0, 2)]))
    items, problems = read(CVAT, tree({"annotations.xml": xml, **files}))
    assert problems == []
    assert sorted(frame for _, frame in boxes_of(items[0])) == [0, 1, 2]


def test_videos_of_a_project_have_their_own_tracks() -> None:
    tasks = [
        Shown(1, "a", "Train", mode="interpolation", source="a.mp4"),
        Shown(2, "b", "Test", mode="interpolation", source="b.mp4", start=10),
    ]
    body = tracked([(0, 0, 1)], more='task_id="1" subset="Train"')
    body += tracked([(10, 0, 7)], more='task_id="2" subset="Test"')
    xml = project_export(tasks, body)
    files = {"annotations.xml": xml, "a.mp4": b"a", "b.mp4": b"b"}
    items, problems = read(CVAT, tree(files))
    assert problems == []
    assert [(item.file, item.split, boxes_of(item)) for item in items] == [
        ("a.mp4", Split.TRAIN, {(0, 0): [1, 1, 5, 6]}),
        ("b.mp4", Split.TEST, {(0, 10): [7, 1, 11, 6]}),
    ]
    images = {**frames(range(3), "images/Train"), **frames(range(10, 13), "images/Test")}
    items, problems = read(CVAT, tree({"annotations.xml": xml, **images}))
    assert problems == []
    assert [(len(item.frames), item.split, boxes_of(item)) for item in items] == [
        (3, Split.TRAIN, {(0, 0): [1, 1, 5, 6]}),
        (3, Split.TEST, {(0, 0): [7, 1, 11, 6]}),
    ]


def test_two_tasks_whose_images_lie_in_one_folder_are_named_not_guessed() -> None:
    tasks = [Shown(id, "t", "Train", mode="interpolation") for id in (1, 2)]
    body = "".join(tracked([(0, 0, 1)], more=f'task_id="{task.id}"') for task in tasks)
    files = frames(range(3), "images/Train")
    items, problems = read(CVAT, tree({"annotations.xml": project_export(tasks, body), **files}))
    assert codes(problems) == ["sample_ambiguous"]
    assert len(items) == 1


def test_attributes_of_key_frames_hold_until_the_next_one() -> None:
    def box(frame: int, parked: str, occluded: int) -> str:
        return (
            f'<box frame="{frame}" keyframe="1" outside="0" occluded="{occluded}" xtl="0" ytl="0" '
            f'xbr="4" ybr="4" z_order="0"><attribute name="parked">{parked}</attribute></box>'
        )

    track = (
        f'<track id="0" label="car" group_id="2">{box(0, "true", 1)}{box(2, "false", 0)}</track>'
    )
    xml = task_export(Shown(1, "t", mode="interpolation"), track)
    items, problems = read(CVAT, tree({"annotations.xml": xml, "clip.mp4": b""}))
    assert problems == []
    assert [region.attributes for region in items[0].regions] == [
        {"group_id": 2, "occluded": True, "parked": True},
        {"group_id": 2, "occluded": True, "parked": True},
        {"group_id": 2, "parked": False},
    ]


def test_turned_boxes_of_a_track_are_the_upright_ones_around_and_it_is_said() -> None:
    track = tracked([(0, 0, 4), (1, 0, 4)]).replace('z_order="0"', 'rotation="90.00" z_order="0"')
    xml = task_export(Shown(1, "t", mode="interpolation"), track)
    items, problems = read(CVAT, tree({"annotations.xml": xml, "clip.mp4": b""}))
    assert [(one.code, one.params) for one in problems] == [("boxes_turned", {"num": 2})]
    assert boxes_of(items[0])[0, 0] == pytest.approx([3.5, 1.5, 8.5, 5.5])


def test_a_million_frames_between_two_boxes_are_counted_before_they_are_made() -> None:
    xml = task_export(Shown(1, "t", mode="interpolation"), tracked([(0, 0, 0), (1_000_000, 0, 4)]))
    tracemalloc.start()
    items, problems = read(CVAT, tree({"annotations.xml": xml, "clip.mp4": b""}))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [(one.code, one.params) for one in problems] == [("track_not_filled", {"num": 999_999})]
    assert sorted(frame for _, frame in boxes_of(items[0])) == [0, 1_000_000]
    assert peak < 2e6


def test_the_budget_is_one_of_a_video_and_of_all_videos_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(budgets, "MAX_FILLED", 10)
    budget = budgets.FillBudget(15)
    first, second = budget.of_a_video(), None
    assert [first.take(num) for num in (8, 3, 2)] == [True, False, True]
    second = budget.of_a_video()
    assert [second.take(num) for num in (6, 5, 1)] == [False, True, False]


def test_more_boxes_than_one_file_may_have_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cvat, "MAX_REGIONS", 3)
    body = tracked([(0, 0, 0), (1, 0, 1)]) + tracked([(0, 0, 5), (1, 0, 6)])
    xml = task_export(Shown(1, "t", mode="interpolation"), body)
    items, problems = read(CVAT, tree({"annotations.xml": xml, "clip.mp4": b""}))
    assert [(one.code, one.params) for one in problems] == [
        ("regions_beyond", {"num": 2, "maximum": 3})
    ]
    assert len(items[0].regions) == 2


def test_videos_that_are_written_read_back_the_same() -> None:
    files = tree({"a.mp4": b"film", **frames(range(6))})
    regions = tuple(
        Region(
            id=f"{track}-{frame}",
            label=label,
            geometry=FrameBox(frame=frame, track=track, left=left, top=1, width=4, height=5),
            attributes=said,
        )
        for track, frame, label, left, said in [
            (3, 0, "猫", 0.5, {"occluded": True, "speed": 2.5}),
            (3, 1, "猫", 1.5, {"speed": 2.0}),
            (3, 4, "猫", 9.0, {"speed": 1.0, "group_id": 4}),
            (7, 2, "car", 2.0, {}),
        ]
    )
    video = Item("1", "x/a.mp4", file="a.mp4", size=(20, 10), regions=regions, split=Split.TEST)
    images = Item("2", "b.zip", frames=tuple(frames(range(6))), size=(20, 10), regions=regions[:2])
    bare = Item("3", "c.mp4", file="a.mp4", is_annotated=False, split=Split.TRAIN)
    back, lost = round_trip(CVAT, [video, images, bare], files)
    assert [(one.code, one.params["part"]) for one in lost] == [("not_held", "frame rate")]
    found = {one.name: one for one in back}
    assert set(found) == {"test/a/a.mp4", "b.zip", "train/c/c.mp4"}
    assert found["test/a/a.mp4"].regions == regions
    assert found["test/a/a.mp4"].split is Split.TEST
    assert (len(found["b.zip"].frames), found["b.zip"].regions) == (6, regions[:2])
    assert not found["train/c/c.mp4"].is_annotated


def test_a_video_that_is_kept_as_a_zip_comes_out_as_images() -> None:
    from engine.formats.reading.videos import pack_frames

    item = Item("1", "b.zip", frames=tuple(frames(range(3))), size=(20, 10))
    with pack_frames(item, tree(frames(range(3)))) as packed:
        content = packed.read()
    box = FrameBox(frame=2, track=1, left=1, top=1, width=4, height=5)
    region = Region(id="1-2", label="car", geometry=box)
    kept = Item("1", "b.zip", file="b.zip", size=(20, 10), regions=(region,))
    back, _ = round_trip(CVAT, [kept], tree({"b.zip": content}))
    assert [(len(one.frames), one.regions) for one in back] == [(3, (region,))]
