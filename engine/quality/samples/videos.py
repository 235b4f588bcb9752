"""Measure videos: their length, and whether frames from all over them can be decoded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from easel.errors import InputError
from easel.runtime.video.opening import open_video
from numpy.typing import NDArray
from PIL import Image

from engine.quality.column_store import (
    DIGEST_BYTES,
    ColumnStore,
    Finding,
    Measurements,
    Twin,
    Unreadable,
)
from engine.quality.duplicates.twins import hashed_twins
from engine.quality.hashing import image_hash
from engine.quality.histograms import histograms
from engine.quality.samples.recordings import odd_durations
from engine.quality.samples.small_image import small_image
from engine.specs.inspection import Histogram, InspectionThresholds

_NUM_FRAMES = 9


class Videos:
    """The medium ``video``."""

    def __init__(self, thresholds: InspectionThresholds) -> None:
        self._bits = thresholds.image_bits

    def measure(self, path: Path, *, with_features: bool) -> Measurements:
        """Decode nine frames spread over a video and measure it.

        Raises:
            Unreadable: when not even one frame can be decoded.
        """
        try:
            video = open_video(path)
        except InputError as error:
            raise Unreadable(error.code, error.message) from error
        places = np.unique(np.linspace(0, video.num_frames - 1, _NUM_FRAMES).astype(int)).tolist()
        images = []
        digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
        try:
            for pixels in video.decode(places):
                digest.update(pixels.data)
                images.append(Image.fromarray(pixels))
        except InputError as error:
            if not images:
                raise Unreadable(error.code, error.message) from error
        middle = images[len(images) // 2]
        return Measurements(
            numbers={
                "seconds": max(video.times[-1] - video.times[0], 1e-3),
                "frames": video.num_frames,
                "unreadable_share": 1 - len(images) / len(places),
            },
            content=digest.digest(),
            hash=image_hash(middle.convert("L")),
            features=small_image(middle) if with_features else None,
        )

    def twins(self, store: ColumnStore, chosen: NDArray[np.int64], root: Path) -> Iterator[Twin]:
        """Yield videos whose middle frames look alike."""
        return hashed_twins(store, chosen, self._bits, root)

    def findings(self, store: ColumnStore, thresholds: InspectionThresholds) -> Iterator[Finding]:
        """Yield videos with frames that cannot be read, and oddly long ones."""
        shares = store.numbers("unreadable_share")
        yield store.finding("frames_unreadable", shares > 0, shares, measured=("unreadable_share",))
        yield odd_durations(store, thresholds)

    def charts(self, store: ColumnStore) -> Iterator[Histogram]:
        """Yield how long the videos are."""
        yield from histograms(store, ("seconds", "s", False), ("frames", "", False))
