"""The page of figures, ``reference/tasks.md``: its table is written from recorded results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.catalog import TASKS
from tests.benchmarks.recording import RESULTS

DOCS = Path(__file__).resolve().parents[3] / "docs"
_BEGIN, _END = "<!-- figures -->\n", "<!-- end of figures -->\n"


@dataclass(frozen=True)
class Words:
    """What the table says beside figures, in the language of a page."""

    heads: tuple[str, ...]
    met: str
    missed: str
    runs: str
    load: str
    not_measured: str


PAGES: Mapping[Path, Words] = {
    DOCS / "reference/tasks.md": Words(
        heads=(
            *("task", "data", "metric", "value", "bar", "met", "beside"),
            *("minutes", "memory", "package", "p50", "measured"),
        ),
        met="yes",
        missed="**no**",
        runs=" ({num} runs)",
        load="{date}, load {load:.0f}",
        not_measured="not measured",
    ),
    DOCS / "zh-CN/reference/tasks.md": Words(
        heads=(
            *("任务", "数据", "指标", "数值", "标准", "达到", "对照"),
            *("分钟", "内存", "模型包", "p50", "测量"),
        ),
        met="是",
        missed="**否**",
        runs="（{num} 次）",
        load="{date}，负载 {load:.0f}",
        not_measured="没有测量",
    ),
}


def newest(folder: Path = RESULTS) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the date and the last recorded figures of each task that was measured in full."""
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for path in sorted(folder.glob("*.json")):
        for key, document in json.loads(path.read_text()).get("tasks", {}).items():
            if not document["quick"]:
                found[key] = (path.stem, document)
    return found


def table(figures: Mapping[str, tuple[str, Mapping[str, Any]]], words: Words) -> str:
    """Return a Markdown table of all tasks in the order of the catalog, measured or not."""
    head = f"| {' | '.join(words.heads)} |\n{'|--' * len(words.heads)}|\n"
    return head + "".join(line for key in TASKS for line in _lines(key, figures.get(key), words))


def write_pages(pages: Mapping[Path, Words] = PAGES) -> None:
    """Put the newest figures between the marks of the pages."""
    for page, words in pages.items():
        before, rest = page.read_text("utf-8").split(_BEGIN)
        _, after = rest.split(_END)
        page.write_text(before + _BEGIN + table(newest(), words) + _END + after, "utf-8")


def shown(page: Path) -> str:
    """Return the table that a page shows."""
    return page.read_text("utf-8").split(_BEGIN)[1].split(_END)[0]


def _lines(key: str, found: tuple[str, Mapping[str, Any]] | None, words: Words) -> Iterator[str]:
    if found is None:
        yield f"| `{key}` | {words.not_measured} {'| ' * (len(words.heads) - 1)}|\n"
        return
    date, document = found
    for one in document["measurements"]:
        sign, peer = "≥" if one["higher_is_better"] else "≤", one["peer"]
        is_met = one["value"] >= one["bar"] if sign == "≥" else one["value"] <= one["bar"]
        num_runs = len(one["runs"])
        cells = (
            f"`{key}`",
            one["data"],
            one["metric"],
            f"{one['value']:.4g}" + (words.runs.format(num=num_runs) if num_runs > 1 else ""),
            f"{sign} {one['bar']:.4g}",
            words.met if is_met else words.missed,
            "" if peer is None else f"{peer[0]} {peer[1]:.4g}",
            f"{one['seconds'] / 60:.1f}",
            f"{one['peak_memory_mb']:.0f} MB",
            f"{one['package_mb']:.1f} MB",
            f"{one['latency_p50_ms']:.3g} ms",
            words.load.format(date=date, load=document["machine_load"]),
        )
        yield f"| {' | '.join(cells)} |\n"
