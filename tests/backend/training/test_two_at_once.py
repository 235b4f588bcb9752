"""Of two requests at the same moment the second sees what the first did."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connections, transaction
from PIL import Image

from backend.api.errors import Conflict
from backend.cleaning.services.runs import start_cleaning
from backend.datasets.contracts import SampleFilter, Selection
from backend.datasets.models import Dataset, Import
from backend.datasets.services.importing.ingestion import Incoming, ingest
from backend.maps.services.maps import start_map
from backend.training.models import TrainingRun
from backend.training.services.runs import start_trial
from tests.backend.conftest import World, make_world
from tests.backend.images import encoded

pytestmark = pytest.mark.django_db(transaction=True)


def filled() -> World:
    """Return a world whose dataset has images enough for a map."""
    world = make_world()
    session = Import.objects.create(dataset=world.dataset, format="loose_files")
    images = [encoded(Image.new("RGB", (40 + number, 40))) for number in range(16)]
    files = [
        Incoming(name=f"{number}.png", content=content) for number, content in enumerate(images)
    ]
    ingest(session=session, files=files, added_by_id=world.owner.id)
    return world


def clean(world: World) -> object:
    """Start a recipe."""
    return start_cleaning(
        dataset=Dataset.objects.get(id=world.dataset.id),
        steps=[{"kind": "drop_duplicates"}],
        selection=Selection(filter=SampleFilter()),
        requested_by=world.caller,
    )


def draw(world: World) -> object:
    """Start a map."""
    return start_map(dataset=Dataset.objects.get(id=world.dataset.id), requested_by=world.caller)


@pytest.mark.parametrize(
    ("start", "code"), [(clean, "cleaning_under_way"), (draw, "map_under_way")]
)
def test_of_two_starts_at_once_the_second_is_refused(
    start: Callable[[World], object], code: str
) -> None:
    world = filled()

    _, refused = at_once(lambda: start(world))

    assert isinstance(refused, Conflict)
    assert refused.code == code


def test_the_first_two_runs_of_a_project_get_different_numbers() -> None:
    world = make_world()

    def start() -> object:
        run_id = start_trial(
            organisation_id=world.organisation.id,
            project_id=world.project.id,
            study_id=uuid4(),
            dataset_version_ids=[],
            requested_by_id=world.owner.id,
            name="trial",
            task=world.project.task,
            target="cloud_api",
            backbone="small_cnn",
            options={},
            seed=0,
            pretrained=False,
            data_fraction=1.0,
        )
        return TrainingRun.objects.get(id=run_id).number

    assert at_once(start) == (1, 2)


def at_once(act: Callable[[], object]) -> tuple[object, object]:
    """Return what two transactions give, the second begun before the first has ended."""
    has_acted, may_end = threading.Event(), threading.Event()

    def first() -> object:
        with transaction.atomic():
            found = act()
            has_acted.set()
            assert may_end.wait(20)
        return found

    def second() -> object:
        with transaction.atomic():
            return act()

    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(_beside, first)
        assert has_acted.wait(20) or one.result()
        other = threads.submit(_beside, second)
        with pytest.raises(TimeoutError):
            other.exception(timeout=0.3)
        may_end.set()
        return one.result(timeout=20), other.exception(timeout=20) or other.result()


def _beside(act: Callable[[], object]) -> object:
    try:
        return act()
    finally:
        connections.close_all()
