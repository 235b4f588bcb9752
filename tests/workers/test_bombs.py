"""Files that would fill the memory, sent to a real web process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from easel.client import Client

from tests import bombs
from tests.site import Site, running_site, sign_up

pytestmark = pytest.mark.timeout(240)

MIB = 1 << 20
# What the web process may grow by, whatever it is sent; one such file once took gigabytes.
MAX_GROWTH = 120 * MIB


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A web process; nothing here needs a worker."""
    with running_site(("-m", "backend.up", "--web-only")) as made:
        yield made


@pytest.fixture(scope="module")
def people(site: Site) -> tuple[Client, str]:
    """Somebody who has just signed up."""
    return sign_up(site)


class Bench:
    """Sends files to datasets of a site and watches the memory of its web process."""

    def __init__(self, site: Site, secret: str, organisation: str) -> None:
        self.http = httpx.Client(
            base_url=f"{site.url}/api/v1/",
            headers={"Authorization": f"Bearer {secret}"},
            timeout=120,
            trust_env=False,
        )
        self._organisation = organisation
        up = psutil.Process(site.process.pid)
        self._webs = [one for one in up.children(recursive=True) if "backend.web" in one.cmdline()]

    def dataset(self, task: str, layout: str) -> tuple[str, str]:
        """Return a new dataset and an import into it."""
        body = {"organisation_id": self._organisation, "name": task, "task": task}
        project = self.post("projects", body)["id"]
        dataset = self.post("datasets", {"project_id": project, "name": "d"})["id"]
        return dataset, self.post(f"datasets/{dataset}/imports", {"format": layout})["id"]

    def post(self, path: str, body: dict[str, Any]) -> Any:
        response = self.http.post(path, json=body)
        assert response.is_success, response.text
        return response.json()

    def send(self, import_id: str, *contents: bytes) -> list[dict[str, Any]]:
        """Send files side by side, one to a request; return what became of each."""

        def one(content: bytes) -> dict[str, Any]:
            response = self.http.post(
                f"imports/{import_id}/files", files={"files": ("bomb", content)}
            )
            assert response.is_success, response.text
            outcome: dict[str, Any] = response.json()["outcomes"][0]
            return outcome

        with ThreadPoolExecutor(len(contents)) as pool:
            return list(pool.map(one, contents))

    def growth(self, act: Callable[[], Any]) -> tuple[Any, int]:
        """Return what a function does, and by how much a web process grew at most meanwhile."""
        for web in self._webs:
            Path(f"/proc/{web.pid}/clear_refs").write_text("5")
        before = [web.memory_info().rss for web in self._webs]
        found = act()
        peaks = map(_peak, self._webs)
        return found, max(peak - rss for peak, rss in zip(peaks, before, strict=True))


def _peak(process: psutil.Process) -> int:
    """Return the most bytes that a process had in memory."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) * 1024


@pytest.fixture(scope="module")
def bench(site: Site, people: tuple[Client, str]) -> Iterator[Bench]:
    """A person with a key."""
    client, organisation = people
    made = Bench(site, str(client.transport.api_key), organisation)
    client.close()
    yield made
    made.http.close()


@pytest.mark.parametrize(
    ("task", "layout", "make", "code"),
    [
        ("video.classification", "loose_files", bombs.large_video, "video_too_large"),
        ("video.classification", "loose_files", bombs.lying_video, "not_a_video"),
        (
            "video.classification",
            "loose_files",
            lambda: bombs.growing_video(begins_small=False),
            "video_frames_too_large",
        ),
        ("video.classification", "loose_files", bombs.gif, "not_a_video"),
        ("video.classification", "loose_files", bombs.frames, "video_too_large"),
        ("tabular.prediction", "table", lambda: bombs.workbook(5_000_000), "archive_bomb"),
        ("image.classification", "loose_files", bombs.gif, "image_too_large"),
        ("speech.sound_classification", "loose_files", bombs.wide_audio, "audio_too_wide"),
    ],
)
def test_a_file_that_explodes_is_refused_by_name_in_little_memory(
    bench: Bench, task: str, layout: str, make: Callable[[], bytes], code: str
) -> None:
    _, import_id = bench.dataset(task, layout)
    content = make()
    assert len(content) < MIB
    (outcome,), growth = bench.growth(lambda: bench.send(import_id, content))
    assert growth < MAX_GROWTH
    assert (outcome["outcome"], outcome["code"]) == ("rejected", code)


def test_four_large_images_at_once_are_taken_in_and_shown_in_little_memory(bench: Bench) -> None:
    _, import_id = bench.dataset("image.classification", "loose_files")
    # Nearly as many pixels as an image may have.
    sides = [8_940, 8_939, 8_938, 8_937]
    contents = [bombs.png(10_000, side) for side in sides]
    outcomes, growth = bench.growth(lambda: bench.send(import_id, *contents))
    assert [one["outcome"] for one in outcomes] == ["added"] * 4
    assert growth < MAX_GROWTH

    def show() -> list[int]:
        paths = [f"samples/{one['sample_id']}/image?size=320" for one in outcomes]
        with ThreadPoolExecutor(4) as pool:
            return [response.status_code for response in pool.map(bench.http.get, paths)]

    statuses, growth = bench.growth(show)
    assert statuses == [200] * 4
    assert growth < MAX_GROWTH


def test_a_table_of_one_long_text_many_times_is_refused_in_little_memory(bench: Bench) -> None:
    _, import_id = bench.dataset("tabular.prediction", "table")
    content = bombs.parquet(20_000, 1_000_000)
    (outcome,), growth = bench.growth(lambda: bench.send(import_id, content))
    assert growth < MAX_GROWTH
    assert (outcome["outcome"], outcome["code"]) == ("rejected", "table_too_many_characters")
