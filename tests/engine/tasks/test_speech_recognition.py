"""What is particular to speech recognition: transcripts never learnt, and long recordings."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from easel.runtime.audio import AudioContext

from engine.data.audio.reading import speech_reading
from engine.errors import DataError
from engine.examples.files import RATE, write_wav
from engine.specs.data import FilesDataSpec
from engine.specs.parse import parse_training_spec
from engine.specs.training import TrainingSpec
from engine.tasks.speech.recognition import TASK


def _data(root: Path, rows: list[tuple[str, float, str]]) -> Path:
    """Write hiss of so many seconds by name, and what is said in it."""
    random = np.random.default_rng(0)
    for name, seconds, _ in rows:
        write_wav(root / name, random.normal(0, 0.1, int(seconds * RATE)).astype(np.float32))
    with (root / "transcripts.csv").open("w", newline="") as file:
        csv.writer(file).writerows(
            [("file", "transcript"), *((name, text) for name, _, text in rows)]
        )
    return root


def _spec(root: Path, **options: object) -> TrainingSpec:
    document: dict[str, Any] = {
        "run_id": "run",
        "task": "speech.recognition",
        "data": {"kind": "files", "format": "transcripts", "root": str(root)},
        "backbone": "conformer_ctc_small",
        "options": options,
        "resources": {"num_threads": 1},
    }
    return parse_training_spec(document)


ROWS = [(f"{number}.wav", 1.0, f"Say {number}") for number in range(8)]


def test_a_recording_too_short_for_its_transcript_is_named(tmp_path: Path) -> None:
    data = _data(tmp_path, [*ROWS, *((f"s{n}.wav", 0.2, "far too much to say") for n in range(4))])
    train = TASK.build_splits(_spec(data)).train

    with pytest.raises(
        DataError, match=r"'s\d.wav' is too short to say .* 19 characters"
    ) as refused:
        list(train.load())

    assert refused.value.code == "transcript_too_long"


def test_transcripts_in_which_nothing_is_said_are_named_and_left_out(tmp_path: Path) -> None:
    data = _data(tmp_path, [*ROWS, ("mute.wav", 1.0, "...")])
    spec = _spec(data)
    assert isinstance(spec.data, FilesDataSpec)

    findings = {finding.code: finding for finding in TASK.check(spec.data)}
    splits = TASK.build_splits(spec)

    assert "'mute.wav'" in findings["transcript_empty"].message
    assert not findings["transcript_empty"].blocking
    names = {
        one.name for part in (splits.train, splits.validation, splits.test) for one in part.records
    }
    assert names == {name for name, _, _ in ROWS}


def test_nothing_but_empty_transcripts_is_refused(tmp_path: Path) -> None:
    data = _data(tmp_path, [(name, seconds, "?!") for name, seconds, _ in ROWS])

    with pytest.raises(DataError) as refused:
        TASK.build_splits(_spec(data))

    assert refused.value.code == "empty_split"


def test_long_recordings_are_windows_and_short_ones_are_hardly_padded(tmp_path: Path) -> None:
    data = _data(tmp_path, [("long.wav", 2.6, "a b"), *ROWS])
    splits = TASK.build_splits(_spec(data, window_seconds=1.0, num_bands=20))
    datasets = (splits.train, splits.validation, splits.test)
    examples = {
        record.name: dataset.examples([place])[0]
        for dataset in datasets
        for place, record in enumerate(dataset.records)
    }

    long, short = examples["long.wav"], examples["0.wav"]

    assert long.tensors["features"].shape == (3, 128, 20)
    assert short.tensors["features"].shape == (1, 128, 20)
    assert isinstance(long.context, AudioContext)
    assert long.context.starts[-1] + 128 == 258


def test_texts_of_the_field_are_counted_beside_the_transcripts(tmp_path: Path) -> None:
    data = _data(tmp_path, ROWS)

    files = TASK.build_splits(_spec(data, corpus=["Zebra!"], language_order=3)).files
    without = TASK.build_splits(_spec(data, language_order=0)).files

    assert '"ze":{"b":1}' in files["language_model.json"].decode()
    assert "language_model.json" not in without


@pytest.mark.parametrize(("rate", "bands"), [(8000, 20), (16_000, 27)])
def test_bands_are_equally_wide_whatever_the_rate_of_the_recordings(rate: int, bands: int) -> None:
    reading = speech_reading([], sample_rate=rate, window_seconds=20.0, num_mels=None)

    assert reading.log_mel.num_mels == bands
