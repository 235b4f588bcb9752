"""How large an image a network is shown when nobody says so."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Literal

from engine.catalog.cards import BackboneCard
from engine.catalog.image_sizes import USUAL_SIZE, fitting_size
from engine.data.image.normalization import IMAGENET, Normalization
from engine.errors import SpecError
from engine.specs.data import SampleRecord
from engine.specs.package.ops.image import ImageOp, LayoutOp, NormalizeOp, ResizeOp
from engine.specs.training import TrainingSpec


def square_size(
    wanted: int | Literal["auto"],
    records: Sequence[SampleRecord],
    card: BackboneCard,
    spec: TrainingSpec,
) -> int:
    """Return height and width of the network's input in pixels: the option, or what suits.

    Raises:
        SpecError: when the option is less than the backbone can take.
    """
    if wanted == "auto":
        return default_image_size(
            records, card, spec.resources.device, is_pretrained=spec.pretrained is not None
        )
    if wanted < card.min_input_size:
        reason = f"the backbone '{card.key}' needs at least {card.min_input_size} pixels"
        raise SpecError(
            f"The image size is {wanted}, and {reason}. Choose at least that, 'auto', or a "
            "smaller backbone such as small_cnn.",
            field="options.image_size",
            reason=reason,
        )
    return wanted


def default_image_size(
    records: Sequence[SampleRecord],
    card: BackboneCard,
    device: Literal["cpu", "cuda"],
    *,
    is_pretrained: bool,
) -> int:
    """Return height and width of the network's input in pixels.

    Pretrained weights want the size they were trained at, but for those that come with the engine,
    which were shown images of several sizes; for these and others see ``fitting_size``.
    """
    usual = card.input_size or USUAL_SIZE
    if is_pretrained and card.weights is not None and not card.has_built_in:
        return usual
    sides = [
        max(record.width, record.height) for record in records if record.width and record.height
    ]
    return fitting_size(card, statistics.median(sides) if sides else usual, device)


def resizing(size: tuple[int, int], normalization: Normalization = IMAGENET) -> tuple[ImageOp, ...]:
    """Return how an image of any shape becomes the input of a network (3, H, W)."""
    return (
        ResizeOp(size=size),
        NormalizeOp(mean=normalization.mean, std=normalization.std),
        LayoutOp(to="NCHW"),
    )
