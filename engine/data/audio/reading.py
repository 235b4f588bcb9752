"""How the recordings of a run become features: the op list, chosen by what they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from easel.errors import InputError
from easel.runtime.audio import AudioProperties, audio_properties
from easel.runtime.audio.spectrum import mel

from engine.data.files import SampleFiles
from engine.specs.data import SampleRecord
from engine.specs.package.inputs import AudioInput
from engine.specs.package.manifest import PreprocessingOp
from engine.specs.package.ops.audio import (
    FrameWindowsOp,
    FrontOp,
    LogMelOp,
    StandardizeOp,
    WaveFramesOp,
    WhisperMelOp,
)
from engine.weights.initial import absent, read_initial_manifest

FRAME_SECONDS, HOP_SECONDS = 0.025, 0.010
# Kaldi's floor, the step of float32 above 1, which published networks were trained with.
_FLOOR = 1.192092955078125e-07
_LOWEST_HZ = 20.0
# Enough to know how long the recordings are; all headers of a large set would take minutes.
_MAX_EXAMINED = 2000
_TYPICAL = 0.95
_SHORTEST_WINDOW, _LONGEST_WINDOW = 0.5, 10.0
_MOST_SAMPLES_A_SECOND = 16_000
_SPEECH_MULTIPLE, _SPEECH_OVERLAP = 32, 0.2
_WAVE_MULTIPLE, _WAVE_GAIN = 16, 32.0
_WHISPER_HOP = 160
# So wide that the harmonics of a voice, which tell speakers apart, are not seen one by one: 20
# bands of telephone speech, 27 of 16 kHz.
_SPEECH_BAND_MELS = 105.0


@dataclass(frozen=True)
class AudioReading:
    """What a manifest says of a recording: its rate, and the ops that make features of it."""

    sample_rate: int
    front: FrontOp
    standardize: StandardizeOp
    windows: FrameWindowsOp

    @property
    def log_mel(self) -> LogMelOp:
        """Return the first op of a network of ours, which takes nothing else."""
        assert isinstance(self.front, LogMelOp), self.front
        return self.front

    @property
    def hop_length(self) -> int:
        """Return the samples from the beginning of one frame to that of the next."""
        match self.front:
            case LogMelOp():
                return self.front.hop_length
            case WaveFramesOp():
                return self.front.frame_length
            case WhisperMelOp():
                return _WHISPER_HOP

    @property
    def frame_size(self) -> int:
        """Return the numbers of a frame: bands, or samples."""
        match self.front:
            case WaveFramesOp():
                return self.front.frame_length
            case _:
                return self.front.num_mels

    @property
    def input(self) -> AudioInput:
        """Return the manifest's input."""
        return AudioInput(sample_rate=self.sample_rate)

    @property
    def ops(self) -> tuple[PreprocessingOp, ...]:
        """Return the manifest's preprocessing."""
        return self.front, self.standardize, self.windows

    @property
    def pad(self) -> float:
        """Return what fills windows beyond the end of a recording, the same for all of them."""
        assert not isinstance(self.windows.pad, str), self.windows
        return self.windows.pad

    @property
    def window_seconds(self) -> float:
        """Return the length of a window."""
        return self.windows.frames * self.hop_length / self.sample_rate


