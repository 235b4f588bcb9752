"""Segments of recordings as samples of their own: an utterance, or a recording among others."""

# N samples of one channel

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
from easel.runtime.audio.decode import Audio, mixed
from easel.runtime.container import MALFORMED, open_container
from numpy.typing import NDArray

from engine.data.audio.transcripts import transcript_of
from engine.data.files import SampleFiles, SampleSource, unreadable
from engine.data.samples import SampleSet
from engine.data.segments import cut, cut_classes, segment_of
from engine.specs.data import Region, SampleRecord
from engine.specs.options.speech.recognition import SpeechRecognitionOptions
from engine.specs.samples.geometry import Segment
from engine.validation.usable import is_transcribed

# Of an image beside the audio, which is not decoded but looked at.
_COVER_PIXELS = 1 << 24


def cut_utterances(samples: SampleSet) -> SampleSet:
    """Put the transcribed segments of a recording in its place; others are learnt as a whole."""

    def utterance(record: SampleRecord, region: Region) -> SampleRecord:
        return record.model_copy(update={"texts": (region.text or "",)})

    return replace(cut(samples, is_transcribed, utterance), files=SegmentFiles(samples.files))


def transcribed(samples: SampleSet, options: SpeechRecognitionOptions) -> SampleSet:
    """Return the samples in which something is said, with it in the form in which it is learnt."""
    records = (
        record.model_copy(update={"texts": (text,)})
        for record in samples.records
        if (text := transcript_of(record, options))
    )
    return replace(samples, records=tuple(records))


def cut_recordings(samples: SampleSet) -> SampleSet:
    """Put the named segments of a recording in its place; see ``cut_classes``."""
    return replace(cut_classes(samples), files=SegmentFiles(samples.files))


class SegmentFiles:
    """Gives the audio of segments as WAV files, and everything else as it is.

    Args:
        files: gives the whole recordings.
    """

    def __init__(self, files: SampleFiles) -> None:
        self._files = files

    def source(self, record: SampleRecord) -> SampleSource:
        """Return the file of a recording, or the WAV of its segment.

        Raises:
            DataError: ``file_unreadable`` when a segment cannot be cut out.
        """
        segment = segment_of(record)
        return self._files.source(record) if segment is None else self._wav(record, segment)

    def read(self, record: SampleRecord) -> bytes:
        """Return the content of a recording, or the WAV of its segment.

        Raises:
            DataError: ``file_unreadable``.
        """
        segment = segment_of(record)
        return self._files.read(record) if segment is None else self._wav(record, segment)

    def _wav(self, record: SampleRecord, segment: Segment) -> bytes:
        import soundfile

        try:
            audio = _stretch(self._files.source(record), segment)
        except (soundfile.LibsndfileError, OSError, *MALFORMED) as error:
            raise unreadable(record, error) from error
        out = io.BytesIO()
        # As they were decoded: 16 bits would round what is not rounded in a whole recording.
        soundfile.write(out, audio.samples, audio.rate, format="WAV", subtype="FLOAT")
        return out.getvalue()


def _stretch(source: SampleSource, segment: Segment) -> Audio:
    """Decode one stretch of a recording, not what is before and after it.

    Raises:
        LibsndfileError: when it is damaged.
        FFmpegError: when FFmpeg cannot decode it either.
    """
    import soundfile

    try:
        file = soundfile.SoundFile(io.BytesIO(source) if isinstance(source, bytes) else source)
    except soundfile.LibsndfileError:
        return _stretch_with_ffmpeg(source, segment)
    with file:
        start = min(segment.start_ms * file.samplerate // 1000, file.frames)
        file.seek(start)
        num = segment.end_ms * file.samplerate // 1000 - start
        block: NDArray[np.float32] = file.read(max(0, num), dtype="float32", always_2d=True)
        return Audio(mixed(block), int(file.samplerate))


def _stretch_with_ffmpeg(source: SampleSource, segment: Segment) -> Audio:
    import av

    blocks: list[NDArray[np.float32]] = []
    first: int | None = None
    with open_container(source, max_pixels=_COVER_PIXELS) as container:
        stream = container.streams.audio[0]
        rate = int(stream.rate)
        # To the key frame before, where alone decoding can begin.
        container.seek(segment.start_ms * av.time_base // 1000, backward=True)
        to_float = av.AudioResampler(format="fltp")
        for frame in container.decode(stream):
            at_ms = round((frame.time or 0) * 1000)
            if at_ms >= segment.end_ms:
                break
            first = at_ms if first is None else first
            blocks += [
                mixed(part.to_ndarray().T.astype(np.float32)) for part in to_float.resample(frame)
            ]
    together = np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
    skipped = max(0, segment.start_ms - (first or 0)) * rate // 1000
    num = (segment.end_ms - segment.start_ms) * rate // 1000
    return Audio(together[skipped : skipped + num], rate)
