"""Recordings: decoding, resampling, log-mel features and windows.

Training, evaluation, serving and the SDK all use these functions, so a sound means the same
numbers everywhere; exact definitions in ``manifest-ops.md``. Decoding needs ``easel[audio]``.
"""

from easel.runtime.audio.context import SoundContext
from easel.runtime.audio.decode import Sound, SoundFacts, decode_sound, sound_facts
from easel.runtime.audio.input import TENSOR, AudioInput, open_input
from easel.runtime.audio.preprocessing import Features, Preprocessing
from easel.runtime.audio.resample import resample

__all__ = [
    "TENSOR",
    "AudioInput",
    "Features",
    "Preprocessing",
    "Sound",
    "SoundContext",
    "SoundFacts",
    "decode_sound",
    "open_input",
    "resample",
    "sound_facts",
]
