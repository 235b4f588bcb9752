"""What a model predicts: a list of results, one class of result per kind of prediction.

``Model.predict`` returns such a list for every task; ``document`` gives the JSON form that the
model server sends, with scores of six digits.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from easel.errors import InputError
from easel.runtime.run_lengths import RunLengths

Document = dict[str, Any]


class Result(Protocol):
    """One item of a prediction."""

    def document(self) -> Document:
        """Return the JSON form."""
        ...


@dataclass(frozen=True)
class Prediction:
    """One label the model names, with its score in 0..1."""

    name: str
    score: float

    def document(self) -> Document:
        """Return the JSON form."""
        return {"name": self.name, "score": round(self.score, 6)}


@dataclass(frozen=True)
class Box:
    """A rectangle of whole pixels within an image."""

    left: int
    top: int
    width: int
    height: int

    @classmethod
    def around(cls, corners: ArrayLike, width: int, height: int) -> Box:
        """Round x1 y1 x2 y2 to the nearest pixels of an image, half of one upwards.

        The box is within the image, and at least one pixel wide and high.
        """
        x1, y1, x2, y2 = np.asarray(corners, np.float64).tolist()
        left, right = _whole_pixels(x1, x2, width)
        top, bottom = _whole_pixels(y1, y2, height)
        return cls(left, top, right - left, bottom - top)

    def document(self) -> Document:
        """Return the JSON form."""
        return {"left": self.left, "top": self.top, "width": self.width, "height": self.height}


@dataclass(frozen=True)
class Detection:
    """One object in an image: its label, how sure the model is (0..1), and where it is."""

    name: str
    score: float
    box: Box

    def document(self) -> Document:
        """Return the JSON form."""
        return {
            "name": self.name,
            "score": round(self.score, 6),
            "location": self.box.document(),
        }


@dataclass(frozen=True)
class TrackedObject:
    """One object in one frame of a video; ``track_id`` is the same in all its frames."""

    name: str
    track_id: int
    score: float
    box: Box

    def document(self) -> Document:
        """Return the JSON form."""
        return {
            "name": self.name,
            "track_id": self.track_id,
            "score": round(self.score, 6),
            "location": self.box.document(),
        }


@dataclass(frozen=True)
class FrameObjects:
    """What is in one frame of a video.

    Attributes:
        frame: its place in the video, counted from 0.
        time_seconds: when it begins.
        objects: in the order of their numbers.
    """

    frame: int
    time_seconds: float
    objects: tuple[TrackedObject, ...]

    def document(self) -> Document:
        """Return the JSON form."""
        return {
            "frame": self.frame,
            "time_seconds": round(self.time_seconds, 3),
            "objects": [one.document() for one in self.objects],
        }


@dataclass(frozen=True)
class Segment:
    """One object, or all of one class, in an image: its pixels, and the rectangle around them."""

    name: str
    score: float
    box: Box
    mask: RunLengths

    def document(self) -> Document:
        """Return the JSON form; ``mask`` is COCO's compressed run lengths of the whole image."""
        return {
            "name": self.name,
            "score": round(self.score, 6),
            "location": self.box.document(),
            "mask": self.mask.compressed(),
        }


@dataclass(frozen=True)
class PromptedMask:
    """What was pointed at in an image: its pixels, and how well the model thinks they fit."""

    score: float
    box: Box
    mask: RunLengths

    def document(self) -> Document:
        """Return the JSON form; ``mask`` is COCO's compressed run lengths of the whole image."""
        height, width = self.mask.size
        return {
            "score": round(self.score, 6),
            "location": self.box.document(),
            "size": [height, width],
            "mask": self.mask.compressed(),
        }


@dataclass(frozen=True)
class Words:
    """A line of text that was read.

    Attributes:
        words: what it says.
        score: how sure that is, in 0..1.
        points: its four corners in pixels, clockwise from where the text begins.
        name: of the field of a form that it is in.
    """

    words: str
    score: float
    points: tuple[tuple[float, float], ...]
    name: str | None = None

    def document(self) -> Document:
        """Return the JSON form; the location is the enclosing rectangle and the points."""
        columns, rows = zip(*self.points)
        named = {} if self.name is None else {"name": self.name}
        return {
            **named,
            "words": self.words,
            "score": round(self.score, 6),
            "location": {
                "left": round(min(columns), 2),
                "top": round(min(rows), 2),
                "width": round(max(columns) - min(columns), 2),
                "height": round(max(rows) - min(rows), 2),
                "points": [[round(x, 2), round(y, 2)] for x, y in self.points],
            },
        }


@dataclass(frozen=True)
class Utterance:
    """What is said in one part of a recording.

    Attributes:
        text: what is said.
        start_seconds: when its first character is heard, from the start of the recording.
        end_seconds: when its last one ends.
        score: how sure that is, in 0..1.
    """

    text: str
    start_seconds: float
    end_seconds: float
    score: float

    def document(self) -> Document:
        """Return the JSON form; times are rounded to milliseconds."""
        return {
            "text": self.text,
            "start_seconds": round(self.start_seconds, 3),
            "end_seconds": round(self.end_seconds, 3),
            "score": round(self.score, 6),
        }


@dataclass(frozen=True)
class PredictOptions:
    """What a caller may ask for beside the input; ``None`` leaves it to the package.

    Attributes:
        top_num: keep at most so many results.
        threshold: keep results of at least this score.
        include_proba: of a row of a table, say the probability of every class.
        include_req: repeat the row in its prediction.

    Raises:
        InputError: ``top_num_invalid`` or ``threshold_invalid``.
    """

    top_num: int | None = None
    threshold: float | None = None
    include_proba: bool = False
    include_req: bool = False

    def __post_init__(self) -> None:
        top_num, threshold = self.top_num, self.threshold
        if top_num is not None and (type(top_num) is not int or top_num < 1):
            raise InputError(
                f"top_num is {top_num!r}; a whole number of at least 1 is expected.",
                code="top_num_invalid",
            )
        if threshold is not None and (
            isinstance(threshold, bool)
            or not isinstance(threshold, (int, float))
            or not 0 <= threshold <= 1
        ):
            raise InputError(
                f"threshold is {threshold!r}; a number from 0 to 1 is expected.",
                code="threshold_invalid",
            )


def documents(results: Sequence[Result]) -> list[Document]:
    """Return the JSON form of a prediction."""
    return [result.document() for result in results]


def _whole_pixels(low: float, high: float, length: int) -> tuple[int, int]:
    first = min(max(math.floor(low + 0.5), 0), length - 1)
    return first, min(max(math.floor(high + 0.5), first + 1), length)
