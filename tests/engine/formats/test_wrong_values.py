"""Whatever stands where something else should: a reader names it, ends, and keeps all the rest."""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.errors import DataError
from engine.formats.checks.refused import says_nothing
from engine.formats.layout import Item, Problem
from engine.formats.loading import read_tree
from engine.formats.reading.trees import MemoryTree
from engine.specs.data import DatasetFormat
from tests.engine.formats.small_trees import TREES
from tests.engine.formats.trees import essence
from tests.engine.formats.wrong_values import places

NUM_CASES = 1000
MAX_FOUND, MAX_SECONDS, MAX_KIB = 500, 2.0, 256 * 1024
MAX_TEXT = 10_000
# It says that no region was left out.
OF_NO_REGION = frozenset({"file_unused"})


def test_every_format_has_a_small_tree() -> None:
    assert {key for key, _ in TREES.values()} == set(DatasetFormat)


@pytest.mark.parametrize("name", TREES)
def test_one_wrong_value_costs_what_it_is_part_of_and_nothing_else(name: str) -> None:
    key, small = TREES[name]
    whole = _found(key, small.files)
    kept = next(one for one in whole if isinstance(one, Item) and small.kept in _shown(one))
    found_places = [one for file, content in small.files.items() for one in places(file, content)]
    cases = [(place, value) for place in found_places for value in place.values]
    if not cases:
        return
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    @settings(
        max_examples=NUM_CASES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, len(cases) - 1))
    def ask(number: int) -> None:
        place, value = cases[number]
        files = {**small.files, place.file: place.change(value)}
        began = time.process_time()
        try:
            found = _found(key, files)
        except DataError:
            found = None
        about = f"{place.file} {place.path} {str(value)[:60]!r}"
        assert time.process_time() - began < MAX_SECONDS, about
        if found is not None:
            assert len(found) < MAX_FOUND, about
            for one in found:
                _require_storable(one)
            _require_no_false_negative(whole, found, about)
        if small.is_apart(place.file, place.path):
            assert found is not None, about
            items = [essence(one) for one in found if isinstance(one, Item)]
            assert essence(kept) in items, about

    ask()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < MAX_KIB


def _found(key: DatasetFormat, files: Mapping[str, bytes]) -> list[Item | Problem]:
    return list(read_tree(key, MemoryTree(files)))


def _require_no_false_negative(
    whole: Sequence[Item | Problem], found: Sequence[Item | Problem], about: str
) -> None:
    """Refuse a sample that shows nothing where what it showed was left out with a problem."""
    told = {one.name for one in whole if isinstance(one, Item) and not says_nothing(one)}
    before = {(one.code, one.place) for one in whole if isinstance(one, Problem)}
    new = {
        one.code
        for one in found
        if isinstance(one, Problem)
        and (one.code, one.place) not in before
        and one.code not in OF_NO_REGION
    }
    empty = [one.name for one in found if isinstance(one, Item) and says_nothing(one)]
    assert not (new and told & set(empty)), f"{about}: {new} {empty}"


def _shown(item: Item) -> str:
    return f"{item.name} {item.place} {item.content!r}"


def _require_storable(found: Item | Problem) -> None:
    """Refuse what no database or message could hold."""
    if isinstance(found, Problem):
        texts = [found.code, found.place, found.message]
        json.dumps(found.params, allow_nan=False).encode()
        texts += [one for one in found.params.values() if isinstance(one, str)]
        assert all(len(text) <= MAX_TEXT for text in texts), found.code
    else:
        texts = [found.place, found.name, *found.labels, *found.texts]
        texts += [one.label for one in found.regions if one.label is not None]
    for text in texts:
        text.encode()
        assert "\x00" not in text
