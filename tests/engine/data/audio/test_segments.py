"""Segments of recordings are learnt as samples of their own."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import soundfile

from engine.catalog.speech import RECOGNITION, SOUND_CLASSIFICATION
from engine.catalog.video import CLASSIFICATION
from engine.data.audio.dataset import LENGTHS, AudioDataset
from engine.data.audio.reading import audio_reading
from engine.data.audio.segments import cut_recordings, cut_utterances
from engine.data.files import FolderFiles
from engine.data.quality import take_census
from engine.data.samples import SampleSet
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.samples.geometry import Segment
from engine.validation.checks import check_census
from engine.validation.usable import is_usable, labels_learnt

RATE = 8000


def _segment(start: int, end: int, label: str | None = None, text: str | None = None) -> Region:
    return Region(
        id=f"{start}", label=label, geometry=Segment(start_ms=start, end_ms=end), text=text
    )


def _recording(*segments: Region, labels: tuple[str, ...] = (), text: str = "") -> SampleRecord:
    return SampleRecord(
        id="one",
        file="one.wav",
        name="one.wav",
        sha256="",
        split=Split.TRAIN,
        duration_ms=4000,
        labels=labels,
        regions=segments,
        texts=(text,) if text else (),
    )


def _samples(root: Path, *records: SampleRecord, multi_label: bool = False) -> SampleSet:
    ramp = np.arange(4 * RATE, dtype=np.int16)
    soundfile.write(root / "one.wav", ramp, RATE)
    return SampleSet(records, FolderFiles(root), ("a", "b"), multi_label)


def test_transcribed_segments_take_the_place_of_their_recording(tmp_path: Path) -> None:
    record = _recording(
        _segment(500, 1500, text="two"), _segment(2000, 2500, label="a"), text="all of it"
    )
    (utterance,) = cut_utterances(_samples(tmp_path, record)).records
    assert utterance.texts == ("two",)
    assert (utterance.id, utterance.duration_ms) == ("one", 1000)
    assert utterance.name == "one.wav 0.5–1.5 s"


def test_a_recording_without_transcribed_segments_is_learnt_as_a_whole(tmp_path: Path) -> None:
    record = _recording(_segment(0, 900, label="a"), text="all of it")
    samples = cut_utterances(_samples(tmp_path, record))
    (whole,) = samples.records
    assert whole.texts == ("all of it",)
    assert samples.files.source(whole) == tmp_path / "one.wav"


def test_the_audio_of_a_segment_is_that_part_of_the_file_and_no_more(tmp_path: Path) -> None:
    samples = cut_recordings(_samples(tmp_path, _recording(_segment(500, 1500, label="a"))))
    source = samples.files.source(samples.records[0])
    assert isinstance(source, bytes)
    levels, rate = soundfile.read(io.BytesIO(source), dtype="float32")
    assert rate == RATE
    expected = np.arange(RATE // 2, RATE // 2 + RATE, dtype=np.float32) / 2**15
    assert np.array_equal(levels, expected)


def test_a_segment_within_others_has_their_labels_where_a_sample_may_have_several(
    tmp_path: Path,
) -> None:
    record = _recording(_segment(0, 3000, label="a"), _segment(500, 1500, label="b"))
    samples = _samples(tmp_path, record, multi_label=True)
    assert [one.labels for one in cut_recordings(samples).records] == [("a",), ("b", "a")]
    single = replace(samples, multi_label=False)
    assert [one.labels for one in cut_recordings(single).records] == [("a",), ("b",)]


def test_samples_can_be_learnt_from_by_their_segments_alone() -> None:
    named = _recording(_segment(0, 900, label="a"), _segment(1000, 1900, label="a"))
    for card in (SOUND_CLASSIFICATION, CLASSIFICATION):
        assert is_usable(named, card, multi_label=False)
        assert labels_learnt(named, card) == ("a", "a")
    assert is_usable(_recording(_segment(0, 900, text="hm")), RECOGNITION, multi_label=False)
    assert not is_usable(named, RECOGNITION, multi_label=False)


def test_the_check_counts_segments(tmp_path: Path) -> None:
    record = _recording(_segment(0, 900, label="a"), _segment(1000, 1900, label="a"), labels=("b",))
    census = take_census(_samples(tmp_path, record), CLASSIFICATION)
    assert census.label_counts == {"a": 2}
    (found,) = [one for one in check_census(census, CLASSIFICATION) if "segments" in one.code]
    assert (found.code, found.params) == ("segments_learnt", {"count": 1, "segments": 2})


def test_segments_are_read_as_recordings_of_their_own_length(tmp_path: Path) -> None:
    record = _recording(_segment(500, 1500, label="a"), _segment(3000, 3250, label="b"))
    samples = cut_recordings(_samples(tmp_path, record))
    reading = audio_reading([], sample_rate=RATE, window_seconds=0.5, num_mels=16)
    dataset = AudioDataset(samples.records, samples.files, reading, lambda chosen: {})
    list(dataset.load())
    # Frames of 25 ms every 10 ms.
    assert dataset.read([0, 1]).targets[LENGTHS].tolist() == [98, 23]
    assert [one.labels for one in dataset.records] == [("a",), ("b",)]
