"""Measure the boxes and outlines that were drawn: how large they are, where, and which are odd."""

# R regions of one sample

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from easel.runtime.predictions.suppression import pairwise_overlaps
from numpy.typing import NDArray

from engine.quality.column_store import Finding
from engine.quality.histograms import histogram
from engine.specs.data import Region, SampleRecord
from engine.specs.inspection import Chart, FoundSample, HeatMap, InspectionThresholds

_GRID = 24
_SLACK_PIXELS = 1.0
# Comparing every region with every other of one label; nobody draws more on one image by hand.
_MAX_COMPARED = 3000
_KINDS = ("box_tiny", "box_outside", "box_odd", "box_twice")

# left, top, right, bottom
Bounds = tuple[float, float, float, float]


@dataclass
class RegionCensus:
    """What one pass over the records of a dataset learns of its regions."""

    thresholds: InspectionThresholds
    num_regions: int = 0
    _sides: array[float] = field(default_factory=lambda: array("d"))
    _ratios: array[float] = field(default_factory=lambda: array("d"))
    _places: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((_GRID, _GRID), dtype=np.int64)
    )
    _found: dict[str, Finding] = field(
        default_factory=lambda: {kind: Finding(kind) for kind in _KINDS}
    )

    def add(self, record: SampleRecord) -> None:
        """Measure the regions of one sample; those of unknown size have no bounds to measure by."""
        if record.width is None or record.height is None:
            return
        bounds = [(region, edges) for region in record.regions if (edges := bounds_of(region))]
        self.num_regions += len(bounds)
        nums = dict.fromkeys(_KINDS, 0)
        for _, edges in bounds:
            self._measure(edges, record.width, record.height)
            for kind in self._oddities(edges, record.width, record.height):
                nums[kind] += 1
        nums["box_twice"] = self._num_twice(bounds)
        for kind, num in nums.items():
            if num:
                sample = FoundSample(
                    finding=kind, sample_id=record.id, score=num, params={"regions": num}
                )
                self._found[kind].samples.append(sample)

    def findings(self) -> Iterator[Finding]:
        """Yield what is odd, the samples with most odd regions first."""
        limits = {
            "box_tiny": {"box_side": self.thresholds.box_side},
            "box_odd": {"box_ratio": self.thresholds.box_ratio},
            "box_twice": {"box_overlap": self.thresholds.box_overlap},
            "box_outside": {},
        }
        for kind, found in self._found.items():
            found.samples.sort(key=lambda one: -one.score)
            num = int(sum(one.score for one in found.samples))
            found.params = {**limits[kind], "num_regions": num}
            yield found

    def charts(self) -> Iterator[Chart]:
        """Yield how large regions are, relative to their images, and where they lie."""
        sides = histogram("box_side", np.array(self._sides), log=True)
        ratios = histogram("box_ratio", np.array(self._ratios), log=True)
        yield from (chart for chart in (sides, ratios) if chart is not None)
        if self.num_regions:
            rows = tuple(tuple(int(num) for num in row) for row in self._places)
            yield HeatMap(name="box_places", rows=rows)

    def _measure(self, edges: Bounds, width: int, height: int) -> None:
        left, top, right, bottom = edges
        # A region without area has no ratio; the backend keeps none, other data may hold some.
        if right <= left or bottom <= top:
            return
        self._sides.append((((right - left) * (bottom - top)) / (width * height)) ** 0.5)
        self._ratios.append((right - left) / (bottom - top))
        column = int((left + right) / 2 / width * _GRID)
        row = int((top + bottom) / 2 / height * _GRID)
        if 0 <= row < _GRID and 0 <= column < _GRID:
            self._places[row, column] += 1

    def _oddities(self, edges: Bounds, width: int, height: int) -> Iterator[str]:
        left, top, right, bottom = edges
        short, long = sorted((right - left, bottom - top))
        if short < self.thresholds.box_side:
            yield "box_tiny"
        if long > self.thresholds.box_ratio * max(short, 1e-9):
            yield "box_odd"
        beyond = max(-left, -top, right - width, bottom - height)
        if beyond > _SLACK_PIXELS:
            yield "box_outside"

    def _num_twice(self, bounds: list[tuple[Region, Bounds]]) -> int:
        """Return how many regions nearly cover an earlier one of the same label and frame."""
        alike: dict[tuple[str | None, int], list[Bounds]] = defaultdict(list)
        for region, edges in bounds:
            frame = getattr(region.geometry, "frame", 0)
            alike[region.label, frame].append(edges)
        num = 0
        for edges_of in alike.values():
            if 1 < len(edges_of) <= _MAX_COMPARED:
                shared = np.triu(pairwise_overlaps(np.array(edges_of), np.array(edges_of)), k=1)
                num += int((shared > self.thresholds.box_overlap).any(axis=0).sum())
        return num


def bounds_of(region: Region) -> Bounds | None:
    """Return the bounds of a region in pixels; ``None`` for masks and what is not in an image."""
    geometry = region.geometry
    if geometry.kind in ("box", "frame_box"):
        return (
            geometry.left,
            geometry.top,
            geometry.left + geometry.width,
            geometry.top + geometry.height,
        )
    if geometry.kind == "quad":
        points = np.array(geometry.points)
    elif geometry.kind == "polygon":
        points = np.concatenate([np.array(ring) for ring in geometry.rings])
    else:
        return None
    (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
    return float(left), float(top), float(right), float(bottom)
