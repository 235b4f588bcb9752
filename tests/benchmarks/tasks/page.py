"""The page of figures, ``docs/reference/tasks.md``: its table is written from recorded results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.catalog import TASKS
from tests.benchmarks.recording import RESULTS

PAGE = Path(__file__).resolve().parents[3] / "docs/reference/tasks.md"
_BEGIN, _END = "<!-- figures -->\n", "<!-- end of figures -->\n"
_HEAD = (
    "| task | data | metric | value | bar | met | beside | minutes | memory | package | p50 | "
    "measured |\n|--|--|--|--|--|--|--|--|--|--|--|--|\n"
)


def newest(folder: Path = RESULTS) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the date and the last recorded figures of each task that was measured in full."""
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for path in sorted(folder.glob("*.json")):
        for key, document in json.loads(path.read_text()).get("tasks", {}).items():
            if not document["quick"]:
                found[key] = (path.stem, document)
    return found


def table(figures: Mapping[str, tuple[str, Mapping[str, Any]]]) -> str:
    """Return a Markdown table of all tasks in the order of the catalog, measured or not."""
    return _HEAD + "".join(line for key in TASKS for line in _lines(key, figures.get(key)))


def write_page(page: Path = PAGE) -> None:
    """Put the newest figures between the marks of the page."""
    before, rest = page.read_text("utf-8").split(_BEGIN)
    _, after = rest.split(_END)
    page.write_text(before + _BEGIN + table(newest()) + _END + after, "utf-8")


def shown(page: Path = PAGE) -> str:
    """Return the table that the page shows."""
    return page.read_text("utf-8").split(_BEGIN)[1].split(_END)[0]


def _lines(key: str, found: tuple[str, Mapping[str, Any]] | None) -> Iterator[str]:
    if found is None:
        yield f"| `{key}` | not measured {'| ' * 11}|\n"
        return
    date, document = found
    for one in document["measurements"]:
        sign, peer = "≥" if one["higher_is_better"] else "≤", one["peer"]
        is_met = one["value"] >= one["bar"] if sign == "≥" else one["value"] <= one["bar"]
        cells = (
            f"`{key}`",
            one["data"],
            one["metric"],
            f"{one['value']:.4g}" + (f" ({len(one['runs'])} runs)" if len(one["runs"]) > 1 else ""),
            f"{sign} {one['bar']:.4g}",
            "yes" if is_met else "**no**",
            "" if peer is None else f"{peer[0]} {peer[1]:.4g}",
            f"{one['seconds'] / 60:.1f}",
            f"{one['peak_memory_mb']:.0f} MB",
            f"{one['package_mb']:.1f} MB",
            f"{one['latency_p50_ms']:.3g} ms",
            f"{date}, load {document['machine_load']:.0f}",
        )
        yield f"| {' | '.join(cells)} |\n"
