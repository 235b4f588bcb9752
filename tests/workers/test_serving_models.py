"""From a trained model to an endpoint that others call, on real processes."""

from __future__ import annotations

import base64
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from tests.sdk.tiny_package import plain_image
from tests.workers.installation import Installation, wait_for

pytestmark = pytest.mark.timeout(120)

RED, GREEN, BLUE = (plain_image(c) for c in ((220, 20, 20), (20, 220, 20), (20, 20, 220)))


@pytest.fixture(scope="module")
def version(installation: Installation) -> str:
    """A model version."""
    run = installation.train(steps=2)
    model_version: str = installation.wait_for_run(run["id"], "succeeded")["model_version_id"]
    return model_version


@pytest.fixture(scope="module")
def endpoint(installation: Installation, version: str) -> Any:
    """A published endpoint with a key."""
    body = {"model_version_id": version, "name": "Colours", "suffix": "colours"}
    made = installation.post("deployments", body)
    key = installation.post(f"deployments/{made['id']}/keys", {"name": "test"})
    settled(installation, made["id"], "running")
    found = installation.get(f"deployments/{made['id']}")
    wait_for(lambda: call(found, key["secret"]).is_success, 20)
    return found | {"key": key["secret"]}


@pytest.fixture(scope="module")
def outside() -> Iterator[httpx.Client]:
    """A caller who is nobody's member."""
    with httpx.Client(trust_env=False, timeout=20) as client:
        yield client


def settled(installation: Installation, deployment_id: str, state: str) -> Any:
    """Wait until an endpoint does what was asked of it."""

    def reached() -> Any:
        found = installation.get(f"deployments/{deployment_id}")
        is_observed = found["generation"] == found["observed_generation"]
        return found if is_observed and found["state"] == state else None

    return wait_for(reached, 40)


def call(endpoint: Any, secret: str, image: bytes = BLUE) -> httpx.Response:
    """Ask an endpoint about an image."""
    headers = {"Authorization": f"Bearer {secret}"}
    return httpx.post(
        endpoint["predict_url"], content=image, headers=headers, trust_env=False, timeout=20
    )


def test_a_version_can_be_tried_before_it_is_published(
    installation: Installation, version: str
) -> None:
    file = {"image": ("red.png", RED, "image/png")}
    response = installation.client.post(f"model-versions/{version}/predict", files=file)
    assert response.json()["results"][0]["name"] == "red"
    by_sample = installation.post(
        f"model-versions/{version}/predict", {"sample_id": installation.ids["sample"]}
    )
    assert by_sample["results"][0]["name"] in ("red", "green", "blue")


def test_what_is_no_image_is_named_when_tried(installation: Installation, version: str) -> None:
    file = {"image": ("red.png", b"nothing", "image/png")}
    response = installation.client.post(f"model-versions/{version}/predict", files=file)
    assert response.status_code == 422
    assert response.json()["code"]


def test_the_package_and_the_sdk_can_be_downloaded(
    installation: Installation, version: str
) -> None:
    package = installation.client.get(f"model-versions/{version}/package").content
    assert "manifest.json" in zipfile.ZipFile(io.BytesIO(package)).namelist()
    missing = installation.client.get(f"model-versions/{version}/sdk")
    assert (missing.status_code, missing.json()["code"]) == (404, "sdk_not_built")
    job = installation.post(f"model-versions/{version}/sdk")
    wait_for(lambda: installation.get(f"jobs/{job['id']}")["state"] == "succeeded", 90)
    sdk = installation.client.get(f"model-versions/{version}/sdk").content
    assert any(name.endswith(".whl") for name in zipfile.ZipFile(io.BytesIO(sdk)).namelist())


@pytest.mark.parametrize("name", ["..%2Fa.png", "b.png", "a.png%00", "..%2F..%2Fmanifest.json"])
def test_only_heat_maps_of_the_package_are_shown(
    installation: Installation, version: str, name: str
) -> None:
    path = f"model-versions/{version}/heatmaps"
    assert installation.client.get(f"{path}/a.png").headers["content-type"] == "image/png"
    expected = 400 if name.endswith("%00") else 404
    assert installation.client.get(f"{path}/{name}").status_code == expected


