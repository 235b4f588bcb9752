"""What the commands that import say in the end: what came in, what did not, and why."""

from __future__ import annotations

from itertools import islice

from easel.cli.output import Output
from easel.client import Client
from easel.client.transport import Json

_MAX_PROBLEMS = 10
_MAX_COUNTED = 1000
_SAMPLES = ("num_added", "num_duplicate", "num_rejected", "num_labelled")
_ANNOTATIONS = (
    "num_given",
    "num_taken",
    "num_regions",
    "num_same",
    "num_merged",
    "num_replaced",
    "num_negative",
)
_LEFT_OUT = ("num_left_out", "left_out", "details_left_out")


def report_import(
    client: Client, import_id: str, result: Json, format: str, output: Output
) -> None:
    """Print what an import brought and the first of its problems.

    The annotations that were given are those that were taken, were there already (same) or were
    left out; key points and attributes that were left out are details beside them.

    Raises:
        ValueError: when no sample came in, nor was any there already.
    """
    problems = list(islice(client.imports.problems(import_id), _MAX_COUNTED + 1))
    counted = result.get("annotations") or {}
    reasons = counted.get("left_out") or []
    left_out = [one for one in reasons if not one.get("is_detail")]
    row = {**result, **{name: counted.get(name, 0) for name in _ANNOTATIONS}}
    row["num_left_out"] = sum(one["num"] for one in left_out)
    row["left_out"] = _listed(left_out)
    row["details_left_out"] = _listed([one for one in reasons if one.get("is_detail")])
    output.table([row], (*_SAMPLES, *_ANNOTATIONS, *_LEFT_OUT))
    for problem in problems[:_MAX_PROBLEMS]:
        output.line(f"{problem['name']}: {problem['message']}")
    num_more = len(problems) - _MAX_PROBLEMS
    if num_more > 0:
        more = f"more than {_MAX_COUNTED - _MAX_PROBLEMS}" if len(problems) > _MAX_COUNTED else ""
        output.line(f"… and {more or num_more} more problems; the import's page lists them.")
    if not result["num_added"] + result["num_duplicate"]:
        raise ValueError(f"Nothing was imported as '{format}'. Choose another with --format.")


def _listed(reasons: list[Json]) -> str:
    return ", ".join(f"{one['num']} {one['code']}" for one in reasons) or "none"
