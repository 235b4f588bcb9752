"""From a video to the rows the network takes, as the manifest's op list says."""

# N frames that the network sees, H height, W width

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from easel.runtime.example import Example
from easel.runtime.image import Pixels
from easel.runtime.image import Preprocessing as ImagePreprocessing
from easel.runtime.ops import Op, op_name, order_error, whole
from easel.runtime.video.context import VideoContext
from easel.runtime.video.decode import Video

TENSOR = "video"
"""The one tensor that preprocessing makes: (1, N, 3, H, W) float32."""

FIELDS = {"sample_frames": {"frames"}}


def even_places(num_frames: int, wanted: int) -> tuple[int, ...]:
    """Return the middles of ``wanted`` equal parts of a video; a short video repeats frames."""
    return tuple((2 * place + 1) * num_frames // (2 * wanted) for place in range(wanted))


class Preprocessing:
    """A compiled op list: ``sample_frames``, then the ops of images for each frame alike.

    Attributes:
        num_frames: N.
        images: what is done to each frame.
    """

    def __init__(self, ops: Sequence[Op]) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``; nothing is guessed.
        """
        if not ops or ops[0].get("op") != "sample_frames":
            names = [str(op.get("op")) for op in ops]
            raise order_error(
                "preprocessing", names, "sample_frames or every_frame, then ops of images"
            )
        op_name(ops[0], FIELDS, "preprocessing")
        self.num_frames = whole(ops[0], "frames", None, 1, 1024)
        self.images = ImagePreprocessing(ops[1:])

    def pixels(self, video: Video) -> Pixels:
        """Return the chosen frames at the network's size, (N, H, W, 3) uint8."""
        places = even_places(video.num_frames, self.num_frames)
        wanted = sorted(set(places))
        # Each is made small before the next one is decoded.
        small = {
            place: self.images.geometry(frame) for place, frame in zip(wanted, video.decode(wanted))
        }
        return np.stack([small[place] for place in places])

    def example(self, pixels: Pixels, num_frames: int) -> Example:
        """Return the one row of frames (N, H, W, 3) chosen from a video of ``num_frames``."""
        row = self.images.normalize(pixels)[np.newaxis]
        context = VideoContext(num_frames, even_places(num_frames, self.num_frames))
        return Example({TENSOR: row}, context)

    def __call__(self, video: Video) -> Example:
        """Return the one row of a video."""
        return self.example(self.pixels(video), video.num_frames)