def test_an_endpoint_answers_keys_and_tokens_and_nobody_else(
    installation: Installation, endpoint: Any
) -> None:
    token = installation.post(f"deployments/{endpoint['id']}/tokens", {})
    assert call(endpoint, token["access_token"]).json()["results"][0]["name"] == "blue"
    assert call(endpoint, token["access_token"][:-4] + "AAAA").status_code == 401
    assert call(endpoint, "epk_unknown").status_code == 401
    revoked = installation.client.delete(f"deployments/{endpoint['id']}/tokens/{token['id']}")
    assert revoked.status_code == 204
    assert call(endpoint, token["access_token"]).status_code == 401


def test_a_key_works_from_the_moment_it_is_shown(installation: Installation, endpoint: Any) -> None:
    for number in range(5):
        key = installation.post(f"deployments/{endpoint['id']}/keys", {"name": f"k{number}"})
        response = call(endpoint, key["secret"])
        assert response.status_code == 200, response.text


def test_an_endpoint_answers_from_the_moment_it_is_started(
    installation: Installation, endpoint: Any
) -> None:
    path = f"deployments/{endpoint['id']}"
    installation.post(f"{path}/stop")
    settled(installation, endpoint["id"], "stopped")
    refused = call(endpoint, endpoint["key"])
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    installation.post(f"{path}/start")
    assert call(endpoint, endpoint["key"]).is_success


def test_an_easydl_client_changes_only_its_host(
    installation: Installation, endpoint: Any, outside: httpx.Client
) -> None:
    body = {
        "organisation_id": installation.ids["organisation"],
        "name": "Shop floor",
        "may_call_all": True,
    }
    application = installation.post("applications", body)
    asked = {
        "grant_type": "client_credentials",
        "client_id": application["client_id"],
        "client_secret": application["client_secret"],
    }
    address = f"{installation.url}/oauth/2.0/token"
    granted = outside.post(address, params=asked).json()
    assert granted["expires_in"] == 2592000
    wrong = outside.post(address, params=asked | {"client_secret": "x"})
    assert (wrong.status_code, wrong.json()["error"]) == (401, "invalid_client")
    image = {"image": base64.b64encode(GREEN).decode(), "top_num": 1}
    token = {"access_token": granted["access_token"]}
    response = outside.post(endpoint["easydl_url"], params=token, json=image)
    assert response.json()["results"] == [{"name": "green", "score": pytest.approx(1, abs=0.1)}]
    refused = outside.post(endpoint["easydl_url"], params={"access_token": "x"}, json=image)
    assert refused.json()["error_code"] == 110
    unknown = f"{installation.url}/rpc/2.0/ai_custom/v1/classification/unknown"
    assert outside.post(unknown, params=token, json=image).json()["error_code"] == 3
    log = (installation.folder / "up.log").read_text()
    assert granted["access_token"] not in log


def test_a_token_does_not_work_after_its_application_is_revoked(
    installation: Installation, endpoint: Any, outside: httpx.Client
) -> None:
    body = {"organisation_id": installation.ids["organisation"], "name": "Old"}
    application = installation.post("applications", body | {"deployment_ids": [endpoint["id"]]})
    asked = {
        "grant_type": "client_credentials",
        "client_id": application["client_id"],
        "client_secret": application["client_secret"],
    }
    granted = outside.post(f"{installation.url}/oauth/2.0/token", params=asked).json()
    assert call(endpoint, granted["access_token"]).is_success
    assert installation.client.delete(f"applications/{application['id']}").status_code == 204
    assert call(endpoint, granted["access_token"]).status_code == 401
    assert outside.post(f"{installation.url}/oauth/2.0/token", params=asked).status_code == 401


def test_calls_are_counted_once(installation: Installation, endpoint: Any) -> None:
    path = f"deployments/{endpoint['id']}/statistics"

    def num_red() -> int:
        return int(installation.get(path)["labels"].get("red", 0))

    before = num_red()
    for _ in range(5):
        assert call(endpoint, endpoint["key"], RED).is_success
    # Calls of other tests may be counted meanwhile, too, but not as red.
    wait_for(lambda: num_red() >= before + 5, 30)
    seen = installation.get(path)
    assert seen["labels"]["red"] == before + 5
    number = str(endpoint["model_version"]["number"])
    num_refused = sum(seen["error_codes"].values())
    assert seen["versions"] == {number: seen["num_calls"] - num_refused}
    assert 0 < seen["latency_p50_ms"] <= seen["latency_p99_ms"]


