"""Which frames of the film that was sent the network has seen."""

from __future__ import annotations

from dataclasses import dataclass

from easel.runtime.example import Context
from easel.runtime.image.context import ImageContext


@dataclass(frozen=True)
class FilmContext(Context):
    """The film that was sent.

    Attributes:
        num_frames: of the whole film.
        places: the frames that the network sees, counted from 0.
    """

    num_frames: int
    places: tuple[int, ...]


@dataclass(frozen=True)
class FramesContext(FilmContext):
    """A film whose frames are rows of the network.

    Attributes:
        times: when each of ``places`` begins, in seconds.
        picture: where the network's picture lies in each frame.
    """

    times: tuple[float, ...]
    picture: ImageContext
