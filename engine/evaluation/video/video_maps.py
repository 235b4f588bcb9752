"""Where and when a network looked at a video: heat maps over some of its frames."""

# N frames, H height, W width

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from easel.runtime.video import TENSOR
from numpy.typing import NDArray

from engine.data.video.dataset import VideoDataset
from engine.evaluation.heatmaps import HeatMap, HeatMaps, activation_maps, laid_over
from engine.evaluation.mistakes import Pick

NUM_SHOWN = 6


class VideoMaps(HeatMaps[VideoDataset]):
    """Heat maps of video classifiers (B, N, 3, H, W) → logits (B, K).

    An image is a row of frames, evenly chosen, with what spoke for the label laid over them.
    """

    def maps(self, picks: Sequence[Pick]) -> Iterator[HeatMap]:
        """Yield what spoke for the class of each pick."""
        _, dataset = self.splits.held_out()
        for pick in picks:
            (example,) = dataset.examples([pick.index])
            video = np.asarray(example.tensors[TENSOR])
            (values,) = activation_maps(self.model, self.model.features, video, [pick.label])
            yield HeatMap(values, _strip(dataset.pixels(pick.index), values))


def _strip(frames: NDArray[np.uint8], maps: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return some frames (N, H, W, 3) side by side under their maps (N, H, W)."""
    chosen = np.linspace(0, len(frames) - 1, min(NUM_SHOWN, len(frames))).round().astype(int)
    shown, values = frames[chosen].astype(np.float64), maps[chosen]
    return np.concatenate(list(laid_over(shown, values)), axis=1)
