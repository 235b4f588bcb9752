"""The shelves of a run: real photos, and composed ones where there are too few."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image

from engine.data.files import SampleFiles, SampleSource
from engine.data.retail.product_photos import CutOuts, is_shelf, read_cutouts
from engine.data.retail.shelf_composition import ShelfPlan, paint_shelf, plan_shelf
from engine.data.samples import SampleSet
from engine.errors import DataError
from engine.specs.data import SampleRecord, Split

_COMPOSED = "composed-"
_SPLITS = (Split.TRAIN, Split.VALIDATION, Split.TEST)
# Enough for a steady figure, few enough for every epoch.
_HELD_OUT_SHARE, _LEAST_HELD_OUT, _MOST_HELD_OUT = 0.15, 4, 60


@dataclass(frozen=True)
class Shelves:
    """What a split is made of.

    Attributes:
        records: of its shelves, real ones first.
        files: gives their images.
        cutouts: of the products that composed shelves show.
        borrowed: products that have no photo of their own in a held-out split, so that composed
            shelves show photos of training.
    """

    records: tuple[SampleRecord, ...]
    files: SampleFiles
    cutouts: CutOuts
    borrowed: tuple[str, ...] = ()


class ShelfFiles:
    """Images of shelves: composed ones are painted when they are asked for.

    Args:
        files: gives the real ones.
        plans: of the composed ones, by the id of their record.
        cutouts: that plans name.
        keep: whether painted images stay in memory, for splits that are read often.
    """

    def __init__(
        self, files: SampleFiles, plans: Mapping[str, ShelfPlan], cutouts: CutOuts, *, keep: bool
    ) -> None:
        self._files, self._plans, self._cutouts = files, plans, cutouts
        self._keep = keep
        self._kept: dict[str, bytes] = {}

    def source(self, record: SampleRecord) -> SampleSource:
        """Return a sample's file, or the PNG of a composed shelf."""
        return self.read(record) if record.id in self._plans else self._files.source(record)

    def read(self, record: SampleRecord) -> bytes:
        """Return a sample's content.

        Raises:
            DataError: ``file_unreadable``.
        """
        plan = self._plans.get(record.id)
        if plan is None:
            return self._files.read(record)
        content = self._kept.get(record.id)
        if content is None:
            content = _png(plan, self._cutouts)
            if self._keep:
                self._kept[record.id] = content
        return content


def is_composed(record: SampleRecord) -> bool:
    """Tell a composed shelf from a real one."""
    return record.id.startswith(_COMPOSED)


def open_shelves(
    samples: SampleSet, num_composed: int, seed: int, num_threads: int = 1
) -> dict[Split, Shelves]:
    """Return the shelves of each split.

    Training shelves are the real ones and ``num_composed`` more. A held-out split with real shelves
    is made of these alone, for they are what counts; one with photos of products alone is composed
    of them, with layouts of its own. Validation shelves there always are, of photos of training
    where there are no others.

    Raises:
        DataError: ``empty_split`` when there is nothing to train on, ``image_unreadable`` when a
            photo is damaged.
    """
    train = _open(samples, Split.TRAIN, num_composed, seed, num_threads, {})
    if not train.records:
        raise DataError(
            "The train split has no shelf. Mark products on shelf photos, or let shelves be "
            "composed of photos of single products.",
            code="empty_split",
            split=Split.TRAIN.value,
        )
    shelves = {Split.TRAIN: train}
    for split in (Split.VALIDATION, Split.TEST):
        shelves[split] = _open(
            samples, split, _num_held_out(num_composed), seed, num_threads, train.cutouts
        )
    return shelves


def evaluation_shelves(samples: SampleSet, num_composed: int, seed: int) -> Shelves:
    """Return the shelves of samples that are all held out; see ``open_shelves``.

    Args:
        samples: all of the test split.
        num_composed: of training.
        seed: of the layouts.

    Raises:
        DataError: ``image_unreadable`` when a photo is damaged.
    """
    return _open(samples, Split.TEST, _num_held_out(num_composed), seed, 1, {})


def _num_held_out(num_composed: int) -> int:
    return min(max(round(num_composed * _HELD_OUT_SHARE), _LEAST_HELD_OUT), _MOST_HELD_OUT)


def _open(
    samples: SampleSet,
    split: Split,
    num_composed: int,
    seed: int,
    num_threads: int,
    spare: CutOuts,
) -> Shelves:
    records = samples.of(split)
    real = tuple(record for record in records if is_shelf(record))
    is_train = split is Split.TRAIN
    if (real and not is_train) or (split is Split.TEST and not records):
        return Shelves(real, samples.files, {})
    own = read_cutouts(records, samples.files, num_threads)
    borrowed = tuple(name for name in spare if name not in own)
    cutouts = {**own, **{name: spare[name] for name in borrowed}}
    if not cutouts:
        return Shelves(real, samples.files, {})
    plans = {}
    composed = []
    for number in range(num_composed):
        plan = plan_shelf((seed, _SPLITS.index(split), number), cutouts)
        record = plan.record(f"{_COMPOSED}{split.value}-{number:05}", split)
        plans[record.id] = plan
        composed.append(record)
    files = ShelfFiles(samples.files, plans, cutouts, keep=not is_train)
    return Shelves((*real, *composed), files, cutouts, borrowed)


def _png(plan: ShelfPlan, cutouts: CutOuts) -> bytes:
    content = io.BytesIO()
    # Compressed little: it is decoded again soon, and travels nowhere.
    Image.fromarray(paint_shelf(plan, cutouts)).save(content, format="PNG", compress_level=1)
    return content.getvalue()
