"""The frames of a video, counted as training decodes them."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from easel.runtime.container import MALFORMED, open_container
from easel.runtime.video.archive import FrameArchive
from easel.runtime.video.decode import decoded_frames

from backend.datasets.media.content import Content, LocalFile, open_content
from backend.decoding.limits import FRAME_LIMITS, MAX_FRAME_PIXELS

# Somebody waits for the upload: about four minutes of full HD on one core.
PATIENCE_SECONDS = 20.0


@dataclass(frozen=True)
class Frames:
    """How many frames can be decoded; ``seconds`` that they last, ``None`` where nobody knows."""

    num: int
    seconds: float | None


def count_frames(content: Content, *, patience_seconds: float = PATIENCE_SECONDS) -> Frames:
    """Decode a video as training does and count its frames.

    Of one that takes longer than ``patience_seconds`` of work the packets are counted instead.

    Raises:
        InputError: when training could not decode it.
    """
    deadline = time.process_time() + patience_seconds
    times: list[float] = []
    with open_content(content) as file:
        for frame in decoded_frames(file, FRAME_LIMITS):
            times.append(np.nan if frame.time is None else float(frame.time))
            if time.process_time() > deadline:
                return Frames(_num_packets(content), None)
    return Frames(len(times), _lasting(times))


def count_images(content: Content, *, patience_seconds: float = PATIENCE_SECONDS) -> Frames:
    """Decode a video that is kept as images, as far as ``patience_seconds`` of work go.

    Raises:
        InputError: when training could not decode it.
    """
    deadline = time.process_time() + patience_seconds
    archive = FrameArchive(
        content.path if isinstance(content, LocalFile) else content, FRAME_LIMITS
    )
    for _ in archive.decode(range(archive.num_frames)):
        if time.process_time() > deadline:
            break
    return Frames(archive.num_frames, None)


def _num_packets(content: Content) -> int:
    num = 0
    try:
        with (
            open_content(content) as file,
            open_container(file, max_pixels=MAX_FRAME_PIXELS) as container,
        ):
            for packet in container.demux(container.streams.video[0]):
                num += packet.size > 0
    except MALFORMED:
        # Its beginning has been decoded; what comes after the damage counts for nothing.
        return max(1, num)
    return max(1, num)


def _lasting(times: list[float]) -> float | None:
    """Return how long frames last that begin at these times; the last one as long as most do."""
    steps = np.diff(times)
    if not len(steps) or not np.isfinite(steps).all() or (steps < 0).any():
        return None
    return float(times[-1] - times[0] + np.median(steps)) or None
