"""The network as every peer runs it: one session, one thread, on a batch of requests.

Imports nothing of ours: the environments of the peers have other versions of everything.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime


class Network:
    """Answers requests of the Open Inference Protocol that hold one image each."""

    def __init__(self, file: str) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            file, options, providers=["CPUExecutionProvider"]
        )

    def run(self, images: np.ndarray) -> np.ndarray:
        """Return the logits (N, 10) of images (N, 3, H, W)."""
        (logits,) = self._session.run(None, {"image": images})
        return logits

    def answer(self, inputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return an output tensor for each input tensor, computed in one batch."""
        images = [np.asarray(one["data"], np.float32).reshape(one["shape"]) for one in inputs]
        return [
            {"name": "logits", "datatype": "FP32", "shape": [1, len(row)], "data": row.tolist()}
            for row in self.run(np.concatenate(images))
        ]
