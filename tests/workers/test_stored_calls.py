"""What callers send with the owner's consent becomes data of the next version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.documents.pages import blocks
from tests.sdk.tiny_package import plain_image
from tests.workers.installation import ROOT, Installation, wait_for

pytestmark = pytest.mark.timeout(180)

BLUE = plain_image((20, 20, 220))
RED = plain_image((220, 20, 20))


@pytest.fixture(scope="module")
def endpoint(installation: Installation) -> Iterator[Any]:
    """An endpoint that runs, and a key to call it with."""
    run = installation.wait_for_run(installation.train(steps=2, seed=3)["id"], "succeeded")
    body = {"model_version_id": run["model_version_id"], "name": "Loop", "suffix": "loop"}
    path = f"deployments/{installation.post('deployments', body)['id']}"
    key = installation.post(f"{path}/keys", {"name": "shop"})["secret"]
    wait_for(lambda: installation.get(path)["state"] == "running", 60)
    yield installation.get(path) | {"path": path, "key": key}
    installation.client.delete(path)


def allow(installation: Installation, endpoint: Any, sampling: Any) -> None:
    """Say which calls are stored, and wait until the gateway goes by it."""
    answer = installation.client.patch(endpoint["path"], json={"sampling": sampling})
    assert answer.is_success, answer.text
    wait_for(lambda: installation.get(endpoint["path"])["knows_callers"], 20)


def ask(endpoint: Any, image: bytes, **headers: str) -> Any:
    """Call the endpoint as an application does."""
    headers = {"Authorization": f"Bearer {endpoint['key']}", **headers}
    answer = httpx.post(endpoint["predict_url"], content=image, headers=headers, trust_env=False)
    assert answer.is_success, answer.text
    return answer.json()


def say(endpoint: Any, log_id: int, label: str) -> httpx.Response:
    """Say what was right of a call."""
    headers = {"Authorization": f"Bearer {endpoint['key']}"}
    body = {"log_id": log_id, "labels": [label]}
    address = f"{endpoint['url']}/feedback"
    return httpx.post(address, json=body, headers=headers, trust_env=False)


def test_nothing_is_stored_without_consent(installation: Installation, endpoint: Any) -> None:
    wanted = ask(endpoint, BLUE, **{"Easel-Feedback": "true"})
    assert say(endpoint, wanted["log_id"], "blue").status_code == 503
    assert not list((installation.folder / "gateway").rglob("samples/*"))


def test_calls_are_stored_evaluated_and_added_to_the_dataset(
    installation: Installation, endpoint: Any
) -> None:
    path = f"{endpoint['path']}/stored-calls"
    allow(installation, endpoint, {"share": 0, "on_request": True})
    ask(endpoint, RED)
    answers = [ask(endpoint, image, **{"Easel-Feedback": "true"}) for image in (BLUE, RED)]
    for answer in answers:
        assert say(endpoint, answer["log_id"], answer["results"][0]["name"]).status_code == 202
    wait_for(lambda: installation.get(f"{path}/summary")["num_answered"] == 2, 30)
    summary = installation.get(f"{path}/summary")
    assert (summary["num_calls"], summary["accuracy"][0]["accuracy"]) == (2, 1)
    calls = installation.get(path)["results"]
    assert {one["log_id"] for one in calls} == {one["log_id"] for one in answers}
    assert {one["caller_name"] for one in calls} == {"shop"}
    dataset = installation.get(f"datasets?project={installation.ids['project']}")["results"][0]
    body = {"call_ids": [one["id"] for one in calls], "dataset_id": dataset["id"]}
    added = installation.post(f"{path}/add", body)
    assert added["num_added"] + added["num_known"] == 2
    samples = installation.get(f"datasets/{dataset['id']}/samples?tag={added['tag_id']}")
    assert len(samples["results"]) == 2


def test_the_lines_of_the_guide_store_and_evaluate_and_add_a_call(
    installation: Installation, endpoint: Any
) -> None:
    allow(installation, endpoint, {"share": 0})
    page = ROOT / "docs" / "how-to" / "learn-from-calls.md"
    calling, adding = (text for language, text, _ in blocks(page) if language == "python")
    dataset = installation.get(f"datasets?project={installation.ids['project']}")["results"][0]
    done: dict[str, Any] = {
        "ENDPOINT": endpoint["url"],
        "ENDPOINT_KEY": endpoint["key"],
        "IMAGE": BLUE,
        "SITE": installation.url,
        "KEY": installation.ids["key"],
        "DEPLOYMENT": endpoint["id"],
        "DATASET": dataset["id"],
    }
    exec(calling, done)
    path = f"{endpoint['path']}/stored-calls"
    log_id = done["answer"]["log_id"]

    def is_evaluated() -> bool:
        found = installation.get(f"{path}?state=answered")["results"]
        return any(one["log_id"] == log_id for one in found)

    wait_for(is_evaluated, 30)
    exec(adding, done)
    for name in ("caller", "api"):
        done[name].close()
    assert log_id in {one["log_id"] for one in done["unsure"]}
    assert not done["added"]["refused"]
    assert done["samples"]["results"]


def test_a_withdrawn_consent_ends_storing(installation: Installation, endpoint: Any) -> None:
    path = f"{endpoint['path']}/stored-calls"
    allow(installation, endpoint, {"share": 1})
    ask(endpoint, BLUE)
    before = wait_for(lambda: installation.get(f"{path}/summary")["num_calls"], 30)
    allow(installation, endpoint, None)
    ask(endpoint, BLUE, **{"Easel-Feedback": "true"})
    assert installation.client.request("DELETE", path, json={}).is_success
    assert before > 0
    assert installation.get(f"{path}/summary")["num_calls"] == 0
