"""The videos of CVAT's tasks, and the numbers that their frames have there.

CVAT counts the frames of the whole video, from 0, however few of them a task shows. Of a video that
comes as images, frame 100 may thus be the first; images are called ``frame_000100`` then.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from engine.formats.cvat.meta import Task
from engine.formats.cvat.tracks import Track, place_of
from engine.formats.findings import ambiguous_sample, missing_sample, repeated_sample
from engine.formats.layout import Item, Problem
from engine.formats.reading.budgets import MAX_FRAMES, FillBudget
from engine.formats.reading.media import MediaIndex
from engine.formats.splitting.split_words import split_word
from engine.specs.data import Region

_NUMBERED = re.compile(r"frame_(\d{1,9})")


@dataclass
class Videos:
    """The videos and images of a tree, and which of them belong to videos already."""

    files: MediaIndex
    images: MediaIndex
    budget: FillBudget = field(default_factory=FillBudget)
    framed: set[str] = field(default_factory=set)

    def video(self, task: Task, tracks: Sequence[Track], name: str) -> Iterator[Item | Problem]:
        """Yield the video of a task with its tracks, and what is wrong with them.

        Args:
            task: what the document says of it.
            tracks: all of its tracks.
            name: the document.
        """
        file, images, problem = self._media(task, name)
        if problem is not None:
            yield problem.losing(sum(map(_num_boxes, tracks)))
            return
        numbers: Sequence[int] = range(MAX_FRAMES)
        if file is None:
            images, numbers = _numbered(images, task, tracks)
            self.framed.update(images)
        budget, regions = self.budget.of_a_video(), list[Region]()
        for track in tracks:
            num = track.num_between(numbers)
            is_filled = budget.take(num)
            if not is_filled:
                text = (
                    f"{num} boxes would have to be made between those of this track, more than an "
                    "import may make. Those that stand in the file are kept."
                )
                yield Problem("track_not_filled", track.place, text, {"num": num})
            regions += track.regions(numbers, is_filled=is_filled)
            lost = [
                frame
                for frame, box in track.boxes.items()
                if box is not None and place_of(numbers, frame) is None
            ]
            if lost:
                yield _frames_missing(track.place, lost)
        word = split_word(task.subset, file or name)
        stem = PurePosixPath(task.source or task.name or name).stem
        yield Item(
            place=f"{name}:task {task.id}" if task.id and task.subset else name,
            name=file or "/".join(filter(None, (task.subset, f"{stem}.zip"))),
            file=file,
            frames=tuple(images),
            size=task.size,
            regions=tuple(regions),
            split=word.split,
            unknown_split=word.unknown,
        )

    def _media(self, task: Task, name: str) -> tuple[str | None, list[str], Problem | None]:
        """Return the file of a video, or else its images, or why there is neither."""
        own = str(PurePosixPath(name).parent)
        top = "" if own == "." else f"{own}/"
        if task.source:
            folders = [f"{top}images/{task.subset}", f"{top}{task.subset}", own, f"{top}images"]
            found = self.files.locate(task.source, beside=name, folders=folders)
            if isinstance(found, str):
                is_first = self.files.claim(found)
                return found, [], None if is_first else repeated_sample(name, found)
            if found.code == "sample_ambiguous":
                return None, [], found
        if len(self.files.names) == 1 and self.files.claim(self.files.names[0]):
            return self.files.names[0], [], None
        images = self._images(top, task.subset)
        shown = task.source or task.name or "the video"
        if not images:
            return None, [], missing_sample(name, shown)
        if self.framed & set(images):
            return None, [], ambiguous_sample(name, shown, images)
        return None, images, None

    def _images(self, top: str, subset: str) -> list[str]:
        """Return the images of a subset, or of all, where they have no folder of their own."""
        folders = [f"{top}images/{subset}/", f"{top}{subset}/"] if subset else []
        for folder in (*folders, f"{top}images/", top):
            found = [one for one in self.images.names if one.startswith(folder)]
            if found:
                return found
        return []


def _num_boxes(track: Track) -> int:
    return sum(box is not None for box in track.boxes.values())


def _frames_missing(place: str, frames: Sequence[int]) -> Problem:
    num, first = len(frames), min(frames)
    text = (
        f"{num} boxes of the track, the first in frame {first}, are in frames that are not there; "
        "they are left out."
    )
    return Problem("frames_missing", place, text, {"num": num, "frame": first}, num)


def _numbered(
    images: Sequence[str], task: Task, tracks: Iterable[Track]
) -> tuple[list[str], Sequence[int]]:
    """Return images in the order of their frames, and the numbers of these."""
    by_order = range(task.start, task.start + task.step * len(images), task.step)
    stems = [_NUMBERED.fullmatch(PurePosixPath(one).stem) for one in images]
    named = {int(stem[1]): one for stem, one in zip(stems, images, strict=True) if stem}
    if len(named) < len(images) or task.mode == "annotation":
        return list(images), by_order
    by_name = sorted(named)
    asked = Counter(frame for one in tracks for frame, box in one.boxes.items() if box is not None)

    def num_found(numbers: Sequence[int]) -> int:
        return sum(num for frame, num in asked.items() if place_of(numbers, frame) is not None)

    if num_found(by_order) > num_found(by_name):
        return list(images), by_order
    return [named[number] for number in by_name], by_name
