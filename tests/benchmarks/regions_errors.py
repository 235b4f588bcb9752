"""How many of the regions that were spoilt on purpose an inspection doubts, and how rightly.

One region in twenty gets another label, one is moved and one is taken away, among blood cells in
photographs and names in Chinese posts. Both hold errors of their own, which count as false here:
many cells were never annotated. So the precision of missing regions is a lower bound.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from engine.quality.annotations.region_errors import find_region_errors
from engine.quality.annotations.span_errors import find_span_errors
from engine.quality.column_store import Finding
from engine.specs.data import Region, SampleRecord, Split
from engine.specs.inspection import InspectionThresholds
from engine.specs.samples.geometry import Box, Geometry, Span
from tests.shared import shared_data

_SHARE, _SEED, _NUM_QUICK = 0.05, 11, 150
_LIMITS = InspectionThresholds()
_NAMES = {"region_mislabelled": "label", "region_misplaced": "place", "region_missing": "missing"}
Move = Callable[[Geometry, np.random.Generator], Geometry]


def run(*, quick: bool) -> dict[str, float]:
    """Return precision and recall by what was spoilt, and the seconds of each inspection."""
    cells = list(_cells())[: _NUM_QUICK if quick else None]
    figures = _measured("cells", cells, Path("/"), find_region_errors, _moved_box)
    with tempfile.TemporaryDirectory() as folder:
        posts = list(_posts(Path(folder)))[: 2 * _NUM_QUICK if quick else None]
        figures |= _measured("names", posts, Path(folder), find_span_errors, _moved_span)
    return figures


def _measured(
    name: str, records: Sequence[SampleRecord], root: Path, find: Callable[..., Iterator[object]],
    move: Move,
) -> dict[str, float]:  # fmt: skip
    chance = np.random.default_rng(_SEED)
    places = [(i, j) for i, one in enumerate(records) for j in range(len(one.regions))]
    num = int(_SHARE * len(places))
    chosen = [places[place] for place in chance.permutation(len(places))[: 3 * num]]
    relabelled, moved, removed = chosen[:num], chosen[num : 2 * num], chosen[2 * num :]
    labels = sorted({region.label for one in records for region in one.regions if region.label})
    spoilt = []
    for i, one in enumerate(records):
        regions = []
        for j, region in enumerate(one.regions):
            if (i, j) in removed:
                continue
            if (i, j) in relabelled:
                others = [label for label in labels if label != region.label]
                region = region.model_copy(update={"label": others[chance.integers(len(others))]})
            if (i, j) in moved:
                region = region.model_copy(update={"geometry": move(region.geometry, chance)})
            regions.append(region)
        spoilt.append(one.model_copy(update={"regions": tuple(regions)}))
    began = time.process_time()
    found = list(find(spoilt, root, _LIMITS, 0, lambda done, total: None))
    figures = {f"{name}_seconds": time.process_time() - began, f"{name}_planted": float(num)}
    ids = {
        "region_mislabelled": {records[i].regions[j].id for i, j in relabelled},
        "region_misplaced": {records[i].regions[j].id for i, j in moved},
    }
    for one in found:
        if not isinstance(one, Finding):
            continue
        if one.kind in ids:
            hits = {str(sample.params["region"]) for sample in one.samples} & ids[one.kind]
            right = len(hits)
        else:
            right, hits = _missing(one, records, removed)
        figures[f"{name}_{_NAMES[one.kind]}_precision"] = right / max(1, len(one.samples))
        figures[f"{name}_{_NAMES[one.kind]}_recall"] = len(hits) / num
    return figures


def _missing(
    found: Finding, records: Sequence[SampleRecord], removed: Sequence[tuple[int, int]]
) -> tuple[int, set[str]]:
    """Return how many suggested regions lie where one was taken away, and which those were."""
    gone: dict[str, list[Region]] = {}
    for i, j in removed:
        gone.setdefault(records[i].id, []).append(records[i].regions[j])
    right, hits = 0, set()
    for sample in found.samples:
        for region in gone.get(sample.sample_id, ()):
            if _overlap(region.geometry, sample.params) > 0.3:
                hits.add(region.id)
                right += 1
                break
    return right, hits


def _overlap(geometry: Geometry, params: dict[str, object]) -> float:
    def share(low: float, high: float, start: float, end: float) -> tuple[float, float]:
        return max(0.0, min(high, end) - max(low, start)), high - low + end - start

    def number(name: str) -> float:
        value = params[name]
        assert isinstance(value, int | float)
        return float(value)

    if isinstance(geometry, Span):
        shared, total = share(geometry.start, geometry.end, number("start"), number("end"))
        return shared / (total - shared)
    assert isinstance(geometry, Box)
    left, top = number("left"), number("top")
    wide, _ = share(geometry.left, geometry.left + geometry.width, left, left + number("width"))
    high, _ = share(geometry.top, geometry.top + geometry.height, top, top + number("height"))
    areas = geometry.width * geometry.height + number("width") * number("height")
    return wide * high / (areas - wide * high)


def _moved_box(geometry: Geometry, chance: np.random.Generator) -> Geometry:
    assert isinstance(geometry, Box)
    angle, way = chance.uniform(0, 2 * np.pi), chance.uniform(0.3, 0.6)
    left = geometry.left + float(np.cos(angle)) * way * geometry.width
    top = geometry.top + float(np.sin(angle)) * way * geometry.height
    return geometry.model_copy(update={"left": left, "top": top})


def _moved_span(geometry: Geometry, chance: np.random.Generator) -> Geometry:
    assert isinstance(geometry, Span)
    others = [
        (geometry.start + by, geometry.end + more)
        for by in (-1, 0, 1)
        for more in (-1, 0, 1)
        if (by or more) and 0 <= geometry.start + by < geometry.end + more
    ]
    start, end = others[int(chance.integers(len(others)))]
    return Span(start=start, end=end)


def _record(name: str, file: str, regions: Sequence[Region], **size: int) -> SampleRecord:
    return SampleRecord(
        id=name, file=file, name=name, sha256="0" * 64, split=Split.TRAIN, regions=tuple(regions),
        **size,
    )  # fmt: skip


def _cells() -> Iterator[SampleRecord]:
    folder = shared_data("blood_cells")
    for path in sorted((folder / "Annotations").glob("*.xml")):
        regions = []
        for number, found in enumerate(ElementTree.parse(path).getroot().iter("object")):
            left, top, right, bottom = (
                float(found.findtext(f"bndbox/{side}") or 0)
                for side in ("xmin", "ymin", "xmax", "ymax")
            )
            if left < right and top < bottom:
                box = Box(left=left, top=top, width=right - left, height=bottom - top)
                label = found.findtext("name")
                regions.append(Region(id=f"{path.stem}_{number}", label=label, geometry=box))
        image = (folder / "JPEGImages" / path.stem).with_suffix(".jpg").resolve()
        yield _record(path.stem, str(image), regions, width=640, height=480)


def _posts(folder: Path) -> Iterator[SampleRecord]:
    number = 0
    for name in ("train", "dev", "test"):
        path = shared_data("weibo_ner") / f"{name}.conll"
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            pairs = [line.split("\t") for line in block.splitlines()]
            text, tags = "".join(pair[0][0] for pair in pairs), [pair[1] for pair in pairs]
            starts = [place for place, tag in enumerate(tags) if tag.startswith("B-")]
            regions = []
            for start in starts:
                end = start + 1
                while end < len(tags) and tags[end].startswith("I-"):
                    end += 1
                span = Span(start=start, end=end)
                regions.append(Region(id=f"{number}_{start}", label=tags[start][2:], geometry=span))
            (folder / str(number)).write_text(text, encoding="utf-8")
            yield _record(str(number), str(number), regions)
            number += 1
