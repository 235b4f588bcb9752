"""Networks whose columns each name a character or none: the conformer of ours, wav2vec 2.0."""

# B batch, T frames, M mel bands, L samples of a frame, K characters and the blank

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from easel.runtime.audio import TENSOR
from torch import Tensor, nn

from engine.data.audio.reading import (
    AudioReading,
    examine,
    initial_reading,
    speech_reading,
    wave_reading,
)
from engine.data.audio.speech_dataset import CLASSES, COUNTS, EncodedTexts
from engine.data.audio.transcripts import characters_of, language_model, spoken_text
from engine.data.augmentation.speech import augment_speech, lay_together
from engine.data.augmentation.waves import augment_waves
from engine.data.samples import SampleSet
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.network import Network
from engine.models.speech.conformer import STRIDE, ConformerCtc
from engine.models.speech.wave_ctc import FRAME_LENGTH, WaveCtc, build_wave_ctc
from engine.onnx_graphs.torch_export import DynamicAxis
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.data import Split
from engine.specs.options.speech.recognition import SpeechRecognitionOptions
from engine.specs.package.ops.transcript import CtcDecodeOp
from engine.specs.training import TrainingSpec
from engine.training.losses.reading import ctc_loss
from engine.training.resolve import SchedulePreset
from engine.training.speech.speech_recognisers import TextEncoding, refuse_language, weights_of
from engine.weights.initial import load_initial, read_initial_file

LOGITS, COLUMNS = "logits", "columns"
CHARACTER_FILE, LANGUAGE_FILE = "characters.json", "language_model.json"
_CONFORMERS = {
    "conformer_ctc_small": (96, 4),
    "conformer_ctc_medium": (144, 8),
    "conformer_ctc_large": (256, 12),
}
"""Width and number of blocks."""


