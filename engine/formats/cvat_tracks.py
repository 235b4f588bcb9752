"""The track of one object: boxes in some frames, and those between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from engine.formats.boxes import bounded_box
from engine.formats.layout import Problem
from engine.specs.geometry import Box

_EDGES = ("xtl", "ytl", "xbr", "ybr")


@dataclass
class Track:
    """Boxes by frame; ``None`` in frames where the object is outside the picture."""

    place: str
    boxes: dict[int, Box | None] = field(default_factory=dict)

    @property
    def last_frame(self) -> int:
        """Return the last frame that the track speaks of, -1 when it has none."""
        return max(self.boxes, default=-1)

    def add(self, given: Mapping[str, str], size: tuple[int, int] | None) -> Problem | None:
        """Add a box by its attributes, and return what was wrong with it."""
        try:
            frame = int(given["frame"])
            edges = [float(given[key]) for key in _EDGES]
            if frame < 0:
                raise ValueError(f"frame {frame}")
        except (KeyError, ValueError) as error:
            text = f"A box of the track has no usable frame or corners ({error}); it is left out."
            return Problem("shape_malformed", self.place, text, {"reason": str(error)[:200]})
        place = f"{self.place} frame {frame}"
        if frame in self.boxes:
            text = "The track has a box in this frame already; the first one is kept."
            return Problem("box_repeated", place, text, {"frame": frame, "track": self.place})
        if given.get("outside") == "1":
            self.boxes[frame] = None
            return None
        box, problem = bounded_box(*edges, size=size, place=place)
        self.boxes[frame] = box
        return problem


def interpolated(track: Track) -> Iterator[tuple[int, Box]]:
    """Yield the box of every frame of a track, in order; between two boxes it changes evenly."""
    frames = sorted(track.boxes)
    for index, frame in enumerate(frames):
        box = track.boxes[frame]
        if box is None:
            continue
        yield frame, box
        following = frames[index + 1] if index + 1 < len(frames) else frame
        after = track.boxes[following]
        for between in range(frame + 1, following):
            share = (between - frame) / (following - frame)
            # Before a frame where the object is outside there is nothing to move towards.
            yield between, _between(box, after, share) if after is not None else box


def _between(one: Box, other: Box, share: float) -> Box:
    def mix(a: float, b: float) -> float:
        return a + (b - a) * share

    return Box(
        left=mix(one.left, other.left),
        top=mix(one.top, other.top),
        width=mix(one.width, other.width),
        height=mix(one.height, other.height),
    )
