"""Errors of the client.

ClientError
├── ApiError          the server refused; ``code`` and ``params`` say why
├── JobFailed         work that was accepted ended as failed or cancelled
├── PredictionFailed  a prediction that was accepted ended so
└── Unreachable       no answer from the server
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class ClientError(Exception):
    """Base of all errors of the client."""


class ApiError(ClientError):
    """The server's problem+json answer."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        self.status: int = problem.get("status", 0)
        self.code: str = problem.get("code", "error")
        self.params: Mapping[str, Any] = problem.get("params", {})
        self.errors: list[Mapping[str, Any]] = problem.get("errors", [])
        fields = "".join(f"\n  {item['pointer']}: {item['detail']}" for item in self.errors)
        super().__init__(f"{problem.get('detail', self.code)}{fields}")


class JobFailed(ClientError):
    """A job ended without success; ``job`` is its last state."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        self.job = job
        error = job.get("error") or {}
        super().__init__(error.get("message") or f"The job ended as {job['state']}.")


class PredictionFailed(ClientError):
    """A prediction ended without results; ``prediction`` is its last state."""

    def __init__(self, prediction: Mapping[str, Any]) -> None:
        self.prediction = prediction
        error = prediction.get("error") or {}
        self.code: str = error.get("code", prediction["status"])
        super().__init__(error.get("detail") or f"The prediction was {prediction['status']}.")


class Unreachable(ClientError):
    """Nothing answered at the address."""
