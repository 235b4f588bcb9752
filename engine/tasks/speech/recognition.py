"""Speech recognition: write down what is said in a recording, and when."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import torch
from easel.runtime.audio import TENSOR
from easel.runtime.ctc.language import read_language_model
from easel.runtime.predictions.transcript import TranscriptDecoder
from torch import nn

from engine.catalog.speech import RECOGNITION
from engine.data.audio.dataset import LENGTHS
from engine.data.audio.segments import cut_utterances, transcribed
from engine.data.audio.speech_dataset import SpeechDataset
from engine.data.audio.transcripts import transcript_of
from engine.data.evaluation_data import chosen
from engine.data.quality import check_samples
from engine.data.samples import SampleSet, read_samples
from engine.errors import DataError
from engine.evaluation.text.transcript_evaluator import TranscriptEvaluator
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationRequest
from engine.interfaces.network import Network, Pipeline
from engine.interfaces.run import TrainedModel
from engine.options import options_of
from engine.specs.data import DataSpec, Split
from engine.specs.options.speech.recognition import SpeechRecognitionOptions
from engine.specs.package.ops.audio import WaveFramesOp
from engine.specs.training import TrainingSpec
from engine.threads import num_threads
from engine.training.gradient import GradientLearner
from engine.training.resolve import resolve_schedule
from engine.training.scoring import CHUNK, decoder_of, trained_model
from engine.training.speech.ctc_recognisers import LANGUAGE_FILE, characters_in
from engine.training.speech.recogniser_families import recogniser_of
from engine.training.speech.weighing import WEIGHING_FILE, weigh
from engine.validation.checks import Finding, about_samples

# Enough to tell weights apart; each is tried on all of them.
_MOST_WEIGHED = 100


class SpeechRecognition(GradientLearner):
    """Write down what is said: one network, and texts that a language model finds likely."""

    card = RECOGNITION
    evaluator = TranscriptEvaluator()

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

    def build_splits(self, spec: TrainingSpec) -> Splits[SpeechDataset]:
        """Open the recordings, and learn how what is said in them is written.

        Raises:
            DataError: when the index or folder is missing or malformed, or no recording of the
                train split has a transcript.
            ResourceError: when the initial package or the weights lack their vocabulary.
            SpecError: when an option does not go with the backbone.
        """
        options = options_of(spec, SpeechRecognitionOptions)
        utterances = cut_utterances(read_samples(spec.data, self.card))
        utterances.require_training()
        samples = transcribed(utterances, options)
        texts = [one.texts[0] for one in samples.of(Split.TRAIN)]
        if not texts:
            raise DataError(
                "No recording of the train split has a transcript with a letter or digit. Write "
                "down what is said.",
                code="empty_split",
                split=Split.TRAIN.value,
            )
        recogniser = recogniser_of(spec.backbone)
        reading = recogniser.reading(spec, utterances)
        encoding = recogniser.text_encoding(spec, texts, reading)

        def dataset(split: Split) -> SpeechDataset:
            records = samples.of(split)
            transcripts = [one.texts[0] for one in records]
            return SpeechDataset(
                records,
                samples.files,
                reading,
                transcripts,
                encoding.encode(transcripts),
                num_threads=num_threads(spec.resources.num_threads),
            )

        return Splits.opened(dataset, (), files=encoding.files)

    def evaluation_samples(self, samples: SampleSet, request: EvaluationRequest) -> SampleSet:
        """Return those of the recordings that count, with what is said in the form of the run."""
        options = request.options(SpeechRecognitionOptions)
        return chosen(transcribed(cut_utterances(samples), options), request.split)

    def resolve(self, spec: TrainingSpec, splits: Splits[SpeechDataset]) -> TrainingSpec:
        """Replace every ``auto`` but the language weight, which only a trained network can say."""
        reading = splits.train.reading
        bands = {} if isinstance(reading.front, WaveFramesOp) else {"num_bands": reading.frame_size}
        return resolve_schedule(
            spec,
            len(splits.train),
            recogniser_of(spec.backbone).preset,
            sample_rate=reading.sample_rate,
            **bands,
            window_seconds=reading.window_seconds,
        )

    def pipeline(self, spec: TrainingSpec, splits: Splits[SpeechDataset]) -> Pipeline:
        """Return how a recording becomes features, and scores become a text."""
        options = options_of(spec, SpeechRecognitionOptions)
        reading = splits.train.reading
        op = recogniser_of(spec.backbone).decoding(options, splits.files)
        return Pipeline(input=reading.input, preprocessing=reading.ops, postprocessing=(op,))

    def finished(self, trained: TrainedModel[SpeechDataset]) -> TrainedModel:
        """Set the weight of the language model to the best one on the validation split."""
        spec, splits = trained.spec, trained.splits
        options = options_of(spec, SpeechRecognitionOptions)
        if options.language_weight != "auto" or LANGUAGE_FILE not in splits.files:
            return trained
        dataset = splits.validation
        model = trained_model(self, spec, splits, trained.networks)
        decoder = decoder_of(model, TranscriptDecoder)
        count = min(len(dataset), _MOST_WEIGHED)
        scores = []
        for start in range(0, count, CHUNK):
            examples = dataset.examples(range(start, min(start + CHUNK, count)))
            for example, outputs in zip(examples, model.run(examples), strict=True):
                scores.append(decoder.columns(example, outputs).scores)
        characters = characters_in(splits.files)
        language = read_language_model(LANGUAGE_FILE, splits.files.__getitem__, len(characters) + 1)
        tried = weigh(scores, dataset.texts[:count], characters, language, options.beam_width)
        best = min(tried, key=lambda one: one.character_error_rate)
        chosen = {
            "language_weight": best.language_weight,
            "character_bonus": best.character_bonus,
        }
        files = {WEIGHING_FILE: json.dumps([asdict(one) for one in tried]).encode()}
        options = options.model_copy(update=chosen)
        return replace(trained, spec=spec.model_copy(update={"options": options}), files=files)

    def build_model(self, spec: TrainingSpec, splits: Splits[SpeechDataset]) -> nn.Module:
        """Build the network, from an initial package, weights, or new.

        Raises:
            ResourceError: when the initial package or weights cannot be used.
            SpecError: when they do not fit.
        """
        reading = splits.train.reading
        return recogniser_of(spec.backbone).build(spec, reading, splits.files)

    def augment(
        self, spec: TrainingSpec, splits: Splits[SpeechDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Change each recording at random and lay them together; a pure function."""
        return recogniser_of(spec.backbone).augment(
            list(torch.split(batch.inputs[TENSOR], batch.targets[LENGTHS].tolist())),
            batch.targets,
            options_of(spec, SpeechRecognitionOptions),
            splits.train.reading,
            torch.Generator().manual_seed(step_seed),
        )

    def objective(self, spec: TrainingSpec, splits: Splits[SpeechDataset]) -> Objective:
        """Return the loss that suits the network."""
        return recogniser_of(spec.backbone).objective(splits.files)

    def networks(
        self, spec: TrainingSpec, splits: Splits[SpeechDataset], model: nn.Module
    ) -> tuple[Network, ...]:
        """Return the networks as they are deployed; the first takes features (B, T, M)."""
        return recogniser_of(spec.backbone).networks(model, splits.train.reading)


TASK = SpeechRecognition()
