"""Every page for users is there in Chinese, with the same sections and the same commands."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site import ROOT

DOCS = ROOT / "docs"
CHINESE = DOCS / "zh-CN"
INTERFACE = ROOT / "frontend/src/i18n/zh-CN"
# What stays English, and why.
ENGLISH_ONLY = {
    "architecture.md": "for those who change Easel, like the code",
    "changelog.md": "for those who change Easel, like the code",
    "conventions.md": "for those who change Easel, like the code",
    "decisions/": "for those who change Easel, like the code",
    "reference/licences.md": "written by python -m deploy.packages",
    "reference/manifest-ops.md": "definitions for those who implement a runtime",
}
# The index of the Chinese pages; the English pages are listed in README.md.
CHINESE_ONLY = {"README.md"}
# Words in italics or bold that are no name of a button, page, field or term of the interface.
EMPHASISED = {
    "与线性模型相比",
    "学习什么",
    "图片中的框和轮廓",
    "文本中的片段",
    "训练用时和每千次预测用时",
}
COMPARED = {"bash", "console", "diff", "json", "python", "sh"}
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"\s+# .*$", re.MULTILINE)
_EMPHASIS = re.compile(r"\*\*?([^*\n]+?)\*\*?")
_HEADING = re.compile(r"^(#+) +(.+)$", re.MULTILINE)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`[^`\n]*`")
_FIGURE = re.compile(r"\d[\d.,]*\d|\d")


def needs_twin(name: str) -> bool:
    """Whether a page below ``docs`` has to be there in Chinese."""
    return not name.startswith(("zh-CN/", *ENGLISH_ONLY))


def twins() -> Iterator[tuple[str, Path, Path]]:
    """Yield the name of each page for users, the page, and where its Chinese twin belongs."""
    yield "README", ROOT / "README.md", ROOT / "README.zh-CN.md"
    for page in sorted(DOCS.rglob("*.md")):
        name = page.relative_to(DOCS).as_posix()
        if needs_twin(name):
            yield name, page, CHINESE / name


TWINS = list(twins())
BOTH = [(page, twin) for _, page, twin in TWINS]
NAMES = [name for name, _, _ in TWINS]
PAGES = sorted({page for pair in BOTH for page in pair} | set(CHINESE.rglob("*.md")))


def prose_of(page: Path) -> str:
    """Return the text of a page without its blocks of code."""
    return _BLOCK.sub("", page.read_text(encoding="utf-8"))


def code_of(page: Path) -> list[tuple[str, str]]:
    """Return the kind and text of each block of code, without comments."""
    return [
        (kind, _COMMENT.sub("", text))
        for kind, text in _BLOCK.findall(page.read_text(encoding="utf-8"))
        if kind in COMPARED
    ]


def rows_of(page: Path) -> list[tuple[list[str], list[str]]]:
    """Return the code and the figures of each row of a page's tables."""
    rows = re.findall(r"^\|.*", prose_of(page), re.MULTILINE)
    return [
        (sorted(_CODE.findall(row)), sorted(_FIGURE.findall(_CODE.sub("", row)))) for row in rows
    ]


def anchors_of(page: Path) -> set[str]:
    """Return what a link can name in a page, as GitHub writes it."""
    titles = [title for _, title in _HEADING.findall(prose_of(page))]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links_of(page: Path) -> Iterator[tuple[str, Path, str]]:
    """Yield each link to a place of this repository: as written, its file and its anchor."""
    for link in _LINK.findall(_CODE.sub("", prose_of(page))):
        if re.match(r"[a-z]+:", link):
            continue
        place, _, anchor = link.partition("#")
        target = Path(os.path.normpath(page.parent / place)) if place else page
        yield link, target, anchor


@pytest.mark.parametrize(("page", "twin"), BOTH, ids=NAMES)
def test_a_page_is_there_in_chinese(page: Path, twin: Path) -> None:
    assert twin.is_file(), f"translate {page.relative_to(ROOT)}"


def test_every_chinese_page_translates_one() -> None:
    known = {twin for _, twin in BOTH} | {CHINESE / name for name in CHINESE_ONLY}
    assert set(CHINESE.rglob("*.md")) <= known


def test_the_chinese_index_leads_to_every_chinese_page() -> None:
    index = CHINESE / "README.md"
    listed = {target for _, target, _ in links_of(index)} | {index}
    assert set(CHINESE.rglob("*.md")) <= listed


def test_what_stays_english_is_there() -> None:
    assert all((DOCS / name).exists() for name in ENGLISH_ONLY)


@pytest.mark.parametrize(("page", "twin"), BOTH, ids=NAMES)
def test_both_languages_print_the_same_commands(page: Path, twin: Path) -> None:
    assert code_of(twin) == code_of(page)


@pytest.mark.parametrize(("page", "twin"), BOTH, ids=NAMES)
def test_both_languages_have_the_same_sections(page: Path, twin: Path) -> None:
    levels, theirs = (
        [len(level) for level, _ in _HEADING.findall(prose_of(one))] for one in (page, twin)
    )
    assert theirs == levels


@pytest.mark.parametrize(("page", "twin"), BOTH, ids=NAMES)
def test_tables_of_both_languages_hold_the_same_names_and_figures(page: Path, twin: Path) -> None:
    rows, theirs = rows_of(page), rows_of(twin)
    assert [row for row in theirs if row not in rows] == []
    assert len(theirs) == len(rows)


@pytest.mark.parametrize("folder", ["how-to", "tutorials"])
def test_chinese_pages_call_things_as_the_interface_does(folder: str) -> None:
    texts = "".join(one.read_text("utf-8") for one in INTERFACE.glob("*.json"))
    unknown = {
        (page.name, name)
        for page in (CHINESE / folder).glob("*.md")
        for words in _EMPHASIS.findall(_CODE.sub("", prose_of(page)))
        for name in (part.strip(" 。，：⋯") for part in re.split(" → |：", words))
        if re.search("[\u4e00-\u9fff]", name) and name not in EMPHASISED and name not in texts
    }
    assert unknown == set()


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_link_leads_somewhere(page: Path) -> None:
    for link, target, anchor in links_of(page):
        assert target.exists(), link
        assert not anchor or anchor in anchors_of(target), link


@pytest.mark.parametrize("twin", [twin for _, twin in BOTH], ids=NAMES)
def test_a_chinese_page_leads_to_chinese_pages(twin: Path) -> None:
    english = {page for page, _ in BOTH} - {ROOT / "README.md"}
    assert [link for link, target, _ in links_of(twin) if target in english] == []
