"""``/predict`` for people: a file, a form or JSON in; results out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from easel.runtime import PredictOptions

from engine.serving.calls import Call
from engine.serving.errors import ServingError
from engine.serving.http import (
    Request,
    Response,
    json_response,
    parse_json_object,
    require_uncompressed,
)
from engine.serving.packages.package import ServedPackage
from engine.serving.packages.repository import Repository
from engine.serving.protocol.fields import (
    MODEL_FIELDS,
    option_fields,
    parsed_options,
    refuse_unknown,
)
from engine.serving.protocol.multipart import parse_form
from engine.serving.protocol.parts import form_names, parts_of_body, parts_of_form, parts_of_json
from engine.serving.protocol.predict_options import read_options
from engine.serving.protocol.refusals import CORS


@dataclass(frozen=True)
class _Asked:
    """A request taken apart: what it is for, and what is sent."""

    package: ServedPackage
    parts: Mapping[str, Any]
    options: PredictOptions


async def predict(repository: Repository, request: Request, call: Call) -> Response:
    """Answer ``POST /predict``.

    Raises:
        ServingError: when the request or its input cannot be used, or the model failed.
    """
    asked = _read(repository, request, request.body())
    package = asked.package
    call.model, call.version = package.name, package.version
    results = await package.predict(asked.parts, call, asked.options)
    return json_response(
        {
            "log_id": call.log_id,
            "model": package.name,
            "version": package.version,
            "results": results,
        },
        headers=CORS,
    )


def _read(repository: Repository, request: Request, body: bytes) -> _Asked:
    require_uncompressed(request.headers)
    query = request.query()
    kind = request.media_type()
    if kind == "application/json":
        return _read_json(repository, query, parse_json_object(body))
    if kind == "multipart/form-data":
        return _read_form(repository, query, parse_form(request.headers[b"content-type"], body))
    package = _package(repository, query)
    options = _query_options(package, query)
    return _Asked(package, parts_of_body(package.parts, kind, body), read_options(options))


def _read_json(
    repository: Repository, query: Mapping[str, str], document: Mapping[str, Any]
) -> _Asked:
    for name in MODEL_FIELDS:
        if not isinstance(document.get(name, ""), str):
            raise ServingError(
                f"The field '{name}' must be text.", code="field_invalid", field=name
            )
    package = _package(repository, {**query, **_only(document, MODEL_FIELDS)})
    chosen = option_fields(package.prediction_kind)
    refuse_unknown(document, MODEL_FIELDS | chosen | {part.name for part in package.parts})
    options = read_options({**_query_options(package, query), **_only(document, chosen)})
    return _Asked(package, parts_of_json(package.parts, document), options)


def _read_form(
    repository: Repository, query: Mapping[str, str], form: Mapping[str, bytes]
) -> _Asked:
    texts = _texts(form, MODEL_FIELDS)
    package = _package(repository, {**query, **texts})
    chosen = option_fields(package.prediction_kind)
    names = {name for part in package.parts for name in form_names(package.parts, part)}
    refuse_unknown(form, MODEL_FIELDS | chosen | names)
    options = {**_query_options(package, query), **parsed_options(_texts(form, chosen))}
    return _Asked(package, parts_of_form(package.parts, form), read_options(options))


def _query_options(package: ServedPackage, query: Mapping[str, str]) -> dict[str, object]:
    if not query:
        return {}
    known = option_fields(package.prediction_kind)
    # The address may carry the token, as that of EasyDL does.
    refuse_unknown(query, MODEL_FIELDS | known | {"access_token"})
    return parsed_options(query)


def _package(repository: Repository, fields: Mapping[str, str]) -> ServedPackage:
    """Return the package that is asked for; who names no model means the default one.

    Raises:
        ServingError: ``not_found``, also for a version that the default model does not have.
    """
    version = fields.get("version")
    model = fields.get("model")
    if model is None and version is None:
        return repository.default
    return repository.find(repository.default.name if model is None else model, version)


def _texts(form: Mapping[str, bytes], names: frozenset[str]) -> dict[str, str]:
    return {name: value.decode("utf-8", "replace") for name, value in _only(form, names).items()}


def _only(fields: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name in names}
