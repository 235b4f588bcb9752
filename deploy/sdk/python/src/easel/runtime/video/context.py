"""Which frames of the film that was sent the network has seen."""

from __future__ import annotations

from dataclasses import dataclass

from easel.runtime.example import Context


@dataclass(frozen=True)
class FilmContext(Context):
    """The film that was sent.

    Attributes:
        num_frames: of the whole film.
        places: the frames that the network sees, counted from 0.
    """

    num_frames: int
    places: tuple[int, ...]
