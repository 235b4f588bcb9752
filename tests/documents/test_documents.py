"""What README and docs tell people to type runs as it is printed, in an empty folder."""

from __future__ import annotations

import ast
import builtins
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.documents.not_run import NOT_RUN, OTHER_PAGES
from tests.documents.pages import QUICK, Step, blocks, commands, pages, steps
from tests.documents.running import run_page
from tests.documents.site import ReadersSite, readers_site
from tests.site import ROOT

PAGES = {page.relative_to(ROOT).as_posix(): page for page in pages()}
_COMMAND = re.compile(r"^(\$ |easel |python\d* |curl |make |pip |docker |export )", re.MULTILINE)


@pytest.fixture(scope="module")
def site() -> Iterator[ReadersSite]:
    with readers_site() as running:
        yield running


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.exhaustive]) for name in PAGES],
)
@pytest.mark.timeout(3600)
def test_every_command_of_a_page_runs_as_printed_in_an_empty_folder(
    name: str, site: ReadersSite
) -> None:
    todo = steps(PAGES[name])
    for ran in run_page(todo, site.own(name, todo)):
        assert ran.status == 0, f"{name}: {ran.step.text}\n{ran.output}"


def test_commands_stand_in_console_blocks_after_a_dollar_sign() -> None:
    for name, page in PAGES.items():
        for language, text, file in blocks(page):
            if language == "console":
                assert list(commands(text)), f"{name}: {text}"
            elif not file:
                assert language == "python" or not _COMMAND.search(text), f"{name}: {text}"


def test_nothing_is_left_for_the_reader_to_fill_in() -> None:
    for name, page in PAGES.items():
        for step in steps(page):
            if step.kind == "shell" and step.reason is None:
                found = re.search(
                    r"(?<![$\w{-])(?!EASEL_|POST\b)[A-Z]{4,}(?!\w)", _unquoted(step.text)
                )
                assert found is None, f"{name}: {step.text}"


def test_python_names_what_its_page_has_made() -> None:
    for name, page in PAGES.items():
        known = set(dir(builtins))
        for step in steps(page):
            if step.kind == "python" and step.reason is None:
                made, used = names_in(step.text)
                known |= made
                assert used <= known, f"{name}: {sorted(used - known)}"


def names_in(code: str) -> tuple[set[str], set[str]]:
    """Return the names that code makes, whatever for, and those that it reads."""
    made, used = set(), set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else made).add(node.id)
        elif isinstance(node, ast.alias):
            made.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            made.add(node.name)
        elif isinstance(node, ast.arg):
            made.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name is not None:
            made.add(node.name)
    return made, used


def test_every_command_is_whole() -> None:
    for name, page in PAGES.items():
        script = "\n".join(step.text for step in steps(page) if step.kind == "shell")
        parsed = subprocess.run(
            ["bash", "-n"], input=script, capture_output=True, text=True, check=False
        )
        assert parsed.returncode == 0, f"{name}: {parsed.stderr}"


def test_what_is_not_run_is_still_on_its_page() -> None:
    texts = {name: [step.text for step in steps(page)] for name, page in PAGES.items()}
    for place, pattern, _ in NOT_RUN:
        found = [text for name in texts if place in {name, "*"} for text in texts[name]]
        assert any(re.search(pattern, text) for text in found), (place, pattern)


def test_pages_that_only_show_code_are_there() -> None:
    assert all((ROOT / name).exists() for name in OTHER_PAGES)
    assert set(PAGES) >= QUICK


def test_a_command_that_fails_is_seen(tmp_path: Path) -> None:
    shell = [Step("shell", "export A=1"), Step("shell", "test $A = 1"), Step("shell", "false")]
    python = [Step("python", "a = 1"), Step("python", "assert a == 1"), Step("python", "a / 0")]
    piped = [Step("shell", "false | cat")]

    assert [ran.status for ran in run_page([*shell, Step("shell", "true")], {})] == [0, 0, 1]
    assert [ran.status for ran in run_page(python, {})] == [0, 0, 1]
    assert [ran.status for ran in run_page(piped, {})] == [1]


def test_a_page_is_done_in_its_order_with_its_files_and_the_readers_own(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "Write `a.txt`:\n\n```\nthe page\n```\n\n```console\n$ grep -q 'the page' a.txt\n"
        "$ echo one \\\n    two > b.txt\nwhat it prints\n```\n\n```python\n"
        'assert open("b.txt").read() == "one two\\n"\n```\n'
    )
    page_steps = [
        Step("file", "the page\n", name="a.txt"),
        Step("shell", "grep -q 'the page' a.txt"),
        Step("shell", "echo one \\\n    two > b.txt"),
        Step("python", 'assert open("b.txt").read() == "one two\\n"\n'),
    ]

    assert [(one.kind, one.text, one.name) for one in steps(page)] == [
        (one.kind, one.text, one.name) for one in page_steps
    ]
    assert [ran.status for ran in run_page(page_steps, {"the page": "the page itself"})] == [0] * 4


def _unquoted(command: str) -> str:
    return re.sub(r"'[^']*'|\"[^\"]*\"|\b\w+=", "", command)
