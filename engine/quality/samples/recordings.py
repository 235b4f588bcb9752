"""Measure recordings: clipping, silence, length."""

# N samples of audio

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from easel.errors import InputError
from easel.runtime.audio.decode import decode_audio
from easel.runtime.audio.spectrum import LogMel
from numpy.typing import NDArray

from engine.quality.column_store import (
    DIGEST_BYTES,
    ColumnStore,
    Finding,
    Measurements,
    Twin,
    Unreadable,
)
from engine.quality.duplicates.twins import hashed_twins
from engine.quality.hashing import audio_hash
from engine.quality.histograms import histograms
from engine.quality.outliers import log_scores
from engine.specs.inspection import Histogram, InspectionThresholds

_MAX_SECONDS = 4 * 3600.0
# What near duplicates and labels are checked by: the beginning is enough, and bounds the work.
_EVALUATED_SECONDS = 30.0
_FRAME_SECONDS, _HOP_SECONDS = 0.025, 0.010
_SILENCE_SECONDS = 0.020
_NUM_MELS, _NUM_PARTS = 40, 8
_FULL_SCALE = 0.99
# A loud tone touches full scale for one sample; clipping holds it there.
_CLIPPED_RUN = 3
_LENGTH_SLACK = 0.05


class Recordings:
    """The medium ``audio``."""

    def __init__(self, thresholds: InspectionThresholds) -> None:
        self._silence = 10 ** (thresholds.silence_decibels / 20)
        self._bits = thresholds.audio_bits
        self._similarity = thresholds.audio_likeness

    def measure(self, path: Path, *, with_features: bool) -> Measurements:
        """Decode one recording and measure it.

        Raises:
            Unreadable: when it is no recording, damaged, or longer than four hours.
        """
        try:
            samples, rate = decode_audio(path, max_seconds=_MAX_SECONDS)
        except InputError as error:
            raise Unreadable(error.code, error.message) from error
        log_mel = _start(samples, rate)
        # The same samples at another rate are another recording.
        digest = hashlib.blake2b(samples.data, digest_size=DIGEST_BYTES, key=f"{rate}".encode())
        return Measurements(
            numbers={
                "seconds": len(samples) / rate,
                "rate": rate,
                "peak": float(np.abs(samples).max()),
                "clipped_share": clipped_share(samples),
                "silent_share": silent_share(samples, rate, self._silence),
            },
            content=digest.digest(),
            hash=audio_hash(log_mel),
            features=_features(log_mel) if with_features else None,
        )

    def twins(self, store: ColumnStore, chosen: NDArray[np.int64], root: Path) -> Iterator[Twin]:
        """Yield recordings that sound alike throughout."""
        return hashed_twins(store, chosen, self._bits, root, self._agree)

    def _agree(self, one: Path, other: Path) -> bool:
        """Tell whether two recordings are equally long and sound alike throughout.

        The hash alone sees how loudness moves, which is much the same whenever one person says
        one word.
        """
        recordings = (decode_audio(path, max_seconds=_MAX_SECONDS) for path in (one, other))
        return similarity(*recordings) >= self._similarity

    def findings(self, store: ColumnStore, thresholds: InspectionThresholds) -> Iterator[Finding]:
        """Yield clipped, silent and oddly long recordings."""
        for kind, column, share in (
            ("sound_clipped", "clipped_share", thresholds.clipped_share),
            ("sound_silent", "silent_share", thresholds.silent_share),
        ):
            shares = store.numbers(column)
            yield store.finding(kind, shares > share, shares, measured=(column,), share=share)
        yield odd_durations(store, thresholds)

    def charts(self, store: ColumnStore) -> Iterator[Histogram]:
        """Yield how lengths, levels and silence are spread."""
        yield from histograms(
            store, ("seconds", "s", False), ("peak", "", False), ("silent_share", "", False)
        )


def odd_durations(store: ColumnStore, thresholds: InspectionThresholds) -> Finding:
    """Return the samples that are far longer or shorter than the others."""
    scores = np.abs(log_scores(store.numbers("seconds")))
    return store.finding("odd_duration", scores > thresholds.outlier, scores, measured=("seconds",))


def clipped_share(samples: NDArray[np.float32]) -> float:
    """Return the share of samples (N,) that stand in runs of three or more at full scale."""
    full = np.abs(samples) >= _FULL_SCALE
    if not full.any():
        return 0.0
    edges = np.flatnonzero(np.diff(np.concatenate([[False], full, [False]]).astype(np.int8)))
    lengths = edges[1::2] - edges[::2]
    return float(lengths[lengths >= _CLIPPED_RUN].sum() / len(samples))


def silent_share(samples: NDArray[np.float32], rate: int, level: float) -> float:
    """Return the share of stretches of 20 ms whose root mean square is below a level."""
    length = max(1, min(len(samples), int(_SILENCE_SECONDS * rate)))
    whole = samples[: len(samples) // length * length].reshape(-1, length)
    return float((np.sqrt((whole.astype(np.float64) ** 2).mean(axis=1)) < level).mean())


def correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return Pearson's correlation of two log-mel images (T, M), 0 where one is all alike."""
    first, second = one.ravel() - one.mean(), other.ravel() - other.mean()
    size = float(np.sqrt((first**2).sum() * (second**2).sum()))
    return float(first @ second) / size if size > 0 else 0.0


Samples = tuple[NDArray[np.float32], int]


def similarity(one: Samples, other: Samples) -> float:
    """Return how alike two recordings (samples and rate) audio, 0 when their lengths differ."""
    first, second = (_start(*samples) for samples in (one, other))
    if abs(len(first) - len(second)) > _LENGTH_SLACK * max(len(first), len(second)):
        return 0.0
    shared = min(len(first), len(second))
    return correlation(first[:shared], second[:shared])


def audio_hash_of(samples: NDArray[np.float32], rate: int) -> int | None:
    """Return the perceptual hash of a recording (N,)."""
    return audio_hash(_start(samples, rate))


def _start(samples: NDArray[np.float32], rate: int) -> NDArray[np.float64]:
    """Return the log-mel image (T, M) that the beginning of a recording is compared by."""
    return _log_mel(samples[: int(_EVALUATED_SECONDS * rate)], rate)


def _log_mel(samples: NDArray[np.float32], rate: int) -> NDArray[np.float64]:
    frame = max(2, int(_FRAME_SECONDS * rate))
    return LogMel(
        rate=rate,
        frame_length=frame,
        hop_length=max(1, int(_HOP_SECONDS * rate)),
        fft_size=1 << (frame - 1).bit_length(),
        num_mels=_NUM_MELS,
        low_hz=20.0,
        high_hz=rate / 2,
        pre_emphasis=0.0,
        floor=1e-10,
    )(samples)


def _features(log_mel: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the mean of each band in eight equal parts, and how far it moves in all."""
    parts = np.array_split(log_mel, _NUM_PARTS) if len(log_mel) >= _NUM_PARTS else [log_mel] * 8
    # How loud it was recorded says nothing about what it is.
    means = np.stack([part.mean(axis=0) for part in parts]) - log_mel.mean()
    return np.concatenate([means.ravel(), log_mel.std(axis=0)]).astype(np.float32)
