"""Which frames of videos a detector learns from: those that show something the others do not."""

# N frames

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from easel.errors import InputError
from easel.runtime.video import video_size

from engine.data.decoding import unreadable
from engine.data.files import SampleFiles
from engine.errors import DataError
from engine.specs.data import Region, SampleRecord
from engine.specs.samples.geometry import Box, FrameBox

# Of a video of any length; so few videos cannot crowd out the others.
USUAL_FRAMES = 200
# Frames are alike while all objects are the same and overlap their former places by more than this.
_ALIKE = 0.7
# A frame without a change still shows other noise, light and background from time to time.
_LONGEST_PAUSE = 12


@dataclass(frozen=True)
class VideoFrame:
    """One annotated frame of a video, as an example for a detector.

    Attributes:
        video: place of its video among the records of the split.
        frame: its place in the video.
        record: the frame as an image with boxes.
    """

    video: int
    frame: int
    record: SampleRecord


def boxes_by_frame(record: SampleRecord) -> dict[int, list[tuple[Region, FrameBox]]]:
    """Return the labelled boxes of a video by their frame.

    Raises:
        DataError: ``region_without_frame`` for annotations that are no boxes of frames.
    """
    frames: dict[int, list[tuple[Region, FrameBox]]] = defaultdict(list)
    for region in record.regions:
        box = region.geometry
        if not isinstance(box, FrameBox):
            raise DataError(
                f"The region '{region.id}' of the video '{record.name}' is a {box.kind}; in videos "
                "boxes of single frames are annotated. Annotate it again, or choose data of "
                "videos.",
                code="region_without_frame",
                sample=record.name,
                region=region.id,
                kind=box.kind,
            )
        if region.label is not None:
            frames[box.frame].append((region, box))
    return dict(frames)


def sized_videos(records: Sequence[SampleRecord], files: SampleFiles) -> list[SampleRecord]:
    """Return videos with their width and height, looked up in the file where nobody said them.

    Raises:
        DataError: ``video_unreadable`` when a video of unknown size cannot be opened.
    """
    return [
        record if record.width and record.height else _with_size(record, files)
        for record in records
    ]


def video_frames(
    videos: Sequence[SampleRecord], step: int, most: int = USUAL_FRAMES
) -> list[VideoFrame]:
    """Choose frames to learn from; nothing is decoded.

    All frames up to the last annotated one count as looked at: one without a box shows nothing, and
    of a video without any only the first is known. Of frames in which hardly anything moved only
    the first is taken, and of long videos an even choice.

    Args:
        videos: with their size.
        step: only one frame of so many is looked at, as at prediction.
        most: frames of one video.

    Raises:
        DataError: ``region_without_frame``.
    """
    chosen = []
    for place, video in enumerate(videos):
        boxes = boxes_by_frame(video)
        kept = _thinned(_distinct(boxes, step), most)
        chosen += [VideoFrame(place, frame, _image(video, frame, boxes)) for frame in kept]
    return chosen


def _distinct(boxes: dict[int, list[tuple[Region, FrameBox]]], step: int) -> list[int]:
    """Return the frames that differ from the one taken before."""
    taken: list[int] = []
    before: dict[int, FrameBox] = {}
    for frame in range(0, max(boxes, default=0) + 1, step):
        now = {box.track: box for _, box in boxes.get(frame, ())}
        moved = not taken or now.keys() != before.keys()
        if (
            moved
            or frame - taken[-1] >= _LONGEST_PAUSE * step
            or any(_overlap(box, before[track]) < _ALIKE for track, box in now.items())
        ):
            taken.append(frame)
            before = now
    return taken


def _thinned(frames: list[int], most: int) -> list[int]:
    if len(frames) <= most:
        return frames
    return [frames[(2 * place + 1) * len(frames) // (2 * most)] for place in range(most)]


def _overlap(one: FrameBox, other: FrameBox) -> float:
    width = min(one.left + one.width, other.left + other.width) - max(one.left, other.left)
    height = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
    shared = max(width, 0.0) * max(height, 0.0)
    return shared / (one.width * one.height + other.width * other.height - shared)


def _image(
    video: SampleRecord, frame: int, boxes: dict[int, list[tuple[Region, FrameBox]]]
) -> SampleRecord:
    regions = tuple(
        Region(
            id=region.id,
            label=region.label,
            geometry=Box(left=box.left, top=box.top, width=box.width, height=box.height),
        )
        for region, box in boxes.get(frame, ())
    )
    return video.model_copy(
        update={"id": f"{video.id}#{frame}", "name": f"{video.name}#{frame}", "regions": regions}
    )


def _with_size(record: SampleRecord, files: SampleFiles) -> SampleRecord:
    try:
        height, width = video_size(files.source(record))
    except InputError as error:
        raise unreadable("video", record, error) from error
    return record.model_copy(update={"width": width, "height": height})
