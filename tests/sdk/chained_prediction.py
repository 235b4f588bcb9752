"""An answer that asks a further network, as recognisers and decoders do."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.predictions import Networks
from easel.runtime.results import Document, PredictOptions, Result

threads: list[str] = []
"""Names of the threads in which answers were put together."""


@dataclass(frozen=True)
class Numbers:
    """What the further network said."""

    numbers: tuple[float, ...]

    def document(self) -> Document:
        """Return the JSON form."""
        return {"numbers": list(self.numbers)}


class ChainedDecoder:
    """Hands the first network's logits to the network that the op names."""

    def __init__(self, op: Mapping[str, Any]) -> None:
        self.networks: Sequence[str] = (op["network"],)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return one result per row."""
        threads.append(threading.current_thread().name)
        said = networks(self.networks[0], {"x": outputs["logits"]})["y"]
        return [Numbers(tuple(float(x) for x in row)) for row in said]


def open_decoder(
    ops: Sequence[Mapping[str, Any]], labels: Sequence[tuple[str, float]], read: ReadFile
) -> ChainedDecoder:
    """Compile the op."""
    return ChainedDecoder(ops[-1])
