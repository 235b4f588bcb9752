"""Text recognition: find the lines of text in an image and read them."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from pathlib import Path

import torch
from easel.runtime.image import TENSOR
from torch import Tensor, nn

from engine.catalog import TASKS
from engine.catalog.ocr import TEXT_RECOGNITION
from engine.data.augmentation.images import transform_colors
from engine.data.image.normalization import IMAGENET
from engine.data.ocr.pages import (
    BORDER,
    CHARACTERS,
    COLUMNS,
    KNOWN,
    LENGTHS,
    LINES,
    SHRUNK,
    PageDataset,
    characters_of,
)
from engine.data.ocr.regions import annotated_lines
from engine.data.ocr.synthesis.fonts import chosen_fonts
from engine.data.ocr.synthesis.lines import Line, draw_lines
from engine.data.samples import read_samples
from engine.errors import DataError
from engine.evaluation.text.line_evaluator import LineEvaluator, Reading
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.network import Network, Pipeline
from engine.models.ocr.detector import LEAST_SIZE, LineDetector, Reader
from engine.models.ocr.recognizer import Recognizer
from engine.models.ocr.weights import known_characters, load_reader
from engine.onnx_graphs.torch_export import DynamicAxis
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.options.image.classification import AugmentationSpec
from engine.specs.options.ocr.text_recognition import TextRecognitionOptions
from engine.specs.package.inputs import ImageInput
from engine.specs.package.ops.image import ImageOp, KeepSourceOp, LayoutOp, LetterboxOp, NormalizeOp
from engine.specs.package.ops.words import ReadLinesOp
from engine.specs.training import TrainingSpec
from engine.threads import num_threads
from engine.training.gradient import GradientLearner
from engine.training.losses.reading import lines_loss, map_loss
from engine.training.recipe import resolved
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.weights.initial import read_initial_file
from engine.weights.pretrained import find_weights

DETECTOR, RECOGNIZER, CHARACTER_FILE = "model", "recognizer", "characters.json"
_WIDTHS = {"reader_small": (12, 16), "reader_medium": (24, 28), "reader_large": (48, 56)}
"""Channels of the first convolutions of detector and recogniser."""
_LEAST_DRAWN = 2000
"""Lines that are drawn at least: where real ones are few, drawn ones are needed the more."""
_PRESET = SchedulePreset(
    new_rate=3e-3,
    known_rate=3e-4,
    new_steps=3000,
    known_steps=1000,
    max_batch=2,
    built_in_rate=1e-3,
    built_in_steps=1000,
)
_LARGEST_SIZE = {"cpu": 640, "cuda": 960}


class TextRecognition(GradientLearner):
    """Find lines of text and read them: two networks, trained together."""

    card = TEXT_RECOGNITION
    evaluator: Evaluator[Reading] = LineEvaluator()

    def build_splits(self, spec: TrainingSpec) -> Splits[PageDataset]:
        """Open the datasets, draw synthetic lines, and collect the characters.

        Raises:
            DataError: when the index or folder is missing or malformed, a region has no place in a
                image, or no line of the train split has a text.
            ResourceError: when no font of the machine can write a text, or the initial package has
                no characters.
        """
        samples = read_samples(spec.data, self.card)
        samples.require_training()
        options = options_of(spec, TextRecognitionOptions)
        train = samples.of(Split.TRAIN)
        texts = [line.text for one in train for line in annotated_lines(one) if line.text]
        if not texts:
            raise DataError(
                "No line of the train split has a text. Write down what the annotated lines say.",
                code="empty_split",
                split=Split.TRAIN.value,
            )
        drawn = _drawn(options, len(texts), spec.seed)
        characters = character_file(spec, [*texts, *(line.text for line in drawn)])
        ops = image_ops(_image_size(spec, train))

        def dataset(split: Split) -> PageDataset:
            return PageDataset(
                samples.of(split),
                samples.files,
                ops,
                json.loads(characters),
                options.line_height,
                drawn if split is Split.TRAIN else (),
                drawn_share=options.synthetic_lines,
                num_threads=num_threads(spec.resources.num_threads),
            )

        return Splits.opened(dataset, (), files={CHARACTER_FILE: characters})

    def resolve(self, spec: TrainingSpec, splits: Splits[PageDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        size = _image_size(spec, splits.train.records)
        return resolve_schedule(spec, len(splits.train), _PRESET, image_size=size)

    def pipeline(self, spec: TrainingSpec, splits: Splits[PageDataset]) -> Pipeline:
        """Return how an image becomes a tensor, and maps and lines become words."""
        height = options_of(spec, TextRecognitionOptions).line_height
        return Pipeline(
            input=ImageInput(),
            preprocessing=image_ops(resolved_size(spec)),
            postprocessing=(
                ReadLinesOp(recognizer=RECOGNIZER, characters=CHARACTER_FILE, line_height=height),
            ),
        )

    def new_model(self, spec: TrainingSpec, splits: Splits[PageDataset]) -> nn.Module:
        """Build both networks, which read already where their weights come with the engine.

        An initial package then fills them in.

        Raises:
            ResourceError: when the weights are damaged, or the initial package is not readable.
            SpecError: when it does not fit.
        """
        detector_width, recognizer_width = _WIDTHS[spec.backbone]
        characters = json.loads(splits.files[CHARACTER_FILE])
        # One more than the characters: the blank of CTC.
        recognizer = Recognizer(len(characters) + 1, recognizer_width)
        reader = Reader(LineDetector(detector_width), recognizer)
        weights = _built_in(spec)
        if weights is not None:
            load_reader(reader, weights, characters)
        return reader

    def augment(
        self, spec: TrainingSpec, splits: Splits[PageDataset], batch: Batch, step_seed: int
    ) -> Batch:
        """Change the light of the images at random; a pure function of its arguments."""
        chosen = options_of(spec, TextRecognitionOptions).augmentation
        light = AugmentationSpec(
            brightness=chosen.brightness, contrast=chosen.contrast, saturation=chosen.saturation
        )
        generator = torch.Generator().manual_seed(step_seed)
        images = transform_colors(batch.inputs[TENSOR], light, IMAGENET, generator)
        return Batch({TENSOR: images}, batch.targets)

    def objective(self, spec: TrainingSpec, splits: Splits[PageDataset]) -> Objective:
        """Return the loss of the maps plus that of the characters."""

        def objective(model: Reader, batch: Batch) -> Tensor:
            targets = batch.targets
            maps = model.detector.detector(batch.inputs[TENSOR])
            found = map_loss(maps, targets[SHRUNK], targets[BORDER], targets[KNOWN])
            read = lines_loss(
                model.recognizer,
                targets[LINES],
                targets[COLUMNS],
                targets[CHARACTERS],
                targets[LENGTHS],
            )
            return found + read

        return objective

    def networks(
        self, spec: TrainingSpec, splits: Splits[PageDataset], model: Reader
    ) -> tuple[Network, ...]:
        """Return the detector, ``image`` → ``probability``, and the recogniser of lines."""
        size = resolved_size(spec)
        height = options_of(spec, TextRecognitionOptions).line_height
        return (
            TorchNetwork(
                DETECTOR, model.detector, {TENSOR: torch.zeros(2, 3, size, size)}, ("probability",)
            ),
            TorchNetwork(
                RECOGNIZER,
                model.recognizer,
                {"line": torch.zeros(2, 1, height, 64)},
                ("logits",),
                {"line": {3: DynamicAxis("width", smallest=32, multiple=32)}},
            ),
        )


TASK = TextRecognition()


def _drawn(options: TextRecognitionOptions, num_real: int, seed: int) -> list[Line]:
    number = num_drawn(options, num_real)
    if number == 0:
        return []
    return draw_lines(number, chosen_fonts(options.fonts), seed=seed, words=options.words)


def num_drawn(options: TextRecognitionOptions, num_real: int) -> int:
    """Return how many lines are drawn for the recogniser to take from."""
    share = options.synthetic_lines
    return max(round(share * num_real), round(min(share, 1.0) * _LEAST_DRAWN))


def character_file(spec: TrainingSpec, texts: Sequence[str]) -> bytes:
    """Return the characters of the texts beside those that the weights of the engine read.

    An initial model keeps its own.

    Raises:
        ResourceError: ``initial_package_absent`` when it names none, ``weights_damaged``.
    """
    if spec.initial_package is not None:
        return read_initial_file(Path(spec.initial_package), CHARACTER_FILE)
    weights = _built_in(spec)
    return characters_of([*texts, known_characters(weights, texts) if weights else ""])


def _built_in(spec: TrainingSpec) -> Path | None:
    """Return the file of the weights that a new network starts with, where there are some."""
    if spec.initial_package is not None:
        return None
    return find_weights(spec.pretrained, TASKS[spec.task].backbone(spec.backbone))


def _image_size(spec: TrainingSpec, records: Sequence[SampleRecord]) -> int:
    sides = [max(one.width, one.height) for one in records if one.width and one.height]
    return page_size(spec, sides, _LARGEST_SIZE[spec.resources.device])


def page_size(spec: TrainingSpec, sides: Sequence[int], largest: int) -> int:
    """Return the side of the detector's image, a multiple of 32.

    Args:
        spec: may ask for a size.
        sides: the longer sides of images, whose median is taken otherwise.
        largest: size that is chosen unasked.
    """
    wanted = options_of(spec, TextRecognitionOptions).image_size
    if wanted != "auto":
        return _rounded_up(wanted)
    usual = round(statistics.median(sides)) if sides else largest
    return _rounded_up(min(largest, max(usual, 64)))


def _rounded_up(size: int) -> int:
    return -(-size // LEAST_SIZE) * LEAST_SIZE


def resolved_size(spec: TrainingSpec) -> int:
    """Return the side of the detector's image, of a spec without ``auto``.

    Raises:
        SpecError: when it has one still.
    """
    return resolved(options_of(spec, TextRecognitionOptions).image_size)


def image_ops(size: int) -> tuple[ImageOp, ...]:
    """Return how an image becomes the detector's input; the image itself is kept."""
    return (
        KeepSourceOp(),
        LetterboxOp(size=(size, size)),
        NormalizeOp(mean=IMAGENET.mean, std=IMAGENET.std),
        LayoutOp(to="NCHW"),
    )
