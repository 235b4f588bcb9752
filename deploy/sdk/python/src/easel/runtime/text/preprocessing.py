"""From texts to the rows the network takes, as the manifest's op list says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.example import Example
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, op_name
from easel.runtime.text.context import TextContext
from easel.runtime.text.ops import FIELDS, compile_op
from easel.runtime.text.rows import Rows

TENSORS = (("text",), ("text1", "text2"))
"""Names of the tensors of strings, for one text and for a pair."""


class Preprocessing:
    """A compiled op list. An empty one hands the network the texts as strings, one row each.

    Every op reads the text itself and adds its tensors. Of a pair each text is read by all ops;
    the names of its tensors end in ``_1`` and ``_2``, and it is one row.
    """

    def __init__(self, ops: Sequence[Op], read: ReadFile) -> None:
        """Compile an op list.

        Args:
            ops: the op list, as in ``manifest.json``.
            read: gives the files that ops name.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``vocabulary_invalid``.
            BackendError: ``extra_missing`` when an op needs a package that is not installed.
        """
        self._ops = [compile_op(op_name(op, FIELDS, "preprocessing"), op, read) for op in ops]

    def __call__(self, texts: tuple[str, ...]) -> Example:
        """Return the rows of one text or of a pair."""
        if not self._ops:
            names = TENSORS[len(texts) - 1]
            strings = {name: np.array([text], dtype=object) for name, text in zip(names, texts)}
            return Example(strings, TextContext(texts))
        if len(texts) == 1:
            rows = [op(texts[0]) for op in self._ops]
            places = next((made.offsets for made in rows if made.offsets), ())
            return Example(_merged(rows), TextContext(texts, places))
        tensors: dict[str, NDArray[np.generic]] = {}
        for number, text in enumerate(texts, 1):
            made = _merged([op(text) for op in self._ops])
            tensors.update({f"{name}_{number}": rows for name, rows in made.items()})
        if any(len(rows) != 1 for rows in tensors.values()):
            raise PackageError(
                "The preprocessing cuts the texts of a pair into windows, and pairs are one row. "
                "Export the package again.",
                code="op_invalid",
            )
        return Example(tensors, TextContext(texts))


def _merged(rows: Sequence[Rows]) -> dict[str, NDArray[np.generic]]:
    return {name: values for made in rows for name, values in made.tensors.items()}
