"""Which of several annotations of a Label Studio task counts, and what the others hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.formats.findings import size_differs
from engine.formats.label_studio.annotations import num_results
from engine.formats.layout import Problem
from engine.formats.reading.values import MALFORMED, list_of, object_of

_SIDES = ("original_width", "original_height")


def choose(task: dict[str, Any], place: str) -> tuple[list[Any] | None, list[Problem]]:
    """Return the results that count, ``None`` where there are none, and what is left out.

    The annotation that is marked as ground truth counts, else the first; cancelled ones are those
    that an annotator skipped.

    Raises:
        MALFORMED: when the annotation that counts is of another form.
    """
    given = map(object_of, list_of(task.get("annotations")))
    kept = [one for one in given if not one.get("was_cancelled")]
    problems = _predictions(task.get("predictions"), place)
    if not kept:
        return None, problems
    best = next((one for one in kept if one.get("ground_truth") is True), kept[0])
    results = list_of(best["result"])
    others = [one for one in kept if one is not best]
    if others:
        num_lost = sum(map(_num_results, others))
        text = (
            f"{len(others)} more annotation(s) of this task with {num_lost} results are left out: "
            "a sample has one, that marked as ground truth or else the first. Mark the right one "
            "in Label Studio."
        )
        params = {"num": len(others), "results": num_lost}
        problems.append(Problem("annotations_further", place, text, {**params}, num_lost))
    return results, problems


def stated_size_differs(
    results: Sequence[Any], size: tuple[int, int] | None, place: str
) -> Problem | None:
    """Return the problem of results that were drawn on an image of another size.

    ``original_width`` and ``original_height`` are those of the image as it is: turning it on the
    screen (``image_rotation``) leaves them, and the percents of places, as they were.
    """
    for one in results:
        width, height = map(one.get, _SIDES) if isinstance(one, dict) else (None, None)
        if isinstance(width, int) and isinstance(height, int) and min(width, height) > 0:
            stated = (width, height)
            return None if size is None or stated == size else size_differs(place, stated, size)
    return None


def _predictions(given: object, place: str) -> list[Problem]:
    """Return the problem of what models said of a task."""
    predictions = given if isinstance(given, list) else []
    if not predictions:
        return []
    text = f"{len(predictions)} prediction(s) of models are no annotations and are not read."
    return [Problem("predictions_left_out", place, text, {"num": len(predictions)})]


def _num_results(annotation: dict[str, Any]) -> int:
    try:
        return num_results(list_of(annotation["result"]))
    except MALFORMED:
        return 0
