"""Measure images: can they be decoded, how sharp, how bright, how large, and which way up."""

# H height, W width

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from easel.errors import InputError
from easel.runtime.image.decode import (
    EXIF_ORIENTATIONS,
    FORMATS,
    MALFORMED,
    MAX_PIXELS,
    ORIENTATION_TAG,
    TOO_LARGE,
    rgb_pixels,
)
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from engine.quality.column_store import (
    DIGEST_BYTES,
    ColumnStore,
    Finding,
    Measurements,
    Twin,
    Unreadable,
)
from engine.quality.duplicates.image_twins import image_twins
from engine.quality.hashing import grid_hash, thumbnail
from engine.quality.histograms import histograms
from engine.quality.outliers import log_scores
from engine.quality.samples.appearance import appearance
from engine.quality.samples.small_image import small_image
from engine.specs.inspection import Histogram, InspectionThresholds

# Sharpness depends on the scale, so all images are brought to it.
_SHARPNESS_SIDE = 512
Grey = NDArray[np.float32]


def sharpness(grey: Grey) -> float:
    """Return the variance of the Laplacian of a grey image (H, W) of levels 0..255.

    Source: Pech-Pacheco et al., ICPR 2000, LAPV, with the kernel of four neighbours.
    """
    if min(grey.shape) < 3:
        return math.nan
    middle = grey[1:-1, 1:-1]
    laplacian = grey[:-2, 1:-1] + grey[2:, 1:-1] + grey[1:-1, :-2] + grey[1:-1, 2:] - 4 * middle
    return float(laplacian.var())


class Images:
    """The medium ``image``."""

    def __init__(self, thresholds: InspectionThresholds) -> None:
        self._thresholds = thresholds
        self._dark = thresholds.dark_level
        self._bright = thresholds.bright_level

    def measure(self, path: Path, *, with_features: bool) -> Measurements:
        """Decode one image whole and measure it.

        Raises:
            Unreadable: when it is no image, damaged, or larger than is ever decoded.
        """
        try:
            with Image.open(path, formats=FORMATS) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise Unreadable("image_too_large", "The image has too many pixels.")
                turned = _orientation(image) in EXIF_ORIENTATIONS
                pixels = rgb_pixels(image)
        except TOO_LARGE as error:
            raise Unreadable("image_too_large", str(error)) from error
        except UnidentifiedImageError as error:
            raise Unreadable("image_not_recognised", str(error)) from error
        except InputError as error:
            raise Unreadable(error.code, error.message) from error
        except MALFORMED as error:
            raise Unreadable("image_damaged", str(error)) from error
        return self.measure_image(pixels, turned=turned, with_features=with_features)

    def measure_image(
        self, pixels: NDArray[np.uint8], *, turned: bool, with_features: bool
    ) -> Measurements:
        """Measure the upright pixels (H, W, 3) of one image."""
        height, width = pixels.shape[:2]
        image = Image.fromarray(pixels)
        small = image.copy()
        small.thumbnail((_SHARPNESS_SIDE, _SHARPNESS_SIDE), Image.Resampling.BOX)
        grey_image = small.convert("L")
        grey = np.asarray(grey_image, dtype=np.float32)
        tiny = np.asarray(thumbnail(grey_image))
        # The same bytes in rows of another width are another image.
        digest = hashlib.blake2b(pixels.data, digest_size=DIGEST_BYTES, key=f"{width}".encode())
        return Measurements(
            numbers={
                "width": width,
                "height": height,
                "pixels": width * height,
                "ratio": width / height,
                "sharpness": sharpness(grey),
                "brightness": float(grey.mean()),
                "dark_share": float((grey <= self._dark).mean()),
                "bright_share": float((grey >= self._bright).mean()),
                "is_turned": float(turned),
            },
            content=digest.digest(),
            hash=grid_hash(tiny.astype(np.float64)),
            thumbnail=tiny,
            features=small_image(small) if with_features else None,
            appearance=appearance(small),
        )

    def twins(self, store: ColumnStore, chosen: NDArray[np.int64], root: Path) -> Iterator[Twin]:
        """Yield images that look alike, or like the mirror image of another."""
        return image_twins(store, chosen, self._thresholds)

    def findings(self, store: ColumnStore, thresholds: InspectionThresholds) -> Iterator[Finding]:
        """Yield blurred, dark, bright, oddly large and oddly long images, and turned ones."""
        share = thresholds.exposure_share
        is_lit = np.ones(len(store), dtype=bool)
        for kind, column in (("too_dark", "dark_share"), ("too_bright", "bright_share")):
            shares = store.numbers(column)
            is_lit &= shares < share
            yield store.finding(kind, shares >= share, shares, measured=(column,), share=share)
        sharp = store.numbers("sharpness")
        odd = -log_scores(sharp)
        blurred = (sharp < thresholds.sharpness) & (odd > thresholds.outlier)
        blurred |= sharp < thresholds.sharpness_floor
        # What is all black or white has no edges either, and has its finding already.
        blurred &= is_lit
        yield store.finding(
            "blurred", blurred, -sharp, measured=("sharpness",), sharpness=thresholds.sharpness
        )
        yield from self._sizes(store, thresholds)
        turned = store.numbers("is_turned")
        yield store.finding("turned", turned > 0, turned)

    def _sizes(self, store: ColumnStore, thresholds: InspectionThresholds) -> Iterator[Finding]:
        width, height = store.numbers("width"), store.numbers("height")
        scores = np.abs(log_scores(store.numbers("pixels")))
        small = np.minimum(width, height) < thresholds.min_side
        yield store.finding(
            "odd_size",
            small | (scores > thresholds.outlier),
            scores,
            measured=("width", "height"),
            min_side=thresholds.min_side,
        )
        ratio = store.numbers("ratio")
        longest = np.maximum(ratio, 1 / ratio) if len(ratio) else ratio
        yield store.finding(
            "odd_ratio",
            longest > thresholds.max_ratio,
            longest,
            measured=("width", "height"),
            max_ratio=thresholds.max_ratio,
        )

    def charts(self, store: ColumnStore) -> Iterator[Histogram]:
        """Yield how sizes, brightness and sharpness are spread."""
        yield from histograms(
            store,
            ("width", "px", False),
            ("height", "px", False),
            ("ratio", "", True),
            ("brightness", "", False),
            ("sharpness", "", True),
        )


def _orientation(image: Image.Image) -> int | None:
    try:
        found = image.getexif().get(ORIENTATION_TAG)
    except MALFORMED:
        return None
    return found if isinstance(found, int) else None
