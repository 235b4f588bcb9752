"""From decoded pixels to the tensor the network takes, as the manifest's op list says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError, PackageError
from easel.runtime.ops.geometry import Pixels, Size, center_crop, letterbox, resize

Op = Mapping[str, object]
Step = Callable[[Pixels], Pixels]

FIELDS = {
    "resize": {"size", "interpolation", "antialias"},
    "letterbox": {"size", "pad", "interpolation", "antialias"},
    "center_crop": {"size"},
    "normalize": {"mean", "std"},
    "layout": {"to"},
}


class Preprocessing:
    """A compiled op list: geometry on uint8 pixels, then ``normalize``, then ``layout``.

    Attributes:
        size: height and width after the geometry.
        layout: ``NCHW`` or ``NHWC``, the order of the network's axes.
    """

    def __init__(self, ops: Sequence[Op]) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``; nothing is guessed.
        """
        names = [_name(op) for op in ops]
        if names[-2:] != ["normalize", "layout"] or {"normalize", "layout"} & set(names[:-2]):
            raise PackageError(
                f"The preprocessing is {names}; it must be resize, letterbox or center_crop, then "
                "one normalize, then one layout. Export the package again.",
                code="op_order",
            )
        if not names[:-2]:
            raise PackageError(
                "The preprocessing never sets the size of the image. It needs a resize, letterbox "
                "or center_crop. Export the package again.",
                code="op_order",
            )
        self._steps = tuple(_geometry(op) for op in ops[:-2])
        self.size = _size(ops[-3])
        self._scale, self._bias = _affine(ops[-2])
        self.layout = _choice(ops[-1], "to", ("NCHW", "NHWC"), None)

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
            pixels = step(pixels)
        return np.ascontiguousarray(pixels)

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
        return self.normalize(self.geometry(pixels))


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


def _name(op: Op) -> str:
    name = op.get("op")
    if not isinstance(name, str) or name not in FIELDS:
        raise PackageError(
            f"This runtime has no preprocessing op '{name}'. It knows {', '.join(FIELDS)}. "
            "Install a newer easel package.",
            code="op_unknown",
            op=str(name),
        )
    unknown = set(op) - FIELDS[name] - {"op"}
    if unknown:
        raise _invalid(op, f"the field '{min(unknown)}' is not known")
    return name


def _geometry(op: Op) -> Step:
    size = _size(op)
    if op["op"] == "center_crop":
        return lambda pixels: center_crop(pixels, size)
    antialias = _choice(op, "antialias", ("box", "none"), "box")
    if op["op"] == "letterbox":
        pad = op.get("pad", 114)
        if not isinstance(pad, int) or not 0 <= pad <= 255:
            raise _invalid(op, "pad must be a whole number from 0 to 255")
        interpolation = _choice(op, "interpolation", ("bilinear_fx11",), "bilinear_fx11")
        return lambda pixels: letterbox(
            pixels, size, pad=pad, interpolation=interpolation, antialias=antialias
        )
    kinds = ("bilinear_fx11", "nearest")
    interpolation = _choice(op, "interpolation", kinds, "bilinear_fx11")
    return lambda pixels: resize(pixels, size, interpolation=interpolation, antialias=antialias)


def _affine(op: Op) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return scale and bias (3,) float32, computed in double precision and rounded once."""
    mean, std = _triple(op, "mean"), _triple(op, "std")
    if not np.all(std > 0):
        raise _invalid(op, "std must be positive")
    return (1.0 / (255.0 * std)).astype(np.float32), (-mean / std).astype(np.float32)


def _triple(op: Op, field: str) -> NDArray[np.float64]:
    try:
        values = np.asarray(op.get(field), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise _invalid(op, f"{field} must be three numbers") from error
    if values.shape != (3,) or not np.all(np.isfinite(values)):
        raise _invalid(op, f"{field} must be three numbers")
    return values


def _size(op: Op) -> Size:
    size = op.get("size")
    if (
        not isinstance(size, Sequence)
        or len(size) != 2
        or not all(isinstance(side, int) and side >= 1 for side in size)
    ):
        raise _invalid(op, "size must be a positive height and width")
    return int(size[0]), int(size[1])


def _choice(op: Op, field: str, choices: Sequence[str], default: str | None) -> str:
    value = op.get(field, default)
    if not isinstance(value, str) or value not in choices:
        raise _invalid(op, f"{field} must be one of {', '.join(choices)}")
    return value


def _invalid(op: Op, reason: str) -> PackageError:
    return PackageError(
        f"The op '{op.get('op')}' of the manifest is wrong: {reason}. Export the package again.",
        code="op_invalid",
        op=str(op.get("op")),
    )
