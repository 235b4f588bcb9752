"""The steps of recipes, with wrong ones named by JSON pointer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pydantic
from rest_framework import serializers

from engine.specs.cleaning import STEPS, CleaningRecipe


def checked(media: str, steps: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return steps with their defaults filled in.

    Raises:
        ValidationError: naming each step or option that is wrong.
    """
    try:
        recipe = CleaningRecipe.model_validate({"media": media, "steps": list(steps)})
    except pydantic.ValidationError as error:
        raise serializers.ValidationError(dict(_problems(error))) from error
    return [step.model_dump(mode="json") for step in recipe.steps]


def offered() -> list[dict[str, Any]]:
    """Return all steps, each with the medium it is for and the JSON Schema of its options."""
    return [
        {"media": media, "kind": schema["properties"].pop("kind")["const"], "options": schema}
        for media, steps in STEPS.items()
        for schema in (step.model_json_schema() for step in steps)
    ]


def _problems(error: pydantic.ValidationError) -> Iterator[tuple[str, list[Any]]]:
    for item in error.errors(include_url=False, include_context=False, include_input=False):
        # Behind the place of a step pydantic names its kind, which no client wrote there.
        place = [str(part) for number, part in enumerate(item["loc"]) if number != 2]
        path = "/".join(place) or "steps"
        yield path, [serializers.ErrorDetail(item["msg"], code=item["type"])]
