"""Images with annotated regions, opened for a network: their size, their ops, their targets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.catalog import TaskCard
from engine.data.image.dataset import ImageDataset
from engine.data.image.network_size import default_long_side, network_size
from engine.data.image.normalization import IMAGENET
from engine.data.opening import opener
from engine.data.samples import read_samples
from engine.interfaces.dataset import Splits, Targets
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.options.image.object_detection import ObjectDetectionOptions
from engine.specs.package.manifest import PreprocessingOp
from engine.specs.package.ops.image import ImageOp, LayoutOp, LetterboxOp, NormalizeOp
from engine.specs.training import TrainingSpec

MakeTargets = Callable[[Sequence[SampleRecord], Sequence[str], Sequence[PreprocessingOp]], Targets]
"""Makes the targets of one split from records, labels and the network's op list."""


def open_splits(spec: TrainingSpec, card: TaskCard, make_targets: MakeTargets) -> Splits:
    """Open the datasets; images are decoded when they are first needed.

    Raises:
        DataError: when the index or folder is missing or malformed, or nothing is in it to train
            on.
    """
    samples = read_samples(spec.data, card)
    samples.require_training()
    ops = preprocessing(input_size(spec, card, samples.of(Split.TRAIN)))

    def targets(split: Split) -> Targets:
        return make_targets(samples.of(split), samples.labels, ops)

    return Splits.opened(opener(ImageDataset, ops, samples, spec, targets), samples.labels)


def long_side(spec: TrainingSpec, card: TaskCard, records: Sequence[SampleRecord]) -> int:
    """Return the longer side of the network's image in pixels: the option, or what suits."""
    wanted = options_of(spec, ObjectDetectionOptions).image_size
    if wanted != "auto":
        return wanted
    backbone = card.backbone(spec.backbone)
    is_pretrained = spec.pretrained is not None and backbone.weights is not None
    usual = backbone.input_size if is_pretrained else None
    return default_long_side(records, spec.resources.device, usual)


def input_size(
    spec: TrainingSpec, card: TaskCard, records: Sequence[SampleRecord]
) -> tuple[int, int]:
    """Return height and width of the network's image."""
    return network_size(records, long_side(spec, card, records))


def preprocessing(size: tuple[int, int]) -> tuple[ImageOp, ...]:
    """Return how an image becomes the network's input."""
    return (
        LetterboxOp(size=size),
        NormalizeOp(mean=IMAGENET.mean, std=IMAGENET.std),
        LayoutOp(to="NCHW"),
    )
