"""Where the network's windows lie in the recording that was sent."""

from __future__ import annotations

from dataclasses import dataclass

from easel.runtime.example import Context


@dataclass(frozen=True)
class AudioContext(Context):
    """The recording that was sent, and the windows that its rows are.

    Attributes:
        seconds: length of the recording.
        frame_seconds: from the beginning of one frame to that of the next.
        starts: the first frame of each window.
        lengths: the frames of each window that are no padding.
    """

    seconds: float
    frame_seconds: float
    starts: tuple[int, ...]
    lengths: tuple[int, ...]
