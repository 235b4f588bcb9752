"""Evaluates what writes down what is said."""

from __future__ import annotations

import json

import easel.runtime
from easel.runtime import Example, Tensors
from easel.runtime.predictions.generated_text import GeneratedTextDecoder
from easel.runtime.predictions.transcript import TranscriptDecoder

from engine.data.audio.speech_dataset import SpeechDataset
from engine.data.audio.transcripts import spoken_text
from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.text import transcripts
from engine.evaluation.text.transcripts import EvaluatedTranscript, Transcription, evaluate
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.options import options_of
from engine.specs.options.speech.recognition import SpeechRecognitionOptions
from engine.specs.package.report import Report
from engine.training.scoring import decoder_of
from engine.training.speech.weighing import WEIGHING_FILE, Weighing


class TranscriptEvaluator(Evaluator[Transcription]):
    """Evaluates transcripts by their errors; nothing is decided by a threshold."""

    def outcome(
        self, model: easel.runtime.Model, example: Example, outputs: Tensors
    ) -> Transcription:
        """Return what is recognised; windows of a long recording are one text."""
        decoder = model.pipeline.decoder
        if not isinstance(decoder, GeneratedTextDecoder):
            decoder = decoder_of(model, TranscriptDecoder)
        text, utterances = decoder.transcribe(example, outputs, model.run_network)
        return Transcription(text, tuple(utterances))

    def metrics(
        self, scores: Scores[Transcription], splits: Splits[SpeechDataset]
    ) -> dict[str, float]:
        """Return the validation numbers; ``character_error_rate`` is the primary one."""
        return transcripts.numbers(_evaluated(scores))

    def report(self, held_out: HeldOut[Transcription, SpeechDataset]) -> Report:
        """Build the evaluation report."""
        trained = held_out.trained
        options = options_of(trained.spec, SpeechRecognitionOptions)
        keywords = [spoken_text(keyword, options) for keyword in options.keywords]
        evaluated = _evaluated(held_out)
        weighings = [Weighing(**one) for one in json.loads(trained.files.get(WEIGHING_FILE, b"[]"))]
        return sectioned_report(
            held_out,
            metrics=transcripts.headline(evaluated, keywords),
            sections=transcripts.sections(evaluated, held_out.records, keywords, weighings),
        )


def _evaluated(scores: Scores[Transcription]) -> list[EvaluatedTranscript]:
    return evaluate([record.texts[0] for record in scores.records], scores.outcomes)
