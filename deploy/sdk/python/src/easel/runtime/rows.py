"""Run a network on rows: those of one shape together, in portions that bound memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from easel.errors import BackendError
from easel.runtime.backends import Session
from easel.runtime.example import Example, Tensors, count_rows, take_rows

CHUNK = 32
"""Rows that go through a network together."""


class RowRunner:
    """A network whose inputs and outputs count rows along their first axis.

    Args:
        session: the network.
        max_rows: most rows of one run; 1 for a network whose batch axis is fixed.
    """

    def __init__(self, session: Session, max_rows: int) -> None:
        self._session = session
        self._max_rows = max_rows

    def examples(self, examples: Sequence[Example]) -> list[Tensors]:
        """Return the outputs (R, …) of each example.

        Raises:
            BackendError: ``inference_failed`` or ``output_shape``.
        """
        if len(examples) == 1:
            return [self.rows(examples[0].tensors)]
        groups: dict[object, list[int]] = {}
        outputs: list[Tensors] = [{}] * len(examples)
        for index, example in enumerate(examples):
            if example.is_stream:
                outputs[index] = self.rows(example.tensors)
            else:
                groups.setdefault(example.shape_key, []).append(index)
        for indices in groups.values():
            together = self.rows(joined([examples[index].tensors for index in indices]))
            counts = [examples[index].num_rows for index in indices]
            for index, part in zip(indices, divided(together, counts)):
                outputs[index] = part
        return outputs

    def rows(self, tensors: Tensors) -> Tensors:
        """Return the outputs (R, …) of rows (R, …), by name.

        Raises:
            BackendError: ``inference_failed`` or ``output_shape``.
        """
        count = count_rows(tensors)
        if count <= self._max_rows:
            return self._run(take_rows(tensors, 0, count), count)
        parts = [
            self._run(
                take_rows(tensors, start, start + self._max_rows),
                min(self._max_rows, count - start),
            )
            for start in range(0, count, self._max_rows)
        ]
        return joined(parts)

    def _run(self, tensors: Tensors, count: int) -> Tensors:
        outputs = dict(zip(self._session.output_names, self._session.run(tensors)))
        for name, rows in outputs.items():
            if rows.ndim == 0 or len(rows) != count:
                raise BackendError(
                    f"The network answered the shape {rows.shape} as '{name}' for {count} rows. "
                    "The first axis must count rows; export the package again.",
                    code="output_shape",
                )
        return outputs


def joined(parts: Sequence[Tensors]) -> Tensors:
    """Lay rows of one shape end to end, by name."""
    if len(parts) == 1:
        return parts[0]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def divided(tensors: Tensors, counts: Sequence[int]) -> list[Tensors]:
    """Undo ``joined``: give each part its number of rows."""
    parts: list[Mapping[str, NDArray[np.generic]]] = []
    start = 0
    for count in counts:
        stop = start + count
        parts.append({name: rows[start:stop] for name, rows in tensors.items()})
        start = stop
    return parts
