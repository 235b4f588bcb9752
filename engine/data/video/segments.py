"""Segments of videos: stretches that are looked at as if they were videos of their own."""

# N frames

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence

import numpy as np
from easel.runtime.image import Pixels
from easel.runtime.video import Video
from PIL import Image

from engine.formats.reading.videos import frame_path
from engine.specs.samples.geometry import Segment


class Stretch(Video):
    """The frames of a video that begin within a segment, or the one that is seen all through it.

    Args:
        video: the whole one.
        segment: in milliseconds from its beginning.
    """

    def __init__(self, video: Video, segment: Segment) -> None:
        times = np.asarray(video.times)
        start, end = np.searchsorted(times, [segment.start_ms / 1000, segment.end_ms / 1000])
        self._video = video
        # A segment shorter than a frame, or behind the last one, shows the frame before.
        self.first = int(start if end > start else max(0, start - 1))
        taken = times[self.first : max(int(end), self.first + 1)]
        self.times = tuple((taken - taken[0]).tolist())
        self.size = video.size

    def decode(self, places: Sequence[int]) -> Iterator[Pixels]:
        """Yield the frames at ascending places, counted from the stretch's first."""
        return self._video.decode([self.first + place for place in places])


def packed(video: Video, places: Sequence[int]) -> bytes:
    """Return some frames of a video as a video of their own: a zip of lossless images."""
    out = io.BytesIO()
    chosen = sorted(set(places))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for number, frame in enumerate(video.decode(chosen), start=1):
            content = io.BytesIO()
            # Lossless: the model is shown what it was trained on. Compressed little, to save time.
            Image.fromarray(frame).save(content, format="PNG", compress_level=1)
            archive.writestr(zipfile.ZipInfo(frame_path(number, "frame.png")), content.getvalue())
    return out.getvalue()
