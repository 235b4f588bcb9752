"""Pictures of what augmentation does, for the person who sets its options."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from easel.errors import InputError
from easel.runtime.image import TENSOR, Preprocessing, decode_image
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor

from engine.catalog import Media
from engine.data.loader import step_seed
from engine.disk import write_atomically
from engine.errors import DataError, SpecError
from engine.events import EventSink
from engine.specs.ops.image import ImageOp, NormalizeOp
from engine.specs.training import TrainingSpec
from engine.tasks.task import Batch, GradientTask, TrainingDataset

FOLDER = "preview"


def write_preview(
    task: GradientTask[Any],
    spec: TrainingSpec,
    images: Sequence[Path],
    num_variants: int,
    work: Path,
    emit: EventSink,
) -> None:
    """Write each image unchanged and ``num_variants`` times augmented to ``work/preview``.

    The file ``2-0.png`` is the third image unchanged, ``2-1.png`` its first variant. A mixing of
    samples shows nothing here, where all of a batch are the same.

    Raises:
        DataError: when an image cannot be decoded.
        SpecError: ``preview_unsupported`` when the task does not look at pictures.
    """
    if task.card.media is not Media.IMAGE:
        raise SpecError(
            f"Task '{task.card.key}' takes no pictures, so there is nothing to draw. Preview the "
            "augmentation of an image task.",
            code="preview_unsupported",
            task=task.card.key,
        )
    splits = task.build_splits(spec)
    spec = task.resolve(spec, splits)
    # A task may take texts beside pictures, which have ops of their own.
    ops = [op for op in task.pipeline(spec, splits).preprocessing if isinstance(op, ImageOp)]
    preprocessing = Preprocessing([op.model_dump(mode="json") for op in ops])
    normalize = next(op for op in ops if isinstance(op, NormalizeOp))
    (work / FOLDER).mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(images):
        try:
            inputs = preprocessing(decode_image(path))
        except InputError as error:
            raise DataError(
                f"'{path.name}': {error.message}", code="image_unreadable", sample=path.name
            ) from error
        repeated = torch.from_numpy(np.stack([inputs] * num_variants))
        # Augmentation may change targets with the pictures, so it is given real ones.
        first = cast(TrainingDataset, splits.train).read([0] * num_variants)
        batch = Batch({TENSOR: repeated}, first.targets)
        seed = step_seed(spec.seed, number)
        variants = task.augment(spec, splits, batch, seed).inputs[TENSOR]
        _write(work / FOLDER / f"{number}-0.png", _to_pixels(repeated[0], normalize))
        for place, variant in enumerate(variants, start=1):
            _write(work / FOLDER / f"{number}-{place}.png", _to_pixels(variant, normalize))
        emit.progress("prepare", number + 1, len(images))
    emit.artifact("preview", FOLDER)


def _to_pixels(image: Tensor, normalize: NormalizeOp) -> NDArray[np.uint8]:
    """Return (H, W, 3) uint8 of a normalised (3, H, W) image."""
    values = image.permute(1, 2, 0).numpy() * np.array(normalize.std) + np.array(normalize.mean)
    pixels: NDArray[np.uint8] = (values * 255).round().clip(0, 255).astype(np.uint8)
    return pixels


def _write(path: Path, pixels: NDArray[np.uint8]) -> None:
    content = io.BytesIO()
    Image.fromarray(pixels).save(content, format="PNG")
    write_atomically(path, content.getvalue())
