"""Which frames of the video that was sent the network has seen."""

from __future__ import annotations

from dataclasses import dataclass

from easel.runtime.example import Context
from easel.runtime.image.context import ImageContext


@dataclass(frozen=True)
class VideoContext(Context):
    """The video that was sent.

    Attributes:
        num_frames: of the whole video.
        places: the frames that the network sees, counted from 0.
    """

    num_frames: int
    places: tuple[int, ...]


@dataclass(frozen=True)
class FramesContext(VideoContext):
    """A video whose frames are rows of the network.

    Attributes:
        times: when each of ``places`` begins, in seconds.
        image: where the network's image lies in each frame.
    """

    times: tuple[float, ...]
    image: ImageContext
