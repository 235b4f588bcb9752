"""Images with texts about them: every text of an image makes one pair."""

# B batch, T words

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import torch
from easel.runtime import Example, Source, Tensors
from easel.runtime.image_text import ImageTextContext
from easel.runtime.text.preprocessing import Preprocessing
from easel.runtime.text.windows import padded
from torch import Tensor

from engine.data.files import SampleFiles
from engine.data.image.dataset import ImageDataset
from engine.data.text.reading import Reading
from engine.interfaces.batch import Batch
from engine.specs.data import SampleRecord
from engine.specs.package.ops.image import ImageOp
from engine.specs.package.ops.text import TokenizeOp, WordsOp

_TEXT_TENSORS = ("input_ids", "attention_mask")
TEXTS, IMAGES, WINDOWS = "texts", "pictures", "windows"


class ImageTextDataset:
    """Pairs of one split; an image is decoded once, whatever the number of its texts.

    Attributes:
        records: of the pairs: an image's record is repeated for each of its texts.
        texts: of the pairs.
        reading: the op that reads texts, and its file.

    Args:
        records: of the images, each with at least one text.
        files: gives the images.
        image_ops: of the package's manifest.
        reading: see above.
        num_threads: threads that decode.
    """

    sizes: Sequence[int] | None = None

    def __init__(
        self,
        records: Sequence[SampleRecord],
        files: SampleFiles,
        image_ops: Sequence[ImageOp],
        reading: Reading[WordsOp | TokenizeOp],
        num_threads: int = 1,
    ) -> None:
        self.records: Sequence[SampleRecord] = tuple(
            record for record in records for _ in record.texts
        )
        self.texts = tuple(text for record in records for text in record.texts)
        self.reading = reading
        self._images = ImageDataset(records, files, image_ops, lambda _: {}, num_threads)
        self._places = [place for place, record in enumerate(records) for _ in record.texts]
        self._read_text = Preprocessing(
            [reading.op.model_dump(mode="json")], lambda _: reading.vocabulary
        )
        # Equal texts share a number, so that the loss does not push them apart.
        numbers = {text: number for number, text in enumerate(dict.fromkeys(self.texts))}
        self._numbers = [numbers[text] for text in self.texts]

    def __len__(self) -> int:
        return len(self.records)

    @property
    def memory_bytes(self) -> int:
        """Return the memory that ``load`` takes."""
        return self._images.memory_bytes

    @property
    def is_loaded(self) -> bool:
        """Return whether the pixels are in memory."""
        return self._images.is_loaded

    def load(self) -> Iterator[int]:
        """Decode all images into memory, yielding the number of pairs done so far.

        Raises:
            DataError: when images are damaged; names the first ones.
        """
        for done in self._images.load():
            yield len(self) * done // len(self._images)

    def read(self, indices: Sequence[int]) -> Batch:
        """Return ``image`` (B, 3, H, W), ``input_ids`` and ``attention_mask`` (R, T).

        The targets number the texts and images of the split, (B,) each, and count the windows of
        each text, which follow each other among the R rows.

        Raises:
            DataError: when an image is damaged.
        """
        images = self._images.read([self._places[index] for index in indices])
        rows = [self._tensors(index) for index in indices]
        return Batch(
            {**images.inputs, **_stacked(rows)},
            {
                TEXTS: torch.tensor([self._numbers[index] for index in indices]),
                IMAGES: torch.tensor([self._places[index] for index in indices]),
                WINDOWS: torch.tensor([len(tensors["input_ids"]) for tensors in rows]),
            },
        )

    def examples(self, indices: Sequence[int]) -> Sequence[Example]:
        """Return pairs as the runtime prepares them.

        Raises:
            DataError: when an image is damaged.
        """
        images = self._images.examples([self._places[index] for index in indices])
        return [
            Example(image.tensors, self._context(index))
            for index, image in zip(indices, images, strict=True)
        ]

    def source(self, index: int) -> Source:
        """Return the parts of a request: the image and the text."""
        place = self._places[index]
        return {"image": self._images.source(place), "text": self.texts[index]}

    def _context(self, index: int) -> ImageTextContext:
        return ImageTextContext(True, self.texts[index], self._tensors(index))

    def _tensors(self, index: int) -> Tensors:
        return self._read_text((self.texts[index],)).tensors


def one_window(batch: Batch, generator: torch.Generator) -> Batch:
    """Return a batch with one row per text: a window of a long one at random.

    A batch of images alone, as a preview has, stays as it is.
    """
    counts = batch.targets[WINDOWS]
    starts = counts.cumsum(0) - counts
    chance = torch.rand(len(counts), generator=generator).to(counts.device)
    chosen = starts + (chance * counts).long()
    texts = {name: rows[chosen] for name, rows in batch.inputs.items() if name in _TEXT_TENSORS}
    return Batch({**batch.inputs, **texts}, batch.targets)


def _stacked(rows: Sequence[Tensors]) -> Mapping[str, Tensor]:
    """Lay texts of different lengths below each other, padded with zeros."""
    longest = max(tensors["input_ids"].shape[1] for tensors in rows)
    return {
        name: torch.from_numpy(
            padded(
                [np.asarray(row, np.int64) for tensors in rows for row in tensors[name]], longest
            )
        )
        for name in _TEXT_TENSORS
    }