class CtcRecogniser:
    """What both families share.

    Attributes:
        stride: frames of one column.
    """

    stride: int

    def text_encoding(
        self, spec: TrainingSpec, transcripts: Sequence[str], reading: AudioReading
    ) -> TextEncoding:
        """Collect the characters, and count the language model.

        Raises:
            ResourceError: when the initial package has no characters.
            SpecError: when the options name a language, which nothing here is told.
        """
        options = options_of(spec, SpeechRecognitionOptions)
        refuse_language(options)
        characters = characters_of(transcripts, _known_characters(spec))
        files = {CHARACTER_FILE: json.dumps(characters, ensure_ascii=False).encode()}
        if options.language_order:
            corpus = [spoken_text(text, options) for text in options.corpus]
            files[LANGUAGE_FILE] = language_model([*transcripts, *corpus], options.language_order)
        # Class 0 is the blank (Graves et al., ICML 2006).
        places = {character: k for k, character in enumerate(characters, start=1)}

        def encode(texts: Sequence[str]) -> EncodedTexts:
            classes = [[places[one] for one in text if one in places] for text in texts]
            return EncodedTexts(classes, stride=self.stride)

        return TextEncoding(files, encode)

    def decoding(
        self, options: SpeechRecognitionOptions, files: Mapping[str, bytes]
    ) -> CtcDecodeOp:
        """Return the op; while the language weight is not known, the best path is taken."""
        op = CtcDecodeOp(characters=CHARACTER_FILE, pause_seconds=options.pause_seconds)
        if LANGUAGE_FILE not in files:
            return op.model_copy(update={"beam_width": options.beam_width})
        if options.language_weight == "auto":
            return op
        return op.model_copy(
            update={
                "beam_width": options.beam_width,
                "language_model": LANGUAGE_FILE,
                "language_weight": options.language_weight,
                "character_bonus": options.character_bonus,
            }
        )

    def build(
        self, spec: TrainingSpec, reading: AudioReading, files: Mapping[str, bytes]
    ) -> nn.Module:
        """Build the network (B, T, M) → logits (B, T / stride, K).

        One that starts from a package knows its characters; those that are new follow them.

        Raises:
            ResourceError: when the initial package or weights cannot be used.
            SpecError: when they do not fit.
        """
        characters = characters_in(files)
        model = self.new_network(spec, reading, _known_characters(spec) or characters)
        if spec.initial_package is not None:
            load_initial(model, Path(spec.initial_package), spec.backbone, ())
            model.add_classes(len(characters) + 1)
        return model

    @abstractmethod
    def new_network(
        self, spec: TrainingSpec, reading: AudioReading, characters: tuple[str, ...]
    ) -> ConformerCtc | WaveCtc:
        """Build the network for some characters."""

    @abstractmethod
    def changed(
        self,
        recordings: list[Tensor],
        options: SpeechRecognitionOptions,
        reading: AudioReading,
        generator: torch.Generator,
    ) -> list[Tensor]:
        """Change recordings (T, M) at random."""

    def augment(
        self,
        recordings: list[Tensor],
        targets: Mapping[str, Tensor],
        options: SpeechRecognitionOptions,
        reading: AudioReading,
        generator: torch.Generator,
    ) -> Batch:
        """Change recordings (T, M) at random and pad them to one length."""
        recordings = self.changed(recordings, options, reading, generator)
        windows = reading.windows
        # Counted before padding, whose columns must not hold characters.
        columns = torch.tensor([-(-len(one) // self.stride) for one in recordings])
        return Batch(
            {TENSOR: lay_together(recordings, windows.multiple or windows.frames, reading.pad)},
            {COLUMNS: columns, CLASSES: targets[CLASSES], COUNTS: targets[COUNTS]},
        )

    def objective(self, files: Mapping[str, bytes]) -> Objective:
        """Return the loss of all alignments of characters with columns."""

        def objective(model: nn.Module, batch: Batch) -> Tensor:
            targets = batch.targets
            logits = model(batch.inputs[TENSOR])
            return ctc_loss(logits, targets[COLUMNS], targets[CLASSES], targets[COUNTS])

        return objective

    def networks(self, model: nn.Module, reading: AudioReading) -> tuple[Network, ...]:
        """Return the one network: ``features`` (B, T, M) → ``logits`` (B, T / stride, K)."""
        windows = reading.windows
        multiple = windows.multiple or windows.frames
        frames = DynamicAxis("frames", smallest=multiple, largest=windows.frames, multiple=multiple)
        sample = torch.zeros(2, min(4 * multiple, windows.frames), reading.frame_size)
        return (TorchNetwork("model", model, {TENSOR: sample}, (LOGITS,), {TENSOR: {1: frames}}),)


class ConformerRecogniser(CtcRecogniser):
    """Networks of ours over log-mel features."""

    preset = SchedulePreset(
        new_rate=1.5e-3, known_rate=3e-4, new_steps=6000, known_steps=1500, max_batch=8
    )
    stride = STRIDE

    def reading(self, spec: TrainingSpec, samples: SampleSet) -> AudioReading:
        """Choose log-mel features by what the recordings are."""
        if spec.initial_package is not None:
            return initial_reading(Path(spec.initial_package))
        options = options_of(spec, SpeechRecognitionOptions)
        rate = None if options.sample_rate == "auto" else options.sample_rate
        return speech_reading(
            [] if rate else examine(samples.of(Split.TRAIN), samples.files),
            sample_rate=rate,
            window_seconds=options.window_seconds,
            num_mels=None if options.num_bands == "auto" else options.num_bands,
        )

    def new_network(
        self, spec: TrainingSpec, reading: AudioReading, characters: tuple[str, ...]
    ) -> ConformerCtc:
        """Build the network for some characters."""
        size, num_blocks = _CONFORMERS[spec.backbone]
        return ConformerCtc(
            reading.frame_size,
            len(characters) + 1,
            size=size,
            num_blocks=num_blocks,
            dropout=options_of(spec, SpeechRecognitionOptions).dropout,
        )

    def changed(
        self,
        recordings: list[Tensor],
        options: SpeechRecognitionOptions,
        reading: AudioReading,
        generator: torch.Generator,
    ) -> list[Tensor]:
        """Change recordings (T, M) at random."""
        return augment_speech(
            recordings,
            options.augmentation,
            log_mel=reading.log_mel,
            sample_rate=reading.sample_rate,
            generator=generator,
        )


class WaveRecogniser(CtcRecogniser):
    """Networks like wav2vec 2.0 over samples."""

    preset = SchedulePreset(
        new_rate=5e-4, known_rate=5e-5, new_steps=6000, known_steps=1500, max_batch=8
    )
    stride = 1

    def reading(self, spec: TrainingSpec, samples: SampleSet) -> AudioReading:
        """Return samples of 16 kHz, which these networks take."""
        if spec.initial_package is not None:
            return initial_reading(Path(spec.initial_package))
        options = options_of(spec, SpeechRecognitionOptions)
        return wave_reading(FRAME_LENGTH, options.window_seconds)

    def new_network(
        self, spec: TrainingSpec, reading: AudioReading, characters: tuple[str, ...]
    ) -> WaveCtc:
        """Build the network for some characters."""
        dropout = options_of(spec, SpeechRecognitionOptions).dropout
        return build_wave_ctc(spec.backbone, characters, dropout, weights_of(spec))

    def changed(
        self,
        recordings: list[Tensor],
        options: SpeechRecognitionOptions,
        reading: AudioReading,
        generator: torch.Generator,
    ) -> list[Tensor]:
        """Change recordings (T, L) at random."""
        return augment_waves(recordings, options.augmentation, generator)


def characters_in(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return the characters of the classes 1 and on."""
    return tuple(json.loads(files[CHARACTER_FILE]))


def _known_characters(spec: TrainingSpec) -> tuple[str, ...]:
    """Return the characters that the initial package knows, in the order of its classes."""
    if spec.initial_package is None:
        return ()
    return tuple(json.loads(read_initial_file(Path(spec.initial_package), CHARACTER_FILE)))
