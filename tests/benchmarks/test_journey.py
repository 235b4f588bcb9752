"""The journey is measured by what pages really say, and sees all of them in every way."""

from __future__ import annotations

from itertools import product

from engine.catalog import TASKS
from tests.benchmarks import journey, journey_clicks
from tests.benchmarks.journey_pages import LANGUAGES, ROLES, SCHEMES, SIZES, visits

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


def test_sample_projects_that_are_ordered_first_are_of_tasks_that_there_are() -> None:
    assert set(journey.SLOW) < set(TASKS)
