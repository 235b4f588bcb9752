"""The journey is measured by what pages really say, and sees all of them in every way."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from engine.catalog import TASKS
from tests.benchmarks import journey, journey_clicks
from tests.benchmarks.journey_pages import (
    LANGUAGES,
    ROLES,
    SAME,
    SCHEMES,
    SIZES,
    pages_of_project,
    visits,
)
from tests.benchmarks.journey_parts import SHARED, Parts
from tests.end_to_end.places import OF_PROJECT, addresses, parameters
from tests.end_to_end.sample_project import SampleProject

# Fewer than there are.
NUM_PAGES = 30


def test_every_step_is_called_by_a_text_that_pages_have() -> None:
    for step in journey_clicks.STEPS:
        assert all(journey_clicks.text(key) for key in (step.key, *step.fields))


def test_text_with_values_is_found_whatever_its_values_are() -> None:
    pattern = journey_clicks.pattern("datasets.freeze.submit_other")
    assert pattern.match("Freeze 1,200 samples")
    assert not pattern.match("Freeze a version")


def test_every_page_is_seen_in_each_way_over_the_tasks() -> None:
    places = range(len(SIZES))
    for page in range(NUM_PAGES):
        seen = [visit for task in range(len(TASKS)) for visit in visits(task, page)]
        looks = {
            (visit.role, visit.language, place, visit.schemes[place])
            for visit in seen
            for place in places
        }
        assert looks == set(product(ROLES, LANGUAGES, places, SCHEMES))
        checks = {(visit.checked, visit.schemes[visit.checked]) for visit in seen}
        assert checks == set(product(places, SCHEMES))


def test_every_task_shows_each_page_in_both_languages_and_each_language_in_all_roles() -> None:
    seen = [visit for page in range(NUM_PAGES) for visit in visits(0, page)]
    assert len(seen) == 2 * NUM_PAGES
    assert {(visit.role, visit.language) for visit in seen} == set(product(ROLES, LANGUAGES))


def test_what_is_the_same_with_every_task_is_seen_in_both_languages_by_all_roles() -> None:
    for page in range(NUM_PAGES):
        seen = [visit for turn in range(len(ROLES)) for visit in visits(turn, page)]
        assert {(visit.role, visit.language) for visit in seen} == set(product(ROLES, LANGUAGES))


def test_every_page_of_a_project_is_walked_with_each_task_or_once() -> None:
    sample = SampleProject("text.classification", "1", dict.fromkeys(parameters(), "1"))
    once = pages_of_project(sample, same=True)
    each = pages_of_project(sample, same=False)
    assert all(any(page.endswith(end) for page in once) for end in SAME)
    assert sorted([*once, *each]) == sorted(addresses(OF_PROJECT, sample.names))


def test_figures_add_up_over_the_parts_of_several_goes(tmp_path: Path) -> None:
    first = Parts(keep=True, folder=tmp_path)
    first.add(SHARED, {"raw_keys": 1, "num_pages": 4, "clicks_to_answer": 9})
    first.add("text.classification", {"raw_keys": 5, "num_pages": 2})
    second = Parts(keep=True, folder=tmp_path)
    second.add("text.classification", {"raw_keys": 0, "num_pages": 2})
    second.add("tabular.forecasting", {"raw_keys": 2, "num_pages": 3})
    figures = {"raw_keys": 3, "num_pages": 9, "clicks_to_answer": 9, "num_tasks": 2}
    assert second.figures() == figures
    (path,) = tmp_path.iterdir()
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["figures"]["journey"] == figures
    assert set(document["journey"]) == {SHARED, "text.classification", "tabular.forecasting"}


def test_what_is_not_recorded_is_of_one_go(tmp_path: Path) -> None:
    Parts(keep=True, folder=tmp_path).add("text.classification", {"raw_keys": 5})
    alone = Parts(keep=False, folder=tmp_path)
    alone.add("tabular.forecasting", {"raw_keys": 2})
    assert alone.figures() == {"raw_keys": 2, "num_tasks": 1}


def test_a_task_that_cannot_be_walked_keeps_no_other_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts = Parts(keep=False)
    order: list[str] = []
    walked = journey.Journey.__new__(journey.Journey)
    projects = {"text.similarity": "1", "text.classification": "2", "tabular.forecasting": "3"}

    def complete(_: object, task: str, project: str) -> SampleProject:
        assert task != "text.similarity", "no sample"
        return SampleProject(task, project, {})

    monkeypatch.setattr(journey.Journey, "_as_they_are_made", lambda *_: iter(projects))
    monkeypatch.setattr(journey.Journey, "_complete", complete)

    def walk_task(_: object, sample: SampleProject) -> None:
        order.append(sample.task)
        parts.add(sample.task, {"raw_keys": 1})

    monkeypatch.setattr(journey.Journey, "_task", walk_task)
    monkeypatch.setattr(
        journey.Journey, "_shared", lambda _, sample, quick: parts.add(SHARED, {"num_pages": 1})
    )
    measured: list[str] = []
    monkeypatch.setattr(
        journey.Journey, "_way", lambda _, sample: measured.extend((sample.task, *order))
    )
    with pytest.raises(SystemExit, match=r"text\.similarity: no sample"):
        walked.walk(projects, is_shared=True, quick=False)
    assert parts.figures() == {"raw_keys": 2, "num_pages": 1, "num_tasks": 2}
    # The way is measured once nothing is trained beside it any more.
    assert measured == ["text.classification", "text.classification", "tabular.forecasting"]


def test_sample_projects_that_are_ordered_first_are_of_tasks_that_there_are() -> None:
    assert set(journey.SLOW) < set(TASKS)
