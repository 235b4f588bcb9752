"""How long runs are expected to take: figures that can be compared with each other."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from backend.datasets.models import Sample
from backend.datasets.selectors.measures import usual_longest_side
from backend.files.services.blobs import put_bytes
from backend.jobs.models import Job
from backend.model_registry.models import Model, ModelVersion
from backend.training.models import TrainingRun
from backend.training.services.durations import Duration, Trained, measured_durations
from backend.training.services.estimates import estimates_of
from engine.catalog import TASKS, BackboneCard, Tier
from tests.backend.conftest import World, ok
from tests.backend.training.test_runs import freeze, request

TIERS = (Tier.FAST, Tier.BALANCED, Tier.ACCURATE)


def shown(task: str) -> list[BackboneCard]:
    """Return the backbone that the page shows of each tier, before another is chosen."""
    cards = TASKS[task].backbones
    return [next(card for card in cards if card.tier is tier) for tier in TIERS]


def seconds(task: str, runs: Sequence[Trained], num_samples: int) -> list[float]:
    """Return the estimates of the tiers."""
    found = estimates_of(
        TASKS[task],
        num_samples=num_samples,
        epochs=None,
        image_size=None,
        measured=measured_durations(runs, None),
    )
    by_key = {one.key: one.seconds for one in found}
    return [float(by_key[card.key] or 0) for card in shown(task)]


@pytest.mark.parametrize("num_samples", [50, 100_000])
@pytest.mark.parametrize("task", TASKS)
def test_a_faster_tier_is_never_estimated_to_take_longer(task: str, num_samples: int) -> None:
    """Before any run, and after a small run of one tier whose time is mostly not training."""
    fast, balanced, accurate = seconds(task, (), num_samples)
    assert fast <= balanced <= accurate
    for card, epochs in itertools.product(shown(task), (0, 30)):
        run = Trained(card.key, 60, epochs, 4.0, 25.0)
        fast, balanced, accurate = seconds(task, [run], num_samples)
        assert fast <= balanced <= accurate, (card.key, epochs)


def test_what_has_no_epochs_is_estimated_as_it_was_measured() -> None:
    runs = [Trained("lightgbm", 1000, 0, 2.0, 10.0)]
    assert seconds("tabular.prediction", runs, 1000)[0] == 12.0
    assert seconds("tabular.prediction", runs, 2000)[0] == 14.0


def test_models_are_tried_no_longer_than_the_minutes_that_were_given() -> None:
    found = estimates_of(
        TASKS["tabular.prediction"],
        num_samples=100_000,
        epochs=None,
        image_size=None,
        measured=measured_durations([Trained("ensemble", 1000, 0, 60.0, 10.0)], None),
        limit_seconds=120.0,
    )
    (ensemble,) = (one for one in found if one.key == "ensemble")
    assert (ensemble.seconds, ensemble.most_seconds) == (130.0, 130.0)


def test_the_time_beside_training_does_not_grow_with_the_data() -> None:
    runs = [Trained("small_cnn", 100, 30, 3.0, 20.0), Trained("small_cnn", 900, 30, 27.0, 20.0)]
    assert seconds("image.classification", runs, 10_000)[0] == pytest.approx(20 + 300)
    assert measured_durations(runs, 60)["small_cnn"].seconds_per_sample == pytest.approx(0.06)


@pytest.mark.parametrize(
    ("task", "num_samples", "measured"),
    # First runs of a fast tier: what people waited, with others on the machine.
    [("image.classification", 41, 114.0), ("text.classification", 50, 43.0)],
)
def test_the_range_before_any_run_holds_what_first_runs_took(
    task: str, num_samples: int, measured: float
) -> None:
    def estimates(runs: Sequence[Trained]) -> dict[str, tuple[float, float, str]]:
        found = estimates_of(
            TASKS[task],
            num_samples=num_samples,
            epochs=None,
            image_size=None,
            measured=measured_durations(runs, None),
        )
        return {
            one.key: (float(one.seconds or 0), float(one.most_seconds or 0), one.basis)
            for one in found
        }

    key = shown(task)[0].key
    low, high, basis = estimates(())[key]
    assert basis == "estimated"
    assert low <= measured <= high
    # Once it was measured, there is one figure.
    low, high, basis = estimates([Trained(key, num_samples, 10, 30.0, measured - 30.0)])[key]
    assert (low, high, basis) == (measured, measured, "measured")


def test_a_large_network_takes_less_time_on_small_images() -> None:
    def seconds(longest_side: float | None) -> float:
        found = estimates_of(
            TASKS["image.classification"],
            num_samples=1000,
            epochs=None,
            image_size=None,
            measured={},
            longest_side=longest_side,
        )
        return next(float(one.seconds or 0) for one in found if one.tier == "accurate")

    assert seconds(8) < seconds(100) / 3
    assert seconds(8) < seconds(None) / 8


def test_a_network_of_few_parameters_says_little_of_how_slow_large_ones_are() -> None:
    found = estimates_of(
        TASKS["image.anomaly_detection"],
        num_samples=48,
        epochs=None,
        image_size=None,
        measured={"texture_filters": Duration(10.0, 0.1)},
        longest_side=128,
    )
    # The sample project of this task: nobody waits days for fifty images.
    assert max(float(one.most_seconds or 0) for one in found) < 3600


def test_the_usual_side_is_that_of_most_images(world: World) -> None:
    assert usual_longest_side([world.dataset.id]) is None
    for side in (8, 9, 900):
        blob = put_bytes(content=bytes(side), media_type="image/png")
        Sample.objects.create(
            dataset=world.dataset,
            blob_id=blob,
            name=f"{side}.png",
            width=side,
            height=4,
            bytes=side,
            created_at=timezone.now(),
        )
    assert usual_longest_side([world.dataset.id]) == 9


def test_runs_of_other_tasks_say_nothing(world: World, api: APIClient) -> None:
    version = freeze(world)
    asked = {"dataset_version_ids": [str(version.id)], "options": {}, "target": "cloud_api"}
    run = ok(api.post("/api/v1/training-runs", request(world, version)), 202)
    now = timezone.now()
    Job.objects.filter(id=run["job"]["id"]).update(
        state="succeeded", started_at=now - timedelta(seconds=40), finished_at=now
    )
    model = Model.objects.create(project_id=world.project.id, name="m")
    ModelVersion.objects.create(
        model=model, number=1, training_run_id=run["id"], manifest={}, metric=0.5,
        package_blob_id=put_bytes(content=b"package", media_type="application/zip"),
        report={"training": {"train_samples": 240, "epochs": 5, "train_seconds": 10.0}},
        primary_metric="accuracy",
    )  # fmt: skip
    path = "/api/v1/training-runs/estimate"
    found = ok(api.post(path, asked | {"backbone": "small_cnn"}))["backbones"]
    by_key = {one["key"]: one for one in found}
    assert (by_key["small_cnn"]["seconds"], by_key["small_cnn"]["basis"]) == (40.0, "measured")
    assert by_key["resnet50"]["basis"] == "estimated"
    TrainingRun.objects.filter(id=run["id"]).update(task="image.segmentation")
    found = ok(api.post(path, asked | {"backbone": "small_cnn"}))["backbones"]
    assert {one["basis"] for one in found} == {"estimated"}
