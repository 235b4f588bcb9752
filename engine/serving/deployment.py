"""Read a deployment's spec from its file."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from engine.errors import SpecError
from engine.specs.serving import DeploymentSpec


def read_spec(path: Path) -> DeploymentSpec:
    """Read a deployment's spec.

    Raises:
        SpecError: ``deployment_unreadable`` or ``deployment_invalid``.
    """
    try:
        return DeploymentSpec.model_validate_json(path.read_bytes())
    except OSError as error:
        raise SpecError(
            f"The deployment file '{path}' cannot be read: {error.strerror}. Check the path.",
            code="deployment_unreadable",
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the document"
        raise SpecError(
            f"The deployment file '{path}' is not valid: {where}: {first['msg']}. Correct it.",
            code="deployment_invalid",
            field=where,
        ) from error
