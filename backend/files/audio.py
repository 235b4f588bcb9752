"""Recordings read piece by piece or from the middle, so that hours of audio never are in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import IO

import numpy as np
from easel.runtime.container import MALFORMED, open_container
from numpy.typing import NDArray

from backend.decoding.errors import Refused

# M4A and the like are read at this rate: enough for a wave and for the recordings of speech.
_CONTAINER_RATE = 16_000
# Of an image beside the audio, which is not decoded but looked at.
_COVER_PIXELS = 1 << 24

Levels = NDArray[np.float32]
Read = Callable[[int, int], None]


def pieces_of(
    file: IO[bytes], seconds: int, report_progress: Read = lambda done, total: None
) -> Iterator[tuple[Levels, int]]:
    """Yield a recording in pieces of some seconds, one channel each, with the rate.

    Args:
        file: the recording; can be sought.
        seconds: of each piece; the last one is shorter.
        report_progress: hears after each piece how many of how many seconds were read.

    Raises:
        Refused: ``audio_not_decoded`` when the file cannot be decoded here.
    """
    import soundfile

    try:
        with soundfile.SoundFile(file) as audio:
            rate = audio.samplerate
            for block in audio.blocks(rate * seconds, dtype="float32", always_2d=True):
                yield _mixed(block), rate
                done = audio.tell()
                report_progress(done // rate, max(audio.frames, done) // rate)
        return
    except soundfile.LibsndfileError:
        file.seek(0)
    yield from _container_pieces(file, seconds, report_progress)


def stretch_of(file: IO[bytes], start_ms: int, end_ms: int) -> tuple[Levels, int]:
    """Return the samples between two times of a recording, one channel, and their rate.

    Raises:
        Refused: ``audio_not_decoded`` when the file cannot be decoded here.
    """
    import soundfile

    try:
        with soundfile.SoundFile(file) as audio:
            rate = audio.samplerate
            start = min(start_ms * rate // 1000, audio.frames)
            audio.seek(start)
            num = max(0, end_ms * rate // 1000 - start)
            return _mixed(audio.read(num, dtype="float32", always_2d=True)), rate
    except soundfile.LibsndfileError:
        file.seek(0)
    return _container_stretch(file, start_ms, end_ms)


def _mixed(block: NDArray[np.float32]) -> Levels:
    mean: Levels = block.mean(axis=1, dtype=np.float32)
    return mean


def _container_pieces(
    file: IO[bytes], seconds: int, report_progress: Read
) -> Iterator[tuple[Levels, int]]:
    import av

    size = seconds * _CONTAINER_RATE
    waiting: list[Levels] = []
    num_waiting = num_done = 0
    try:
        with open_container(file, max_pixels=_COVER_PIXELS) as container:
            total = int((container.duration or 0) / av.time_base)
            resampler = av.AudioResampler(format="flt", layout="mono", rate=_CONTAINER_RATE)
            for frame in container.decode(audio=0):
                for piece in resampler.resample(frame):
                    waiting.append(piece.to_ndarray()[0])
                    num_waiting += len(waiting[-1])
                while num_waiting >= size:
                    together = np.concatenate(waiting)
                    yield together[:size], _CONTAINER_RATE
                    waiting, num_waiting = [together[size:]], num_waiting - size
                    num_done += seconds
                    report_progress(num_done, max(total, num_done))
    except MALFORMED as error:
        raise _undecodable(error) from error
    if num_waiting:
        yield np.concatenate(waiting), _CONTAINER_RATE
        num_done += num_waiting // _CONTAINER_RATE
        report_progress(num_done, num_done)


def _container_stretch(file: IO[bytes], start_ms: int, end_ms: int) -> tuple[Levels, int]:
    import av

    blocks: list[Levels] = []
    first: int | None = None
    try:
        with open_container(file, max_pixels=_COVER_PIXELS) as container:
            stream = container.streams.audio[0]
            container.seek(start_ms * av.time_base // 1000, backward=True)
            resampler = av.AudioResampler(format="flt", layout="mono", rate=_CONTAINER_RATE)
            for frame in container.decode(stream):
                at_ms = round((frame.time or 0) * 1000)
                if at_ms >= end_ms:
                    break
                first = at_ms if first is None else first
                blocks += [piece.to_ndarray()[0] for piece in resampler.resample(frame)]
    except MALFORMED as error:
        raise _undecodable(error) from error
    together = np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
    skipped = max(0, start_ms - (first or 0)) * _CONTAINER_RATE // 1000
    length = (end_ms - start_ms) * _CONTAINER_RATE // 1000
    return together[skipped : skipped + length], _CONTAINER_RATE


def _undecodable(error: Exception) -> Refused:
    return Refused(
        f"The recording cannot be decoded here ({error}). It can be played and annotated all the "
        "same.",
        code="audio_not_decoded",
    )
