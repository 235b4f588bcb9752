"""The broker only shortens the wait: work is accepted, done and streamed without it."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.workers.installation import Installation, free_port, wait_for

pytestmark = pytest.mark.timeout(120)


def test_runs_are_accepted_and_done_while_the_broker_is_away(tmp_path: Path) -> None:
    port = free_port()
    redis = subprocess.Popen(
        ["redis-server", "--port", str(port), "--save", "", "--dir", str(tmp_path)],
        stdout=subprocess.DEVNULL,
    )
    installation = Installation(tmp_path, EASEL_BROKER_URL=f"redis://127.0.0.1:{port}/0")
    try:
        installation.start()
        run = installation.train(steps=2)
        installation.wait_for_run(run["id"], "succeeded")
        redis.kill()
        redis.wait()
        run = installation.train(steps=2)
        run = installation.wait_for_run(run["id"], "succeeded", "failed")
        assert run["job"]["state"] == "succeeded"
        assert len(installation.starts(run)) == 1
    finally:
        if redis.poll() is None:
            redis.kill()
            redis.wait()
        installation.close()


def test_a_stream_follows_a_run_and_resumes_where_it_was_cut(
    installation: Installation,
) -> None:
    run = installation.train(steps=20)
    path = f"jobs/{run['job']['id']}/stream"
    seen: list[int] = []
    with installation.client.stream("GET", path, headers={"Accept": "text/event-stream"}) as one:
        for line in one.iter_lines():
            if line.startswith("id: "):
                seen.append(int(line[4:]))
            if len(seen) == 4:
                break
    headers = {"Last-Event-ID": str(seen[-1])}
    with installation.client.stream("GET", path, headers=headers) as two:
        lines = list(two.iter_lines())
    seen += [int(line[4:]) for line in lines if line.startswith("id: ")]
    total = len(installation.get(f"jobs/{run['job']['id']}/events")["results"])
    assert seen == list(range(1, total + 1))
    assert '"state":"succeeded"' in next(line for line in reversed(lines) if line[:5] == "data:")


def test_closed_streams_leave_no_connection_or_thread_behind(installation: Installation) -> None:
    run = installation.train(steps=100)
    web = installation.webs()
    path = f"jobs/{run['job']['id']}/stream"

    def open_and_drop(times: int) -> None:
        for _ in range(times):
            with installation.client.stream("GET", path) as stream:
                next(stream.iter_lines())

    open_and_drop(5)

    def threads_and_files() -> tuple[int, int]:
        return sum(one.num_threads() for one in web), sum(one.num_fds() for one in web)

    before = threads_and_files()
    open_and_drop(40)
    wait_for(lambda: threads_and_files() <= (before[0] + 4, before[1] + 8), 20)
    installation.post(f"training-runs/{run['id']}/stop")
    installation.wait_for_run(run["id"], "cancelled")


def test_a_stream_needs_somebody_who_may_see_the_job(installation: Installation) -> None:
    run = installation.train(steps=1)
    url = f"{installation.url}/api/v1/jobs/{run['job']['id']}/stream"
    response = httpx.get(url, headers={"Accept": "text/event-stream"}, trust_env=False)
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
    installation.wait_for_run(run["id"], "succeeded")


def test_a_killed_supervisor_leaves_nothing_running_that_blocks_the_next(
    tmp_path: Path,
) -> None:
    installation = Installation(tmp_path)
    try:
        installation.start()
        assert installation.process is not None
        children = [
            installation.part("celery"),
            installation.part("backend.web"),
            *installation.webs(),
        ]
        os.kill(installation.process.pid, signal.SIGKILL)
        installation.process.wait()
        wait_for(lambda: not any(child.is_running() for child in children), 60)
        installation.start()
        run = installation.train(steps=1)
        installation.wait_for_run(run["id"], "succeeded")
    finally:
        installation.close()
