"""``python -m engine map``: lay samples out on a plane, like ones together."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import numpy as np

from engine.catalog import Media
from engine.commands.process import run_work
from engine.commands.specs import read_as
from engine.disk import write_atomically
from engine.errors import DataError
from engine.events import EventSink, seldom
from engine.interrupt import Interrupt
from engine.specs.projection import MAP_FILE, POINTS_FILE, MapPoint, MapSummary, ProjectionSpec
from engine.specs.suggestions import SampleFile
from engine.suggestions.lines import content_of, in_batches, read_lines

_FITTED_ON, _BATCH = 2000, 200


def run(options: Namespace) -> int:
    """Write ``points.jsonl`` and ``map.json`` into the work folder."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        _write(read_as(options.spec, ProjectionSpec), options.work, emit, interrupt)

    return run_work(options.work, command)


def _write(spec: ProjectionSpec, work: Path, emit: EventSink, interrupt: Interrupt) -> None:
    from engine.embeddings.embedders import require_embedder
    from engine.selection.projection import lay_out, neighbour_distances

    emit.phase("prepare")
    samples = list(read_lines(Path(spec.index), SampleFile))
    root = Path(spec.files_root)
    embed = require_embedder(Media(spec.media))
    drawn = np.random.default_rng(spec.seed).permutation(len(samples))[:_FITTED_ON]
    embed.fit(content_of(root / samples[place].file) for place in drawn)
    report = seldom(lambda done, total: emit.progress("prepare", done, total))
    parts = []
    done = 0
    for batch in in_batches(iter(samples), _BATCH):
        interrupt.check()
        parts.append(embed(content_of(root / one.file) for one in batch))
        done += len(batch)
        report(done, len(samples))
    points = np.concatenate(parts) if parts else np.zeros((0, 2), np.float32)
    readable = np.flatnonzero(points.any(axis=1))
    if not len(readable):
        raise DataError("No sample can be read, so there is nothing to draw.", code="no_samples")
    emit.phase("judge")
    layout = lay_out(points[readable], spec.seed)
    distances = neighbour_distances(points[readable])
    known = [samples[place] for place in readable]
    lines = (
        MapPoint(id=one.id, x=float(x), y=float(y), distance=float(distance))
        for one, (x, y), distance in zip(known, layout.places, distances, strict=True)
    )
    content = b"".join(line.model_dump_json().encode() + b"\n" for line in lines)
    write_atomically(work / POINTS_FILE, content)
    summary = MapSummary(
        method=layout.method, num_points=len(known), num_unreadable=len(samples) - len(known)
    )
    write_atomically(work / MAP_FILE, summary.model_dump_json().encode())
