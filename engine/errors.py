"""Errors of the engine.

EngineError
├── SpecError          the request cannot be carried out as written        exit 64
├── DataError          a file or annotation is wrong; names the sample     exit 65
├── TrainingDiverged   the loss is not a number; names step and value      exit 70
├── ExportError        an operator or shape the target lacks; names it     exit 70
└── ResourceError      out of memory, disk or accelerator; retryable       exit 75

Cancelled              somebody asked the run to stop; no error            exit 0
"""

from __future__ import annotations

Param = str | int | float | bool | None


class EngineError(Exception):
    """An error a user can act on: ``code`` and ``params`` are translated; English message."""

    code = "engine_error"
    exit_status = 70
    retryable = False

    def __init__(self, message: str, *, code: str | None = None, **params: Param) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.params: dict[str, Param] = params


class SpecError(EngineError):
    """The request cannot be carried out as written."""

    code = "spec_invalid"
    exit_status = 64


class DataError(EngineError):
    """A file or annotation is wrong; the message names the sample."""

    code = "data_invalid"
    exit_status = 65


class TrainingDiverged(EngineError):
    """The loss is not a number; the message names step and value."""

    code = "training_diverged"


class ExportError(EngineError):
    """The target lacks an operator or shape, or the export does not reproduce the model."""

    code = "export_failed"


class ResourceError(EngineError):
    """Memory, disk or an accelerator is missing; trying again later may work."""

    code = "resource_missing"
    exit_status = 75
    retryable = True


class Cancelled(BaseException):
    """The run was asked to stop; what it has learnt so far is kept.

    No ``Exception``: a signal may come during a call into any library, and code that turns every
    error of that library into one of ours must let it through.
    """

    exit_status = 0

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
