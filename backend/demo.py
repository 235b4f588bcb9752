"""``make demo``: the product's main job on real data, through its public interfaces only.

Starts the whole installation, makes an organisation and an administrator, and takes scikit-learn's
bundled handwritten digits from image files to a called endpoint. Every step is found done and
skipped when it runs again.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shlex
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from easel.client import Client
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from backend.config.env import read_environment

Json = dict[str, Any]
ORGANISATION = "Easel demo"
EMAIL = "admin@example.com"
SUFFIX = "digits"
NUM_CALLS = 100
START_TIMEOUT_SECONDS = 60


@dataclass(frozen=True)
class Account:
    """The demo's administrator and API key, kept beside the data for the next run."""

    email: str
    password: str
    api_key: str
    organisation_id: str


class Steps:
    """Prints each step with a progress bar while it runs and a line when it is done."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._start = time.monotonic()

    def done(self, text: str) -> None:
        """Print a finished step with the seconds since the start."""
        elapsed = time.monotonic() - self._start
        self._console.print(f"[green]✓[/] {text} [dim]({elapsed:.1f} s)[/]", highlight=False)

    def elapsed(self) -> float:
        """Return seconds since the start."""
        return time.monotonic() - self._start

    def wait(self, client: Client, job: Json, text: str) -> None:
        """Follow a job with a progress bar until it has succeeded."""
        columns = (TextColumn("  {task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns, console=self._console, transient=True) as progress:
            bar = progress.add_task(text, total=None)

            def show(state: Json) -> None:
                phase = state["phase"] or state["state"]
                total = state["total"] or None
                progress.update(
                    bar, description=f"{text} · {phase}", completed=state["done"], total=total
                )

            client.jobs.wait(job["id"], on_change=show)


def main() -> int:
    """Run the demo; ``--exit`` stops the site afterwards, ``--json`` prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m backend.demo", description=main.__doc__)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--exit", action="store_true", help="stop the site at the end")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON line")
    options = parser.parse_args()
    console = Console(stderr=options.json)
    steps = Steps(console)
    url = f"http://127.0.0.1:{options.port}"
    site = _start_site(url, options.port)
    try:
        figures = _run(url, steps, console)
        if options.json:
            print(json.dumps(figures), flush=True)  # noqa: T201 - the program's answer
        if site is None or options.exit:
            return 0
        console.print(f"\nThe site stays on [bold]{url}[/]. Ctrl-C stops it.")
        return site.wait()
    except KeyboardInterrupt:
        return 0
    finally:
        if site is not None:
            _stop_site(site)


def _run(url: str, steps: Steps, console: Console) -> Json:
    account = _sign_in(url)
    steps.done(f"Administrator {account.email} of “{ORGANISATION}”")
    with Client(url, api_key=account.api_key) as client:
        project = _project(client, account, steps)
        dataset = next(client.datasets.list(project=project["id"]))
        steps.done(
            f"Dataset “{dataset['name']}”: {dataset['num_samples']} images, "
            f"{dataset['num_labelled']} labelled"
        )
        version = _version(client, dataset, steps)
        steps.done(f"Dataset version {version['number']}: {version['num_samples']} samples frozen")
        model = _model(client, project, version, steps)
        report = client.model_versions.report(model["id"])
        steps.done(f"Model version {model['number']}: accuracy {report['accuracy']['value']:.4f}")
        deployment = _deployment(client, model)
        token = client.deployments.act(deployment["id"], "tokens")["access_token"]
        latencies, answer = _call(client, dataset, deployment["predict_url"], token, steps)
        seconds = steps.elapsed() - sum(latencies[1:]) / 1000
        steps.done(f"Endpoint {deployment['url']} answered {NUM_CALLS} calls")
        image = _example_file(client, dataset)
    figures = _figures(report, model, latencies, seconds)
    _print_table(console, url, account, figures, deployment, token, image, answer)
    return figures


def _start_site(url: str, port: int) -> subprocess.Popen[bytes] | None:
    """Start everything, or return ``None`` when it is running already."""
    if _is_healthy(url):
        return None
    log = read_environment().data / "demo.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        site = subprocess.Popen(
            [sys.executable, "-m", "backend.up", "--port", str(port)],
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while time.monotonic() < deadline:
        if _is_healthy(url):
            return site
        if site.poll() is not None:
            break
        time.sleep(0.2)
    _stop_site(site)
    raise SystemExit(f"The site did not start. Its last words are in {log}.")


