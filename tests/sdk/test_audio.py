"""Recordings as every runtime reads them: decoding, rates, features and windows."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
import soundfile
from easel.errors import InputError, PackageError
from easel.runtime.audio import Audio, Preprocessing, decode_audio, open_input, resample
from easel.runtime.audio.context import AudioContext
from easel.runtime.limits import Limits
from numpy.typing import NDArray

from engine.examples.files import write_wav

OPS: list[dict[str, Any]] = [
    {
        "op": "log_mel",
        "frame_length": 400,
        "hop_length": 160,
        "fft_size": 512,
        "num_mels": 128,
        "low_hz": 20.0,
        "high_hz": 8000.0,
        "floor": 1.192092955078125e-07,
    },
    {"op": "standardize", "over": "constants"},
    {"op": "frame_windows", "frames": 40, "overlap": 10, "pad": -1.0},
]


def _sine(hertz: float, rate: int, seconds: float = 0.5) -> NDArray[np.float32]:
    return (0.5 * np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate)).astype("f4")


def _unread(path: str) -> bytes:
    raise FileNotFoundError(path)


def test_a_wav_is_read_and_its_channels_are_averaged(tmp_path: Path) -> None:
    left, right = _sine(440, 8000), _sine(1000, 8000)
    write_wav(tmp_path / "two.wav", np.stack([left, right], axis=1))

    audio = decode_audio(tmp_path / "two.wav")

    assert audio.rate == 8000
    # 16 bits hold steps of 1/32768 in each channel.
    assert np.abs(audio.samples - (left + right) / 2).max() < 1e-4


@pytest.mark.parametrize("kind", ["FLAC", "OGG", "MP3"])
def test_other_files_of_libsndfile_hold_the_same_tone(kind: str) -> None:
    content = io.BytesIO()
    soundfile.write(content, _sine(440, 16000), 16000, format=kind)

    audio = decode_audio(content.getvalue())

    spectrum = np.abs(np.fft.rfft(audio.samples[2000:6000]))
    assert audio.rate == 16000
    assert spectrum.argmax() * 16000 / 4000 == pytest.approx(440, abs=4)


def test_an_m4a_is_read_by_ffmpeg() -> None:
    content = io.BytesIO()
    with av.open(content, "w", format="ipod") as container:
        stream = container.add_stream("aac", rate=16000, layout="mono")
        frame = av.AudioFrame.from_ndarray(_sine(440, 16000, 1.0)[None], "fltp", "mono")
        frame.rate = 16000
        for packet in [*stream.encode(frame), *stream.encode(None)]:
            container.mux(packet)

    audio = decode_audio(content.getvalue())

    spectrum = np.abs(np.fft.rfft(audio.samples[4000:12000]))
    assert spectrum.argmax() * 16000 / 8000 == pytest.approx(440, abs=4)


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"", "audio_empty"), (b"not a recording at all" * 50, "audio_not_recognised")],
)
def test_what_is_no_audio_is_named(content: bytes, code: str) -> None:
    with pytest.raises(InputError) as error:
        decode_audio(content)
    assert error.value.code == code


def test_a_audio_that_is_too_long_is_refused(tmp_path: Path) -> None:
    write_wav(tmp_path / "long.wav", np.zeros(8000 * 3, np.float32))

    with pytest.raises(InputError) as error:
        decode_audio(tmp_path / "long.wav", max_seconds=2)
    assert error.value.code == "audio_too_long"


@pytest.mark.parametrize(("rate", "new_rate"), [(8000, 16000), (44_100, 16_000), (16_000, 11_025)])
def test_a_tone_keeps_pitch_and_loudness_at_another_rate(rate: int, new_rate: int) -> None:
    changed = resample(_sine(1000, rate, 1.0), rate, new_rate)

    expected = _sine(1000, new_rate, 1.0)
    assert len(changed) == len(expected)
    middle = slice(new_rate // 8, -new_rate // 8)
    assert np.abs(changed[middle] - expected[middle]).max() < 1e-3


def test_what_a_lower_rate_cannot_hold_is_filtered_out() -> None:
    changed = resample(_sine(7000, 16_000, 1.0), 16_000, 8000)

    assert np.abs(changed[1000:-1000]).max() < 1e-3


@pytest.mark.filterwarnings("ignore:At least one mel filter")
def test_features_are_those_of_the_published_extractor() -> None:
    """The op follows Kaldi's filter bank, which audio spectrogram transformers were trained on."""
    # Here, as loading it takes seconds of each process that collects this file.
    from transformers import ASTFeatureExtractor

    random = np.random.default_rng(0)
    audio = (0.1 * random.normal(size=16_000)).astype(np.float32)
    extractor = ASTFeatureExtractor(do_normalize=False, max_length=98)

    expected = extractor(audio, sampling_rate=16_000, return_tensors="np")["input_values"][0]

    features = Preprocessing(OPS, 16_000).features(audio)
    assert features.shape == expected.shape
    # The reference adds up in single precision.
    assert np.abs(features - expected).max() < 2e-3


