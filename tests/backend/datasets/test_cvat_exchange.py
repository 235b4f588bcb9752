"""An export of CVAT's comes into a dataset of objects whole, and goes out as one again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.models import Sample
from backend.datasets.services.importing import archive_import
from engine.catalog import TASKS, DatasetFormat
from tests.backend.cards import world_of
from tests.backend.conftest import ok
from tests.backend.datasets.test_archives import zipped
from tests.backend.datasets.test_formats import bring, export, freeze_all, problems
from tests.backend.images import image
from tests.engine.formats.cvat_exports import Shown, plain_images, project_export

pytestmark = pytest.mark.django_db


def test_a_project_of_cvat_comes_into_object_detection_and_goes_out_again(
    client_of: Callable[[User], APIClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Smaller than the regions of two images, so that batches end between them.
    monkeypatch.setattr(archive_import, "BATCH_REGIONS", 2)
    world = world_of(TASKS["image.object_detection"])
    tasks = [Shown(1, "one", "Train"), Shown(2, "two", "Validation")]
    body, files = "", []
    for task in tasks:
        for number in range(2):
            boxes = "".join(
                f'<box label="car" occluded="1" xtl="{10 + 5 * n}" ytl="4" xbr="{30 + 5 * n}" '
                f'ybr="20" {turned}><attribute name="colour">red</attribute></box>'
                for n, turned in enumerate(["", 'rotation="20.00"', ""][: 2 + number])
            )
            body += (
                f'<image id="{number}" name="{number}.png" subset="{task.subset}" '
                f'task_id="{task.id}" width="100" height="80">{boxes}</image>'
            )
            path = f"images/{task.subset}/{number}.png"
            files.append((path, image(10 * task.id + number, (100, 80))))
    xml = project_export(tasks, body)
    content = zipped([("annotations.xml", xml.encode()), *files])
    session = bring(world, "streets.zip", content, DatasetFormat.CVAT)
    assert problems(session) == []
    assert (session.num_added, session.num_labelled) == (4, 4)
    api = client_of(world.owner)
    found = {}
    for sample in Sample.objects.filter(dataset=world.dataset):
        regions = ok(api.get(f"/api/v1/samples/{sample.id}"))["regions"]
        found[sample.name] = Counter(one["geometry"]["kind"] for one in regions)
    assert found == {
        f"images/{subset}/{name}": Counter(box=sum(shapes.values()) - 1, quad=1)
        for (subset, name), shapes in plain_images(xml).items()
    }
    named = dict(Sample.objects.values_list("name", "named_split"))
    assert {name.split("/")[1]: split for name, split in named.items()} == {
        "Train": "train",
        "Validation": "validation",
    }
    version = freeze_all(world)
    losses = ok(api.get(f"/api/v1/dataset-versions/{version.id}/export-losses?format=cvat"))
    assert losses["num"] == 0
    with export(api, version, "cvat") as archive:
        written = plain_images(archive.read("annotations.xml").decode())
    assert sorted(sum(one.values()) for one in written.values()) == [2, 2, 3, 3]
