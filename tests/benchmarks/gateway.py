"""What a gateway costs: CPU milliseconds of its processes for each call.

``overhead_cpu_ms`` is with 8 callers, ``overhead_cpu_ms_c32`` with 32: binary tensors of 49 KB, an
access token, a daily quota, two revisions that share the calls 90 to 10, and the call log. It is
the median over turns of the processor time of the gateway alone, so that the model counts for
nothing; ``p50_added_ms`` is the difference between the median latencies of one caller through the
gateway and without it.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.specs.gateway import CallerLimits, GatewaySpec, RevisionSpec, RouteSpec
from engine.specs.serving import GATEWAY_KEY_ID, CallerKey
from tests.benchmarks.serving import (
    ROOT,
    SIDE,
    cpu_seconds,
    load,
    port_of,
    residual_network,
    server,
)
from tests.sdk.tiny_package import write_package

AUDIENCE = "bench"
CALLER = "application-7"
QUOTA = 10**9
UPSTREAM_KEY = "gk_bench"


def run(quick: bool) -> dict[str, float]:
    """Measure and return what a call costs, and what it waits longer."""
    rounds, seconds = (3, 0.6) if quick else (7, 2.0)
    with tempfile.TemporaryDirectory(prefix="easel-bench-") as folder:
        work = Path(folder)
        labels = [f"class {index}" for index in range(10)]
        model = residual_network()
        package = write_package(work / "package", model=model, labels=labels, side=SIDE)
        key = CallerKey(id=GATEWAY_KEY_ID, sha256=sha256(UPSTREAM_KEY.encode()).hexdigest())
        (work / "server").mkdir()
        few, many, added = [], [], []
        with (
            server(package, work / "server", access="token", api_keys=(key,)) as (port, _),
            running_gateway(port, work / "gateway") as (gateway_port, pid, token),
        ):
            load(gateway_port, callers=8, seconds=0.5, secret=token)
            for _ in range(rounds):
                few.append(_cpu_ms(gateway_port, pid, token, callers=8, seconds=seconds))
                many.append(_cpu_ms(gateway_port, pid, token, callers=32, seconds=seconds))
                direct = load(port, callers=1, seconds=seconds / 2, secret=UPSTREAM_KEY)
                through = load(gateway_port, callers=1, seconds=seconds / 2, secret=token)
                added.append(through["p50_ms"] - direct["p50_ms"])
    return {
        "overhead_cpu_ms": statistics.median(few),
        "overhead_cpu_ms_c32": statistics.median(many),
        "p50_added_ms": statistics.median(added),
    }


def _cpu_ms(port: int, pid: int, token: str, *, callers: int, seconds: float) -> float:
    before = cpu_seconds(pid)
    count = load(port, callers=callers, seconds=seconds, secret=token)["requests"]
    return 1e3 * (cpu_seconds(pid) - before) / count


@contextmanager
def running_gateway(server_port: int, work: Path) -> Iterator[tuple[int, int, str]]:
    """Run a gateway before a model server; yield its port, its parent's pid and a token."""
    signer = Ed25519PrivateKey.generate()
    pem = signer.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    address = f"127.0.0.1:{server_port}"
    spec = GatewaySpec(
        port=0,
        upstream_key=UPSTREAM_KEY,
        log_share=0.01,
        routes=(
            RouteSpec(
                deployment_id="bench",
                suffix="net",
                audience=AUDIENCE,
                token_public_key=pem.decode(),
                revisions=(
                    RevisionSpec(number=1, version="1", addresses=(address,), weight=90),
                    RevisionSpec(number=2, version="1", addresses=(address,), weight=10),
                ),
                sticky="none",
                callers=(CallerLimits(caller=CALLER, daily_quota=QUOTA),),
            ),
        ),
    )
    work.mkdir()
    path = work / "gateway.json"
    path.write_text(spec.model_dump_json(), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "engine", "gateway", "--spec", str(path), "--work", str(work)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'deploy/sdk/python/src'}"},
        stderr=subprocess.DEVNULL,
    )
    claims = {
        "aud": AUDIENCE,
        "exp": datetime.now(UTC) + timedelta(hours=1),
        "jti": str(uuid.uuid4()),
        "sub": CALLER,
        "scope": "predict",
        "deployments": ["bench"],
    }
    try:
        yield port_of(work, process), process.pid, jwt.encode(claims, signer, algorithm="EdDSA")
        log = (work / "deployments" / "bench").glob("calls-*.jsonl")
        noted = [json.loads(line) for file in log for line in file.read_text().splitlines()]
        if not noted or any(one["status"] != 200 for one in noted):
            raise RuntimeError("The gateway refused calls, or noted none.")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
