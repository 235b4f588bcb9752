"""Read the fields of an op as a manifest writes it, and refuse what is not understood.

An op list comes from a package that may be newer than this runtime, or damaged. Whatever is
unknown is an error: a guess would give wrong predictions that look right.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from easel.errors import PackageError

Op = Mapping[str, Any]
"""One op: its name under ``op``, and its fields."""


def op_name(op: Op, fields: Mapping[str, Collection[str]], stage: str) -> str:
    """Return the name of an op after checking that it and all its fields are known.

    Args:
        op: as in ``manifest.json``.
        fields: the known ops with their fields.
        stage: ``preprocessing`` or ``postprocessing``, for the message.

    Raises:
        PackageError: ``op_unknown`` or ``op_invalid``.
    """
    name = op.get("op")
    if not isinstance(name, str) or name not in fields:
        raise PackageError(
            f"This runtime has no {stage} op '{name}' for this model. It knows "
            f"{', '.join(fields)}. Install a newer easel package.",
            code="op_unknown",
            op=str(name),
        )
    unknown = set(op) - set(fields[name]) - {"op"}
    if unknown:
        raise invalid_op(op, f"the field '{min(unknown)}' is not known")
    return name


def sole_op(ops: Sequence[Op], fields: Mapping[str, Collection[str]]) -> Op:
    """Return the one op of a postprocessing, checked as ``op_name`` does.

    Args:
        ops: as in ``manifest.json``.
        fields: the ops that it may be, with their fields.

    Raises:
        PackageError: ``op_unknown``, ``op_invalid``, or ``op_order`` when it is not alone.
    """
    names = [op_name(op, fields, "postprocessing") for op in ops]
    if len(names) != 1:
        raise order_error("postprocessing", names, f"one {' or '.join(fields)}")
    return ops[0]


def choice(op: Op, field: str, choices: Sequence[str], default: str | None) -> str:
    """Return a field that is one of some names.

    Raises:
        PackageError: ``op_invalid``.
    """
    value = op.get(field, default)
    if not isinstance(value, str) or value not in choices:
        raise invalid_op(op, f"{field} must be one of {', '.join(choices)}")
    return value


def whole(op: Op, field: str, default: int | None, least: int, most: int | None = None) -> int:
    """Return a field that is a whole number within bounds.

    Raises:
        PackageError: ``op_invalid``.
    """
    value = op.get(field, default)
    if type(value) is not int or value < least or (most is not None and value > most):
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise invalid_op(op, f"{field} must be a whole number {bounds}")
    return value


def number(op: Op, field: str, default: float | None, least: float, most: float) -> float:
    """Return a field that is a number within bounds.

    Raises:
        PackageError: ``op_invalid``.
    """
    value = op.get(field, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise invalid_op(op, f"{field} must be a number from {least:g} to {most:g}")
    return float(value)


def named(op: Op, field: str) -> str:
    """Return the name of a file or network in a field.

    Raises:
        PackageError: ``op_invalid``.
    """
    value = op.get(field)
    if not isinstance(value, str) or not value:
        raise invalid_op(op, f"{field} must be a name")
    return value


def invalid_op(op: Op, reason: str) -> PackageError:
    """Return the error that says what is wrong with an op."""
    return PackageError(
        f"The op '{op.get('op')}' of the manifest is wrong: {reason}. Export the package again.",
        code="op_invalid",
        op=str(op.get("op")),
    )


def order_error(stage: str, names: Sequence[str], expected: str) -> PackageError:
    """Return the error that says which ops were expected instead."""
    return PackageError(
        f"The {stage} is {list(names)}; it must be {expected}. Export the package again.",
        code="op_order",
    )
