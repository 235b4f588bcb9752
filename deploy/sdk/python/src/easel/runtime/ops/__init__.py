"""The closed list of operations around the network; exact definitions in ``manifest-ops.md``.

Training, evaluation, serving and the SDK all use these functions, so a picture means the same
numbers everywhere.
"""

from easel.runtime.ops.decode import MAX_PIXELS, decode_image
from easel.runtime.ops.geometry import center_crop, letterbox, resize
from easel.runtime.ops.postprocessing import Postprocessing, Prediction, sigmoid, softmax
from easel.runtime.ops.preprocessing import Preprocessing, preprocess

__all__ = [
    "MAX_PIXELS",
    "Postprocessing",
    "Prediction",
    "Preprocessing",
    "center_crop",
    "decode_image",
    "letterbox",
    "preprocess",
    "resize",
    "sigmoid",
    "softmax",
]
