"""Say which samples are worth a person's time first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from engine.catalog import Media
from engine.disk import write_atomically
from engine.embeddings.embedders import Embedder, embedder_of
from engine.selection.batch import useful_order
from engine.specs.suggestions import Priority, SampleFile, Suggestion
from engine.suggestions.lines import content_of, in_batches, read_lines

# So many of the most uncertain are compared with each other; the others follow by uncertainty
# alone.
MAX_COMPARED = 5000
_FITTED_ON = 2000
_BATCH = 200

Report = Callable[[int, int], None]


def write_priorities(
    suggestions: Path, index: Path, files_root: Path, media: Media, target: Path, report: Report
) -> None:
    """Rank all samples of which a model said something; the file appears whole.

    Raises:
        ResourceError: ``disk_full``.
    """
    lines = read_lines(suggestions, Suggestion)
    found = [(one.id, one.uncertainty) for one in lines if one.problem is None]
    uncertainties = np.array([uncertainty for _, uncertainty in found])
    by_uncertainty = np.argsort(-uncertainties, kind="stable")
    compared = by_uncertainty[:MAX_COMPARED]
    embedder = embedder_of(media)
    if embedder is not None and len(compared) > 1:
        ids = [found[place][0] for place in compared]
        points = _points(embedder, _files(index, set(ids)), files_root, ids, report)
        order = useful_order(points, uncertainties[compared], np.random.default_rng(0))
        by_uncertainty = np.concatenate([compared[order], by_uncertainty[MAX_COMPARED:]])
    ranked = (
        Priority(id=found[place][0], priority=1 - rank / len(found))
        for rank, place in enumerate(by_uncertainty)
    )
    content = b"".join(one.model_dump_json().encode() + b"\n" for one in ranked)
    write_atomically(target, content)


def _files(index: Path, ids: set[str]) -> dict[str, str]:
    return {one.id: one.file for one in read_lines(index, SampleFile) if one.id in ids}


def _points(
    embedder: Embedder, files: dict[str, str], files_root: Path, ids: list[str], report: Report
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    def contents(some: list[str]) -> Iterator[bytes]:
        return (content_of(files_root / files[one]) for one in some)

    embedder.fit(contents(ids[:_FITTED_ON]))
    parts = []
    for start in range(0, len(ids), _BATCH):
        parts.append(embedder(contents(ids[start : start + _BATCH])))
        report(min(start + _BATCH, len(ids)), len(ids))
    return np.concatenate(parts)


def sampled(index: Path, files_root: Path, num: int = _FITTED_ON) -> Iterator[bytes]:
    """Yield some of the files of an index, from its beginning."""
    for batch in in_batches(read_lines(index, SampleFile), num):
        yield from (content_of(files_root / one.file) for one in batch)
        return