def audio_reading(
    properties: Sequence[AudioProperties],
    *,
    sample_rate: int | None,
    window_seconds: float | None,
    num_mels: int,
    overlap: float = 0.25,
) -> AudioReading:
    """Choose the features of a network of ours.

    Args:
        properties: of training recordings.
        sample_rate: wanted, ``None`` for the usual one of the recordings, 16 kHz at most.
        window_seconds: wanted, ``None`` for what 95 % of the recordings fit into, within
            0.5 to 10 seconds.
        num_mels: bands.
        overlap: share of a window that the next one repeats.
    """
    rate = sample_rate or _usual_rate(properties)
    seconds = window_seconds or _usual_length(properties)
    frame, hop = round(FRAME_SECONDS * rate), round(HOP_SECONDS * rate)
    # A multiple of 8, which three stages that halve divide evenly.
    frames = max(16, -(-round(seconds * rate / hop) // 8) * 8)
    # Twice what the frame needs: the low bands are narrower than the bins would be otherwise.
    fft_size = 2 << (frame - 1).bit_length()
    return AudioReading(
        rate,
        LogMelOp(
            frame_length=frame,
            hop_length=hop,
            fft_size=fft_size,
            num_mels=num_mels,
            low_hz=_LOWEST_HZ,
            high_hz=rate / 2,
            floor=_FLOOR,
        ),
        StandardizeOp(),
        FrameWindowsOp(frames=frames, overlap=round(frames * overlap)),
    )


def speech_reading(
    properties: Sequence[AudioProperties],
    *,
    sample_rate: int | None,
    window_seconds: float,
    num_mels: int | None,
) -> AudioReading:
    """Choose the features of a network of ours that writes down speech.

    Each band loses its own mean: what a microphone adds to it says nothing. Short
    recordings are padded little, since their columns are all read; windows share a fifth, so
    that each word is heard whole by one of them.

    Args:
        properties: of training recordings.
        sample_rate: wanted, ``None`` for the usual one of the recordings, 16 kHz at most.
        window_seconds: of long recordings.
        num_mels: bands, ``None`` for about 105 mel each.
    """
    rate = sample_rate or _usual_rate(properties)
    reading = audio_reading(
        properties,
        sample_rate=rate,
        window_seconds=window_seconds,
        num_mels=num_mels or _speech_bands(rate),
    )
    frames = -(-reading.windows.frames // _SPEECH_MULTIPLE) * _SPEECH_MULTIPLE
    windows = FrameWindowsOp(
        frames=frames, overlap=round(frames * _SPEECH_OVERLAP), multiple=_SPEECH_MULTIPLE
    )
    return replace(reading, standardize=StandardizeOp(over="bands"), windows=windows)


def pretrained_reading() -> AudioReading:
    """Return the features that the published audio spectrogram transformer was trained on.

    Source: Gong et al., Interspeech 2021: 128 bands of 16 kHz, 1024 frames, mean -4.268 and
    deviation 4.569 of AudioSet, halved.
    """
    mean, std = -4.2677393, 2 * 4.5689974
    log_mel = LogMelOp(
        frame_length=400,
        hop_length=160,
        fft_size=512,
        num_mels=128,
        low_hz=20.0,
        high_hz=8000.0,
        floor=_FLOOR,
    )
    standardize = StandardizeOp(over="constants", mean=mean, std=std)
    windows = FrameWindowsOp(frames=1024, overlap=256, pad=-mean / std)
    return AudioReading(16_000, log_mel, standardize, windows)


def wave_reading(frame_length: int, window_seconds: float) -> AudioReading:
    """Return the samples that networks like wav2vec 2.0 take: 16 kHz, of mean 0 and deviation 1.

    Silence is not made louder than by that networks' own standardisation, which adds 1e-7 to the
    variance.

    Source: Baevski et al., wav2vec 2.0, NeurIPS 2020.

    Args:
        frame_length: samples that one column of the network's output stands for.
        window_seconds: of long recordings.
    """
    frames = round(window_seconds * _MOST_SAMPLES_A_SECOND / frame_length)
    frames = -(-frames // _WAVE_MULTIPLE) * _WAVE_MULTIPLE
    windows = FrameWindowsOp(
        frames=frames, overlap=round(frames * _SPEECH_OVERLAP), multiple=_WAVE_MULTIPLE
    )
    front = WaveFramesOp(frame_length=frame_length, gain=_WAVE_GAIN)
    return AudioReading(_MOST_SAMPLES_A_SECOND, front, StandardizeOp(), windows)


def whisper_reading(num_mels: int, frames: int) -> AudioReading:
    """Return the features that Whisper takes; short recordings are followed by silence.

    Source: Radford et al., Robust Speech Recognition via Large-Scale Weak Supervision, 2022.

    Args:
        num_mels: bands.
        frames: of a window, 3000 for the published networks.
    """
    return AudioReading(
        _MOST_SAMPLES_A_SECOND,
        WhisperMelOp(num_mels=num_mels),
        StandardizeOp(over="constants", mean=-4.0, std=4.0),
        FrameWindowsOp(frames=frames, overlap=round(frames * _SPEECH_OVERLAP), pad="quietest"),
    )


def initial_reading(package: Path) -> AudioReading:
    """Return what an initial package reads, which its network was trained on.

    Raises:
        ResourceError: ``initial_package_absent`` when it is not a readable package of recordings.
    """
    manifest = read_initial_manifest(package)
    ops = {op.op: op for op in manifest.preprocessing}
    front = next((op for op in manifest.preprocessing if isinstance(op, FrontOp)), None)
    standardize, windows = ops.get("standardize"), ops.get("frame_windows")
    if (
        not isinstance(manifest.input, AudioInput)
        or front is None
        or not isinstance(standardize, StandardizeOp)
        or not isinstance(windows, FrameWindowsOp)
    ):
        raise absent(package, "it does not take recordings")
    return AudioReading(manifest.input.sample_rate, front, standardize, windows)


def examine(records: Sequence[SampleRecord], files: SampleFiles) -> list[AudioProperties]:
    """Return length and rate of recordings, of evenly chosen ones where there are very many.

    Those that cannot be read are passed over: the data check names them.
    """
    chosen = records
    if len(records) > _MAX_EXAMINED:
        places = np.linspace(0, len(records) - 1, _MAX_EXAMINED).astype(int)
        chosen = [records[place] for place in places]

    def properties(record: SampleRecord) -> AudioProperties | None:
        try:
            return audio_properties(files.source(record))
        except InputError:
            return None

    with ThreadPoolExecutor(max_workers=2) as pool:
        return [found for found in pool.map(properties, chosen) if found is not None]


def _usual_rate(properties: Sequence[AudioProperties]) -> int:
    if not properties:
        return _MOST_SAMPLES_A_SECOND
    (rate, _), *_ = Counter(found.rate for found in properties).most_common(1)
    return min(max(rate, 4000), _MOST_SAMPLES_A_SECOND)


def _speech_bands(rate: int) -> int:
    low, high = mel(np.array([_LOWEST_HZ, rate / 2]))
    return round(float(high - low) / _SPEECH_BAND_MELS)


def _usual_length(properties: Sequence[AudioProperties]) -> float:
    if not properties:
        return 1.0
    seconds = float(np.quantile([found.seconds for found in properties], _TYPICAL))
    return min(max(seconds, _SHORTEST_WINDOW), _LONGEST_WINDOW)
