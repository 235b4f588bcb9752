"""Whisper: networks that generate one token of text after another."""

# T frames, M mel bands

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from easel.runtime.audio import TENSOR
from easel.runtime.audio.whisper_mel import FRAME_LENGTH, HOP_LENGTH, RANGE
from torch import Tensor, nn
from torch.nn import functional

from engine.data.audio.reading import AudioReading, initial_reading, whisper_reading
from engine.data.audio.speech_dataset import CLASSES, COUNTS, EncodedTexts
from engine.data.audio.token_vocabulary import (
    TOKENIZER,
    VOCABULARY_FILE,
    Vocabulary,
    character_vocabulary,
    known_characters,
    language_of,
    read_tokenizer,
    tokenizer_vocabulary,
)
from engine.data.augmentation.speech import augment_speech
from engine.data.samples import SampleSet
from engine.errors import SpecError
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.network import Network
from engine.models.speech.whisper import (
    MOST_TOKENS,
    CrossAttentionMemory,
    DecoderStep,
    Whisper,
    WhisperEncoder,
    build_whisper,
)
from engine.onnx_graphs.torch_export import DynamicAxis
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.options.speech.recognition import SpeechRecognitionOptions
from engine.specs.package.ops.audio import LogMelOp
from engine.specs.package.ops.transcript import GreedyDecodeOp
from engine.specs.training import TrainingSpec
from engine.training.resolve import SchedulePreset
from engine.training.speech.speech_recognisers import TextEncoding, refuse_language, weights_of
from engine.weights.initial import load_initial, read_initial_file

MEMORY, STEP = "memory", "step"
TOKENS, FOLLOWING = "tokens", "following"
# Radford et al., ICML 2023, section 2.2: 80 bands, a window every 10 ms.
_BANDS, _HOPS_A_SECOND = 80, 100
# The target that cross entropy leaves out in torch and transformers alike.
_IGNORED = -100
_LEAST_STD = 1e-2


