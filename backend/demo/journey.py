"""From image files to a called endpoint, step by step through the public API."""

from __future__ import annotations

import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from easel.client import Client

from backend.demo.account import ORGANISATION, Account
from backend.demo.steps import Steps

Json = dict[str, Any]
SUFFIX = "digits"
NUM_CALLS = 100
NUM_IMAGES = 20


@dataclass(frozen=True)
class Result:
    """What the demo ends with; ``figures`` are the numbers among it."""

    figures: Json
    predict_url: str
    token: str
    image: Path
    prediction: Json


def travel(url: str, account: Account, steps: Steps) -> Result:
    """Take the digits from files to a called endpoint, skipping what is done already."""
    steps.done(f"Administrator {account.email} of “{ORGANISATION}”")
    with Client(url, api_key=account.api_key) as client:
        project = _project(client, account, steps)
        dataset = next(client.datasets.list(project=project["id"]))
        num_labelled = dataset["num_labelled"]
        steps.done(f"“{dataset['name']}”: {dataset['num_samples']} images, {num_labelled} labelled")
        version = _version(client, dataset, steps)
        steps.done(f"Dataset version {version['number']}: {version['num_samples']} samples frozen")
        model = _model(client, project, version, steps)
        report = client.model_versions.report(model["id"])
        steps.done(f"Model version {model['number']}: accuracy {report['accuracy']['value']:.4f}")
        deployment = _deployment(client, model)
        token = client.deployments.act(deployment["id"], "tokens")["access_token"]
        images = _images(client, dataset)
        first, prediction = _call(deployment["predict_url"], token, images[:1])
        seconds = steps.elapsed()
        steps.done("First prediction")
        latencies, prediction = _call(deployment["predict_url"], token, images)
        steps.done(f"Endpoint {deployment['url']} answered {len(first) + len(latencies)} calls")
    image = Path(tempfile.gettempdir()) / "easel-digit.png"
    image.write_bytes(images[-1])
    figures = _figures(report, model, latencies, seconds)
    return Result(figures, deployment["predict_url"], token, image, prediction)


def _project(client: Client, account: Account, steps: Steps) -> Json:
    for project in client.projects.list(organisation=account.organisation_id):
        if project["is_sample"]:
            return project
    fields = {"organisation_id": account.organisation_id}
    project = client.transport.json("POST", "projects/sample", json=fields)
    steps.wait(client, project["job"], "Bringing in handwritten digits")
    return project


def _version(client: Client, dataset: Json, steps: Steps) -> Json:
    for version in client.dataset_versions.list(project=dataset["project_id"]):
        if version["state"] == "ready":
            return version
    split = {"kind": "random", "train": 0.7, "validation": 0.1, "test": 0.2, "seed": 0}
    version = client.datasets.freeze(dataset["id"], split=split, note="make demo")
    steps.wait(client, version["job"], "Freezing a version")
    return client.dataset_versions.get(version["id"])


def _model(client: Client, project: Json, version: Json, steps: Steps) -> Json:
    for model in client.model_versions.list(project=project["id"]):
        return model
    run = client.training_runs.create(
        project_id=project["id"],
        name="Digits",
        dataset_version_ids=[version["id"]],
        target="cloud_api",
        tier="fast",
        backbone="small_cnn",
        options={},
    )
    steps.wait(client, run["job"], "Training")
    run = client.training_runs.get(run["id"])
    return client.model_versions.get(run["model_version_id"])


def _deployment(client: Client, model: Json) -> Json:
    for deployment in client.deployments.list(project=model["project_id"]):
        if deployment["suffix"] == SUFFIX:
            if deployment["desired_state"] == "stopped":
                client.deployments.act(deployment["id"], "start")
            return client.deployments.wait_until_running(deployment["id"])
    fields = {"model_version_id": model["id"], "name": "Digits", "suffix": SUFFIX}
    deployment = client.deployments.create(**fields)
    return client.deployments.wait_until_running(deployment["id"])


def _images(client: Client, dataset: Json) -> list[bytes]:
    """Return image files that the model has not seen: some of the unlabelled ones."""
    samples = client.datasets.samples(dataset["id"], unlabelled="true", page_size=NUM_IMAGES)
    chosen = [sample["id"] for _, sample in zip(range(NUM_IMAGES), samples, strict=False)]
    return [client.transport.request("GET", f"samples/{id}/image").content for id in chosen]


def _call(predict_url: str, token: str, images: list[bytes]) -> tuple[list[float], Json]:
    """Call the endpoint, once for a single image; return milliseconds per call and an answer."""
    latencies = []
    with httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=30) as http:
        for number in range(NUM_CALLS if len(images) > 1 else 1):
            start = time.perf_counter()
            response = http.post(predict_url, content=images[number % len(images)])
            latencies.append(1000 * (time.perf_counter() - start))
            response.raise_for_status()
    prediction: Json = response.json()
    return latencies, prediction


def _figures(report: Json, model: Json, latencies: list[float], seconds: float) -> Json:
    percentiles = statistics.quantiles(latencies, n=100)
    return {
        "seconds_to_first_prediction": round(seconds, 2),
        "accuracy": report["accuracy"]["value"],
        "macro_f1": report["macro_f1"]["value"],
        "num_test_samples": report["num_samples"],
        "model_bytes": model["size_bytes"],
        "latency_p50_ms": round(percentiles[49], 2),
        "latency_p99_ms": round(percentiles[98], 2),
    }
