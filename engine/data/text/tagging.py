"""How texts with annotated places are read, and the targets that taggers learn."""

# B batch, T words, S spans

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from easel.runtime import Example
from torch import Tensor

from engine.catalog import TaskCard
from engine.data.augmentation.texts import rearrange
from engine.data.samples import SampleSet
from engine.data.text.dataset import context_of
from engine.data.text.reading import (
    Reading,
    Unit,
    initial_reading,
    subword_reading,
    word_reading,
)
from engine.data.text.span_targets import (
    Place,
    annotated_places,
    chain_tags,
    cuts_words,
    word_range,
)
from engine.interfaces.batch import Batch
from engine.options import options_of
from engine.specs.data import SampleRecord, Split
from engine.specs.text_reading import TextOptions
from engine.specs.training import TrainingSpec
from engine.weights.pretrained import find_weights, read_tokenizer

# The word, its neighbours, pairs and triples: the templates of linear taggers.
WINDOWS = (
    (0,),
    (-1,),
    (1,),
    (-1, 0),
    (0, 1),
    (-1, 1),
    (-2, -1),
    (1, 2),
    (-1, 0, 1),
    (-2,),
    (2,),
    (-2, -1, 0),
    (0, 1, 2),
)
AFFIXES = 3
MAX_WORDS = 256
TAGS, SPANS = "tags", "spans"
Places = Callable[[SampleRecord], list[Place]]


def tagging_reading(
    spec: TrainingSpec,
    card: TaskCard,
    samples: SampleSet,
    max_features: int,
    reads_words: bool,
) -> Reading:
    """Choose how texts with annotated places are read, and learn the vocabulary.

    Words are taken apart into characters when an annotated place begins or ends inside one.

    Args:
        spec: of the run.
        card: of the task.
        samples: of the run.
        max_features: features of words that are kept.
        reads_words: whether the backbone takes words, not the tokens of a tokenizer.

    Raises:
        ResourceError: when the pretrained weights have no tokenizer.
    """
    if spec.initial_package is not None:
        return initial_reading(Path(spec.initial_package))
    options = options_of(spec, TextOptions)
    train = samples.of(Split.TRAIN)
    texts = [samples.files.read(record).decode("utf-8-sig", "replace") for record in train]
    longest = MAX_WORDS if options.max_words == "auto" else options.max_words
    if reads_words:
        unit: Unit = "character" if options.unit == "auto" and cuts_words(train, texts) else "word"
        if options.unit != "auto":
            unit = options.unit
        return word_reading(
            texts,
            unit=unit,
            max_words=longest,
            overlap=longest // 4,
            vocabulary_size=options.vocabulary_size,
            windows=WINDOWS,
            affixes=AFFIXES if unit == "word" else 0,
            max_features=max_features,
        )
    weights = find_weights(spec.pretrained, card.backbone(spec.backbone))
    return subword_reading(
        texts,
        max_tokens=longest,
        overlap=longest // 4,
        vocabulary_size=options.vocabulary_size,
        tokenizer=None if weights is None else read_tokenizer(weights),
    )


def tag_targets(
    records: Sequence[SampleRecord],
    examples: Sequence[Example],
    length: int,
    labels: Sequence[str],
    places: Places = annotated_places,
) -> dict[str, Tensor]:
    """Return the tags (B, T) of a batch; see ``chain_tags``."""
    tags = np.zeros((len(records), length), np.int64)
    for row, (record, example) in enumerate(zip(records, examples, strict=True)):
        of_row = chain_tags(places(record), context_of(example).offsets[0], labels)
        tags[row, : len(of_row)] = of_row
    return {TAGS: torch.from_numpy(tags)}


def span_targets(
    records: Sequence[SampleRecord],
    examples: Sequence[Example],
    labels: Sequence[str],
    places: Places = annotated_places,
) -> dict[str, Tensor]:
    """Return the spans (S, 4) of a batch: sample, label, first and last word."""
    rows = []
    for row, (record, example) in enumerate(zip(records, examples, strict=True)):
        offsets = context_of(example).offsets[0]
        for label, start, end in places(record):
            found = word_range(offsets, start, end)
            if found is not None:
                rows.append((row, labels.index(label), *found))
    return {SPANS: torch.tensor(rows, dtype=torch.int64).reshape(-1, 4)}


def span_grid(spans: Tensor, like: Tensor) -> Tensor:
    """Return ones at the spans (S, 4) and zeros elsewhere, shaped as ``like`` (B, K, T, T)."""
    grid = torch.zeros_like(like)
    grid[spans[:, 0], spans[:, 1], spans[:, 2], spans[:, 3]] = 1
    return grid


def cut_window(batch: Batch, max_words: int, step_seed: int) -> Batch:
    """Cut a random window out of each row, and move its targets along; a pure function.

    Words are neither left out nor swapped: the tags of their neighbours would be wrong.
    """
    mask = batch.inputs["attention_mask"]
    generator = torch.Generator().manual_seed(step_seed)
    arrangement = rearrange(mask, generator, max_words=max_words)
    targets: dict[str, Tensor] = {}
    for name, values in batch.targets.items():
        if name == TAGS:
            targets[name] = arrangement.apply(values)
        # Spans, heads and tails: in all of them the last two columns are words.
        elif values.ndim == 2 and values.shape[1] == 4:
            start = arrangement.places[:, 0][values[:, 0]]
            moved = values.clone()
            moved[:, 2:] -= start.unsqueeze(1)
            width = arrangement.valid.sum(dim=1)[values[:, 0]].unsqueeze(1)
            inside = ((moved[:, 2:] >= 0) & (moved[:, 2:] < width)).all(dim=1)
            targets[name] = moved[inside]
        else:
            targets[name] = values
    return Batch(arrangement.apply_all(batch.inputs), targets)


def sample_inputs(names: Mapping[str, int]) -> dict[str, Tensor]:
    """Return two short rows to trace a network with, by name of an input and its features.

    Args:
        names: of the inputs; the number of features a word has, 0 for one id per word.
    """
    return {
        name: torch.ones((2, 16, count) if count else (2, 16), dtype=torch.int64)
        for name, count in names.items()
    }
