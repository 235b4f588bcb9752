"""The network behind LitServe: ``… MODEL PORT BATCH``, by the Python of its own environment."""

from __future__ import annotations

import sys
from typing import Any

import litserve
from network import Network

WAIT_SECONDS = 0.002


class Api(litserve.LitAPI):
    """One worker that answers requests, alone or in batches."""

    def __init__(self, file: str, batch: int) -> None:
        waiting = {"max_batch_size": batch, "batch_timeout": WAIT_SECONDS} if batch > 1 else {}
        super().__init__(**waiting)
        self._file, self._is_batched = file, batch > 1

    def setup(self, device: str) -> None:
        self._network = Network(self._file)

    # A type here would be taken for a model of the request.
    def decode_request(self, request):
        return request["inputs"][0]

    def predict(self, inputs: Any) -> Any:
        answers = self._network.answer(inputs if self._is_batched else [inputs])
        return answers if self._is_batched else answers[0]

    def batch(self, inputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return inputs

    def unbatch(self, output: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return output

    def encode_response(self, output: dict[str, Any]) -> dict[str, Any]:
        return {"outputs": [output]}


if __name__ == "__main__":
    file, port, batch = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    server = litserve.LitServer(Api(file, batch), accelerator="cpu", workers_per_device=1)
    server.run(
        host="127.0.0.1", port=port, num_api_servers=1, log_level="warning",
        generate_client_file=False,
    )  # fmt: skip
