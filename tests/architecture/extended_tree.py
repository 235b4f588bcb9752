"""What the page about extending promises, tested by ``test_extend`` in a tree that has it all."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path

import easel.runtime
import pytest
from django.conf import settings
from django.test import override_settings
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.models import User
from backend.datasets.models import Label, Sample
from backend.datasets.services import labels as label_services
from backend.files.services.blobs import put_bytes
from backend.tuning.services.specs import parse_sampler
from engine.catalog import TASKS, AnnotationKind, DatasetFormat
from engine.cli import main
from engine.specs.tuning import study as specs
from engine.specs.tuning.search_space import FloatRange, Parameter, SearchSpace
from engine.tasks.loading import load_task
from engine.tuning.propose import propose
from tests.backend.alerts.conftest import make_endpoint, pass_minutes, states
from tests.backend.cards import world_of
from tests.backend.conftest import World, make_world, ok
from tests.backend.datasets.test_archives import zipped
from tests.backend.datasets.test_formats import bring, export, freeze_all
from tests.backend.images import image
from tests.engine.images import write_folder
from tests.engine.runs import image_folder, spec_document
from tests.workers.installation import wait_for
from tests.workers.orders import order_in, running
from workers.launchers.choosing import chosen_launcher


@pytest.mark.django_db
def test_format(world: World, client_of: Callable[[User], APIClient]) -> None:
    files = [("cat.1.png", image(1)), ("cat.2.png", image(2)), ("dog.1.png", image(3))]
    content = zipped([*files, ("4.png", image(4)), ("notes.txt", b"?")])
    session = bring(world, "pets.zip", content, DatasetFormat("named_files"))
    assert (session.num_added, session.num_labelled) == (4, 3)
    counts = Label.objects.filter(dataset=world.dataset).values_list("name", "num_samples")
    assert dict(counts) == {"cat": 2, "dog": 1}
    version = freeze_all(world)
    with export(client_of(world.owner), version, "named_files") as archive:
        names = [name.split(".") for name in archive.namelist() if name.endswith(".png")]
        labels = sorted(label for label, *rest in names if len(rest) > 1)
    assert labels == ["cat", "cat", "dog"]


def test_task(tmp_path: Path) -> None:
    data = image_folder(write_folder(tmp_path / "data", 12), validation_share=0.25)
    document = spec_document(data, epochs=1) | {"task": "image.texture_classification"}
    (tmp_path / "spec.json").write_text(json.dumps(document))
    work = tmp_path / "work"
    assert main(["train", "--spec", str(tmp_path / "spec.json"), "--work", str(work)]) == 0
    model = easel.runtime.load(work / "package")
    assert model.manifest.document["task"] == "image.texture_classification"
    found, *_ = model.predict(min((tmp_path / "data" / "down").iterdir()))
    assert found.name in {"across", "down", "slope"}


@pytest.mark.django_db
def test_sampler(api: APIClient) -> None:
    space = SearchSpace(
        parameters=(
            Parameter(name="rate", range=FloatRange(low=0, high=1)),
            Parameter(name="share", range=FloatRange(low=0, high=1)),
        )
    )
    study = specs.StudySpec(
        space=space, direction="maximize", sampler=parse_sampler({"kind": "halton"})
    )
    found = propose(specs.ProposalSpec(study=study, numbers=tuple(range(32)))).settings
    for name in ("rate", "share"):
        halves = sum(float(str(one[name])) < 0.5 for one in found)
        assert 14 <= halves <= 18, "The points fill the space evenly."
    (served,) = (
        one for one in ok(api.get("/api/v1/catalog"))["samplers"] if one["key"] == "halton"
    )
    assert served["options_schema"]["properties"]["num_skipped"]["maximum"] == 1000


@pytest.mark.django_db
def test_label_kind(client_of: Callable[[User], APIClient]) -> None:
    card = TASKS["ocr.plate_reading"]
    assert card.annotation is AnnotationKind("plates")
    assert load_task(card.key).card is card
    world = world_of(card)
    api = client_of(world.owner)
    tasks = {one["key"]: one for one in ok(api.get("/api/v1/catalog"))["tasks"]}
    assert tasks[card.key]["annotation_card"]["editor"] == "boxes"
    label = label_services.create_label(dataset=world.dataset, name="NL", created_by=world.caller)
    sample = Sample.objects.create(
        dataset=world.dataset,
        blob_id=put_bytes(content=image(1, (100, 80)), media_type="image/png"),
        name="car.png",
        width=100,
        height=80,
        bytes=8,
        created_at=timezone.now(),
    )
    world.dataset.num_samples, world.dataset.num_bytes = 1, 8
    world.dataset.save()
    address = f"/api/v1/samples/{sample.id}/annotations"
    box = {"kind": "box", "left": 10.0, "top": 5.0, "width": 20.0, "height": 10.0}
    plate = {"id": "a", "label_id": str(label.id), "geometry": box, "text": "99-XX-99"}
    refused = ok(api.put(address, {"revision": 0, "texts": ["?"], "regions": [plate]}), 422)
    assert refused["code"] == "annotation_part_unused"
    ok(api.put(address, {"revision": 0, "regions": [plate]}))
    (kept,) = ok(api.get(f"/api/v1/samples/{sample.id}"))["regions"]
    assert (kept["geometry"], kept["text"]) == (box, "99-XX-99")
    with export(api, freeze_all(world), "json_lines") as archive:
        (listed,) = (name for name in archive.namelist() if name.endswith(".jsonl"))
        (line,) = archive.read(listed).decode().splitlines()
    (region,) = json.loads(line)["regions"]
    assert (region["label"], region["geometry"], region["text"]) == ("NL", box, "99-XX-99")


@pytest.mark.django_db
def test_condition() -> None:
    world = make_world("theirs")
    endpoint = make_endpoint(world, "cells")
    pass_minutes(11)
    assert states("waiting") == []
    endpoint.revisions.update(routed_weight=40)
    pass_minutes(10)
    assert states("waiting") == ["firing"]
    endpoint.revisions.update(routed_weight=100)
    pass_minutes(10)
    assert states("waiting") == ["resolved"]


def test_launcher(tmp_path: Path) -> None:
    code = (
        "import resource, time; time.sleep(1); print(resource.getrlimit(resource.RLIMIT_DATA)[0])"
    )
    environment = dataclasses.replace(
        settings.ENVIRONMENT, launcher="capped", engine_command=running(code)
    )
    with override_settings(ENVIRONMENT=environment):
        launcher = chosen_launcher("tests")
    handle = launcher.launch(order_in(tmp_path))
    wait_for(lambda: launcher.ended(handle) is not None, 60, every_seconds=0.05)
    assert launcher.log_tail(handle, tmp_path) == str(2 << 30)
