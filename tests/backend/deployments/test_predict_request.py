"""What a request to try a model is read as, whichever way it comes."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict

from backend.deployments.playground_serializers import PredictSerializer
from engine.specs.requests import PARTS


def test_a_form_that_does_not_speak_of_probabilities_asks_for_none() -> None:
    form = QueryDict(mutable=True)
    form["image"] = SimpleUploadedFile("a.png", b"pixels")
    request = PredictSerializer(data=form)
    assert request.is_valid(), request.errors
    assert request.validated_data.get("include_proba") is None


@pytest.mark.parametrize("kind", PARTS)
def test_every_part_that_a_kind_of_input_has_is_a_field_of_the_request(kind: str) -> None:
    assert {part.name for part in PARTS[kind]} <= PredictSerializer().fields.keys()


def test_a_form_may_ask_for_probabilities() -> None:
    form = QueryDict("include_proba=true", mutable=True)
    form["data"] = "[]"
    request = PredictSerializer(data=form)
    assert request.is_valid(), request.errors
    assert request.validated_data["include_proba"] is True
