"""Masks that lie beside class folders, as public anomaly sets bring them.

``ground_truth/crack/007_mask.png`` says which pixels of ``test/crack/007.png`` are anomalous: those
that are not black. Such files are no images to learn from or evaluate on.

Source: the layout of Bergmann et al., CVPR 2019 (MVTec AD).
"""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import PurePosixPath

import numpy as np
from easel.runtime.run_lengths import encode
from PIL import Image

from engine.data.samples import SampleSet
from engine.errors import DataError
from engine.formats.shapes.run_lengths import MAX_MASK_PIXELS
from engine.specs.data import Region, SampleRecord
from engine.specs.samples.geometry import Mask

FOLDER = "ground_truth"
_SUFFIX = "_mask"


def take_masks(samples: SampleSet) -> SampleSet:
    """Annotate images by the masks in ``ground_truth`` folders, which are no samples any more.

    Raises:
        DataError: ``mask_unreadable`` when a mask is damaged, or not of its image's size.
    """
    masks = {_key(record): record for record in samples.records if _is_mask(record)}
    if not masks:
        return samples
    records = [
        _annotated(record, masks.get(_key(record)), samples)
        for record in samples.records
        if not _is_mask(record)
    ]
    return replace(samples, records=tuple(records))


def _is_mask(record: SampleRecord) -> bool:
    return FOLDER in PurePosixPath(record.file).parts[:-1]


def _key(record: SampleRecord) -> tuple[str, str]:
    """Return the class folder and the number that an image and its mask have in common."""
    path = PurePosixPath(record.file)
    return path.parent.name, path.stem.removesuffix(_SUFFIX)


def _annotated(record: SampleRecord, mask: SampleRecord | None, samples: SampleSet) -> SampleRecord:
    if mask is None:
        return record
    try:
        with Image.open(io.BytesIO(samples.files.read(mask))) as image:
            size = (image.height, image.width)
            if (
                size != (record.height, record.width)
                or image.width * image.height > MAX_MASK_PIXELS
            ):
                raise ValueError(f"it has {image.width} × {image.height} pixels")
            flags = np.asarray(image.convert("L")) > 0
    except (OSError, ValueError, SyntaxError) as error:
        raise DataError(
            f"The mask '{mask.file}' cannot be used ({error}). It must be an image of the size of "
            f"'{record.name}', black where nothing is wrong. Replace or remove it.",
            code="mask_unreadable",
            sample=mask.file,
            reason=str(error),
        ) from error
    geometry = Mask(size=size, counts=encode(flags).compressed())
    label = record.labels[0] if record.labels else "anomalous"
    regions = (Region(id="mask", label=label, geometry=geometry),) if flags.any() else ()
    return record.model_copy(update={"regions": (*record.regions, *regions)})
