"""Images: decoding, geometry in exact integer arithmetic, and the tensor ``image``.

Training, evaluation, serving and the SDK all use these functions, so an image means the same
numbers everywhere; exact definitions in ``manifest-ops.md``.
"""

from easel.runtime.image.context import ImageContext, Placement
from easel.runtime.image.decode import MAX_PIXELS, decode_image, rgb_pixels
from easel.runtime.image.geometry import Pixels, Size, center_crop, letterbox, resize
from easel.runtime.image.input import TENSOR, ImageInput, ImageSource, open_input
from easel.runtime.image.preprocessing import Preprocessing, preprocess

__all__ = [
    "MAX_PIXELS",
    "TENSOR",
    "ImageContext",
    "ImageInput",
    "ImageSource",
    "Pixels",
    "Placement",
    "Preprocessing",
    "Size",
    "center_crop",
    "decode_image",
    "letterbox",
    "open_input",
    "preprocess",
    "resize",
    "rgb_pixels",
]
