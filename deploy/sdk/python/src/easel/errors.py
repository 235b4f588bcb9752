"""Errors of the SDK.

EaselError
├── InputError      what was given to the model cannot be used
├── PackageError    the model package is damaged, or asks for something this runtime lacks
└── BackendError    the inference back end is missing, or the network's output is unusable
"""

from __future__ import annotations

from typing import Union

Param = Union[str, int, float, bool, None]


class EaselError(Exception):
    """An error a user can act on: ``code`` and ``params`` to translate, ``message`` in English."""

    code = "easel_error"

    def __init__(self, message: str, *, code: str | None = None, **params: Param) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.params: dict[str, Param] = params

    def _render_traceback_(self) -> list[str]:
        """Return what a notebook shows instead of the calls that led here."""
        return [f"{type(self).__name__}: {self.message}"]


class InputError(EaselError):
    """What was given to the model cannot be used."""

    code = "input_invalid"


class PackageError(EaselError):
    """The model package is damaged, or asks for something this runtime does not have."""

    code = "package_invalid"


class BackendError(EaselError):
    """The inference back end is missing, or what it answered cannot be used."""

    code = "backend_failed"
