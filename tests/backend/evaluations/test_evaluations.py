"""Models are measured on the same samples, and on none that one of them was trained on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.accounts.contracts import Role
from backend.accounts.models import User
from backend.api.errors import Conflict, NotFound
from backend.audit.models import AuditEntry
from backend.datasets.models import Dataset, DatasetVersion
from backend.datasets.services.tags import put_tag, tag_named
from backend.evaluations.models import Evaluation
from backend.evaluations.services.launching import prepare_evaluation
from backend.model_registry.models import ModelVersion
from engine.specs.data import Split
from tests.backend.conftest import World, make_world, ok
from tests.backend.evaluations.conftest import EVALUATIONS, Bench

pytestmark = pytest.mark.django_db

CONFUSED = ("green", "red", "blue")


def test_a_new_version_is_compared_with_the_old_on_the_same_samples(bench: Bench) -> None:
    bench.add(Split.TEST, red=3, blue=8)
    version, old, new = bench.freeze(), bench.model(CONFUSED), bench.model()

    asked = bench.ask(version, old, new)
    assert (asked["job"]["kind"], asked["parts"]) == ("evaluate_models", [])
    assert asked["source_name"] == "Smears v1"
    assert [one["number"] for one in asked["models"]] == [1, 2]

    found = bench.carry_out(asked)
    assert (found["primary_metric"], found["higher_is_better"]) == ("accuracy", True)
    [part] = found["parts"]
    assert (part["part"], part["num_samples"]) == ("all", 12)
    before, after = part["models"]
    assert before["metrics"]["accuracy"] == pytest.approx(2 / 3)
    assert before["change"] is None
    change = after["change"]
    assert change["difference"] == pytest.approx(1 / 3)
    assert 0 < change["low"] < change["difference"] < change["high"]
    assert (change["num_better"], change["num_worse"]) == (4, 0)
    assert all(one["name"].startswith("red") for one in change["better"])
    assert ok(bench.api.get(EVALUATIONS, {"project": bench.world.project.id}))["results"] == [found]
    [entry] = AuditEntry.objects.filter(target_kind="evaluation")
    assert (entry.action, entry.details) == ("evaluation.started", {"name": "Smears v1"})


def test_what_one_of_the_models_was_trained_on_is_left_out_for_all(bench: Bench) -> None:
    bench.add(Split.TRAIN, red=2)
    bench.add(Split.VALIDATION, green=2)
    bench.add(Split.TEST, blue=4)
    old = bench.model(trained_on=bench.freeze())
    # These came from calls later; the new model learnt from some of them.
    bench.add(Split.TRAIN, red=5)
    bench.add(Split.TEST, green=6)
    later = bench.freeze()
    new = bench.model(trained_on=later)

    found = bench.carry_out(bench.ask(later, old, new))
    assert (found["parts"][0]["num_samples"], found["num_trained_on"]) == (10, 10)
    assert [one["is_training_known"] for one in found["models"]] == [True, True]

    of_old = bench.carry_out(bench.ask(later, old))
    assert (of_old["parts"][0]["num_samples"], of_old["num_trained_on"]) == (15, 5)


def test_data_in_the_trash_was_learnt_from_all_the_same(bench: Bench) -> None:
    bench.add(Split.TRAIN, red=2)
    bench.add(Split.TEST, blue=4)
    version = bench.freeze()
    again = bench.copy_of(version)
    model = bench.model(trained_on=version)
    Dataset.objects.filter(id=bench.world.dataset.id).update(trashed_at=timezone.now())
    found = bench.carry_out(bench.ask(again, model))
    assert [one["is_training_known"] for one in found["models"]] == [True]
    assert (found["parts"][0]["num_samples"], found["num_trained_on"]) == (4, 3)


def test_a_model_of_which_nothing_is_known_is_measured_on_all_and_that_is_said(
    bench: Bench,
) -> None:
    bench.add(Split.TRAIN, red=2)
    version = bench.freeze()
    found = bench.carry_out(bench.ask(version, bench.model()))
    assert (found["parts"][0]["num_samples"], found["num_trained_on"]) == (3, 0)
    assert [one["is_training_known"] for one in found["models"]] == [False]


def test_samples_with_a_tag_are_a_part_of_their_own(bench: Bench) -> None:
    bench.add(Split.TEST, blue=7)
    world = bench.world
    tag = tag_named(dataset=world.dataset, name="From calls", created_by=world.caller)
    put_tag(world.dataset.id, bench.add(Split.TEST, red=2), tag.id)

    asked = bench.ask(bench.freeze(), bench.model(CONFUSED), bench.model(), tag_id=str(tag.id))
    assert asked["tag_name"] == "From calls"
    found = bench.carry_out(asked)

    sizes = {part["part"]: part["num_samples"] for part in found["parts"]}
    assert sizes == {"all": 10, "tagged": 2, "others": 8}
    gains = {part["part"]: part["models"][1]["change"]["difference"] for part in found["parts"]}
    assert gains == {"all": pytest.approx(0.3), "tagged": 1, "others": 0.125}


def test_models_are_compared_by_what_they_are_evaluated_by(bench: Bench) -> None:
    bench.add(Split.TEST, red=3, blue=8)
    version, old, new = bench.freeze(), bench.model(CONFUSED), bench.model()
    # A model with a rare label is evaluated by another metric than the task's.
    ModelVersion.objects.update(primary_metric="macro_f1")
    found = bench.carry_out(bench.ask(version, old, new))
    assert found["primary_metric"] == "macro_f1"
    before, after = found["parts"][0]["models"]
    gain = after["metrics"]["macro_f1"] - before["metrics"]["macro_f1"]
    assert after["change"]["difference"] == pytest.approx(gain)


def test_labels_that_one_of_the_models_does_not_know_are_left_out_and_named(
    bench: Bench,
) -> None:
    bench.add(Split.TEST, red=1, blue=3)
    version, old, new = bench.freeze(), bench.model(("red", "green")), bench.model()
    found = bench.carry_out(bench.ask(version, old, new))
    assert found["parts"][0]["num_samples"] == 2
    assert (found["num_unknown"], found["unknown_labels"]) == (3, ["blue"])


def test_a_model_of_what_is_normal_is_measured_whatever_its_samples_are_called(
    bench: Bench, tmp_path: Path
) -> None:
    bench.add(Split.TEST, red=1, blue=3)
    version, model = bench.freeze(), bench.model()
    anomalies = {"task": "image.anomaly_detection", "labels": [{"name": "anomalous"}]}
    model.manifest = {**model.manifest, **anomalies}
    model.save()
    evaluation = bench.ask(version, model)
    prepared(bench, evaluation, tmp_path)
    found = ok(bench.api.get(f"/api/v1/evaluations/{evaluation['id']}"))
    assert (found["num_unknown"], found["unknown_labels"]) == (0, [])
    names = [
        json.loads(line)["name"] for line in (tmp_path / "samples.jsonl").read_text().splitlines()
    ]
    assert len(names) == 5


def prepared(bench: Bench, evaluation: dict[str, Any], folder: Path) -> None:
    """Do the first thing that a worker does."""
    folder.mkdir(exist_ok=True)
    prepare_evaluation(evaluation_id=evaluation["id"], folder=folder)


def test_nothing_is_measured_on_no_sample(bench: Bench, tmp_path: Path) -> None:
    version = bench.freeze()
    trained, other = bench.model(trained_on=version), bench.model(("green", "blue"))
    with pytest.raises(Conflict) as refused:
        prepared(bench, bench.ask(version, trained), tmp_path / "one")
    assert refused.value.code == "all_trained_on"
    with pytest.raises(Conflict) as refused:
        prepared(bench, bench.ask(version, other), tmp_path / "two")
    assert refused.value.code == "labels_unknown"


def test_models_and_data_that_are_gone_by_then_are_named(bench: Bench, tmp_path: Path) -> None:
    version, model = bench.freeze(), bench.model()
    asked = bench.ask(version, model)
    model.delete()
    with pytest.raises(NotFound) as refused:
        prepared(bench, asked, tmp_path / "one")
    assert refused.value.code == "model_version_not_found"
    asked = bench.ask(version, bench.model())
    DatasetVersion.objects.all().delete()
    with pytest.raises(NotFound) as refused:
        prepared(bench, asked, tmp_path / "two")
    assert refused.value.code == "dataset_version_not_found"


def test_what_does_not_fit_is_refused_when_it_is_asked(bench: Bench) -> None:
    version, model = bench.freeze(), bench.model()
    assert bench.ask(version, model, model, status=422)["code"] == "model_version_twice"
    assert bench.ask(version, status=422)["code"] == "invalid"
    assert bench.ask(version, *[model] * 5, status=422)["code"] == "invalid"
    assert bench.ask(str(uuid4()), model, status=404)["code"] == "dataset_version_not_found"
    tag = {"tag_id": str(uuid4())}
    assert bench.ask(version, model, status=404, **tag)["code"] == "tag_not_found"
    model.manifest |= {"task": "text.classification"}
    model.save()
    assert bench.ask(version, model, status=422)["code"] == "model_of_other_media"
    assert not Evaluation.objects.exists()


def test_an_evaluation_is_deleted_once_it_has_ended(bench: Bench) -> None:
    asked = bench.ask(bench.freeze(), bench.model())
    address = f"{EVALUATIONS}/{asked['id']}"
    assert ok(bench.api.delete(address), 409)["code"] == "evaluation_busy"
    bench.carry_out(asked)
    assert bench.api.delete(address).status_code == 204
    assert bench.api.get(address).status_code == 404


def test_a_result_stays_when_a_model_of_it_is_deleted(bench: Bench) -> None:
    model = bench.model()
    found = bench.carry_out(bench.ask(bench.freeze(), model))
    model.delete()
    kept = ok(bench.api.get(f"{EVALUATIONS}/{found['id']}"))
    assert kept["parts"] == found["parts"]
    assert [(one["model_version_id"], one["name"]) for one in kept["models"]] == [(None, "colours")]


def test_others_find_nothing_and_viewers_start_nothing(
    bench: Bench, world: World, client_of: Callable[[User], APIClient]
) -> None:
    version, model = bench.freeze(), bench.model()
    made = bench.ask(version, model)
    body = {"dataset_version_id": version, "model_version_ids": [str(model.id)]}

    viewer = client_of(world.member(Role.VIEWER))
    assert viewer.get(f"{EVALUATIONS}/{made['id']}").status_code == 200
    assert viewer.post(EVALUATIONS, body, format="json").status_code == 403
    assert viewer.delete(f"{EVALUATIONS}/{made['id']}").status_code == 403

    stranger = client_of(make_world("theirs").owner)
    assert stranger.get(f"{EVALUATIONS}/{made['id']}").status_code == 404
    assert stranger.get(EVALUATIONS, {"project": world.project.id}).status_code == 404
    assert stranger.post(EVALUATIONS, body, format="json").status_code == 404