def test_replacing_the_version_in_place_fails_no_call(
    installation: Installation, endpoint: Any
) -> None:
    run = installation.train(steps=2)
    second = installation.wait_for_run(run["id"], "succeeded")["model_version_id"]
    failures: list[str] = []
    versions: set[str] = set()
    done = threading.Event()

    def keep_calling() -> None:
        while not done.is_set():
            try:
                response = call(endpoint, endpoint["key"])
            except httpx.HTTPError as error:
                failures.append(repr(error))
                continue
            if response.is_success:
                versions.add(response.json()["version"])
            else:
                failures.append(response.text)

    caller = threading.Thread(target=keep_calling)
    caller.start()
    try:
        path = f"deployments/{endpoint['id']}"
        assert installation.client.patch(path, json={"model_version_id": second}).is_success
        settled(installation, endpoint["id"], "running")
        wait_for(lambda: len(versions) == 2, 20)
        installation.post(f"{path}/roll-back")
        settled(installation, endpoint["id"], "running")
    finally:
        done.set()
        caller.join()
    assert failures == []
    first = endpoint["model_version"]["number"]
    last = installation.get(f"model-versions/{second}")["number"]
    assert versions == {str(first), str(last)}
    revisions = installation.get(f"deployments/{endpoint['id']}/revisions")["results"]
    assert [one["model_version"]["number"] for one in revisions] == [last, first]
    assert [one["routed_weight"] for one in revisions] == [0, 100]


def test_a_served_version_cannot_be_deleted(
    installation: Installation, endpoint: Any, version: str
) -> None:
    del endpoint
    response = installation.client.delete(f"model-versions/{version}")
    assert (response.status_code, response.json()["code"]) == (409, "model_version_in_use")


def test_an_endpoint_keeps_its_address_over_a_killed_server_and_a_restart(
    installation: Installation, endpoint: Any
) -> None:
    worker = installation.part("celery")
    worker.kill()
    assert call(endpoint, endpoint["key"]).is_success
    installation.stop()
    with pytest.raises(httpx.ConnectError):
        call(endpoint, endpoint["key"])
    installation.start()
    again = settled(installation, endpoint["id"], "running")
    assert again["url"] == endpoint["url"]
    assert wait_for(lambda: call(endpoint, endpoint["key"]).is_success, 20)


def server_of(installation: Installation, deployment_id: str) -> psutil.Process | None:
    """Return the parent process of an endpoint's replicas."""
    folder = str(installation.folder / "revisions")
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or ()
        specs = [Path(word) for word in words if word.startswith(folder) and word.endswith(".json")]
        if specs and json.loads(specs[0].read_bytes())["deployment_id"] == deployment_id:
            return process
    return None


def test_a_server_that_is_killed_while_it_starts_is_started_again(
    installation: Installation, version: str
) -> None:
    body = {"model_version_id": version, "name": "Early", "suffix": "early"}
    made = installation.post("deployments", body)
    killed: set[int] = set()

    def kill_early() -> bool:
        found = server_of(installation, made["id"])
        if found is not None and found.pid not in killed:
            found.kill()
            killed.add(found.pid)
        return len(killed) == 3

    wait_for(kill_early, 40, every_seconds=0.01)
    found = settled(installation, made["id"], "running")
    assert found["error"] is None
    assert installation.client.delete(f"deployments/{made['id']}").is_success


def test_a_deleted_endpoint_is_gone_with_its_process(
    installation: Installation, endpoint: Any
) -> None:
    path = f"deployments/{endpoint['id']}"
    assert installation.client.delete(path).status_code == 204
    assert installation.client.get(path).status_code == 404

    def is_gone() -> bool:
        try:
            is_unknown = call(endpoint, endpoint["key"]).status_code == 404
        except httpx.TransportError:
            # It was the last one, and a gateway without endpoints ends.
            is_unknown = True
        return is_unknown and server_of(installation, endpoint["id"]) is None

    wait_for(is_gone, 30)


def test_a_suffix_is_taken_once(installation: Installation, version: str) -> None:
    body = {"model_version_id": version, "name": "One", "suffix": "only-one"}
    made = installation.post("deployments", body)
    response = installation.client.post("deployments", json=body)
    assert (response.status_code, response.json()["code"]) == (409, "suffix_taken")
    installation.client.delete(f"deployments/{made['id']}")
