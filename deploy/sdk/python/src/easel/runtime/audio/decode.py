"""A recording file becomes one channel of samples, or an error that says what is wrong with it."""

# N samples, C channels

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, Any, NamedTuple, Union

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError
from easel.extras import missing_package
from easel.runtime.limits import Limits

MAX_SECONDS = Limits().max_audio_seconds
AudioSource = Union[bytes, str, Path]

# Frames decoded in one go, so that the limit stops a file whose header lies.
_BLOCK_VALUES = 1 << 18
# Blocks, the whole they are joined to, in double precision, and at the model's rate.
_BYTES_A_SAMPLE = 24
MAX_RATE = 768_000
"""The highest rate that converters of audio have."""
# Cover images and video beside the audio are not decoded, yet FFmpeg looks at them.
_COVER_PIXELS = 1 << 24


class Audio(NamedTuple):
    """One channel of samples (N,) float32 in -1..1, and how many of them a second has."""

    samples: NDArray[np.float32]
    rate: int


def decode_audio(source: AudioSource, *, max_seconds: float = MAX_SECONDS) -> Audio:
    """Decode a recording file at its own rate and mix its channels by their mean.

    WAV, FLAC, OGG and MP3 are read by libsndfile, all others (M4A, AAC, AMR) by FFmpeg.

    Args:
        source: the file's bytes, or its path.
        max_seconds: longest recording that is decoded.

    Raises:
        InputError: ``audio_unreadable_file``, ``audio_empty``, ``audio_not_recognised``,
            ``audio_too_long`` or ``audio_damaged``.
        PackageError: ``extra_missing`` when ``easel[audio]`` is not installed.
    """
    pieces = list(audio_pieces(source, max_seconds=max_seconds))
    return Audio(np.concatenate([piece.samples for piece in pieces]), pieces[0].rate)


def audio_pieces(source: AudioSource, *, max_seconds: float = MAX_SECONDS) -> Iterator[Audio]:
    """Decode a recording file as ``decode_audio`` does, piece by piece: its length costs no memory.

    Yields:
        At least one piece; all have the same rate.

    Raises:
        InputError, PackageError: as ``decode_audio`` does.
    """
    is_empty = True
    with _stream(source) as stream, _opened(stream) as file:
        pieces = (
            _read(file, max_seconds) if file is not None else _read_with_ffmpeg(stream, max_seconds)
        )
        for piece in pieces:
            if not np.isfinite(piece.samples).all():
                raise _damaged("it holds values that are not finite numbers")
            is_empty = is_empty and not piece.samples.size
            yield piece
    if is_empty:
        raise InputError(
            "The audio has no samples. Record it again, or leave it out.", code="audio_empty"
        )


def decoding_bytes(source: AudioSource) -> int:
    """Return about how much memory it takes at most to decode and resample, by the header.

    0 for a file that is refused before it is decoded.
    """
    try:
        with _stream(source) as stream, _opened(stream) as file:
            if file is not None:
                return int(file.frames) * _BYTES_A_SAMPLE
            with _container(stream) as opened:
                if not opened.streams.audio or not opened.duration:
                    return 0
                rate = int(opened.streams.audio[0].rate or 0)
                return int(opened.duration / 1_000_000 * rate) * _BYTES_A_SAMPLE
    except InputError:
        return 0


class AudioProperties(NamedTuple):
    """What is known of a recording without decoding it: its length and its own rate."""

    seconds: float
    rate: int


def audio_properties(source: AudioSource) -> AudioProperties:
    """Return length and rate of a recording, from its header where libsndfile reads it.

    Raises:
        InputError: as for ``decode_audio``.
        PackageError: ``extra_missing`` when ``easel[audio]`` is not installed.
    """
    with _stream(source) as stream, _opened(stream) as file:
        if file is not None:
            return AudioProperties(file.frames / file.samplerate, int(file.samplerate))
    num, rate = 0, 1
    for piece in audio_pieces(source):
        num, rate = num + len(piece.samples), piece.rate
    return AudioProperties(num / rate, rate)


