"""Recordings and videos of a run: how they are read, kept, and named when damaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from easel.runtime.audio import TENSOR, AudioProperties

from engine.data.audio.dataset import LENGTHS, AudioDataset
from engine.data.audio.reading import AudioReading, audio_reading, pretrained_reading
from engine.data.files import FolderFiles
from engine.data.video.dataset import VideoDataset, default_video_size
from engine.errors import DataError
from engine.examples.files import write_video, write_wav
from engine.specs.data import SampleRecord, Split
from engine.specs.package.ops.image import LayoutOp, NormalizeOp, ResizeOp
from engine.specs.package.ops.video import SampleFramesOp
from tests.engine.recordings import tone

VIDEO_OPS = (
    SampleFramesOp(frames=3),
    ResizeOp(size=(16, 16)),
    NormalizeOp(mean=(0.5, 0.5, 0.5), std=(0.5, 0.5, 0.5)),
    LayoutOp(to="NCHW"),
)


def _records(*names: str) -> list[SampleRecord]:
    return [
        SampleRecord(id=name, file=name, name=name, sha256="", split=Split.TRAIN) for name in names
    ]


def _reading(seconds: float = 0.5) -> AudioReading:
    return audio_reading([], sample_rate=8000, window_seconds=seconds, num_mels=16)


def _recordings(root: Path, *names: str) -> AudioDataset:
    return AudioDataset(_records(*names), FolderFiles(root), _reading(), lambda chosen: {})


def test_windows_fit_nearly_all_recordings_at_their_usual_rate() -> None:
    properties = [AudioProperties(seconds, 8000) for seconds in np.linspace(0.6, 1.0, 99)]

    reading = audio_reading(
        [*properties, AudioProperties(60.0, 44_100)],
        sample_rate=None,
        window_seconds=None,
        num_mels=64,
    )

    assert reading.sample_rate == 8000
    assert 0.95 <= reading.window_seconds <= 1.1
    assert reading.windows.frames % 8 == 0


def test_a_reading_that_was_chosen_stays_when_it_is_given() -> None:
    properties = [AudioProperties(seconds, 11_025) for seconds in (0.31, 0.77, 3.3)]
    first = audio_reading(properties, sample_rate=None, window_seconds=None, num_mels=64)

    again = audio_reading(
        [], sample_rate=first.sample_rate, window_seconds=first.window_seconds, num_mels=64
    )

    assert again == first


def test_padding_of_the_published_network_is_a_standardised_zero() -> None:
    reading = pretrained_reading()

    standardised = (0.0 - reading.standardize.mean) / reading.standardize.std
    assert reading.windows.pad == pytest.approx(standardised)


def test_training_sees_whole_recordings_and_evaluating_their_windows(tmp_path: Path) -> None:
    write_wav(tmp_path / "short.wav", tone("rising", 0, 0.3))
    write_wav(tmp_path / "long.wav", np.tile(tone("rising", 1, 0.4), 6))
    dataset = _recordings(tmp_path, "short.wav", "long.wav")

    batch = dataset.read([0, 1])
    short, long = dataset.examples([0, 1])

    lengths = batch.targets[LENGTHS]
    assert batch.inputs[TENSOR].shape == (int(lengths.sum()), 16)
    assert short.num_rows == 1
    assert long.num_rows > 3


def test_recordings_in_memory_are_those_of_the_files(tmp_path: Path) -> None:
    write_wav(tmp_path / "a.wav", tone("falling", 0))
    dataset = _recordings(tmp_path, "a.wav")
    decoded = dataset.read([0]).inputs[TENSOR]

    assert list(dataset.load()) == [1]

    assert dataset.is_loaded
    assert torch.equal(dataset.read([0]).inputs[TENSOR], decoded)
    # By the header, which counts a frame per hop.
    assert dataset.memory_bytes == pytest.approx(decoded.numel() * 4, rel=0.2)


def test_damaged_recordings_are_named(tmp_path: Path) -> None:
    write_wav(tmp_path / "good.wav", tone("falling", 0))
    (tmp_path / "bad.wav").write_bytes(b"no audio" * 99)

    with pytest.raises(DataError, match=r"bad\.wav") as error:
        list(_recordings(tmp_path, "good.wav", "bad.wav").load())
    assert error.value.code == "audio_unreadable"


def test_damaged_videos_are_named(tmp_path: Path) -> None:
    write_video(tmp_path / "good.mp4", np.zeros((4, 16, 16, 3), np.uint8))
    (tmp_path / "bad.mp4").write_bytes(b"no video" * 99)
    records = _records("good.mp4", "bad.mp4")
    dataset = VideoDataset(records, FolderFiles(tmp_path), VIDEO_OPS, lambda chosen: {})

    with pytest.raises(DataError, match=r"bad\.mp4") as error:
        list(dataset.load())
    assert error.value.code == "video_unreadable"


def test_videos_in_memory_are_those_of_the_files(tmp_path: Path) -> None:
    write_video(tmp_path / "a.mp4", np.full((4, 32, 48, 3), 90, np.uint8))
    dataset = VideoDataset(_records("a.mp4"), FolderFiles(tmp_path), VIDEO_OPS, lambda chosen: {})
    decoded = dataset.read([0]).inputs["video"]

    list(dataset.load())

    assert decoded.shape == (1, 3, 3, 16, 16)
    assert torch.equal(dataset.read([0]).inputs["video"], decoded)
    assert dataset.memory_bytes == 3 * 16 * 16 * 3


def test_small_videos_are_seen_small(tmp_path: Path) -> None:
    write_video(tmp_path / "small.mp4", np.zeros((2, 48, 64, 3), np.uint8))
    write_video(tmp_path / "large.mp4", np.zeros((2, 240, 320, 3), np.uint8))
    files = FolderFiles(tmp_path)

    assert default_video_size(_records("small.mp4"), files) == 64
    assert default_video_size(_records("large.mp4"), files) == 112
