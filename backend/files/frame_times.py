"""When each frame of a video begins, where a rate does not tell: phones record at uneven times."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import IO

import numpy as np
from easel.errors import InputError
from easel.runtime.container import MALFORMED, open_container
from easel.runtime.video.decode import decoded_frames
from numpy.typing import NDArray

from backend.decoding.limits import FRAME_LIMITS, MAX_FRAME_PIXELS
from backend.decoding.works import Done, Options, ReportProgress

# A frame is told by its rate while it begins within this share of a frame of where that lays it.
_EVEN = 0.25


def frame_times(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Find the milliseconds from the first frame to each of ``num_frames``.

    What is found is ``None`` where frames follow each other evenly over ``duration_ms``, and where
    the file tells no times.
    """
    del report_progress
    num_frames, duration_ms = options["num_frames"], options["duration_ms"]
    with path.open("rb") as file:
        times_N = _of_packets(file)
        if len(times_N) != num_frames:
            # Some packets hold no frame that can be shown, or two.
            file.seek(0)
            times_N = _of_frames(file)
    if len(times_N) != num_frames or not np.isfinite(times_N).all():
        return Done()
    times_N = (times_N - times_N[0]) * 1000
    length = duration_ms / num_frames
    if (np.abs(times_N - np.arange(num_frames) * length) <= _EVEN * length).all():
        return Done()
    return Done(found=np.round(times_N, 1).tolist())


def _of_packets(file: IO[bytes]) -> NDArray[np.float64]:
    """Return when frames begin, in seconds, as their packets say: nothing is decoded."""
    times: list[float] = []
    try:
        with open_container(file, max_pixels=MAX_FRAME_PIXELS) as container:
            for packet in container.demux(container.streams.video[0]):
                if packet.size > 0:
                    base = packet.time_base
                    times.append(np.nan if packet.pts is None else float(packet.pts * base))
    except MALFORMED:
        # Its beginning counts.
        pass
    return np.sort(times)


def _of_frames(file: IO[bytes]) -> NDArray[np.float64]:
    times: list[float] = []
    with suppress(InputError):
        for frame in decoded_frames(file, FRAME_LIMITS):
            times.append(np.nan if frame.time is None else float(frame.time))
    return np.array(times)
