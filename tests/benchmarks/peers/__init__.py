"""What a call costs behind Easel's gateway and in other servers: the same network and request.

Installs nothing: ``LITSERVE_PYTHON``, ``BENTOML_PYTHON`` and ``MLSERVER_PYTHON`` name the Pythons
of environments with each of them, onnxruntime and numpy; those that are not named are left out.

``json_c32_over_litserve`` is the processor time of a request here, gateway and model server
together, divided by that of all of LitServe's processes, under 32 callers; the others likewise.
Every caller sends the same tensor of 12,288 numbers as JSON, in the form of the Open Inference
Protocol, and each server answers with the ten numbers of the network of ``serving``. All run one
session of ONNX Runtime of the same version with one thread. Each peer is measured twice, one
request after the other and in batches of up to 16 that wait two milliseconds at most, and the
better figure of the two counts. Easel calls need a token, count against a quota, are split
between two revisions and are logged, as in ``gateway``; the peers do none of it.
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import httpx
import psutil

from engine.specs.serving import GATEWAY_KEY_ID, CallerKey
from tests.benchmarks.gateway import UPSTREAM_KEY, running_gateway
from tests.benchmarks.serving import SIDE, cpu_seconds, load, residual_network, server
from tests.benchmarks.serving_load import json_body
from tests.sdk.tiny_package import write_package
from tests.site import free_port

PATHS = {"litserve": "/predict", "bentoml": "/infer", "mlserver": "/v2/models/net/infer"}
JSON = {"content-type": "application/json"}
CALLERS = (1, 8, 32)
MAX_BATCH = 16
START_SECONDS = 180


@dataclass(frozen=True)
class Server:
    """One server that runs.

    Attributes:
        name: of the product, with how it batches where that is chosen.
        pids: of its processes' parents.
        secret: what callers show, if anything.
    """

    name: str
    port: int
    path: str
    pids: tuple[int, ...]
    secret: str = ""

    def cpu_ms(self, callers: int, seconds: float) -> float:
        """Return the processor milliseconds of a request, of all its processes."""
        before = self._cpu_seconds()
        seen = load(
            self.port,
            callers=callers,
            seconds=seconds,
            secret=self.secret,
            path=self.path,
            is_json=True,
        )
        return 1e3 * (self._cpu_seconds() - before) / seen["requests"]

    def _cpu_seconds(self) -> float:
        return sum(map(cpu_seconds, self.pids))


def run(*, quick: bool) -> dict[str, float]:
    """Measure in turns, one server at a time under load, and return the ratios.

    Raises:
        SystemExit: when no peer is named.
    """
    pythons = {peer: os.environ.get(f"{peer.upper()}_PYTHON") for peer in PATHS}
    if not any(pythons.values()):
        names = ", ".join(f"{peer.upper()}_PYTHON" for peer in PATHS)
        raise SystemExit(f"Name the Python of at least one peer's environment: {names}.")
    rounds, seconds = (2, 1.0) if quick else (5, 4.0)
    with tempfile.TemporaryDirectory(prefix="easel-bench-") as folder, ExitStack() as stack:
        work = Path(folder)
        (work / "model.onnx").write_bytes(residual_network())
        servers = [stack.enter_context(_easel(work))]
        for peer, python in pythons.items():
            if python:
                servers += [
                    stack.enter_context(_peer(peer, Path(python), work, batch))
                    for batch in (1, MAX_BATCH)
                ]
        measured = _measure(servers, rounds, seconds)
    return _ratios(measured)


def _measure(
    servers: list[Server], rounds: int, seconds: float
) -> dict[tuple[str, int], list[float]]:
    """Return the milliseconds of each turn by server and number of callers."""
    for one in servers:
        one.cpu_ms(8, seconds / 2)
    found: dict[tuple[str, int], list[float]] = {}
    for _ in range(rounds):
        for callers in CALLERS:
            for one in servers:
                found.setdefault((one.name, callers), []).append(one.cpu_ms(callers, seconds))
    return found


def _ratios(measured: dict[tuple[str, int], list[float]]) -> dict[str, float]:
    figures: dict[str, float] = {}
    for callers in CALLERS:
        best: dict[str, float] = {}
        for (name, count), values in measured.items():
            if count == callers:
                product, value = name.partition(" ")[0], statistics.median(values)
                best[product] = min(best.get(product, value), value)
        ours = best["easel"]
        figures[f"json_c{callers}_cpu_ms"] = ours
        for peer in best.keys() - {"easel"}:
            figures[f"json_c{callers}_over_{peer}"] = ours / best[peer]
    return figures


@contextmanager
def _easel(work: Path) -> Iterator[Server]:
    labels = [f"class {index}" for index in range(10)]
    model = (work / "model.onnx").read_bytes()
    package = write_package(work / "package", model=model, labels=labels, side=SIDE)
    key = CallerKey(id=GATEWAY_KEY_ID, sha256=sha256(UPSTREAM_KEY.encode()).hexdigest())
    (work / "server").mkdir()
    with (
        server(package, work / "server", access="token", api_keys=(key,)) as (inner_port, pid),
        running_gateway(inner_port, work / "gateway") as (port, gateway_pid, token),
    ):
        path = "/endpoints/net/v2/models/net.tensors/infer"
        yield Server("easel", port, path, (gateway_pid, pid), token)


@contextmanager
def _peer(peer: str, python: Path, work: Path, batch: int) -> Iterator[Server]:
    """Run a peer's server in its own environment until it answers a request rightly."""
    port, folder = free_port(), work / f"{peer}-{batch}"
    folder.mkdir()
    script = Path(__file__).with_name(f"{peer}_server.py")
    log = (folder / "log").open("wb")
    process = subprocess.Popen(
        [python, script, work / "model.onnx", str(port), str(batch)],
        cwd=folder,
        env={**_environment(python), "BENTOML_HOME": str(folder)},
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    one = Server(f"{peer} {batch}", port, PATHS[peer], (process.pid,))
    try:
        _wait(lambda: _answers(one), process, folder / "log")
        yield one
    finally:
        _end(process)
        log.close()


def _environment(python: Path) -> dict[str, str]:
    """Return variables under which a peer runs by itself, off line, with one thread a process."""
    mine = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {
        **mine,
        "PATH": f"{python.parent}{os.pathsep}{mine.get('PATH', '')}",
        "OMP_NUM_THREADS": "1",
        "BENTOML_DO_NOT_TRACK": "True",
    }


def _answers(one: Server) -> bool:
    body = json_body(SIDE)
    address = f"http://127.0.0.1:{one.port}{one.path}"
    try:
        response = httpx.post(address, content=body, headers=JSON, timeout=10, trust_env=False)
    except httpx.TransportError:
        return False
    if response.is_success:
        answer = response.json()
        # BentoML gives the list of outputs by itself.
        (output,) = answer if isinstance(answer, list) else answer["outputs"]
        assert len(output["data"]) == 10, output
    return response.is_success


def _wait(answers: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not answers():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"The server does not answer.\n{log.read_text()[-3000:]}")
        time.sleep(0.2)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a server and all that it started."""
    if process.poll() is not None:
        return
    children = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for child in children:
        with suppress(psutil.NoSuchProcess):
            child.kill()
