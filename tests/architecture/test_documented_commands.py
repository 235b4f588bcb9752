"""Every command of the pages is one that the command line, or the engine's, takes."""

from __future__ import annotations

import re
import shlex
import types
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from easel.cli.main import build_parser

from engine import cli
from engine.catalog import TASKS
from engine.gateway import command as gateway
from engine.grpc import command as grpc
from engine.serving import command as serving
from tests.site import ROOT

PLACES = ("README*.md", "docs/**/*.md", "deploy/**/*.md")
_BLOCK = re.compile(r"^```(?:\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^(?:\$ )?((?:easel|python -m engine) (?:.*\\\n)*.*)$", re.MULTILINE)
_END = frozenset({"|", ">", ">>", "&", "&&", ";"})


def commands() -> Iterator[tuple[str, str]]:
    """Yield where each command stands, and its words in one line."""
    for pattern in PLACES:
        for path in sorted(ROOT.glob(pattern)):
            if "node_modules" in path.parts:
                continue
            for block in _BLOCK.findall(path.read_text(encoding="utf-8")):
                for command in _COMMAND.findall(block):
                    yield str(path.relative_to(ROOT)), command.replace("\\\n", " ")


FOUND = [(place, command) for place, command in commands() if command.startswith("easel ")]
ENGINE = [(place, command) for place, command in commands() if command.startswith("python ")]


def words_of(command: str) -> list[str]:
    """Return the arguments of a command, without comments and what the shell does with it."""
    words = shlex.split(command.removeprefix("python -m "), comments=True)
    end = next((place for place, word in enumerate(words) if word in _END), len(words))
    return words[1:end]


def test_the_commands_of_the_pages_are_found() -> None:
    assert len(FOUND) >= 40
    assert len(ENGINE) >= 40
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


@pytest.mark.parametrize(("place", "command"), ENGINE, ids=[command for _, command in ENGINE])
def test_the_engine_takes_what_a_page_tells_people_to_type(
    place: str, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli.os, "environ", {})
    orders: list[Any] = []
    stub = types.SimpleNamespace(run=lambda order: orders.append(order) or 0)
    servers = {"engine.serving": serving, "engine.gateway": gateway, "engine.grpc": grpc}
    monkeypatch.setattr(cli, "import_module", lambda name: servers.get(name, stub))
    for server, work in (
        (serving, "_serve_package"),
        (serving, "supervise"),
        (gateway, "supervise"),
        (grpc, "_serve"),
    ):
        monkeypatch.setattr(server, work, lambda *order: orders.append(order) or 0)
    status: object = 0
    try:
        status = cli.main(words_of(command))
    except SystemExit as end:
        status = end.code
    assert not status, f"{place}: {command}\n{capsys.readouterr().err}"
    for order in orders:
        assert unknown_in(order) == [], f"{place}: {command}"


def unknown_in(order: object) -> list[str]:
    """Return the task, network and options of a training that the catalog does not have."""
    task = getattr(order, "task", None)
    if task is None or getattr(order, "spec", None) is not None:
        return []
    if task not in TASKS:
        return [task]
    card, backbone = TASKS[task], getattr(order, "backbone", None)
    unknown = [] if backbone in {None, *(one.key for one in card.backbones)} else [backbone]
    schema = card.options.model_json_schema()
    for option in getattr(order, "option", ()):
        name = option.partition("=")[0]
        if not _has(schema, schema, name.split(".")):
            unknown.append(name)
    return unknown


def _has(whole: Mapping[str, Any], schema: Mapping[str, Any], names: list[str]) -> bool:
    for one in (schema, *schema.get("anyOf", ()), *schema.get("allOf", ())):
        shape = whole["$defs"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one
        field = shape.get("properties", {}).get(names[0])
        if field is not None:
            return len(names) == 1 or _has(whole, field, names[1:])
    return False
