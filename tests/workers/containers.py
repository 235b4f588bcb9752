"""A launcher whose processes see nothing of this installation but what they are sent.

As in a container, each has a root folder of its own: what it reads is copied there, what it writes
is copied back when somebody collects it. Where the system lets us, the installation's data folder
is hidden from it; its environment is empty but for the way to Python.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from backend.config.env import ROOT
from engine.specs.paths import with_paths
from workers.launchers.launcher import Address, Ended, Handle, Order, Usage

CODE = os.pathsep.join((str(ROOT), str(ROOT / "deploy" / "sdk" / "python" / "src")))
HIDE = ("unshare", "-Urm", "sh", "-c", 'mount -t tmpfs none "$0" && exec "$@"')


class Containers:
    """Starts commands in boxes below a folder, which is not the installation's.

    Args:
        boxes: where they are.
        hidden: the installation's data.

    Attributes:
        sent: of each process all that it was told: command, environment, and the texts in its box.
    """

    def __init__(self, boxes: Path, hidden: Path) -> None:
        self._boxes = boxes
        self._hidden = hidden
        self._processes: dict[Handle, subprocess.Popen[bytes]] = {}
        probe = subprocess.run([*HIDE, hidden, "true"], capture_output=True, check=False)
        self.hides = probe.returncode == 0
        self.sent: list[str] = []

    def launch(self, order: Order) -> Handle:
        """Copy in what the order names, and start its command there."""
        handle = Handle(f"box {len(list(self._boxes.iterdir()))}")
        box = self._box(handle)
        here = _Places(order.spec_file.parent, box)
        spec = with_paths(order.spec, lambda path: str(here.place(Path(path))))
        if order.listens is not None:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                spec = spec.model_copy(update={"port": probe.getsockname()[1]})
        options = [here.place(one) if isinstance(one, Path) else one for one in order.options]
        order.work.mkdir(parents=True, exist_ok=True)
        shutil.copytree(order.spec_file.parent, here.folder)
        spec_file, work = here.place(order.spec_file), here.place(order.work)
        (work / "status.json").unlink(missing_ok=True)
        spec_file.write_text(spec.model_dump_json())
        (box / "sizes.json").write_text(json.dumps(_sizes(here.folder)))
        files = ("--spec", spec_file, "--work", work)
        command = [sys.executable, "-m", "engine", order.command, *files, *options]
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": CODE, "OMP_NUM_THREADS": "1"}
        texts = [path.read_text() for path in box.rglob("*.json*")]
        self.sent.append("\n".join([*map(str, command), *environment.values(), *texts]))
        with (here.folder / "output.log").open("ab") as output:
            self._processes[handle] = subprocess.Popen(
                [*((*HIDE, self._hidden) if self.hides else ()), *command],
                cwd=box,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        (box / "box.json").write_text(json.dumps({"spec": str(order.spec_file)}))
        return handle

    def find(self, spec_file: Path) -> Handle | None:
        """Look for the name of a spec among the boxes whose process lives."""
        for handle in self._processes:
            about = json.loads((self._box(handle) / "box.json").read_text())
            if about["spec"] == str(spec_file) and self.ended(handle) is None:
                return handle
        return None

    def ended(self, handle: Handle) -> Ended | None:
        """Return how a process ended."""
        status = self._processes[handle].poll()
        return None if status is None else Ended(status)

    def collect(self, handle: Handle, folder: Path) -> None:
        """Copy back what grew or changed since the last time."""
        inside, path = self._box(handle) / "job", self._box(handle) / "sizes.json"
        before, now = json.loads(path.read_text()), _sizes(inside)
        for name, (size, changed) in now.items():
            begin = before.get(name, [0, 0])[0]
            if before.get(name) == [size, changed]:
                continue
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with (inside / name).open("rb") as source:
                is_log = target.suffix in (".jsonl", ".log") and begin <= size
                source.seek(begin if is_log else 0)
                data = source.read(size - begin if is_log else size)
            with target.open("ab" if is_log else "wb") as copy:
                copy.write(data)
        path.write_text(json.dumps(now))

    def log_tail(self, handle: Handle, folder: Path, *, num_lines: int = 20) -> str:
        """Return the last lines of the box's own file."""
        text = (self._box(handle) / "job" / "output.log").read_text()
        return "\n".join(text.splitlines()[-num_lines:])

    def address(self, handle: Handle) -> Address | None:
        """Return where the server of a box is reached; callers come through a gateway."""
        port = json.loads(self._spec_of(handle).read_text())["port"]
        name = handle.replace(" ", "-")
        return Address(f"http://127.0.0.1:{port}", f"https://{name}.models.example")

    def status(self, handle: Handle, folder: Path) -> Mapping[str, Any]:
        """Return what the server of a box says, unless it has yet to read its spec again."""
        status, spec = self._box(handle) / "job" / "status.json", self._spec_of(handle)
        is_new = status.is_file() and status.stat().st_mtime_ns >= spec.stat().st_mtime_ns
        found: dict[str, Any] = json.loads(status.read_bytes()) if is_new else {}
        return found

    def usage(self, handle: Handle) -> Usage | None:
        """Know nothing of what boxes use."""
        return None

    def update(self, handle: Handle, order: Order) -> bool:
        """Copy in what changed."""
        box = self._box(handle)
        here, path = _Places(order.spec_file.parent, box), self._spec_of(handle)
        before = json.loads(path.read_text())
        spec = with_paths(order.spec, lambda one: str(here.place(Path(one))))
        text = spec.model_copy(update={"port": before["port"]}).model_dump_json()
        if text == path.read_text():
            return False
        path.write_text(text)
        self._processes[handle].send_signal(signal.SIGHUP)
        return True

    def stop(self, handle: Handle) -> None:
        """Ask a process to end."""
        self._processes[handle].terminate()

    def kill(self, handle: Handle) -> None:
        """End a process with its children."""
        if self.ended(handle) is None:
            os.killpg(self._processes[handle].pid, signal.SIGKILL)
            self._processes[handle].wait()

    def close(self) -> None:
        """End what still runs."""
        for handle in self._processes:
            self.kill(handle)

    def _spec_of(self, handle: Handle) -> Path:
        """Return where the spec of a box lies in it."""
        about = json.loads((self._box(handle) / "box.json").read_text())
        return self._box(handle) / "job" / Path(about["spec"]).name

    def _box(self, handle: Handle) -> Path:
        box = self._boxes / handle
        box.mkdir(exist_ok=True)
        return box


class _Places:
    """Where the files of an order lie in its box."""

    def __init__(self, folder: Path, box: Path) -> None:
        self._given = folder
        self._inputs = box / "inputs"
        self.folder = box / "job"

    def place(self, path: Path) -> Path:
        """Return where a file or folder is in the box, copying it there unless it is the job's."""
        if path.is_relative_to(self._given):
            return self.folder / path.relative_to(self._given)
        for known in (path, *path.parents):
            if self._copy_of(known).exists():
                return self._copy_of(known) / path.relative_to(known)
        self._inputs.mkdir(exist_ok=True)
        copy = shutil.copytree if path.is_dir() else shutil.copy
        copy(path, self._copy_of(path))
        return self._copy_of(path)

    def _copy_of(self, path: Path) -> Path:
        return self._inputs / sha256(str(path).encode()).hexdigest()[:12]


def _sizes(folder: Path) -> dict[str, list[int]]:
    """Return size and time of each file that has its final name."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.name.startswith("."):
            about = path.stat()
            found[str(path.relative_to(folder))] = [about.st_size, about.st_mtime_ns]
    return found
