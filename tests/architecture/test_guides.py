"""The how-to pages show images that are there, and every image is shown."""

from __future__ import annotations

import re

import pytest

from tests.guides.guide import LANGUAGES, images_of
from tests.guides.scenes import SCENES

_IMAGE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_a_page_shows_the_images_of_its_scene(name: str, language: str) -> None:
    page = LANGUAGES[language] / f"{name}.md"
    shown = {page.parent / one for one in _IMAGE.findall(page.read_text(encoding="utf-8"))}
    assert shown
    assert shown == set(images_of(name, language))


def test_pages_have_no_other_images() -> None:
    for folder in LANGUAGES.values():
        for page in folder.glob("*.md"):
            if page.stem not in SCENES:
                assert _IMAGE.findall(page.read_text(encoding="utf-8")) == []
