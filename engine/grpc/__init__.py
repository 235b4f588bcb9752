"""The Open Inference Protocol over gRPC, before a model server or a gateway.

It speaks HTTP to what stands behind it and knows nothing else of it: who may call what, limits,
logs and models stay there. ``grpcio`` and ``protobuf`` are needed here alone.
"""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``grpc`` with command-line arguments and return the exit status."""
    from engine.grpc.command import main as run

    return run(argv)
