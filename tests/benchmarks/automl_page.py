"""The tables of ``docs/reference/automl.md``, written from the recorded results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from tests.benchmarks.automl_tables import TABLES
from tests.benchmarks.forecasting import HORIZONS, PRESETS, PUBLISHED, QUICK_PRESETS
from tests.benchmarks.recording import RESULTS

PAGE = Path(__file__).resolve().parents[2] / "docs/reference/automl.md"
Figures = Mapping[str, float]


def newest(name: str, folder: Path = RESULTS) -> tuple[str, Figures] | None:
    """Return the date and the last recorded figures of a benchmark; ``None`` without any."""
    found = None
    for path in sorted(folder.glob("*.json")):
        figures = json.loads(path.read_text()).get("figures", {}).get(name)
        if figures is not None:
            found = (path.stem, figures)
    return found


def automl_table(date: str, figures: Figures) -> str:
    """Return what both sides reached on each table, and how that was measured."""
    how = (
        f"Measured on {date} beside other work: {figures['minutes']:g} minute(s) and "
        f"{figures['threads']:g} thread(s) for each side; at least as good on "
        f"{figures['num_at_least_as_good']:g} of {figures['num_tables']:g} tables. Seconds are of "
        "the whole run.\n"
    )
    lines = [
        how,
        "| table | metric | Easel | AutoGluon | divisions | seconds |",
        "|--|--|--|--|--|--|",
    ]
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


def forecasting_table(date: str, figures: Figures) -> str:
    """Return the squared errors at each horizon beside the published ones."""
    presets = [one for one in (*QUICK_PRESETS, *PRESETS) if f"h96_{one}_mse" in figures]
    heads = [f"`{one}`" for one in presets] + list(PUBLISHED)
    lines = [
        f"Measured on {date}, one thread, one run.\n",
        f"| hours ahead | {' | '.join(heads)} | times the best published |",
        "|--" * (len(heads) + 2) + "|",
    ]
    for horizon in HORIZONS:
        ours = [f"{figures[f'h{horizon}_{one}_mse']:.4f}" for one in presets]
        theirs = [f"{table[horizon]:.3f}" for table in PUBLISHED.values()]
        ratio = f"{figures[f'h{horizon}_times_published']:.3f}"
        lines.append(f"| {' | '.join([str(horizon), *ours, *theirs, ratio])} |")
    return "\n".join(lines) + "\n"


def page_text(text: str, folder: Path = RESULTS) -> str:
    """Return the text of the page with the newest figures between its marks."""
    for name, table in (("automl", automl_table), ("forecasting", forecasting_table)):
        found = newest(name, folder)
        if found is not None:
            begin, end = f"<!-- {name} figures -->\n", f"<!-- end of {name} figures -->\n"
            before, rest = text.split(begin)
            text = before + begin + table(*found) + end + rest.split(end)[1]
    return text


def write_page(page: Path = PAGE) -> None:
    """Put the newest figures into the page."""
    page.write_text(page_text(page.read_text("utf-8")), "utf-8")
