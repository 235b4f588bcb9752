"""The page about extending shows complete code: it is put into a copy of the tree, and used."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.site import ROOT

PAGES = ("docs/how-to/extend.md", "docs/zh-CN/how-to/extend.md")
COPIED = (
    "engine/*",
    "backend/*",
    "workers/*",
    "tests/*.py",
    "deploy/sdk/python/*",
    "pyproject.toml",
)
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^`([\w/.-]+\.\w+)`|^```(python|diff)\n((?s:.*?))^```$", re.MULTILINE)
# The files of a section at most; those of the task that uses the new kind of label are a task's.
LIMITS = {
    "A format": 5,
    "A task": 6,
    "A sampler": 4,
    "A kind of label": 8,
    "A condition of alerts": 3,
    "A launcher": 1,
}


class Block(NamedTuple):
    """Code of the page, and the file that it belongs in."""

    path: str
    language: str
    code: str


def sections(page: str) -> dict[str, list[Block]]:
    """Return the code of a page by its headings."""
    _, *parts = _SECTION.split((ROOT / page).read_text(encoding="utf-8"))
    found: dict[str, list[Block]] = {}
    for title, text in zip(parts[::2], parts[1::2], strict=True):
        path, blocks = "", []
        for named, language, code in _BLOCK.findall(text):
            path = named or path
            if code:
                blocks.append(Block(path, language, code))
        found[title] = blocks
    return found


def put(tree: Path, block: Block) -> None:
    """Write a new file, or change one in the one place that the block shows."""
    file = tree / block.path
    if block.language == "python":
        assert not file.exists(), f"{block.path} is there already."
        file.parent.mkdir(exist_ok=True)
        file.write_text(block.code, encoding="utf-8")
        return
    lines = block.code.splitlines()
    before = "\n".join(line[1:] for line in lines if line[:1] != "+")
    after = "\n".join(line[1:] for line in lines if line[:1] != "-")
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{block.path} has this {text.count(before)} times:\n{before}"
    file.write_text(text.replace(before, after), encoding="utf-8")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return what the tests of a tree with all that the page adds say."""
    tree = tmp_path_factory.mktemp("extended")
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "--", *COPIED, "frontend/src/i18n/*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\n")
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)
    for blocks in sections(PAGES[0]).values():
        for block in blocks:
            put(tree, block)
    for file in (tree / "frontend/src/i18n").rglob("*.json"):
        json.loads(file.read_text(encoding="utf-8"))
    shutil.copyfile(
        Path(__file__).with_name("extended_tree.py"), tree / "tests/backend/extended_tree.py"
    )
    options = ("--nomigrations", "-q", "-rA", "--no-header", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/backend/extended_tree.py", *options],
        cwd=tree,
        env={
            **{key: os.environ[key] for key in os.environ if not key.startswith("PYTEST_")},
            "EASEL_TEST_DATABASE": "sqlite",
            "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'deploy/sdk/python/src'}",
            "OMP_NUM_THREADS": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    "name", ["format", "task", "sampler", "label_kind", "condition", "launcher"]
)
def test_what_the_page_adds_works(results: str, name: str) -> None:
    assert f"PASSED tests/backend/extended_tree.py::test_{name}" in results, results[-5000:]


@pytest.mark.parametrize("title", sorted(LIMITS))
def test_adding_something_touches_few_files(title: str) -> None:
    paths = {block.path for block in sections(PAGES[0])[title]}
    assert 0 < len(paths) <= LIMITS[title]


def test_both_languages_of_the_page_show_the_same_code() -> None:
    english, chinese = (list(sections(page).values()) for page in PAGES)
    assert english == chinese
