"""``deployment.json``: which packages a serving process answers for, and who may call it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from engine.specs.paths import LocalPath
from engine.specs.spec import Spec

GATEWAY_KEY_ID = "gateway"
"""Id of the key by which model servers know their gateway."""
LOAD_TEST_CALLER = "load-test"
"""Subject of the tokens of load tests, which the platform signs for nobody else."""


class CallerKey(Spec):
    """An API key allowed to call: SHA-256 (hex) of the whole key, never the key."""

    id: str
    sha256: str
    expires_at: datetime | None = None


class AccessSpec(Spec):
    """Who may call a deployment, by signature or hash alone.

    Access tokens are JWTs (EdDSA) with ``aud`` = ``audience``, checked against
    ``token_public_key`` (PEM) and ``revoked_token_ids``, never against a database. ``open``
    access asks for nothing and is meant for on-premises use behind the customer's own gate.
    """

    access: Literal["token", "open"] = "token"
    audience: str
    token_public_key: str | None = None
    revoked_token_ids: tuple[str, ...] = ()
    api_keys: tuple[CallerKey, ...] = ()


class ServedModel(Spec):
    """One package under one name; ``package`` is the folder of an unpacked model package."""

    name: str
    version: str
    package: LocalPath


class BatchingSpec(Spec):
    """Greedy batching: an idle session takes all that waits, up to ``max_batch``."""

    max_batch: Annotated[int, Field(ge=1)] = 32
    max_queue: Annotated[int, Field(ge=1)] = 512
    timeout_ms: Annotated[int, Field(ge=1)] = 30_000


class DeploymentSpec(AccessSpec):
    """What ``python -m engine serve --spec deployment.json --work DIR`` is given.

    The parent process binds the address once and starts ``replicas`` children on the same socket.
    On SIGHUP it reads the file again and rolls: new children first, then the old ones drain.
    A caller whose key has the id ``GATEWAY_KEY_ID`` is told with each answer what the call log
    would say, and notes the call itself.
    ``max_decoding_bytes`` is what all large inputs of a replica may take together while they are
    decoded and answered: two photos of 50 megapixels beside each other; what takes more is decoded
    alone. ``max_bodies_bytes`` is what the bodies of all requests of a process may take together.
    With ``measures_drift`` what calls look like is counted in windows (``engine.specs.drift``) of
    those packages that have a reference.
    """

    schema_version: Literal[1] = 1
    deployment_id: str
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)]
    replicas: Annotated[int, Field(ge=1, le=64)] = 1
    num_threads: Annotated[int, Field(ge=1)] | Literal["auto"] = "auto"
    models: tuple[ServedModel, ...]
    batching: BatchingSpec = BatchingSpec()
    allowed_url_hosts: tuple[str, ...] = ()
    max_body_bytes: Annotated[int, Field(ge=1)] = 16 * 1024 * 1024
    max_bodies_bytes: Annotated[int, Field(ge=1)] = 256 * 1024 * 1024
    max_decoding_bytes: Annotated[int, Field(ge=1)] = 768 * 1024 * 1024
    measures_drift: bool = False


class CallRecord(Spec):
    """One line of ``calls.jsonl``: one answered request, without its input.

    ``latency_ms`` is from the request's last header, at the gateway where there is one, to the
    answer; of an asynchronous prediction (``async``) it is the time of its last try. ``revision``
    is that of the deployment that answered, ``None`` without a gateway or where none was reached.
    ``queue_ms`` of the latency went by until the network took the rows of the call, in a run of
    ``batch_size`` rows.
    """

    time: datetime
    log_id: int
    model: str
    version: str
    route: Literal["predict", "v2", "easydl", "async"]
    status: int
    error_code: str | None
    latency_ms: float
    batch_size: int | None
    queue_ms: float | None = None
    top_label: str | None
    top_score: float | None
    caller: str | None
    revision: int | None = None
    request_id: str | None = None
