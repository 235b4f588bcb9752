"""From decoded pixels to the tensor the network takes, as the manifest's op list says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError
from easel.runtime.image.context import ImageContext, Placement
from easel.runtime.image.geometry import (
    Pixels,
    Size,
    center_crop,
    letterbox,
    letterbox_size,
    pad_corner,
    resize,
)
from easel.runtime.ops import Op, choice, invalid_op, op_name, order_error, whole

FIELDS: dict[str, set[str]] = {
    "keep_source": set(),
    "resize": {"size", "interpolation", "antialias"},
    "letterbox": {"size", "pad", "interpolation", "antialias"},
    "fit": {"size", "interpolation", "antialias"},
    "center_crop": {"size"},
    "pad": {"size"},
    "normalize": {"mean", "std"},
    "layout": {"to"},
}


@dataclass(frozen=True)
class Step:
    """One op of the geometry.

    Attributes:
        apply: pixels (H, W, 3) to pixels of another size.
        place: height and width of the former to where the latter lie in them.
    """

    apply: Callable[[Pixels], Pixels]
    place: Callable[[Size], Placement]


class Preprocessing:
    """A compiled op list: geometry on uint8 pixels, then ``normalize``, ``pad``, ``layout``.

    Attributes:
        size: height and width after the geometry.
        ample_size: height and width of an image that no op finds too small.
        layout: ``NCHW`` or ``NHWC``, the order of the network's axes.
        keeps_source: the prediction looks at the image itself again.
    """

    def __init__(self, ops: Sequence[Op]) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``; nothing is guessed.
        """
        names = [op_name(op, FIELDS, "preprocessing") for op in ops]
        self.keeps_source = names[:1] == ["keep_source"]
        if self.keeps_source:
            ops, names = ops[1:], names[1:]
        geometry, last = _divided(ops, names)
        self._steps = tuple(_geometry(op) for op in geometry)
        self._padded = _size(last[1]) if len(last) == 3 else None
        self.size = self._padded or _size(geometry[-1])
        sizes = [_size(op) for op in geometry]
        self.ample_size = max(y for y, _ in sizes), max(x for _, x in sizes)
        if self.size[0] < sizes[-1][0] or self.size[1] < sizes[-1][1]:
            raise invalid_op(last[1], "size must be at least that of fit")
        self._scale, self._bias = _affine(last[0])
        self.layout = choice(last[-1], "to", ("NCHW", "NHWC"), None)

    def geometry(self, pixels: Pixels) -> Pixels:
        """Return the image at the network's size.

        Args:
            pixels: (H, W, 3) uint8.

        Returns:
            (height, width, 3) uint8, contiguous.
        """
        if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
            raise InputError(
                f"Pixels have the shape {pixels.shape} and type {pixels.dtype}; height x width x 3 "
                "of uint8 is expected. Decode the image with decode_image.",
                code="pixels_invalid",
            )
        if pixels.size == 0:
            raise InputError("The image has no pixels. Send another one.", code="pixels_invalid")
        for step in self._steps:
            pixels = step.apply(pixels)
        return np.ascontiguousarray(pixels)

    def context(self, size: Size) -> ImageContext:
        """Return what a prediction must know of an image of this height and width."""
        y_scale = x_scale = 1.0
        y_offset = x_offset = 0.0
        inner = size
        for step in self._steps:
            placed = step.place(inner)
            y_offset += y_scale * placed.top
            x_offset += x_scale * placed.left
            y_scale *= placed.y_scale
            x_scale *= placed.x_scale
            inner = placed.size
        # Zeros are put below and to the right, so that nothing moves.
        inner = self._padded or inner
        return ImageContext(
            size[0], size[1], Placement(inner, y_offset, x_offset, y_scale, x_scale)
        )

    def normalize(self, pixels: Pixels) -> NDArray[np.float32]:
        """Return float32 values of (..., H, W, 3) uint8 pixels in the network's layout.

        One multiplication and one addition in float32 per value, each rounded.
        """
        if self.layout == "NHWC":
            values = np.multiply(pixels, self._scale, dtype=np.float32)
            values += self._bias
            return values
        planes = np.ascontiguousarray(np.moveaxis(pixels, -1, -3))
        values = np.multiply(planes, self._scale[:, np.newaxis, np.newaxis], dtype=np.float32)
        values += self._bias[:, np.newaxis, np.newaxis]
        return values

    def __call__(self, pixels: Pixels) -> NDArray[np.float32]:
        """Return the network's input for one image, without the batch axis.

        Args:
            pixels: (H, W, 3) uint8.

        Returns:
            float32, (3, height, width) for ``NCHW`` and (height, width, 3) for ``NHWC``.

        Raises:
            InputError: when the pixels are of another shape or type, or too few for a crop.
        """
        values = self.normalize(self.geometry(pixels))
        return values if self._padded is None else pad_corner(values, self._padded, self.layout)


