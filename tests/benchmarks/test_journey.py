"""The journey is measured by what pages really say."""

from __future__ import annotations

import pytest

from tests.benchmarks import journey_clicks, journey_pages
from tests.end_to_end.places import ELSEWHERE, IN_PROJECT, OF_MODEL, addresses


def test_every_step_is_called_by_a_text_that_pages_have() -> None:
    for step in journey_clicks.STEPS:
        assert all(journey_clicks.text(key) for key in (step.key, *step.fields))


def test_text_with_values_is_found_whatever_its_values_are() -> None:
    pattern = journey_clicks.pattern("datasets.freeze.submit_other")
    assert pattern.match("Freeze 1,200 samples")
    assert not pattern.match("Freeze a version")


@pytest.mark.parametrize("text", ["terms.map_50.name", "Best map_50 so far", "learning_rate"])
def test_keys_are_told_from_texts(text: str) -> None:
    assert journey_pages.keys_in(text)


@pytest.mark.parametrize(
    "text", ["mAP@0.5", "olga@laboratory.example.org", "images/a_1.png", "1.2.3", "e.g. this"]
)
def test_names_of_files_and_addresses_are_no_keys(text: str) -> None:
    assert not journey_pages.keys_in(text)


def test_pages_of_what_a_project_has_not_are_left_out() -> None:
    named = {"dataset": "d", "sample": "s", "organisation": "o"}
    without = addresses("p", named)
    assert len(without) == len(IN_PROJECT) + len(ELSEWHERE)
    every = addresses("p", {**named, "run": "r", "model": "m", "deployment": "e"})
    assert len(every) == len(without) + len(OF_MODEL)
    assert "{" not in "".join(every)


def test_names_of_the_data_are_told_from_its_words() -> None:
    answer = {"results": [{"name": "petal_width", "kind": "number", "text": ["so wide"]}]}
    assert set(journey_pages.values(answer, only="name")) == {"petal_width"}
    assert set(journey_pages.values(answer)) == {"petal_width", "number", "so wide"}
