"""An import that takes too long is ended, says how far it came, and keeps what it has."""

from __future__ import annotations

import dataclasses
import io
import itertools
import zipfile

import pytest
from django.conf import settings

from backend.api.errors import Invalid
from backend.datasets.models import Archive, Import, Sample
from backend.datasets.services import time_limits
from backend.datasets.services.importing import archive_import
from backend.datasets.services.importing.archive_import import run_archive_import
from backend.datasets.services.time_limits import TimedReport
from tests.backend.conftest import World
from tests.backend.datasets.test_archives import place, quietly
from tests.backend.images import image

pytestmark = pytest.mark.django_db


def allow(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let imports take so many seconds of a clock that goes on by one whenever it is read."""
    environment = dataclasses.replace(settings.ENVIRONMENT, import_seconds=seconds)
    monkeypatch.setattr(settings, "ENVIRONMENT", environment)
    clock = itertools.count()
    monkeypatch.setattr(time_limits, "monotonic", lambda: float(next(clock)))


def images(num: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(num):
            archive.writestr(f"{number}.png", image(number))
    return out.getvalue()


def test_an_import_that_takes_too_long_says_how_far_it_came_and_goes_on_from_there(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_import, "BATCH_ITEMS", 2)
    archive = place(world, images(9))
    with monkeypatch.context() as short:
        allow(short, 9)
        with pytest.raises(Invalid) as ended:
            run_archive_import(archive.id, quietly)
    assert ended.value.code == "import_time"
    done = ended.value.params["done"]
    assert 0 < done < 9
    assert ended.value.params["total"] == 9
    assert Sample.objects.filter(dataset=world.dataset).count() == done
    assert Archive.objects.get(id=archive.id).num_entries_done == done
    assert Import.objects.get(id=archive.import_session_id).num_added == done
    assert run_archive_import(archive.id, quietly) == {"num_entries": 9}
    assert Sample.objects.filter(dataset=world.dataset).count() == 9


def test_a_conversion_that_takes_too_long_is_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, 5)
    report = TimedReport(quietly, code="export_time")
    report(0, 1)
    report(0, 1)
    allow(monkeypatch, 0)
    late = TimedReport(quietly, code="export_time")
    with pytest.raises(Invalid) as ended:
        late(0, 1)
    assert ended.value.code == "export_time"
    assert ended.value.params["done"] == 0
