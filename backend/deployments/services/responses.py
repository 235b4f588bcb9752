"""What model servers answer to the processes of this product."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx
from pydantic import BaseModel, ValidationError

from backend.api.errors import Invalid, Unavailable


class Problem(BaseModel):
    """Why a model server did not predict."""

    code: str
    detail: str
    params: Mapping[str, Any]


def problem_of(response: httpx.Response) -> Problem | None:
    """Return what a server says is wrong; ``None`` for results, or when it is no model server's."""
    if response.status_code == httpx.codes.OK:
        return None
    try:
        return Problem.model_validate_json(response.content)
    except ValidationError:
        return None


def require_results(response: httpx.Response, no_results: Unavailable) -> list[dict[str, Any]]:
    """Return the results of a prediction.

    Args:
        response: what came from the server's address.
        no_results: the error for a response that is no model server's, such as a proxy's page.

    Raises:
        Invalid: when the server refused the request.
        Unavailable: when it has no answer now.
    """
    problem = problem_of(response)
    if problem is not None:
        kind = Invalid if response.status_code < 500 else Unavailable
        raise kind(problem.detail, code=problem.code, **problem.params)
    try:
        results: list[dict[str, Any]] = response.json()["results"]
    except (ValueError, TypeError, KeyError):
        raise no_results from None
    return results
