"""Small tables whose rule is known."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np


def write_table(path: Path, num_rows: int, problem: str, seed: int = 0) -> Path:
    """Write rows of size, colour, day and a serial number; the class or value follows from them."""
    random = np.random.default_rng(seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["serial", "size", "colour", "bought", "source", "answer"])
        for serial in range(num_rows):
            size = random.normal(10, 3)
            colour = str(random.choice(["red", "green", "blue"]))
            month = int(random.integers(1, 13))
            value = size + 6 * (colour == "red") + random.normal(0, 0.5)
            answers = {
                "regression": f"{1000 + 50 * value:.2f}",
                "binary": "yes" if value > 12 else "no",
                "multi_class": ("low", "middle", "high")[int(np.digitize(value, [9, 14]))],
            }
            writer.writerow(
                [
                    serial,
                    "" if random.random() < 0.05 else f"{size:.3f}",
                    "" if random.random() < 0.05 else colour,
                    f"2024-{month:02d}-{int(random.integers(1, 28)):02d}",
                    "shop",
                    answers[problem],
                ]
            )
    return path


def table_spec(path: Path, **changes: object) -> dict[str, object]:
    """Return a training spec for a table, as a document."""
    return {
        "run_id": "run",
        "task": "tabular.prediction",
        "backbone": "ensemble",
        "data": {"kind": "files", "format": "table", "root": str(path)},
        "options": {},
        "resources": {"num_threads": 1},
        **changes,
    }
