"""Which families of networks recognise speech."""

from __future__ import annotations

from engine.training.speech.ctc_recognisers import ConformerRecogniser, WaveRecogniser
from engine.training.speech.speech_recognisers import SpeechRecogniser
from engine.training.speech.whisper_recogniser import WhisperRecogniser


def recogniser_of(backbone: str) -> SpeechRecogniser:
    """Return the family of a backbone of the card."""
    if backbone.startswith("whisper"):
        return WhisperRecogniser()
    return WaveRecogniser() if backbone.startswith("wav2vec2") else ConformerRecogniser()
