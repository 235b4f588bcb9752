"""A page in Chinese is in Chinese: its texts, whatever goes wrong, and the values in them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.architecture.test_translations import CODE_FIRST, TEXTS, _calls, _flat, _strings

CHINESE = re.compile(r"[\u4e00-\u9fff]")
# Four words that follow each other, none of them code or a name in quotes.
SENTENCE = re.compile(r"[A-Za-z]+(?:,? [a-z]+){3,}")
QUOTED = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"|{{[^}]*}}")
PLACEHOLDER = re.compile(r"{{(\w+)")
PLURAL = re.compile(r"_(one|other)$")
# What is given a code for later, and adds its values then.
GIVEN_LATER = {"TimedReport"}
# What the page itself adds to the values of a text.
ADDED = {"count", "status"}


def _texts() -> Iterator[tuple[str, str]]:
    for file in sorted((TEXTS / "zh-CN").glob("*.json")):
        for key, text in _flat(file).items():
            yield f"{file.stem}.{key}", text


def test_no_chinese_text_holds_an_english_sentence() -> None:
    found = {
        key: match.group()
        for key, text in _texts()
        if (match := SENTENCE.search(QUOTED.sub("", text)))
    }
    assert not found


def test_what_is_said_of_an_error_is_said_in_chinese() -> None:
    errors = _flat(TEXTS / "zh-CN/errors.json")
    features = {key: text for key, text in _texts() if key.partition(".")[2].startswith("errors.")}
    assert not [key for key, text in {**errors, **features}.items() if not CHINESE.search(text)]


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_value_that_the_text_of_an_error_holds_is_given_where_the_error_is_made(
    language: str,
) -> None:
    texts = _coded_texts(language)
    unfilled = {
        f"{code} ({place})": sorted(missing)
        for code, given, place in _made()
        if (missing := set(PLACEHOLDER.findall(texts.get(code, ""))) - given - ADDED)
    }
    assert not unfilled


def _coded_texts(language: str) -> dict[str, str]:
    """Return the texts of errors by their codes, each once whatever its plural forms."""
    texts: dict[str, str] = {}
    for file in (TEXTS / language).glob("*.json"):
        content: dict[str, Any] = json.loads(file.read_text())
        codes = content if file.stem == "errors" else content.get("errors")
        for code, text in (codes if isinstance(codes, dict) else {}).items():
            if isinstance(text, str):
                texts[PLURAL.sub("", code)] = text
    return texts


def _made() -> Iterator[tuple[str, set[str], str]]:
    """Yield the errors, findings and warnings made in the source: code, values given, place.

    Those whose values cannot be read from the source are left out.
    """
    for path, node, _ in _calls():
        if _makes(node) and (values := _values(node)) is not None:
            for code in _codes_of(node):
                yield code, values, f"{path}:{node.lineno}"


def _makes(call: ast.Call) -> bool:
    """Tell whether a call makes an error, a finding or a warning, and does not look for one."""
    name = ast.unparse(call.func)
    is_class = name.rpartition(".")[2][:1].isupper()
    return name in CODE_FIRST or (is_class and name not in GIVEN_LATER)


def _codes_of(call: ast.Call) -> Iterator[str]:
    for keyword in call.keywords:
        if keyword.arg == "code":
            yield from _strings(keyword.value)
    if ast.unparse(call.func) in CODE_FIRST and call.args:
        yield from _strings(call.args[0])


def _values(call: ast.Call) -> set[str] | None:
    """Return the names of the values that a call gives; ``None`` where they are not written out."""
    names: set[str] = set()
    for keyword in call.keywords:
        if keyword.arg is None:
            return None
        if keyword.arg != "params":
            names.add(keyword.arg)
            continue
        inner = _names_of(keyword.value)
        if inner is None:
            return None
        names |= inner
    if ast.unparse(call.func) in CODE_FIRST:
        for argument in call.args[1:]:
            if isinstance(argument, ast.Dict):
                inner = _names_of(argument)
                if inner is None:
                    return None
                names |= inner
            elif isinstance(argument, ast.Name | ast.Attribute | ast.Call | ast.Starred):
                return None
    return names


def _names_of(value: ast.expr) -> set[str] | None:
    if not isinstance(value, ast.Dict) or None in value.keys:
        return None
    return {one for key in value.keys if key is not None for one in _strings(key)}