def test_a_long_audio_is_windows_and_its_end_is_heard() -> None:
    example = Preprocessing(OPS, 16_000)(_sine(440, 16_000, 1.0))

    # 98 frames: windows begin every 30, the last is moved back to end with the audio.
    assert isinstance(example.context, AudioContext)
    assert example.context.starts == (0, 30, 58)
    assert example.tensors["features"].shape == (3, 40, 128)


def test_a_short_audio_is_one_padded_window() -> None:
    example = Preprocessing(OPS, 16_000)(_sine(440, 16_000, 0.1))

    (window,) = example.tensors["features"]
    assert isinstance(example.context, AudioContext)
    assert example.context.lengths == (8,)
    assert (window[8:] == -1.0).all()
    assert (window[:8] != -1.0).any()


def test_a_short_audio_may_be_padded_to_a_multiple_of_frames_alone() -> None:
    windows = {**OPS[2], "multiple": 8}
    preprocessing = Preprocessing([*OPS[:2], windows], 16000)

    short, long = (preprocessing(_sine(440, 16000, seconds)) for seconds in (0.2, 0.6))

    assert short.tensors["features"].shape == (1, 24, 128)
    assert isinstance(short.context, AudioContext)
    assert short.context.lengths == (18,)
    assert long.tensors["features"].shape == (2, 40, 128)
    with pytest.raises(PackageError, match="multiple of multiple"):
        Preprocessing([*OPS[:2], {**windows, "multiple": 7}], 16000)


def test_each_band_loses_its_own_mean_and_all_share_one_deviation() -> None:
    ops = [OPS[0], {"op": "standardize", "over": "bands"}, OPS[2]]
    noise = np.random.default_rng(0).normal(0, 0.1, 16000).astype(np.float32)

    features = Preprocessing(ops, 16000).features(noise)

    assert np.abs(features.mean(axis=0)).max() < 1e-4
    assert features.std() == pytest.approx(1.0, abs=1e-3)
    assert features[:, 100].std() != pytest.approx(1.0, abs=1e-3)


def test_a_recording_of_silence_stays_finite() -> None:
    ops = [OPS[0], {"op": "standardize"}, OPS[2]]

    example = Preprocessing(ops, 16_000)(np.zeros(16_000, np.float32))

    assert np.isfinite(example.tensors["features"]).all()


def test_samples_are_taken_with_their_rate() -> None:
    opened = open_input({"kind": "audio", "sample_rate": 16_000}, OPS, _unread, Limits())

    assert len(opened.decode(Audio(_sine(440, 8000, 0.5), 8000))) == 8000


@pytest.mark.parametrize(
    ("ops", "code"),
    [
        (OPS[:2], "op_order"),
        ([{**OPS[0], "fft_size": 256}, *OPS[1:]], "op_invalid"),
        ([{**OPS[0], "high_hz": 9000.0}, *OPS[1:]], "op_invalid"),
        ([{**OPS[0], "shape": 1}, *OPS[1:]], "op_invalid"),
        ([*OPS[:2], {**OPS[2], "overlap": 40}], "op_invalid"),
    ],
)
def test_an_op_list_that_is_not_understood_is_refused(ops: list[dict[str, Any]], code: str) -> None:
    with pytest.raises(PackageError) as error:
        Preprocessing(ops, 16_000)
    assert error.value.code == code
