"""Segments of recordings and videos as samples of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.data.samples import SampleSet
from engine.specs.data import Region, SampleRecord
from engine.specs.samples.geometry import Segment
from engine.validation.usable import segments_of

Cut = Callable[[SampleRecord, Region], SampleRecord]


def cut(samples: SampleSet, is_learnt: Callable[[Region], bool], say: Cut) -> SampleSet:
    """Return the samples with each learnt segment as a record that holds it alone as its region.

    Args:
        samples: of the run, whole.
        is_learnt: tells segments that are learnt.
        say: says of a record what its segment says.
    """

    def parts(record: SampleRecord) -> Iterator[SampleRecord]:
        learnt = [region for region in segments_of(record) if is_learnt(region)]
        for region in learnt:
            geometry = region.geometry
            assert isinstance(geometry, Segment)
            start, end = geometry.start_ms / 1000, geometry.end_ms / 1000
            yield say(record, region).model_copy(
                update={
                    "name": f"{record.name} {start:g}–{end:g} s",
                    "regions": (region,),
                    "duration_ms": geometry.end_ms - geometry.start_ms,
                }
            )
        if not learnt:
            # What was annotated for other ends is no part of the sample as it is learnt.
            yield record.model_copy(update={"regions": ()})

    records: Sequence[SampleRecord] = [part for one in samples.records for part in parts(one)]
    return replace(samples, records=tuple(records))


def cut_classes(samples: SampleSet) -> SampleSet:
    """Put the named segments of a sample in its place; others are learnt as a whole.

    Where a sample may have several labels, a segment has those of the segments that it lies in as
    well.
    """

    def named(record: SampleRecord, region: Region) -> SampleRecord:
        labels = [region.label or ""]
        if samples.multi_label:
            labels += [
                one.label for one in segments_of(record) if one.label and _holds(one, region)
            ]
        return record.model_copy(update={"labels": tuple(dict.fromkeys(labels))})

    return cut(samples, lambda region: bool(region.label), named)


def segment_of(record: SampleRecord) -> Segment | None:
    """Return the stretch that a record is cut to, ``None`` for a whole sample."""
    segments = segments_of(record)
    geometry = segments[0].geometry if segments else None
    return geometry if isinstance(geometry, Segment) else None


def _holds(outer: Region, inner: Region) -> bool:
    one, other = outer.geometry, inner.geometry
    return (
        isinstance(one, Segment)
        and isinstance(other, Segment)
        and one.start_ms <= other.start_ms
        and other.end_ms <= one.end_ms
    )
