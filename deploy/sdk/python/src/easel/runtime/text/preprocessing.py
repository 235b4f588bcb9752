"""From texts to the rows the network takes, as the manifest's op list says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from easel.runtime.example import Example
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, op_name
from easel.runtime.text.context import TextContext

FIELDS: dict[str, set[str]] = {}

TENSORS = (("text",), ("text1", "text2"))
"""Names of the tensors of strings, for one text and for a pair."""


class Preprocessing:
    """A compiled op list. An empty one hands the network the texts as strings, one row each."""

    def __init__(self, ops: Sequence[Op], read: ReadFile) -> None:
        """Compile an op list.

        Args:
            ops: the op list, as in ``manifest.json``.
            read: gives the files that ops name.

        Raises:
            PackageError: ``op_unknown`` or ``op_invalid``.
        """
        for op in ops:
            op_name(op, FIELDS, "preprocessing")

    def __call__(self, texts: tuple[str, ...]) -> Example:
        """Return the rows of one text or of a pair."""
        names = TENSORS[len(texts) - 1]
        tensors = {name: np.array([text], dtype=object) for name, text in zip(names, texts)}
        return Example(tensors, TextContext(texts))
