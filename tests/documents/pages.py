"""What a page tells its reader to type, in order: files to write, commands, and Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tests.documents.not_run import NOT_RUN, OTHER_PAGES
from tests.site import ROOT

Kind = Literal["file", "shell", "python"]

QUICK = frozenset({"README.md"})
"""Pages whose commands take seconds: `make test` runs them, and `make test-all` all others."""

_BLOCK = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.DOTALL | re.MULTILINE
)
# "`spec.json`:" alone on the line before a block: the block is what the file holds.
_FILE = re.compile(r"`(?P<name>[\w./-]+\.\w+)`[:：]\n\n$")
_PROMPT = "$ "


@dataclass(frozen=True)
class Step:
    """One thing that a reader does.

    Attributes:
        kind: a file to write, a command of the shell, or a block of Python.
        text: what the file holds, the command, or the code.
        name: of the file.
        reason: why it is not done here, if it is not.
    """

    kind: Kind
    text: str
    name: str = ""
    reason: str | None = None


def pages() -> list[Path]:
    """Return README and the pages of docs; their Chinese twins have the same blocks."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    names = {page: page.relative_to(ROOT).as_posix() for page in found}
    return [
        page
        for page in found
        if not names[page].startswith(("docs/zh-CN/", *OTHER_PAGES)) and steps(page)
    ]


def blocks(page: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the language and text of each block, and the name of the file that it shows."""
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        named = _FILE.search(text[: found.start()])
        yield found["language"], found["text"], named["name"] if named else ""


def steps(page: Path) -> list[Step]:
    """Return what a page tells its reader to do, from top to bottom."""
    name = page.relative_to(ROOT).as_posix() if page.is_relative_to(ROOT) else page.name
    found: list[Step] = []
    for language, text, file in blocks(page):
        if file:
            found.append(Step("file", text, name=file))
        elif language == "console":
            found += [Step("shell", one, reason=_reason(name, one)) for one in commands(text)]
        elif language == "python":
            found.append(Step("python", text, reason=_reason(name, text)))
    return found


def commands(block: str) -> Iterator[str]:
    """Yield the commands of a console block: lines after ``$``, with those they go on in."""
    command: list[str] = []
    for line in block.splitlines():
        if line.startswith(_PROMPT):
            if command:
                yield "\n".join(command)
            command = [line.removeprefix(_PROMPT)]
        elif command and command[-1].endswith("\\"):
            command.append(line)
        elif command:
            # What the command prints.
            yield "\n".join(command)
            command = []
    if command:
        yield "\n".join(command)


def _reason(page: str, text: str) -> str | None:
    for place, pattern, reason in NOT_RUN:
        if place in {page, "*"} and re.search(pattern, text):
            return reason
    return None
