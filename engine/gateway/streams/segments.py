"""Speech in segments: audio is cut where somebody pauses, by its energy alone."""

from __future__ import annotations

import io
import math
import wave
from array import array
from dataclasses import dataclass

MIN_SAMPLE_RATE = 8_000
MAX_SAMPLE_RATE = 48_000
FRAME_SECONDS = 0.02
PAUSE_SECONDS = 0.6
"""So much silence ends a segment; pauses between words are shorter."""
LEAD_SECONDS = 0.2
"""So much of the silence before a segment belongs to it: words begin softly."""
MAX_SEGMENT_SECONDS = 30.0
BYTES_PER_SAMPLE = 2
_LEAST_LEVEL = 150.0
"""Of 32767, about -47 dB: what is softer is silence in any room."""
_MOST_LEVEL = 1500.0
"""About -27 dB: what is louder is no silence, however loud the room is."""
_ABOVE_NOISE = 3.0
_NOISE_GROWTH = 1.002
"""What is taken for noise doubles in seven seconds in which nothing is softer."""


@dataclass(frozen=True)
class Segment:
    """Audio between two pauses.

    Attributes:
        number: its place among the segments of a stream, from 1.
        pcm: 16-bit samples, little-endian.
        begin_seconds: where it begins in what was sent.
    """

    number: int
    pcm: bytes
    begin_seconds: float


class Segmenter:
    """Cuts a stream of 16-bit samples, one channel, into segments."""

    def __init__(self, sample_rate: int) -> None:
        self.sample_rate = sample_rate
        self._num_frame_bytes = int(sample_rate * FRAME_SECONDS) * BYTES_PER_SAMPLE
        self._rest = b""
        self._noise = _LEAST_LEVEL
        self._pcm = bytearray()
        self._is_speech = False
        self._num_silent = 0
        self._num_frames = 0
        self._number = 1

    def add(self, pcm: bytes) -> list[Segment]:
        """Take more samples; return the segments that are complete by them."""
        pcm = self._rest + pcm
        size = self._num_frame_bytes
        end = len(pcm) - len(pcm) % size
        self._rest = pcm[end:]
        done = []
        for start in range(0, end, size):
            segment = self._add_frame(pcm[start : start + size])
            if segment is not None:
                done.append(segment)
        return done

    def finish(self) -> Segment | None:
        """End the segment in progress; return it, ``None`` when nobody spoke."""
        if not self._is_speech:
            self._pcm.clear()
            self._rest = b""
            return None
        self._pcm += self._rest[: len(self._rest) // BYTES_PER_SAMPLE * BYTES_PER_SAMPLE]
        self._rest = b""
        return self._cut()

    @property
    def num_bytes(self) -> int:
        """How much of a segment is there so far, 0 while nobody speaks."""
        return len(self._pcm) if self._is_speech else 0

    def so_far(self) -> Segment | None:
        """Return the segment in progress, ``None`` while nobody speaks."""
        return self._segment() if self._is_speech else None

    def _add_frame(self, frame: bytes) -> Segment | None:
        self._num_frames += 1
        level = _level(frame)
        self._noise = max(1.0, min(level, self._noise * _NOISE_GROWTH))
        is_loud = level > min(max(_LEAST_LEVEL, _ABOVE_NOISE * self._noise), _MOST_LEVEL)
        self._pcm += frame
        self._num_silent = 0 if is_loud else self._num_silent + 1
        if not self._is_speech:
            self._is_speech = is_loud
            if not is_loud:
                del self._pcm[: -self._bytes_of(LEAD_SECONDS)]
            return None
        is_pause = self._num_silent * FRAME_SECONDS >= PAUSE_SECONDS
        is_long = len(self._pcm) >= self._bytes_of(MAX_SEGMENT_SECONDS)
        return self._cut() if is_pause or is_long else None

    def _cut(self) -> Segment:
        segment = self._segment()
        self._number += 1
        self._pcm.clear()
        self._is_speech = False
        self._num_silent = 0
        return segment

    def _segment(self) -> Segment:
        end = self._num_frames * FRAME_SECONDS
        length = len(self._pcm) / (self.sample_rate * BYTES_PER_SAMPLE)
        return Segment(self._number, bytes(self._pcm), max(0.0, round(end - length, 3)))

    def _bytes_of(self, seconds: float) -> int:
        return int(seconds * self.sample_rate) * BYTES_PER_SAMPLE


def wav_of(pcm: bytes, sample_rate: int) -> bytes:
    """Return samples as a WAV file."""
    stream = io.BytesIO()
    with wave.open(stream, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(BYTES_PER_SAMPLE)
        file.setframerate(sample_rate)
        file.writeframes(pcm)
    return stream.getvalue()


def samples_of(content: bytes) -> tuple[bytes, int] | None:
    """Return samples and rate of a WAV file, ``None`` of what is none of 16 bits, one channel."""
    try:
        with wave.open(io.BytesIO(content)) as file:
            shape = (file.getnchannels(), file.getsampwidth())
            rate = file.getframerate()
            pcm = file.readframes(file.getnframes())
    except (wave.Error, EOFError):
        return None
    if shape != (1, BYTES_PER_SAMPLE) or not MIN_SAMPLE_RATE <= rate <= MAX_SAMPLE_RATE:
        return None
    return pcm, rate


def _level(frame: bytes) -> float:
    """Return the root mean square of samples, 0 to 32768."""
    samples = array("h", frame)
    return math.sqrt(sum(one * one for one in samples) / len(samples))
