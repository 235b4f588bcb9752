"""No process of ours reports home: watched in a network of its own, where nothing can hide."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.migrated import write_database
from tests.site import ROOT

IN_ITS_OWN_WORLD = ("unshare", "--map-root-user", "--net", "--mount", "--")


def watched(tmp_path: Path, *program: str) -> dict[str, Any]:
    """Run a program where every look-up and packet that leaves is seen; return what was.

    Skips where such a world is refused.
    """
    if sys.platform != "linux" or shutil.which("unshare") is None:
        pytest.skip("needs Linux and unshare, to give a process a network of its own")
    refused = subprocess.run([*IN_ITS_OWN_WORLD, "true"], capture_output=True, text=True)
    if refused.returncode != 0:
        pytest.skip(f"may not make a network of its own here: {refused.stderr.strip()}")
    home, work = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    (work / "data").mkdir(parents=True)
    write_database(work / "data")
    path = os.pathsep.join((str(ROOT), str(ROOT / "deploy/sdk/python/src")))
    done = subprocess.run(
        [*IN_ITS_OWN_WORLD, sys.executable, "-m", "tests.architecture.watched_world", *program],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "TMPDIR": str(work),
            "EASEL_DATA": str(work / "data"),
            "PYTHONPATH": path,
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    left = sorted(str(path.relative_to(home)) for path in home.rglob("*"))
    return seen | {"left_at_home": left}


def test_the_watch_sees_a_look_up_a_packet_and_a_file(tmp_path: Path) -> None:
    program = (
        "import socket, pathlib\n"
        "(pathlib.Path.home() / 'trace').write_text('')\n"
        "for call in (lambda: socket.getaddrinfo('events.example.com', 443),\n"
        "             lambda: socket.create_connection(('192.0.2.1', 443), 1)):\n"
        "    try:\n        call()\n    except OSError:\n        pass\n"
    )
    seen = watched(tmp_path, sys.executable, "-c", program)
    assert "events.example.com" in seen["names"]
    assert seen["num_without_route"] > 0
    assert seen["left_at_home"] == ["trace"]


def test_an_sdk_call_reports_nothing(tmp_path: Path) -> None:
    program = (
        "import time\nfrom pathlib import Path\nimport easel.runtime\n"
        "from tests.sdk.tiny_package import plain_image, write_package\n"
        "import os\nfolder = write_package(Path(os.environ['TMPDIR']) / 'package')\n"
        "model = easel.runtime.load(folder)\n"
        "assert model.predict(plain_image((220, 20, 20)))[0].name == 'red'\ntime.sleep(2)\n"
    )
    seen = watched(tmp_path, sys.executable, "-c", program)
    assert seen == {"names": [], "num_without_route": 0, "left_at_home": []}


@pytest.mark.timeout(300)
def test_training_serving_and_calling_report_nothing(tmp_path: Path) -> None:
    seen = watched(tmp_path, sys.executable, "-m", "tests.architecture.short_journey")
    assert seen == {"names": [], "num_without_route": 0, "left_at_home": []}
