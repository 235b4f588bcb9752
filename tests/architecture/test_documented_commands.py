"""Every ``easel`` command of the pages is one that the command line takes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import pytest
from easel.cli.main import build_parser

from tests.site import ROOT

PLACES = ("README.md", "docs/**/*.md", "deploy/**/*.md")
_BLOCK = re.compile(r"^```(?:\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^(?:\$ )?(easel (?:.*\\\n)*.*)$", re.MULTILINE)
_END = frozenset({"|", ">", ">>", "&&", ";"})


def commands() -> Iterator[tuple[str, str]]:
    """Yield where each command stands, and its words in one line."""
    for pattern in PLACES:
        for path in sorted(ROOT.glob(pattern)):
            if "node_modules" in path.parts:
                continue
            for block in _BLOCK.findall(path.read_text(encoding="utf-8")):
                for command in _COMMAND.findall(block):
                    yield str(path.relative_to(ROOT)), command.replace("\\\n", " ")


FOUND = list(commands())


def words_of(command: str) -> list[str]:
    """Return the arguments of a command, without comments and what the shell does with it."""
    words = shlex.split(command, comments=True)
    end = next((place for place, word in enumerate(words) if word in _END), len(words))
    return words[1:end]


def test_the_commands_of_the_pages_are_found() -> None:
    assert len(FOUND) >= 40
    assert any(place == "docs/how-to/use-the-command-line.md" for place, _ in FOUND)


@pytest.mark.parametrize(("place", "command"), FOUND, ids=[command for _, command in FOUND])
def test_the_command_line_takes_what_a_page_tells_people_to_type(
    place: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status: object = 0
    try:
        build_parser().parse_args(words_of(command))
    except SystemExit as end:
        status = end.code
    assert not status, f"{place}: {command}\n{capsys.readouterr().err}"
