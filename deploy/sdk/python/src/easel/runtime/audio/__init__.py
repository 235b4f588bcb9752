"""Recordings: decoding, resampling, log-mel features and windows.

Training, evaluation, serving and the SDK all use these functions, so a recording means the same
numbers everywhere; exact definitions in ``manifest-ops.md``. Decoding needs ``easel[audio]``.
"""

from easel.runtime.audio.context import AudioContext
from easel.runtime.audio.decode import Audio, AudioProperties, audio_properties, decode_audio
from easel.runtime.audio.input import TENSOR, AudioInput, open_input
from easel.runtime.audio.preprocessing import Features, Preprocessing
from easel.runtime.audio.resample import resample

__all__ = [
    "TENSOR",
    "Audio",
    "AudioContext",
    "AudioInput",
    "AudioProperties",
    "Features",
    "Preprocessing",
    "audio_properties",
    "decode_audio",
    "open_input",
    "resample",
]
