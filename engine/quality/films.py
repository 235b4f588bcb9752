"""Look at films: their length, and whether frames from all over them can be decoded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from easel.errors import InputError
from easel.runtime.video.opening import open_film
from numpy.typing import NDArray
from PIL import Image

from engine.quality.facts import DIGEST_BYTES, Facts, Finding, Look, Twin, Unreadable
from engine.quality.hashing import picture_hash
from engine.quality.histograms import histograms
from engine.quality.picture_features import picture_features
from engine.quality.sounds import odd_durations
from engine.quality.twins import hashed_twins
from engine.specs.inspection import Histogram, InspectionThresholds

_NUM_FRAMES = 9


class Films:
    """The medium ``video``."""

    def __init__(self, thresholds: InspectionThresholds) -> None:
        self._bits = thresholds.picture_bits

    def look(self, path: Path, *, with_features: bool) -> Look:
        """Decode nine frames spread over a film and measure it.

        Raises:
            Unreadable: when not even one frame can be decoded.
        """
        try:
            film = open_film(path)
        except InputError as error:
            raise Unreadable(error.code, error.message) from error
        places = np.unique(np.linspace(0, film.num_frames - 1, _NUM_FRAMES).astype(int)).tolist()
        pictures = []
        digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
        try:
            for pixels in film.decode(places):
                digest.update(pixels.data)
                pictures.append(Image.fromarray(pixels))
        except InputError as error:
            if not pictures:
                raise Unreadable(error.code, error.message) from error
        middle = pictures[len(pictures) // 2]
        return Look(
            numbers={
                "seconds": max(film.times[-1] - film.times[0], 1e-3),
                "frames": film.num_frames,
                "unreadable_share": 1 - len(pictures) / len(places),
            },
            content=digest.digest(),
            hash=picture_hash(middle.convert("L")),
            features=picture_features(middle) if with_features else None,
        )

    def twins(self, facts: Facts, chosen: NDArray[np.int64], root: Path) -> Iterator[Twin]:
        """Yield films whose middle frames look alike."""
        return hashed_twins(facts, chosen, self._bits, root)

    def judge(self, facts: Facts, thresholds: InspectionThresholds) -> Iterator[Finding]:
        """Yield films with frames that cannot be read, and oddly long ones."""
        shares = facts.numbers("unreadable_share")
        yield facts.finding("frames_unreadable", shares > 0, shares, measured=("unreadable_share",))
        yield odd_durations(facts, thresholds)

    def charts(self, facts: Facts) -> Iterator[Histogram]:
        """Yield how long the films are."""
        yield from histograms(facts, ("seconds", "s", False), ("frames", "", False))
