"""The network behind MLServer: ``… MODEL PORT BATCH``, by the Python of its own environment.

It runs the model in its own process: that is cheaper than its workers, to which tensors are copied.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from mlserver import MLModel
from mlserver.codecs import NumpyCodec
from mlserver.types import InferenceRequest, InferenceResponse

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from network import Network

WAIT_SECONDS = 0.002


class Model(MLModel):
    """Answers requests, which MLServer has put together to one where it batches."""

    async def load(self) -> bool:
        self._network = Network(self.settings.parameters.uri)
        return True

    async def predict(self, payload: InferenceRequest) -> InferenceResponse:
        images = NumpyCodec.decode_input(payload.inputs[0]).astype(np.float32, copy=False)
        output = NumpyCodec.encode_output("logits", self._network.run(images))
        return InferenceResponse(model_name=self.name, outputs=[output])


if __name__ == "__main__":
    file, port, batch = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    waiting = {"max_batch_size": batch, "max_batch_time": WAIT_SECONDS} if batch > 1 else {}
    here = Path(__file__)
    settings = {
        "host": "127.0.0.1", "http_port": port, "grpc_port": port + 1, "metrics_port": port + 2,
        "parallel_workers": 0, "debug": False,
    }  # fmt: skip
    model = {
        "name": "net", "implementation": f"{here.stem}.Model", "parameters": {"uri": file},
        **waiting,
    }  # fmt: skip
    Path("settings.json").write_text(json.dumps(settings))
    Path("model-settings.json").write_text(json.dumps(model))
    mlserver = str(Path(sys.executable).with_name("mlserver"))
    os.environ["PYTHONPATH"] = str(here.parent)
    os.execv(mlserver, [mlserver, "start", "."])
