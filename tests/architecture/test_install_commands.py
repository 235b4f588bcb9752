"""Whatever a page or an error tells people to install can be installed as it says."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLACES = (
    "README.md", "docs/**/*.md", "deploy/**/*.md", "deploy/sdk/python/src/**/*.py",
    "frontend/src/i18n/**/*.json",
)  # fmt: skip
_COMMAND = re.compile(r"pip install ((?:[^\n`\\]|\\\")+)")
_NAME = re.compile(r"[A-Za-z0-9._-]+")
# Of an environment of its own, which the page makes, and what an error fills in.
ELSEWHERE = {"datumaro==1.13.12"}
FILLED_IN = {"{{package}}", "{error.name}"}
WHEELS = ("easel", "easel_engine")
SDK = tomllib.loads((ROOT / "deploy/sdk/python/pyproject.toml").read_text())["project"]
BUILT = {f"{name}-{SDK['version']}-py3-none-any.whl" for name in WHEELS}
_OF_SITE = " @ http://SERVER/wheels/"


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield where each command stands, and its words."""
    for pattern in PLACES:
        for path in sorted(ROOT.glob(pattern)):
            if "node_modules" in path.parts:
                continue
            for text in _COMMAND.findall(path.read_text(encoding="utf-8")):
                words = text.replace('\\"', '"').rstrip('",.;)）。')
                # A quotation mark that the text around the command has.
                words += '"' * (words.count('"') % 2)
                yield str(path.relative_to(ROOT)), shlex.split(words)


FOUND = list(commands())


def test_the_commands_of_pages_and_errors_are_found() -> None:
    places = {place for place, _ in FOUND}
    assert "docs/how-to/use-the-command-line.md" in places
    assert "deploy/sdk/python/README.md" in places
    assert len(FOUND) >= 7


@pytest.mark.parametrize(("place", "words"), FOUND, ids=[place for place, _ in FOUND])
def test_what_is_to_be_installed_exists(place: str, words: list[str]) -> None:
    pins = (ROOT / "deploy/constraints.txt").read_text()
    is_off_line = "--no-index" in words
    targets = [
        word
        for before, word in zip(["", *words], words, strict=False)
        if not word.startswith("-") and before != "--find-links"
    ]
    assert targets, place
    for target in targets:
        if target in ELSEWHERE | FILLED_IN:
            continue
        if target.startswith("wheels/"):
            wheel, _, extras = target.removeprefix("wheels/").partition("[")
            assert wheel in BUILT, place
            named = set(extras.rstrip("]").split(",")) - {""}
            assert named <= set(SDK["optional-dependencies"]), place
            continue
        name = _NAME.match(target)
        assert name is not None, (place, target)
        if _OF_SITE in target:
            named, _, wheel = target.partition(_OF_SITE)
            assert wheel.startswith(f"{name.group().replace('-', '_')}-"), (place, target)
            assert wheel in BUILT, place
            extras = named.removeprefix(name.group()).strip("[]")
            assert set(extras.split(",")) - {""} <= set(SDK["optional-dependencies"]), place
            continue
        if name.group() == "easel":
            # The index may hold something else of that name.
            assert is_off_line, place
            continue
        assert f"\n{name.group().lower()}==" in pins, (place, target)
