"""A call that was answered, as whoever looks at it afterwards is handed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from easel.runtime import Example, PredictOptions, Tensors
from easel.runtime.results import Document


@dataclass(frozen=True)
class AnsweredCall:
    """A call that was answered: its input, what the network said, and what its caller was told."""

    value: Any
    example: Example
    outputs: Tensors
    options: PredictOptions
    results: Sequence[Document]
