"""What callers send with the owner's consent becomes data of the next version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.sdk.tiny_package import plain_image
from tests.workers.installation import Installation, wait_for

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


def test_calls_are_stored_judged_and_added_to_the_dataset(
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
