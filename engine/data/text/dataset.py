"""Texts of one split, read by the code that the deployed runtime uses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import torch
from easel.errors import InputError
from easel.runtime import Example
from easel.runtime.limits import Limits
from easel.runtime.text import TextContext, decode_text
from easel.runtime.text.preprocessing import Preprocessing
from easel.runtime.text.windows import padded, padded_length
from numpy.typing import NDArray
from torch import Tensor

from engine.data.files import SampleFiles
from engine.errors import DataError
from engine.formats.reading.contents import read_pair
from engine.interfaces.batch import Batch
from engine.specs.data import SampleRecord
from engine.specs.package.manifest import PreprocessingOp

# Read in one go, so that progress moves and a cancelled run stops soon.
_CHUNK = 256
# Ids, mask and offsets of one character of a text, as Python and numpy hold them.
_BYTES_PER_CHARACTER = 160

TextTargets = Callable[[Sequence[SampleRecord], Sequence[Example], int], Mapping[str, Tensor]]
"""Returns the targets of a batch, whose texts are padded to a number of words."""


def _no_targets(
    records: Sequence[SampleRecord], examples: Sequence[Example], length: int
) -> Mapping[str, Tensor]:
    return {}


class TextDataset:
    """Texts, or pairs of them, as rows of the network; kept in memory once ``load`` was called.

    A long text is windows where it is evaluated, as it is where the model is deployed. It is one
    long row where the network is trained: ``augment`` cuts a window out of it at random.

    Args:
        records: the samples of one split.
        files: gives their content.
        op: of the package's manifest.
        vocabulary: the files that the op names.
        targets: of a batch; none for data that no network is trained on by gradients.
        is_pair: whether a sample is two texts.
    """

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        op: PreprocessingOp,
        vocabulary: Mapping[str, bytes],
        targets: TextTargets = _no_targets,
        *,
        is_pair: bool = False,
    ) -> None:
        self.records = records
        self.op = op
        self._files = files
        self._targets = targets
        self._is_pair = is_pair
        document = op.model_dump(mode="json")
        whole = {**document, **{name: None for name in _WINDOWS if name in document}}
        self._in_windows = Preprocessing([document], vocabulary.__getitem__)
        self._whole = Preprocessing([whole], vocabulary.__getitem__)
        self._loaded: list[Example] | None = None
        self._sizes: list[int] | None = None

    def __len__(self) -> int:
        return len(self.records)

    @property
    def memory_bytes(self) -> int:
        """Return about the memory that ``load`` takes."""
        if not self.records:
            return 0
        # Some fifty texts tell it: measuring all would read them all.
        step = max(1, len(self) // 50)
        lengths = [sum(map(len, self.texts(i))) for i in range(0, len(self), step)]
        return int(np.mean(lengths) * len(self) * _BYTES_PER_CHARACTER)

    @property
    def is_loaded(self) -> bool:
        """Return whether the rows are in memory."""
        return self._loaded is not None

    @property
    def sizes(self) -> Sequence[int]:
        """Return the number of characters of each sample."""
        if self._sizes is None:
            self._sizes = [sum(map(len, self.texts(i))) for i in range(len(self))]
        return self._sizes

    def load(self) -> Iterator[int]:
        """Read all texts into memory, yielding the number done so far.

        Raises:
            DataError: when a text cannot be read; names it.
        """
        examples: list[Example] = []
        for start in range(0, len(self), _CHUNK):
            stop = min(start + _CHUNK, len(self))
            examples += [self._in_windows(self.texts(index)) for index in range(start, stop)]
            yield stop
        self._loaded = examples

    def texts(self, index: int) -> tuple[str, ...]:
        """Return the text of a sample, or its two.

        Raises:
            DataError: ``text_unreadable`` or ``pair_malformed``.
        """
        record = self.records[index]
        content = self._files.read(record)
        if self._is_pair:
            return read_pair(content)
        try:
            return (decode_text(content, max_characters=Limits().max_characters),)
        except InputError as error:
            raise DataError(
                f"The text of sample '{record.name}' cannot be used ({error.message}) "
                "Correct or remove it, then start again.",
                code="text_unreadable",
                sample=record.name,
                reason=error.message,
            ) from error

    def read(self, indices: Sequence[int]) -> Batch:
        """Return whole texts, padded to the longest of them, with their targets.

        Raises:
            DataError: when a text cannot be read.
        """
        examples = [self._example(index, self._whole) for index in indices]
        inputs = stacked(examples)
        length = max(array.shape[1] for array in inputs.values())
        targets = self._targets([self.records[index] for index in indices], examples, length)
        return Batch({name: torch.from_numpy(array) for name, array in inputs.items()}, targets)

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return texts as the runtime prepares them.

        Raises:
            DataError: when a text cannot be read.
        """
        if self._loaded is not None:
            return [self._loaded[index] for index in indices]
        return [self._in_windows(self.texts(index)) for index in indices]

    def source(self, index: int) -> str | tuple[str, str]:
        """Return the text of one sample, or its two."""
        texts = self.texts(index)
        return (texts[0], texts[1]) if len(texts) == 2 else texts[0]

    def _example(self, index: int, preprocessing: Preprocessing) -> Example:
        if self._loaded is not None and self._loaded[index].num_rows == 1:
            return self._loaded[index]
        return preprocessing(self.texts(index))


_WINDOWS = ("max_words", "max_tokens")


def stacked(examples: Sequence[Example]) -> dict[str, NDArray[np.generic]]:
    """Lay examples of one row each into one batch (B, T, …), padded with zeros."""
    names = list(examples[0].tensors)
    batch: dict[str, NDArray[np.generic]] = {}
    for name in names:
        rows = [example.tensors[name][0] for example in examples]
        length = padded_length(max(len(row) for row in rows))
        batch[name] = padded(rows, length)
    return batch


def context_of(example: Example) -> TextContext:
    """Return the context of a text."""
    assert isinstance(example.context, TextContext), type(example.context)
    return example.context