def _stop_site(site: subprocess.Popen[bytes]) -> None:
    if site.poll() is None:
        site.send_signal(signal.SIGTERM)
        site.wait(timeout=60)


def _is_healthy(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/v1/health", timeout=2).is_success
    except httpx.TransportError:
        return False


def _sign_in(url: str) -> Account:
    """Return the account of an earlier run, or make it through the sign-up page's API."""
    path = read_environment().data / "demo.json"
    if path.is_file():
        return Account(**json.loads(path.read_text()))
    password = secrets.token_urlsafe(12)
    with httpx.Client(base_url=f"{url}/api/v1/", timeout=30) as http:
        fields = {
            "email": EMAIL,
            "password": password,
            "name": "Administrator",
            "organisation_name": ORGANISATION,
        }
        session = _post(http, "users", fields)
        organisation = session["memberships"][0]["organisation"]["id"]
        scopes = ["read", "write", "admin"]
        key = _post(
            http, "api-keys", {"organisation_id": organisation, "name": "demo", "scopes": scopes}
        )
    account = Account(EMAIL, password, key["secret"], organisation)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(vars(account), file)
    return account


def _post(http: httpx.Client, path: str, fields: Json) -> Json:
    """Post as the browser does, with its cookies and CSRF token."""
    http.get("session").raise_for_status()
    headers = {"X-CSRFToken": http.cookies["csrftoken"], "Referer": str(http.base_url)}
    response = http.post(path, json=fields, headers=headers)
    if response.is_error:
        raise SystemExit(f"{path}: {response.json().get('detail', response.text)}")
    body: Json = response.json()
    return body


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
        pretrained=False,
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


def _call(
    client: Client, dataset: Json, predict_url: str, token: str, steps: Steps
) -> tuple[list[float], Json]:
    """Call the endpoint with images of the dataset; return milliseconds per call and an answer."""
    samples = client.datasets.samples(dataset["id"], unlabelled="true", page_size=50)
    images = [_image(client, sample) for _, sample in zip(range(20), samples, strict=False)]
    latencies = []
    with httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=30) as http:
        for number in range(NUM_CALLS):
            start = time.perf_counter()
            response = http.post(predict_url, content=images[number % len(images)])
            latencies.append(1000 * (time.perf_counter() - start))
            response.raise_for_status()
            if number == 0:
                steps.done("First prediction")
    answer: Json = response.json()
    return latencies, answer


def _image(client: Client, sample: Json) -> bytes:
    return client.transport.request("GET", f"samples/{sample['id']}/image").content


def _example_file(client: Client, dataset: Json) -> Path:
    sample = next(client.datasets.samples(dataset["id"], page_size=1))
    path = Path(tempfile.gettempdir()) / "easel-digit.png"
    path.write_bytes(_image(client, sample))
    return path


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


def _print_table(
    console: Console,
    url: str,
    account: Account,
    figures: Json,
    deployment: Json,
    token: str,
    image: Path,
    answer: Json,
) -> None:
    table = Table(title="From image files to a running API", show_header=False)
    best = answer["results"][0]
    for name, value in (
        ("Accuracy", f"{figures['accuracy']:.4f} on {figures['num_test_samples']} held-out images"),
        ("Macro F1", f"{figures['macro_f1']:.4f}"),
        ("Size", f"{figures['model_bytes'] / 2**20:.2f} MiB"),
        ("Latency", f"p50 {figures['latency_p50_ms']} ms, p99 {figures['latency_p99_ms']} ms"),
        ("Endpoint", deployment["predict_url"]),
        ("Last answer", f"{best['name']} ({best['score']:.4f})"),
        ("Site", url),
        ("Sign in", f"{account.email} / {account.password}"),
    ):
        table.add_row(name, value)
    console.print(table)
    header = shlex.quote(f"Authorization: Bearer {token}")
    command = f"curl -s -H {header} --data-binary @{image} {deployment['predict_url']}"
    console.print("Call it yourself:", highlight=False)
    console.print(command, soft_wrap=True, highlight=False, markup=False)


if __name__ == "__main__":
    sys.exit(main())