class WhisperRecogniser:
    """Networks like Whisper over its own features."""

    preset = SchedulePreset(
        new_rate=1e-3, known_rate=3e-5, new_steps=6000, known_steps=1000, max_batch=8
    )

    def reading(self, spec: TrainingSpec, samples: SampleSet) -> AudioReading:
        """Return the features; pretrained networks say how many bands and frames they take."""
        if spec.initial_package is not None:
            return initial_reading(Path(spec.initial_package))
        if (weights := weights_of(spec)) is not None:
            config = json.loads((weights / "config.json").read_text("utf-8"))
            return whisper_reading(config["num_mel_bins"], 2 * config["max_source_positions"])
        options = options_of(spec, SpeechRecognitionOptions)
        bands = _BANDS if options.num_bands == "auto" else options.num_bands
        # The encoder halves the frames, whose number must be even.
        return whisper_reading(bands, 2 * round(options.window_seconds * _HOPS_A_SECOND / 2))

    def text_encoding(
        self, spec: TrainingSpec, transcripts: Sequence[str], reading: AudioReading
    ) -> TextEncoding:
        """Take the tokenizer of the weights, or single characters without any.

        Raises:
            ResourceError: when the weights or the initial package lack their vocabulary.
            SpecError: when the options ask for a language model, which columns alone can use.
        """
        options = options_of(spec, SpeechRecognitionOptions)
        _refuse_language_model(options)
        vocabulary, most = self._vocabulary(spec, transcripts)
        if vocabulary.tokenizer is None:
            refuse_language(options)
        prompt, end = list(vocabulary.prompt), vocabulary.end

        def encode(texts: Sequence[str]) -> EncodedTexts:
            classes = [[*prompt, *vocabulary.encode(text), end] for text in texts]
            return EncodedTexts(classes, most_classes=most, most_frames=reading.windows.frames)

        return TextEncoding(vocabulary.files(), encode)

    def _vocabulary(self, spec: TrainingSpec, transcripts: Sequence[str]) -> tuple[Vocabulary, int]:
        """Return the vocabulary, and how many a text may have with its prompt."""
        language = options_of(spec, SpeechRecognitionOptions).language
        language = language_of(transcripts) if language == "auto" else language
        if (weights := weights_of(spec)) is not None:
            config = json.loads((weights / "config.json").read_text("utf-8"))
            definition, size = read_tokenizer(weights), int(config["vocab_size"])
            most = int(config["max_target_positions"])
            return tokenizer_vocabulary(definition, size, language), most
        if spec.initial_package is None:
            return character_vocabulary(transcripts), MOST_TOKENS
        package = Path(spec.initial_package)
        known = read_initial_file(package, VOCABULARY_FILE)
        if (package / TOKENIZER).is_file():
            size = len(json.loads(known)["pieces"])
            definition = read_initial_file(package, TOKENIZER)
            return tokenizer_vocabulary(definition, size, language), MOST_TOKENS
        return character_vocabulary(transcripts, known_characters(known)), MOST_TOKENS

    def decoding(
        self, options: SpeechRecognitionOptions, files: Mapping[str, bytes]
    ) -> GreedyDecodeOp:
        """Return the op."""
        return GreedyDecodeOp(
            pieces=VOCABULARY_FILE, memory=MEMORY, step=STEP, max_tokens=MOST_TOKENS
        )

    def build(
        self, spec: TrainingSpec, reading: AudioReading, files: Mapping[str, bytes]
    ) -> nn.Module:
        """Build the network; tokens that an initial package does not know follow its own.

        Raises:
            ResourceError: when the initial package or weights cannot be used.
            SpecError: when they do not fit.
        """
        num_tokens = _count(files[VOCABULARY_FILE])
        known = num_tokens
        if spec.initial_package is not None:
            known = _count(read_initial_file(Path(spec.initial_package), VOCABULARY_FILE))
        model = build_whisper(
            spec.backbone,
            num_mels=reading.frame_size,
            frames=reading.windows.frames,
            num_tokens=known,
            dropout=options_of(spec, SpeechRecognitionOptions).dropout,
            weights=weights_of(spec),
        )
        if spec.initial_package is not None:
            load_initial(model, Path(spec.initial_package), spec.backbone, ())
            model.add_tokens(num_tokens)
        return model

    def augment(
        self,
        recordings: list[Tensor],
        targets: Mapping[str, Tensor],
        options: SpeechRecognitionOptions,
        reading: AudioReading,
        generator: torch.Generator,
    ) -> Batch:
        """Change recordings (T, M) at random, fill their windows, and shift their texts by one."""
        frames = reading.windows.frames
        windows = torch.stack(
            [_filled(_changed(one, options, reading, generator), one, frames) for one in recordings]
        )
        texts = torch.split(targets[CLASSES], targets[COUNTS].tolist())
        together = nn.utils.rnn.pad_sequence(list(texts), batch_first=True, padding_value=_IGNORED)
        tokens, following = together[:, :-1], together[:, 1:]
        # Padding needs a token to embed; whichever it is, nothing before looks at it.
        return Batch({TENSOR: windows, TOKENS: tokens.clamp(min=0)}, {FOLLOWING: following})

    def objective(self, files: Mapping[str, bytes]) -> Objective:
        """Return the cross entropy of every token after the prompt."""
        # The last token of the prompt is asked for the first one of the text.
        unasked = len(json.loads(files[VOCABULARY_FILE])["prompt"]) - 1

        def objective(model: nn.Module, batch: Batch) -> Tensor:
            logits = model(**batch.inputs)[:, unasked:]
            following = batch.targets[FOLLOWING][:, unasked:]
            return functional.cross_entropy(
                logits.flatten(0, 1).float(), following.flatten(), ignore_index=_IGNORED
            )

        return objective

    def networks(self, model: nn.Module, reading: AudioReading) -> tuple[Network, ...]:
        """Return three: features → columns, columns → memory, and one step of the text."""
        if not isinstance(model, Whisper):
            raise TypeError(f"{type(model).__name__} is not a Whisper.")
        config = model.network.config
        width, heads = int(config.d_model), int(config.decoder_attention_heads)
        features = torch.zeros(2, reading.windows.frames, reading.frame_size)
        columns = torch.zeros(2, reading.windows.frames // 2, width)
        kept = (2, 2 * int(config.decoder_layers), heads)
        sample = {
            "token": torch.zeros(2, dtype=torch.int64),
            "place": torch.full((2,), 3),
            "memory": torch.zeros(*kept, columns.shape[1], width // heads),
            "past": torch.zeros(*kept, 4, width // heads),
        }
        past = DynamicAxis("past", smallest=1, largest=model.most_tokens)
        return (
            TorchNetwork("model", WhisperEncoder(model), {TENSOR: features}, ("columns",)),
            TorchNetwork(MEMORY, CrossAttentionMemory(model), {"columns": columns}, ("memory",)),
            TorchNetwork(
                STEP, DecoderStep(model), sample, ("logits", "present"), {"past": {3: past}}
            ),
        )


def _refuse_language_model(options: SpeechRecognitionOptions) -> None:
    asked = {
        "corpus": bool(options.corpus),
        "language_weight": options.language_weight not in ("auto", 0.0),
    }
    for field, is_asked in asked.items():
        if is_asked:
            reason = "this network generates whole tokens of text and takes no language model"
            raise SpecError(
                f"The option '{field}' is set, and {reason}. Leave it out, or choose a conformer "
                "or wav2vec 2.0.",
                field=f"options.{field}",
                reason=reason,
            )


def _count(vocabulary: bytes) -> int:
    return len(json.loads(vocabulary)["pieces"])


def _changed(
    recording: Tensor,
    options: SpeechRecognitionOptions,
    reading: AudioReading,
    generator: torch.Generator,
) -> Tensor:
    """Change a recording as those of our own networks are, on the scale that these have."""
    means, spread = recording.mean(dim=0), recording.std().clamp(min=_LEAST_STD)
    (changed,) = augment_speech(
        [(recording - means) / spread],
        options.augmentation,
        # Whisper's own scale of pitch is nearly this one, which random voices need not match.
        log_mel=LogMelOp(
            frame_length=FRAME_LENGTH,
            hop_length=HOP_LENGTH,
            fft_size=FRAME_LENGTH,
            num_mels=reading.frame_size,
            low_hz=0.0,
            high_hz=reading.sample_rate / 2,
            floor=1e-10,
        ),
        sample_rate=reading.sample_rate,
        generator=generator,
    )
    return changed * spread + means


def _filled(changed: Tensor, recording: Tensor, frames: int) -> Tensor:
    """Fill a window as the runtime does; what no longer fits is squeezed into it.

    Slowed or lengthened recordings may pass the window; none of what is said is cut off.
    """
    if len(changed) > frames:
        changed = functional.interpolate(
            changed.T[None], frames, mode="linear", align_corners=False
        )[0].T
    # Whisper's scale is a quarter of the decades, cut off a fixed range below the loudest.
    quietest = float(recording.max()) - RANGE / 4.0
    return functional.pad(changed, (0, 0, 0, frames - len(changed)), value=quietest)