def preprocess(pixels: Pixels, ops: Sequence[Op]) -> NDArray[np.float32]:
    """Apply a manifest's ``preprocessing`` to one image.

    To treat many images alike, compile the list once: ``Preprocessing(ops)``.

    Args:
        pixels: (H, W, 3) uint8, RGB, upright.
        ops: the op list, as in ``manifest.json``.

    Returns:
        float32, (3, height, width), or (height, width, 3) when the layout is ``NHWC``.

    Raises:
        PackageError: when an op is unknown or its fields are wrong.
        InputError: when the pixels do not fit.
    """
    return Preprocessing(ops)(pixels)


def _divided(ops: Sequence[Op], names: Sequence[str]) -> tuple[Sequence[Op], Sequence[Op]]:
    """Return the ops of the geometry, and those from ``normalize`` on.

    Raises:
        PackageError: ``op_order``.
    """
    num_last = 3 if "pad" in names else 2
    geometry = names[:-num_last]
    last = ["normalize", "pad", "layout"] if num_last == 3 else ["normalize", "layout"]
    # What fit leaves has no size of its own, so that pad must give it one.
    is_fitted = "fit" in geometry
    if (
        not geometry
        or list(names[-num_last:]) != last
        or {"normalize", "pad", "layout", "keep_source"} & set(geometry)
        or is_fitted != (num_last == 3)
        or (is_fitted and geometry.index("fit") != len(geometry) - 1)
    ):
        expected = (
            "perhaps keep_source first, then resize, letterbox or center_crop, then one "
            "normalize, then one layout; or fit as the last before normalize, and pad after it"
        )
        raise order_error("preprocessing", names, expected)
    return ops[:-num_last], ops[-num_last:]


def _geometry(op: Op) -> Step:
    size = _size(op)
    if op["op"] == "center_crop":
        return Step(lambda pixels: center_crop(pixels, size), lambda inner: _cropped(inner, size))
    antialias = choice(op, "antialias", ("box", "none"), "box")
    if op["op"] == "letterbox":
        pad = whole(op, "pad", 114, 0, 255)
        interpolation = choice(op, "interpolation", ("bilinear_fx11",), "bilinear_fx11")
        return Step(
            lambda pixels: letterbox(
                pixels, size, pad=pad, interpolation=interpolation, antialias=antialias
            ),
            lambda inner: _letterboxed(inner, size),
        )
    if op["op"] == "fit":
        interpolation = choice(op, "interpolation", ("bilinear_fx11",), "bilinear_fx11")
        return Step(
            lambda pixels: resize(
                pixels,
                letterbox_size((pixels.shape[0], pixels.shape[1]), size),
                interpolation=interpolation,
                antialias=antialias,
            ),
            lambda inner: _fitted(inner, size),
        )
    interpolation = choice(op, "interpolation", ("bilinear_fx11", "nearest"), "bilinear_fx11")
    return Step(
        lambda pixels: resize(pixels, size, interpolation=interpolation, antialias=antialias),
        lambda inner: Placement(size, 0.0, 0.0, inner[0] / size[0], inner[1] / size[1]),
    )


def _cropped(inner: Size, size: Size) -> Placement:
    return Placement(size, (inner[0] - size[0]) // 2, (inner[1] - size[1]) // 2, 1.0, 1.0)


def _fitted(inner: Size, size: Size) -> Placement:
    height, width = letterbox_size(inner, size)
    return Placement((height, width), 0.0, 0.0, inner[0] / height, inner[1] / width)


def _letterboxed(inner: Size, size: Size) -> Placement:
    height, width = letterbox_size(inner, size)
    y_scale, x_scale = inner[0] / height, inner[1] / width
    top, left = (size[0] - height) // 2, (size[1] - width) // 2
    return Placement(size, -top * y_scale, -left * x_scale, y_scale, x_scale)


def _affine(op: Op) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return scale and bias (3,) float32, computed in double precision and rounded once."""
    mean, std = _triple(op, "mean"), _triple(op, "std")
    if not np.all(std > 0):
        raise invalid_op(op, "std must be positive")
    return (1.0 / (255.0 * std)).astype(np.float32), (-mean / std).astype(np.float32)


def _triple(op: Op, field: str) -> NDArray[np.float64]:
    try:
        values = np.asarray(op.get(field), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise invalid_op(op, f"{field} must be three numbers") from error
    if values.shape != (3,) or not np.all(np.isfinite(values)):
        raise invalid_op(op, f"{field} must be three numbers")
    return values


def _size(op: Op) -> Size:
    size = op.get("size")
    if (
        not isinstance(size, Sequence)
        or len(size) != 2
        or not all(isinstance(side, int) and side >= 1 for side in size)
    ):
        raise invalid_op(op, "size must be a positive height and width")
    return int(size[0]), int(size[1])
