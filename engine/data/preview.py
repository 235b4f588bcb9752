"""Images of what augmentation does, for the person who sets its options."""

# H height, W width

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from engine.data.image.seen_regions import key_points, point_names, seen_regions
from engine.data.loader import step_seed
from engine.data.retail.dataset import PRODUCTS
from engine.disk import write_atomically
from engine.errors import DataError, SpecError
from engine.events import EventSink
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits, TrainingDataset
from engine.interfaces.task import GradientTask
from engine.specs.data import DataSpec, FilesDataSpec
from engine.specs.package.ops.image import ImageOp, NormalizeOp
from engine.specs.preview import IMAGES_FILE, AugmentedImage
from engine.specs.training import TrainingSpec

FOLDER = "preview"


@dataclass(frozen=True)
class _Group:
    """Images that are changed in one batch, as those of one split are."""

    images: tuple[int, ...]
    batch: Batch
    names: tuple[str, ...] = ()


def write_preview(
    task: GradientTask[Any],
    spec: TrainingSpec,
    images: Sequence[Path],
    num_variants: int,
    work: Path,
    emit: EventSink,
) -> None:
    """Write each image unchanged and ``num_variants`` times augmented to ``work/preview``.

    The file ``2-0.png`` is the third image unchanged, ``2-1.png`` its first variant;
    ``images.jsonl`` says of each what training sees annotated on it. Images of one split are
    changed together, so that those which training mixes are mixed here too.

    Raises:
        DataError: when an image cannot be decoded.
        SpecError: ``preview_unsupported`` when the task does not look at images.
    """
    if task.card.media is not Media.IMAGE:
        raise SpecError(
            f"Task '{task.card.key}' takes no images, so there is nothing to draw. Preview the "
            "augmentation of an image task.",
            code="preview_unsupported",
            task=task.card.key,
        )
    splits = task.build_splits(spec)
    spec = task.resolve(spec, splits)
    # A task may take texts beside images, which have ops of their own.
    ops = [op for op in task.pipeline(spec, splits).preprocessing if isinstance(op, ImageOp)]
    preprocessing = Preprocessing([op.model_dump(mode="json") for op in ops])
    normalize = next(op for op in ops if isinstance(op, NormalizeOp))
    (work / FOLDER).mkdir(parents=True, exist_ok=True)
    lines: list[AugmentedImage] = []
    for group in _groups(splits, spec.data, images, preprocessing):
        for variant in range(num_variants + 1):
            batch = group.batch
            if variant:
                batch = task.augment(spec, splits, batch, step_seed(spec.seed, variant))
            for place, image in enumerate(group.images):
                pixels = _to_pixels(batch.inputs[TENSOR][place], normalize)
                file, (height, width) = f"{image}-{variant}.png", pixels.shape[:2]
                _write(work / FOLDER / file, pixels)
                targets = (batch.targets, place, (height, width), splits.labels, group.names)
                lines.append(
                    AugmentedImage(
                        file=file,
                        image=image,
                        variant=variant,
                        width=width,
                        height=height,
                        regions=seen_regions(*targets),
                    )
                )
        emit.progress("prepare", len(lines) // (num_variants + 1), len(images))
    lines.sort(key=lambda line: (line.image, line.variant))
    content = "".join(f"{line.model_dump_json()}\n" for line in lines)
    write_atomically(work / FOLDER / IMAGES_FILE, content.encode())
    emit.artifact("preview", FOLDER)


def _groups(
    splits: Splits, data: DataSpec, images: Sequence[Path], preprocessing: Preprocessing
) -> Iterator[_Group]:
    """Find the samples that images are of; those that are none are changed without a mark."""
    root = Path(data.root if isinstance(data, FilesDataSpec) else data.files_root)
    names = [_name_in(root.absolute(), path.absolute()) for path in images]
    wanted, left = set(names), set(range(len(images)))
    for split in (splits.train, splits.validation, splits.test):
        dataset = cast(TrainingDataset, split)
        records = enumerate(dataset.records)
        samples = {record.file: index for index, record in records if record.file in wanted}
        found = tuple(number for number in sorted(left) if names[number] in samples)
        left.difference_update(found)
        if found:
            indices = [samples[str(names[number])] for number in found]
            yield _of_samples(found, dataset, indices, preprocessing)
    if left:
        rest = tuple(sorted(left))
        yield _Group(rest, _unmarked(splits, [images[at] for at in rest], preprocessing))


def _name_in(root: Path, path: Path) -> str | None:
    """Return how records of a folder name a file, ``None`` when it is not in there."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else None


def _of_samples(
    images: tuple[int, ...],
    dataset: TrainingDataset,
    indices: Sequence[int],
    preprocessing: Preprocessing,
) -> _Group:
    """Read samples with their targets, and with the key points that no task learns yet."""
    batch = dataset.read(indices)
    targets = dict(batch.targets)
    if "boxes" not in targets:
        return _Group(images, batch)
    # A product is found as a product before it is told which, but is known by its name.
    targets["labels"] = targets.get(PRODUCTS, targets["labels"])
    records = [dataset.records[index] for index in indices]
    names = point_names(records)
    if names:
        targets["points"] = key_points(records, names, preprocessing)
    return _Group(images, Batch(batch.inputs, targets), names)


def _unmarked(splits: Splits, paths: Sequence[Path], preprocessing: Preprocessing) -> Batch:
    """Read images that are no sample to learn from.

    Augmentation may change targets with the images, so it is given those of a real sample, less
    what is annotated there.
    """
    decoded = []
    for path in paths:
        try:
            decoded.append(preprocessing(decode_image(path)))
        except InputError as error:
            raise DataError(
                f"'{path.name}': {error.message}", code="image_unreadable", sample=path.name
            ) from error
    targets = dict(cast(TrainingDataset, splits.train).read([0] * len(paths)).targets)
    if "samples" in targets:
        num_objects = len(targets["samples"])
        targets = {
            name: values[:0] if len(values) == num_objects else values
            for name, values in targets.items()
        }
    if "classes" in targets:
        targets["classes"] = torch.full_like(targets["classes"], -1)
    return Batch({TENSOR: torch.from_numpy(np.stack(decoded))}, targets)


def _to_pixels(image: Tensor, normalize: NormalizeOp) -> NDArray[np.uint8]:
    """Return (H, W, 3) uint8 of a normalised (3, H, W) image."""
    values = image.permute(1, 2, 0).numpy() * np.array(normalize.std) + np.array(normalize.mean)
    pixels: NDArray[np.uint8] = (values * 255).round().clip(0, 255).astype(np.uint8)
    return pixels


def _write(path: Path, pixels: NDArray[np.uint8]) -> None:
    content = io.BytesIO()
    Image.fromarray(pixels).save(content, format="PNG")
    write_atomically(path, content.getvalue())
