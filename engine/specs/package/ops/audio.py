"""Operations on recordings: what makes frames, then ``standardize``, then ``frame_windows``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class LogMelOp(Spec):
    """Features (frames, bands): the natural logarithm of the power in bands of pitch.

    Lengths are in samples of the input's rate; ``fft_size`` is at least ``frame_length``.
    """

    op: Literal["log_mel"] = "log_mel"
    frame_length: Annotated[int, Field(ge=2)]
    hop_length: Annotated[int, Field(ge=1)]
    fft_size: Annotated[int, Field(ge=2)]
    num_mels: Annotated[int, Field(ge=1, le=1024)]
    low_hz: Annotated[float, Field(ge=0)]
    high_hz: Annotated[float, Field(gt=0)]
    pre_emphasis: Annotated[float, Field(ge=0, le=1)] = 0.97
    floor: Annotated[float, Field(gt=0)]


class WaveFramesOp(Spec):
    """Frames of the samples themselves, end to end, times ``gain``; zeros fill the last.

    With a ``gain`` what is quieter than ``0.01 / gain`` is not made louder by ``standardize``.
    """

    op: Literal["wave_frames"] = "wave_frames"
    frame_length: Annotated[int, Field(ge=1, le=65_536)]
    gain: Annotated[float, Field(ge=1e-6, le=1e6)] = 1.0


class WhisperMelOp(Spec):
    """The features (frames, bands) that Whisper was trained on: logarithms to the base of ten."""

    op: Literal["whisper_mel"] = "whisper_mel"
    num_mels: Annotated[int, Field(ge=1, le=1024)]


class StandardizeOp(Spec):
    """``(value - mean) / std``: of each recording its own two numbers, or constants.

    With ``bands`` each band of a recording has its own mean, which takes out the colour of a
    microphone and a room.
    """

    op: Literal["standardize"] = "standardize"
    over: Literal["recording", "bands", "constants"] = "recording"
    mean: float = 0.0
    std: Annotated[float, Field(gt=0)] = 1.0


class FrameWindowsOp(Spec):
    """Rows of ``frames`` frames; long recordings are several, short ones are filled with ``pad``.

    ``overlap`` is the least number of frames that neighbours share. With ``multiple`` a short
    recording is filled to a multiple of so many frames only. A ``pad`` of ``quietest`` follows
    ``whisper_mel`` alone: the least value that it leaves any recording as loud as this one.
    """

    op: Literal["frame_windows"] = "frame_windows"
    frames: Annotated[int, Field(ge=1)]
    overlap: Annotated[int, Field(ge=0)] = 0
    multiple: Annotated[int, Field(ge=1)] | None = None
    pad: float | Literal["quietest"] = 0.0


FrontOp = LogMelOp | WaveFramesOp | WhisperMelOp
AudioOp = FrontOp | StandardizeOp | FrameWindowsOp
