"""Segments of recordings as samples of their own: an utterance, or a sound among others."""

# N samples of one channel

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from easel.runtime.audio.decode import Sound, mixed
from numpy.typing import NDArray

from engine.catalog.usable import is_transcribed, segments_of
from engine.data.files import SampleFiles, SampleSource, unreadable
from engine.data.samples import SampleSet
from engine.specs.data import Region, SampleRecord
from engine.specs.geometry import Segment

Cut = Callable[[SampleRecord, Region], SampleRecord]


def cut_utterances(samples: SampleSet) -> SampleSet:
    """Put the transcribed segments of a recording in its place; others are learnt as a whole."""

    def utterance(record: SampleRecord, region: Region) -> SampleRecord:
        return record.model_copy(update={"texts": (region.text or "",)})

    return _cut(samples, is_transcribed, utterance)


def cut_sounds(samples: SampleSet) -> SampleSet:
    """Put the named segments of a recording in its place; others are learnt as a whole.

    Where a sample may have several labels, a segment has those of the segments that it lies in as
    well.
    """

    def sound(record: SampleRecord, region: Region) -> SampleRecord:
        labels = [region.label or ""]
        if samples.multi_label:
            labels += [
                one.label for one in segments_of(record) if one.label and _holds(one, region)
            ]
        return record.model_copy(update={"labels": tuple(dict.fromkeys(labels))})

    return _cut(samples, lambda region: bool(region.label), sound)


class SegmentFiles:
    """Gives the sound of segments as WAV files, and everything else as it is.

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
        segment = _segment_of(record)
        return self._files.source(record) if segment is None else self._wav(record, segment)

    def read(self, record: SampleRecord) -> bytes:
        """Return the content of a recording, or the WAV of its segment.

        Raises:
            DataError: ``file_unreadable``.
        """
        segment = _segment_of(record)
        return self._files.read(record) if segment is None else self._wav(record, segment)

    def _wav(self, record: SampleRecord, segment: Segment) -> bytes:
        import av
        import soundfile

        try:
            sound = _stretch(self._files.source(record), segment)
        except (soundfile.LibsndfileError, av.FFmpegError, OSError, ValueError) as error:
            raise unreadable(record, error) from error
        out = io.BytesIO()
        soundfile.write(out, sound.samples, sound.rate, format="WAV", subtype="FLOAT")
        return out.getvalue()


def _cut(samples: SampleSet, is_learnt: Callable[[Region], bool], cut: Cut) -> SampleSet:
    """Return the samples with each learnt segment as a record that holds it alone as its region."""

    def parts(record: SampleRecord) -> Iterator[SampleRecord]:
        learnt = [region for region in segments_of(record) if is_learnt(region)]
        for region in learnt:
            geometry = region.geometry
            assert isinstance(geometry, Segment)
            start, end = geometry.start_ms / 1000, geometry.end_ms / 1000
            yield cut(record, region).model_copy(
                update={
                    "name": f"{record.name} {start:g}–{end:g} s",
                    "regions": (region,),
                    "duration_ms": geometry.end_ms - geometry.start_ms,
                }
            )
        if not learnt:
            # What was marked for other ends is no part of the sample as it is learnt.
            yield record.model_copy(update={"regions": ()})

    records: Sequence[SampleRecord] = [part for one in samples.records for part in parts(one)]
    return replace(samples, records=tuple(records), files=SegmentFiles(samples.files))


def _segment_of(record: SampleRecord) -> Segment | None:
    segments = segments_of(record)
    geometry = segments[0].geometry if segments else None
    return geometry if isinstance(geometry, Segment) else None


def _holds(outer: Region, inner: Region) -> bool:
    one, other = outer.geometry, inner.geometry
    return (
        isinstance(one, Segment)
        and isinstance(other, Segment)
        and one.start_ms <= other.start_ms
        and other.end_ms <= one.end_ms
    )


def _stretch(source: SampleSource, segment: Segment) -> Sound:
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
        return Sound(mixed(block), int(file.samplerate))


def _stretch_with_ffmpeg(source: SampleSource, segment: Segment) -> Sound:
    import av

    blocks: list[NDArray[np.float32]] = []
    first: int | None = None
    opened = io.BytesIO(source) if isinstance(source, bytes) else str(source)
    with av.open(opened, "r") as container:
        stream = container.streams.audio[0]
        rate = int(stream.rate)
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
    return Sound(together[skipped : skipped + num], rate)