@contextmanager
def _stream(source: AudioSource) -> Iterator[IO[bytes]]:
    """Open the bytes of a file; there is at least one."""
    with io.BytesIO(source) if isinstance(source, bytes) else _file(Path(source)) as stream:
        if not stream.read(1):
            raise InputError("The audio file is empty. Send the bytes of one.", code="audio_empty")
        stream.seek(0)
        yield stream


def _file(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(
            f"The audio file '{path}' cannot be read: {error.strerror}. Check the path.",
            code="audio_unreadable_file",
            path=str(path),
        ) from error


@contextmanager
def _opened(stream: IO[bytes]) -> Iterator[Any]:
    """Open a file with libsndfile; ``None`` when it knows no such format."""
    soundfile = _extra("soundfile")
    try:
        file = soundfile.SoundFile(stream)
    except soundfile.LibsndfileError:
        stream.seek(0)
        yield None
        return
    with file:
        yield file


def _read(file: Any, max_seconds: float) -> Iterator[Audio]:
    soundfile = _extra("soundfile")
    _check_rate(file.samplerate)
    _check_length(file.frames / file.samplerate, max_seconds)
    count = 0
    try:
        num_frames = max(1, _BLOCK_VALUES // file.channels)
        while len(block := file.read(num_frames, dtype="float32", always_2d=True)):
            count += len(block)
            _check_length(count / file.samplerate, max_seconds)
            yield Audio(mixed(block), int(file.samplerate))
    except soundfile.LibsndfileError as error:
        raise _damaged(str(error)) from error


def _read_with_ffmpeg(stream: IO[bytes], max_seconds: float) -> Iterator[Audio]:
    av = _extra("av")
    count = 0
    try:
        with _container(stream) as opened:
            if not opened.streams.audio:
                raise _not_recognised()
            track = opened.streams.audio[0]
            rate = int(track.rate)
            _check_rate(rate)
            to_float = av.AudioResampler(format="fltp")
            for frame in opened.decode(track):
                for part in to_float.resample(frame):
                    count += part.samples
                    _check_length(count / rate, max_seconds)
                    yield Audio(mixed(part.to_ndarray().T), rate)
    except InputError as error:
        if not count or error.code != "audio_not_recognised":
            raise
        raise _damaged("it breaks off") from error


@contextmanager
def _container(stream: IO[bytes]) -> Iterator[Any]:
    """Open a file with FFmpeg."""
    containers = _extra("easel.runtime.container")
    try:
        with containers.open_container(stream, max_pixels=_COVER_PIXELS) as opened:
            yield opened
    except _extra("av").error.InvalidDataError as error:
        raise _not_recognised() from error
    except containers.MALFORMED as error:
        raise _damaged(str(error)) from error


def mixed(channels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of channels (N, C) as (N,), added up in double precision."""
    if channels.shape[1] == 1:
        return np.ascontiguousarray(channels[:, 0])
    mean: NDArray[np.float32] = channels.mean(axis=1, dtype=np.float64).astype(np.float32)
    return mean


def _extra(module: str) -> ModuleType:
    """Import what only recordings need."""
    try:
        return import_module(module)
    except ImportError as error:
        raise missing_package(error, "audio") from error


def _check_rate(rate: int) -> None:
    """Refuse a rate that no converter has: the filter to another one grows with it."""
    if not 0 < rate <= MAX_RATE:
        raise _damaged(f"it says {rate} samples a second")


def _check_length(seconds: float, max_seconds: float) -> None:
    if seconds > max_seconds:
        raise InputError(
            f"The audio is longer than {max_seconds:g} seconds, the most that is decoded. Cut it.",
            code="audio_too_long",
            max_seconds=max_seconds,
        )


def _not_recognised() -> InputError:
    return InputError(
        "The file is not a recording in a known format. Send WAV, MP3, M4A, FLAC or OGG.",
        code="audio_not_recognised",
    )


def _damaged(reason: str) -> InputError:
    return InputError(
        f"The audio is damaged and cannot be decoded ({reason}). Save it again, or leave it out.",
        code="audio_damaged",
        reason=reason,
    )
