"""Lines of doccano's export as lines of ours."""

from __future__ import annotations

from typing import Any

_SPAN_CELLS = 3


def from_doccano(value: dict[str, Any]) -> dict[str, Any]:
    """Return a line with the spans and relations that doccano wrote in its own way.

    doccano lists spans as ``"label": [[start, end, name]]``, or as ``entities`` with
    ``start_offset`` and ``end_offset`` where ``relations`` (``from_id``, ``to_id``, ``type``) name
    them. Everything else stays as it is, and so does a line that is not doccano's.
    """
    rest = dict(value)
    for key in ("label", "labels"):
        given = rest.get(key)
        if isinstance(given, list) and given and all(map(_is_span, given)):
            del rest[key]
            rest["spans"] = [{"start": a, "end": b, "label": name} for a, b, name in given]
    entities = rest.get("entities")
    if isinstance(entities, list) and all(isinstance(one, dict) for one in entities):
        del rest["entities"]
        rest["spans"] = [_entity(one) for one in entities]
        rest["relations"] = [_relation(one) for one in rest.get("relations") or ()]
    if not rest.get("Comments"):
        rest.pop("Comments", None)
    return rest


def _is_span(value: object) -> bool:
    return isinstance(value, list) and len(value) == _SPAN_CELLS and isinstance(value[2], str)


def _entity(entity: dict[str, Any]) -> dict[str, Any]:
    places = {"start": entity.get("start_offset"), "end": entity.get("end_offset")}
    return {**places, "label": entity.get("label"), "id": entity.get("id")}


def _relation(relation: Any) -> Any:
    if not isinstance(relation, dict) or "from_id" not in relation:
        return relation
    ends = {"subject": relation["from_id"], "object": relation.get("to_id")}
    return {**ends, "label": relation.get("type")}
