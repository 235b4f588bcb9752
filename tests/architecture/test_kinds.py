"""A kind of annotation is its card: what asks about one asks the card, and names none."""

from __future__ import annotations

import re
import subprocess

from engine.catalog import ANNOTATIONS, TASKS, AnnotationKind
from tests.site import ROOT


def _lines(*patterns: str) -> list[tuple[str, str]]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    return [
        (name, line)
        for name in listed
        if (ROOT / name).is_file()
        for line in (ROOT / name).read_text().splitlines()
    ]


def test_nothing_but_the_catalog_names_a_kind_of_annotation() -> None:
    """Migrations tell what was so once."""
    found = [
        f"{name}: {line.strip()}"
        for name, line in _lines("engine/*.py", "backend/*.py", "workers/*.py")
        if re.search(r"AnnotationKind\.[A-Z]", line)
        and not name.startswith("engine/catalog/")
        and "/migrations/" not in name
    ]
    assert not found


def test_no_page_compares_kinds_of_annotation() -> None:
    found = [
        f"{name}: {line.strip()}"
        for name, line in _lines("frontend/src/*.ts", "frontend/src/*.tsx")
        if re.search(r"\bannotation\)? *(===|!==|\{) *\"?[a-z]*\"", line)
        or re.search(r"switch \([\w.]*annotation\)", line)
    ]
    assert not found


def test_every_kind_of_annotation_has_a_card_and_every_card_an_editor_unless_nobody_labels() -> (
    None
):
    assert set(ANNOTATIONS) == set(AnnotationKind)
    for kind, card in ANNOTATIONS.items():
        assert card.kind is kind
        assert card.is_labelled or kind not in {
            task.annotation for task in TASKS.values() if task.media != "table"
        }
