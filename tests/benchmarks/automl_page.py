"""The tables of ``reference/automl.md``, written from the recorded results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.automl_tables import TABLES
from tests.benchmarks.forecasting import HORIZONS, PRESETS, PUBLISHED, QUICK_PRESETS
from tests.benchmarks.recording import RESULTS

DOCS = Path(__file__).resolve().parents[2] / "docs"
Figures = Mapping[str, float]


@dataclass(frozen=True)
class Words:
    """What the tables say beside figures, in the language of a page."""

    automl: str
    automl_heads: tuple[str, ...]
    forecasting: str
    horizon: str
    ratio: str


PAGES: Mapping[Path, Words] = {
    DOCS / "reference/automl.md": Words(
        automl=(
            "Measured on {date} beside other work: {minutes:g} minute(s) and {threads:g} thread(s) "
            "for each side; at least as good on {good:g} of {tables:g} tables. Seconds are of the "
            "whole run."
        ),
        automl_heads=("table", "metric", "Easel", "AutoGluon", "divisions", "seconds"),
        forecasting="Measured on {date}, one thread, one run.",
        horizon="hours ahead",
        ratio="times the best published",
    ),
    DOCS / "zh-CN/reference/automl.md": Words(
        automl=(
            "{date} 测得，同时有其他工作：双方各 {minutes:g} 分钟、{threads:g} 个线程；"
            "{tables:g} 个表格中有 {good:g} 个不差于对方。秒数为整个训练的用时。"
        ),
        automl_heads=("表格", "指标", "Easel", "AutoGluon", "划分数", "秒"),
        forecasting="{date} 测得，一个线程，一次训练。",
        horizon="预测小时数",
        ratio="与最好的已发表结果之比",
    ),
}


def newest(name: str, folder: Path = RESULTS) -> tuple[str, Figures] | None:
    """Return the date and the last recorded figures of a benchmark; ``None`` without any."""
    found = None
    for path in sorted(folder.glob("*.json")):
        figures = json.loads(path.read_text()).get("figures", {}).get(name)
        if figures is not None:
            found = (path.stem, figures)
    return found


def automl_table(date: str, figures: Figures, words: Words) -> str:
    """Return what both sides reached on each table, and how that was measured."""
    how = words.automl.format(
        date=date,
        minutes=figures["minutes"],
        threads=figures["threads"],
        good=figures["num_at_least_as_good"],
        tables=figures["num_tables"],
    )
    lines = [f"{how}\n", *_head(words.automl_heads)]
    for table in TABLES:
        ours, theirs, folds, seconds, other = (
            figures[f"{table.name}_{key}"]
            for key in (
                f"easel_{table.metric}",
                f"autogluon_{table.metric}",
                "folds",
                "easel_seconds",
                "autogluon_seconds",
            )
        )
        sign = "↑" if table.metric == "auc" else "↓"
        lines.append(
            f"| {table.name} | {table.metric} {sign} | {ours:.4g} | {theirs:.4g} | {folds:g} | "
            f"{seconds:.0f}, {other:.0f} |"
        )
    return "\n".join(lines) + "\n"


def forecasting_table(date: str, figures: Figures, words: Words) -> str:
    """Return the squared errors at each horizon beside the published ones."""
    presets = [one for one in (*QUICK_PRESETS, *PRESETS) if f"h96_{one}_mse" in figures]
    names = [f"`{one}`" for one in presets] + list(PUBLISHED)
    how = words.forecasting.format(date=date)
    lines = [f"{how}\n", *_head((words.horizon, *names, words.ratio))]
    for horizon in HORIZONS:
        ours = [f"{figures[f'h{horizon}_{one}_mse']:.4f}" for one in presets]
        theirs = [f"{table[horizon]:.3f}" for table in PUBLISHED.values()]
        ratio = f"{figures[f'h{horizon}_times_published']:.3f}"
        lines.append(f"| {' | '.join([str(horizon), *ours, *theirs, ratio])} |")
    return "\n".join(lines) + "\n"


def page_text(text: str, words: Words, folder: Path = RESULTS) -> str:
    """Return the text of a page with the newest figures between its marks."""
    for name, table in (("automl", automl_table), ("forecasting", forecasting_table)):
        found = newest(name, folder)
        if found is not None:
            begin, end = f"<!-- {name} figures -->\n", f"<!-- end of {name} figures -->\n"
            before, rest = text.split(begin)
            text = before + begin + table(*found, words) + end + rest.split(end)[1]
    return text


def write_pages(pages: Mapping[Path, Words] = PAGES) -> None:
    """Put the newest figures into the pages."""
    for page, words in pages.items():
        page.write_text(page_text(page.read_text("utf-8"), words), "utf-8")


def _head(names: tuple[str, ...]) -> tuple[str, str]:
    return f"| {' | '.join(names)} |", "|--" * len(names) + "|"
