"""Whatever is wrong with a field of a request, the page can say it in both languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pydantic
import pytest
from django.urls import get_resolver
from rest_framework import serializers

from backend.api.serializers import InputSerializer
from engine.catalog import TASKS
from engine.specs.parse import parse_options

TEXTS = Path(__file__).resolve().parents[3] / "frontend/src/i18n"
# Mistakes of ours in how a field is declared, and what only files of forms in HTML meet.
NEVER_SENT = {"html_cutoff", "make_aware"}
# What no option of any task takes, one way or another.
WRONG = (None, True, -1e18, 1e18, 0.123, 7, "", "x", "x" * 10_000, [], ["x"], {}, {"x": 1})


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_way_in_which_a_field_can_be_wrong_has_a_text(language: str) -> None:
    texts = json.loads((TEXTS / language / "errors.json").read_text())
    known = texts["field"].keys() | texts.keys()
    found = {*_of_serializers(), *_of_options()}
    assert {"max_length", "greater_than_equal", "extra_forbidden"} <= found
    assert not found - known - NEVER_SENT


def _of_serializers() -> Iterator[str]:
    """Yield the codes of what serializers of requests refuse, deep inside too."""
    assert get_resolver().url_patterns, "the views load their serializers"
    for kind in _below(InputSerializer):
        if kind.__module__.startswith("backend."):
            yield from kind().error_messages
            yield from _of_fields(kind())


def _below(kind: type[InputSerializer]) -> Iterator[type[InputSerializer]]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)


def _of_fields(serializer: serializers.Serializer[object]) -> Iterator[str]:
    for field in serializer.fields.values():
        for one in (field, getattr(field, "child", None)):
            if one is None:
                continue
            yield from one.error_messages
            yield from (
                validator.code for validator in one.validators if hasattr(validator, "code")
            )
            if isinstance(one, serializers.Serializer):
                yield from _of_fields(one)


def _of_options() -> Iterator[str]:
    """Yield what the options of tasks answer to values that they do not take."""
    for task, card in TASKS.items():
        for name in (*card.options.model_fields, "no_such_option"):
            for value in WRONG:
                try:
                    parse_options(task, {name: value})
                except pydantic.ValidationError as error:
                    yield from (item["type"] for item in error.errors(include_url=False))
