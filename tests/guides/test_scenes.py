"""The scenes ask for texts and take images that are there; playing them takes a browser."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.guides.guide import LANGUAGES, texts
from tests.guides.scenes import SCENES

SOURCE = ast.parse((Path(__file__).parent / "scenes.py").read_text("utf-8"))
IMAGE = re.compile(r"images/([\w-]+)\.webp")


def _calls(*names: str) -> Iterator[str]:
    """Yield the literal first arguments of methods of a guide."""
    for node in ast.walk(SOURCE):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            argument = node.args[0] if node.args else None
            if node.func.attr in names and isinstance(argument, ast.Constant):
                yield str(argument.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_a_scene_looks_for_is_on_the_pages(language: str) -> None:
    assert not [key for key in _calls("say", "button") if not list(texts(language, key))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_image_of_a_page_with_a_scene_is_taken_by_it(language: str) -> None:
    shot = set(_calls("shoot"))
    for name in SCENES:
        shown = IMAGE.findall((LANGUAGES[language] / f"{name}.md").read_text("utf-8"))
        assert shown
        assert not [one for one in shown if one.removeprefix(f"{name}-") not in shot]
