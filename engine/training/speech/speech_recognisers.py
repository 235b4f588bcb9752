"""What the task of speech recognition needs of a family of networks."""

# R windows, W frames of a window, T frames, M mel bands

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor, nn

from engine.catalog.speech import RECOGNITION
from engine.data.audio.reading import AudioReading
from engine.data.audio.speech_dataset import EncodedTexts
from engine.data.samples import SampleSet
from engine.errors import SpecError
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.network import Network
from engine.specs.options.speech.recognition import SpeechRecognitionOptions
from engine.specs.package.ops.transcript import TranscriptOp
from engine.specs.training import TrainingSpec
from engine.training.resolve import SchedulePreset
from engine.weights.pretrained import find_weights


@dataclass(frozen=True)
class TextEncoding:
    """How the texts of a run become classes.

    Attributes:
        files: of the package.
        encode: gives the classes of texts.
    """

    files: Mapping[str, bytes]
    encode: Callable[[Sequence[str]], EncodedTexts]


class SpeechRecogniser(Protocol):
    """A family of networks: their features, how they learn, how they transcribe."""

    @property
    def preset(self) -> SchedulePreset:
        """Return what ``auto`` in the schedule stands for."""
        ...

    def reading(self, spec: TrainingSpec, samples: SampleSet) -> AudioReading:
        """Choose how recordings become features."""
        ...

    def text_encoding(
        self, spec: TrainingSpec, transcripts: Sequence[str], reading: AudioReading
    ) -> TextEncoding:
        """Choose how texts become classes, by those of the training split.

        Raises:
            ResourceError: when the initial package or the weights lack the vocabulary.
            SpecError: when an option does not go with the family.
        """
        ...

    def decoding(
        self, options: SpeechRecognitionOptions, files: Mapping[str, bytes]
    ) -> TranscriptOp:
        """Return how scores become a text; files are those of the text encoding."""
        ...

    def build(
        self, spec: TrainingSpec, reading: AudioReading, files: Mapping[str, bytes]
    ) -> nn.Module:
        """Build the network, from an initial package, weights, or new.

        Raises:
            ResourceError: when the initial package or weights cannot be used.
            SpecError: when they do not fit.
        """
        ...

    def augment(
        self,
        recordings: list[Tensor],
        targets: Mapping[str, Tensor],
        options: SpeechRecognitionOptions,
        reading: AudioReading,
        generator: torch.Generator,
    ) -> Batch:
        """Change recordings (T, M) at random and lay them together for the objective."""
        ...

    def objective(self, files: Mapping[str, bytes]) -> Objective:
        """Return the training loss."""
        ...

    def networks(self, model: nn.Module, reading: AudioReading) -> tuple[Network, ...]:
        """Return the networks as they are deployed; the first takes features (R, W, M)."""
        ...


def weights_of(spec: TrainingSpec) -> Path | None:
    """Return the folder of the weights that a run starts from; an initial package goes first.

    Raises:
        ResourceError: when weights are asked for, absent, and may not be replaced.
    """
    if spec.initial_package is not None:
        return None
    return find_weights(spec.pretrained, RECOGNITION.backbone(spec.backbone))


def refuse_language(options: SpeechRecognitionOptions) -> None:
    """Refuse a language where the network is told none.

    Raises:
        SpecError: when the options name one.
    """
    if options.language != "auto":
        reason = "only published weights of Whisper are told one"
        raise SpecError(
            f"The language '{options.language}' is chosen, and {reason}. Leave it at 'auto': "
            "others learn the language from the transcripts.",
            field="options.language",
            reason=reason,
        )
