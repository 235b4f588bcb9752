"""Speech recognition: write down what is said in a recording, and when."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import easel.runtime
import torch
from easel.runtime import Example, Tensors
from easel.runtime.answers.transcript import TranscriptAnswer
from easel.runtime.audio import TENSOR
from easel.runtime.ctc.language import read_language_model
from torch import Tensor, nn

from engine.catalog.checks import Finding, about_samples
from engine.catalog.speech import RECOGNITION
from engine.data.augmentation.speech import augment_speech, lay_together
from engine.data.quality import check_samples
from engine.data.samples import SampleSet, read_samples
from engine.data.sound_dataset import LENGTHS
from engine.data.sound_reading import SoundReading, examine, initial_reading, speech_reading
from engine.data.sound_segments import cut_utterances
from engine.data.speech_dataset import CHARACTERS, COUNTS, SpeechDataset
from engine.data.transcripts import characters_of, language_model, spoken_text, transcript_of
from engine.errors import DataError
from engine.evaluation import transcripts
from engine.evaluation.transcripts import Heard, Judged, Weighing, judge
from engine.export.onnx import DynamicAxis
from engine.export.torch_network import TorchNetwork
from engine.models.initial import load_initial, read_initial_file
from engine.models.speech.conformer import STRIDE, ConformerCtc
from engine.specs.data import DataSpec, Split
from engine.specs.manifest import LabelSpec
from engine.specs.ops.transcript import CtcDecodeOp
from engine.specs.report import Report, RuntimeCheck, SectionedReport
from engine.specs.speech_recognition import SpeechRecognitionOptions
from engine.specs.training import TrainingSpec
from engine.tasks.task import (
    Batch,
    Network,
    Objective,
    Pipeline,
    RunContext,
    Scores,
    Splits,
    TaskDataset,
    TrainedModel,
)
from engine.training import gradient
from engine.training.reading_losses import ctc_loss
from engine.training.recipe import Recipe, recipe_of
from engine.training.resolve import Pace, options_of, resolve_schedule, resolve_threads
from engine.training.scoring import CHUNK, trained_model
from engine.training.weighing import weigh

LOGITS, COLUMNS = "logits", "columns"
CHARACTER_FILE, LANGUAGE_FILE = "characters.json", "language_model.json"
WEIGHING_FILE = "language_weights.json"
_SIZES = {
    "conformer_ctc_small": (96, 4),
    "conformer_ctc_medium": (144, 8),
    "conformer_ctc_large": (256, 12),
}
"""Width and number of blocks."""
_PACE = Pace(new_rate=1.5e-3, known_rate=3e-4, new_steps=6000, known_steps=1500, max_batch=8)
# Enough to tell weights apart; each is tried on all of them.
_MOST_WEIGHED = 100


class SpeechRecognition:
    """Write down what is said: one network, and texts that a language model finds likely."""

    card = RECOGNITION

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the data before training and name what is wrong with it."""
        samples = read_samples(data, self.card)
        findings = check_samples(samples, self.card)
        options = SpeechRecognitionOptions()
        mute = [one for one in cut_utterances(samples).records if not transcript_of(one, options)]
        if not mute:
            return findings
        silent = [one.id for one in mute]
        names = ", ".join(f"'{one.name}'" for one in mute[:3])
        finding = about_samples(
            "transcript_empty",
            silent,
            f"{len(silent)} transcript(s) hold no letter or digit, for example that of {names}; "
            "they are left out. Write down what is said.",
            example=names,
        )
        return (*findings, finding)

    def build_splits(self, spec: TrainingSpec) -> Splits:
        """Open the recordings, collect their characters, and count the language model.

        Raises:
            DataError: when the index or folder is missing or malformed, or no recording of the
                train split has a transcript.
            ResourceError: when the initial package has no characters.
        """
        samples = cut_utterances(read_samples(spec.data, self.card))
        samples.require_training()
        spec = resolve_threads(spec)
        options = options_of(spec, SpeechRecognitionOptions)
        said = [text for one in samples.of(Split.TRAIN) if (text := transcript_of(one, options))]
        if not said:
            raise DataError(
                "No recording of the train split has a transcript with a letter or digit. Write "
                "down what is said.",
                code="empty_split",
                split=Split.TRAIN.value,
            )
        characters = characters_of(said, _known_characters(spec))
        files = {CHARACTER_FILE: json.dumps(characters, ensure_ascii=False).encode()}
        if options.language_order:
            corpus = [spoken_text(text, options) for text in options.corpus]
            files[LANGUAGE_FILE] = language_model([*said, *corpus], options.language_order)
        reading = _choose_reading(spec, samples)
        threads = spec.resources.num_threads

        def dataset(split: Split) -> SpeechDataset:
            told = [
                (one, text) for one in samples.of(split) if (text := transcript_of(one, options))
            ]
            return SpeechDataset(
                [one for one, _ in told],
                samples.files,
                reading,
                [text for _, text in told],
                characters,
                num_threads=1 if threads == "auto" else threads,
            )

        return Splits(
            train=dataset(Split.TRAIN),
            validation=dataset(Split.VALIDATION),
            test=dataset(Split.TEST),
            labels=(),
            files=files,
        )

    def resolve(self, spec: TrainingSpec, splits: Splits) -> TrainingSpec:
        """Replace every ``auto`` but the language weight, which only a trained network can say."""
        reading = _speech(splits.train).reading
        return resolve_schedule(
            spec,
            len(splits.train),
            _PACE,
            sample_rate=reading.sample_rate,
            num_bands=reading.log_mel.num_mels,
            window_seconds=reading.window_seconds,
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits) -> Pipeline:
        """Return how a recording becomes features, and scores of characters become a text.

        While the language weight is not known, the best path is taken.
        """
        options = options_of(spec, SpeechRecognitionOptions)
        reading = _speech(splits.train).reading
        op = CtcDecodeOp(characters=CHARACTER_FILE, pause_seconds=options.pause_seconds)
        if LANGUAGE_FILE not in splits.files:
            op = op.model_copy(update={"beam_width": options.beam_width})
        elif options.language_weight != "auto":
            op = op.model_copy(
                update={
                    "beam_width": options.beam_width,
                    "language_model": LANGUAGE_FILE,
                    "language_weight": options.language_weight,
                    "character_bonus": options.character_bonus,
                }
            )
        return Pipeline(input=reading.input, preprocessing=reading.ops, postprocessing=(op,))

    def fit(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Train to the end, then choose the weight of the language model."""
        return self._weighed(gradient.fit(self, spec, splits, context))

    def restore(self, spec: TrainingSpec, splits: Splits, context: RunContext) -> TrainedModel:
        """Return the best model of the work folder without training."""
        return self._weighed(gradient.restore(self, spec, splits, context))

    def _weighed(self, trained: TrainedModel) -> TrainedModel:
        """Set the weight of the language model to the best one on the validation split."""
        spec, splits = trained.spec, trained.splits
        options = options_of(spec, SpeechRecognitionOptions)
        if options.language_weight != "auto" or LANGUAGE_FILE not in splits.files:
            return trained
        dataset = _speech(splits.validation)
        model = trained_model(self, spec, splits, trained.networks)
        answering = _answering(model)
        count = min(len(dataset), _MOST_WEIGHED)
        scores = []
        for start in range(0, count, CHUNK):
            examples = dataset.examples(range(start, min(start + CHUNK, count)))
            for example, outputs in zip(examples, model.run(examples), strict=True):
                scores.append(answering.columns(example, outputs).scores)
        language = read_language_model(
            LANGUAGE_FILE, splits.files.__getitem__, len(dataset.characters) + 1
        )
        tried = weigh(
            scores, dataset.texts[:count], dataset.characters, language, options.beam_width
        )
        best = min(tried, key=lambda one: one.character_error_rate)
        chosen = {
            "language_weight": best.language_weight,
            "character_bonus": best.character_bonus,
        }
        files = {WEIGHING_FILE: json.dumps([asdict(one) for one in tried]).encode()}
        options = options.model_copy(update=chosen)
        return replace(trained, spec=spec.model_copy(update={"options": options}), files=files)

    def build_model(self, spec: TrainingSpec, splits: Splits) -> nn.Module:
        """Build the network (B, T, M) → logits (B, T / 4, K).

        One that starts from a package knows its characters; those that are new follow them.

        Raises:
            ResourceError: when the initial package is not readable.
            SpecError: when it does not fit.
        """
        dataset = _speech(splits.train)
        known = _known_characters(spec) or dataset.characters
        size, num_blocks = _SIZES[spec.backbone]
        model = ConformerCtc(
            dataset.reading.log_mel.num_mels,
            len(known) + 1,
            size=size,
            num_blocks=num_blocks,
            dropout=options_of(spec, SpeechRecognitionOptions).dropout,
        )
        if spec.initial_package is not None:
            load_initial(model, Path(spec.initial_package), spec.backbone, ())
            model.add_classes(len(dataset.characters) + 1)
        return model

    def augment(self, spec: TrainingSpec, splits: Splits, batch: Batch, step_seed: int) -> Batch:
        """Change each recording at random and pad them to one length; a pure function."""
        options = options_of(spec, SpeechRecognitionOptions)
        reading = _speech(splits.train).reading
        recordings = augment_speech(
            list(torch.split(batch.inputs[TENSOR], batch.targets[LENGTHS].tolist())),
            options.augmentation,
            log_mel=reading.log_mel,
            sample_rate=reading.sample_rate,
            generator=torch.Generator().manual_seed(step_seed),
        )
        windows = reading.windows
        multiple = windows.multiple or windows.frames
        columns = torch.tensor([-(-len(one) // STRIDE) for one in recordings])
        return Batch(
            {TENSOR: lay_together(recordings, multiple, windows.pad)},
            {
                COLUMNS: columns,
                CHARACTERS: batch.targets[CHARACTERS],
                COUNTS: batch.targets[COUNTS],
            },
        )

    def recipe(self, spec: TrainingSpec) -> Recipe:
        """Return what the training loop needs to know of resolved options."""
        return recipe_of(options_of(spec, SpeechRecognitionOptions))

    def objective(self, spec: TrainingSpec, splits: Splits) -> Objective:
        """Return the loss of all alignments of characters with columns."""

        def objective(model: nn.Module, batch: Batch) -> Tensor:
            targets = batch.targets
            logits = model(batch.inputs[TENSOR])
            return ctc_loss(logits, targets[COLUMNS], targets[CHARACTERS], targets[COUNTS])

        return objective

    def networks(self, spec: TrainingSpec, splits: Splits, model: nn.Module) -> tuple[Network, ...]:
        """Return the one network: ``features`` (B, T, M) → ``logits`` (B, T / 4, K)."""
        reading = _speech(splits.train).reading
        multiple = reading.windows.multiple or reading.windows.frames
        frames = DynamicAxis(
            "frames", smallest=multiple, largest=reading.windows.frames, multiple=multiple
        )
        sample = torch.zeros(2, min(4 * multiple, reading.windows.frames), reading.log_mel.num_mels)
        return (TorchNetwork("model", model, {TENSOR: sample}, (LOGITS,), {TENSOR: {1: frames}}),)

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Heard:
        """Return what the model hears; windows of a long recording are one text."""
        answering = _answering(model)
        columns = answering.columns(example, outputs)
        symbols = answering.decoder(columns.scores)
        return Heard(answering.text(symbols), tuple(answering.utterances(columns, symbols)))

    def metrics(self, scores: Scores[Heard], splits: Splits) -> dict[str, float]:
        """Return the validation numbers; ``character_error_rate`` is the primary one."""
        return transcripts.numbers(_judged(scores, splits))

    def recommend_thresholds(
        self, validation: Scores[Heard], splits: Splits
    ) -> Sequence[LabelSpec]:
        """Return nothing: there are no labels."""
        return ()

    def decided(
        self, scores: Scores[Heard], labels: Sequence[LabelSpec], splits: Splits
    ) -> dict[str, float]:
        """Return ``metrics``: nothing is decided by a threshold."""
        return self.metrics(scores, splits)

    def report(
        self,
        trained: TrainedModel,
        held_out: Scores[Heard],
        labels: Sequence[LabelSpec],
        runtime: RuntimeCheck,
        work: Path,
    ) -> Report:
        """Build the evaluation report."""
        options = options_of(trained.spec, SpeechRecognitionOptions)
        keywords = [spoken_text(keyword, options) for keyword in options.keywords]
        judged = _judged(held_out, trained.splits)
        weighings = [Weighing(**one) for one in json.loads(trained.files.get(WEIGHING_FILE, b"[]"))]
        return SectionedReport(
            split=held_out.split,
            num_samples=len(held_out.records),
            primary_metric=self.card.primary_metric,
            metrics=transcripts.headline(judged, keywords),
            labels=(),
            sections=transcripts.sections(judged, held_out.records, keywords, weighings),
            runtime=runtime,
            training=trained.facts,
        )


TASK = SpeechRecognition()


def _known_characters(spec: TrainingSpec) -> tuple[str, ...]:
    """Return the characters that the initial package knows, in the order of its classes."""
    if spec.initial_package is None:
        return ()
    return tuple(json.loads(read_initial_file(Path(spec.initial_package), CHARACTER_FILE)))


def _choose_reading(spec: TrainingSpec, samples: SampleSet) -> SoundReading:
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


def _speech(dataset: TaskDataset) -> SpeechDataset:
    if not isinstance(dataset, SpeechDataset):
        raise TypeError(f"{type(dataset).__name__} does not hold transcribed recordings.")
    return dataset


def _answering(model: easel.runtime.Model) -> TranscriptAnswer:
    answering = model.pipeline.answering
    if not isinstance(answering, TranscriptAnswer):
        raise TypeError(f"{type(answering).__name__} does not answer with transcripts.")
    return answering


def _judged(scores: Scores[Heard], splits: Splits) -> list[Judged]:
    datasets: Mapping[Split, TaskDataset] = {
        Split.TRAIN: splits.train,
        Split.VALIDATION: splits.validation,
        Split.TEST: splits.test,
    }
    dataset = _speech(datasets[scores.split])
    # Several utterances may be of one recording; their names tell them apart.
    texts = {
        (one.id, one.name): text for one, text in zip(dataset.records, dataset.texts, strict=True)
    }
    return judge([texts[one.id, one.name] for one in scores.records], scores.outcomes)
