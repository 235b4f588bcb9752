"""The network behind BentoML: ``… MODEL PORT BATCH``, by the Python of its own environment.

``bentoml serve`` imports this file to find the service, in processes of its own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import bentoml

sys.path.insert(0, str(Path(__file__).parent))

from network import Network

MODEL, BATCH = "PEERS_MODEL", "PEERS_BATCH"
MAX_BATCH = int(os.environ.get(BATCH, "1"))
# It sheds load when it expects batches to take longer; nobody is to be refused here.
BATCHING: dict[str, Any] = (
    {"batchable": True, "max_batch_size": MAX_BATCH, "max_latency_ms": 60_000}
    if MAX_BATCH > 1
    else {}
)


@bentoml.service(workers=1, traffic={"timeout": 60}, metrics={"enabled": True})
class Service:
    """One worker that answers requests, alone or in batches."""

    def __init__(self) -> None:
        self._network = Network(os.environ[MODEL])

    @bentoml.api(route="/infer", **BATCHING)
    def infer(self, inputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return self._network.answer(inputs)


if __name__ == "__main__":
    model, port, batch = sys.argv[1:]
    os.environ.update({MODEL: model, BATCH: batch})
    here = Path(__file__)
    bentoml = str(Path(sys.executable).with_name("bentoml"))
    arguments = ["serve", f"{here.stem}:Service", "--working-dir", str(here.parent)]
    os.execv(bentoml, [bentoml, *arguments, "--host", "127.0.0.1", "--port", port])
