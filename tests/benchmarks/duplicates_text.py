"""How many planted near duplicates of real texts an inspection finds, and how many others it names.

Texts that are alike of themselves are taken out first, by twice the edits that count as near. A
quarter of the texts then get a copy with one kind of edit each: punctuation left out, one
character, spaces and case, a twentieth and a tenth of all characters. The inspection runs whole.
"""

from __future__ import annotations

import csv
import json
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from engine.cli import main
from engine.quality.duplicates.near_texts import NearTexts, comparable
from engine.quality.inspection import FOUND
from engine.specs.inspection import FoundSample, InspectionSpec, InspectionThresholds
from tests.engine.quality.edited_texts import EDITS, edited
from tests.shared import shared_data

_SHARE = 4
_LIMITS = InspectionThresholds()


def run(*, quick: bool) -> dict[str, float]:
    """Return recall, precision and seconds for each corpus, and the recall of each edit."""
    figures: dict[str, float] = {}
    for name, texts in corpora().items():
        chosen = _unlike(texts[: 1000 if quick else None])
        figures |= {f"{name}_{key}": value for key, value in _measured(chosen).items()}
    return figures


def corpora() -> dict[str, list[str]]:
    """Return the texts of each corpus, in their order."""
    return {
        "movie_reviews": _column("movie_reviews", "text"),
        "hotel_reviews_zh": _column("hotel_reviews_zh", "review"),
        "sentence_pairs": list(dict.fromkeys(_sentences())),
        "weibo": list(dict.fromkeys(_posts())),
    }


def _column(name: str, column: str) -> list[str]:
    with (shared_data(name) / "reviews.csv").open(encoding="utf-8", newline="") as lines:
        return [row[column] for row in csv.DictReader(lines) if row[column].strip()]


def _sentences() -> Iterator[str]:
    for path in sorted(shared_data("sentence_pairs").glob("SICK_*.txt")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                yield from (row["sentence_A"], row["sentence_B"])


def _posts() -> Iterator[str]:
    for path in sorted(shared_data("weibo_ner").glob("*.conll")):
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            text = "".join(line[:1] for line in block.splitlines() if line)
            if text:
                yield text


def _unlike(texts: list[str]) -> list[str]:
    """Return texts of at least ten letters that are not near to an earlier one, nor nearly so."""
    read = [comparable(text) for text in texts]
    seen: NearTexts[int] = NearTexts(2 * _LIMITS.text_edits, read.__getitem__, 0.5)
    return [
        text
        for place, text in enumerate(texts)
        if len(read[place]) >= 10 and seen.earlier(read[place], place) is None
    ]


def _measured(texts: list[str]) -> dict[str, float]:
    chance = random.Random(0)
    letters = [one for text in texts[:200] for one in text if one.isalnum()]
    origins = chance.sample(range(len(texts)), len(texts) // _SHARE)
    copies = [
        (origin, kind, edited(texts[origin], kind, letters, chance))
        for origin, kind in zip(origins, cycle(EDITS), strict=False)
    ]
    named = [(f"o{place}", text) for place, text in enumerate(texts)]
    named += [(f"c{origin}", text) for origin, _, text in copies]
    chance.shuffle(named)
    began = time.perf_counter()
    pairs = _found(named)
    seconds = time.perf_counter() - began
    right = {origin for origin, _, _ in copies if {f"o{origin}", f"c{origin}"} in pairs}
    figures = {
        "recall": len(right) / len(copies),
        "precision": len(right) / max(1, len(pairs)),
        "seconds": seconds,
        "num_texts": float(len(named)),
    }
    for kind in EDITS:
        of_kind = [origin for origin, one, _ in copies if one == kind]
        figures[f"recall_{kind}"] = sum(origin in right for origin in of_kind) / len(of_kind)
    return figures


def _found(named: list[tuple[str, str]]) -> list[set[str]]:
    """Inspect texts; return each one that is found with the one that is kept of its group."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        lines = []
        for name, text in named:
            (root / name).write_text(text, encoding="utf-8")
            record = {"id": name, "sha256": "0" * 64, "name": name, "file": name, "split": "train"}
            lines.append(json.dumps(record))
        (root / "index.jsonl").write_text("\n".join(lines) + "\n")
        spec = InspectionSpec(media="text", index=str(root / "index.jsonl"), files_root=folder)
        (root / "spec.json").write_text(spec.model_dump_json())
        assert main(["inspect", "--spec", f"{folder}/spec.json", "--work", f"{folder}/work"]) == 0
        found = [
            FoundSample.model_validate_json(line)
            for line in (root / "work" / FOUND).read_text(encoding="utf-8").splitlines()
        ]
    groups: dict[tuple[str, int | None], list[FoundSample]] = defaultdict(list)
    for one in found:
        if one.finding in ("same_content", "near_duplicate"):
            groups[one.finding, one.group].append(one)
    return [
        {one.sample_id, next(kept.sample_id for kept in group if kept.is_kept)}
        for group in groups.values()
        for one in group
        if not one.is_kept
    ]
