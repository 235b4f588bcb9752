"""A new sampler and a new option of a task are in the API without a change of the backend."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.site import ROOT

# The classes are added before the backend is imported, as if they stood in ``engine.specs``.
PROGRAM = """
import json, os
from types import SimpleNamespace
from typing import Annotated, Literal, Union
from pydantic import Field
from engine.specs.tuning import study
from engine.specs.options.image import classification
from engine.specs.spec import Spec

class Patient(Spec):
    kind: Literal["patient"] = "patient"
    patience: Annotated[int, Field(ge=1)] = 3

class Options(classification.OPTIONS):
    strictness: Annotated[float, Field(ge=0, le=1)] = 0.5

study.Sampler = Annotated[Union[study.Sampler.__origin__, Patient], Field(discriminator="kind")]
classification.OPTIONS = classification.ImageClassificationOptions = Options

os.environ["DJANGO_SETTINGS_MODULE"] = "backend.config.settings"
import django
django.setup()
from drf_spectacular.generators import SchemaGenerator
from rest_framework.serializers import ValidationError
from backend.api.catalog import CatalogView
from backend.training.services.options import parse
from backend.tuning.serializers import SamplerSerializer
from backend.tuning.services.specs import parse_sampler

def refused(function, *arguments):
    try:
        function(*arguments)
    except ValidationError:
        return True
    return False

task = "image.classification"
given = SamplerSerializer(data={"kind": "patient", "patience": 4})
catalog = CatalogView().get(SimpleNamespace(query_params={})).data["tasks"]
schemas = SchemaGenerator().get_schema(public=True)["components"]["schemas"]
print(json.dumps({
    "taken": given.is_valid() and parse_sampler(given.data).patience,
    "refused": refused(parse_sampler, {"kind": "patient", "patience": 0}),
    "options": parse(task, {"strictness": 0.75}).strictness,
    "refused_option": refused(parse, task, {"strictness": 2}),
    "shown": [one["key"] for one in catalog if "strictness" in str(one["options_schema"])],
    "kinds": schemas["SamplerKind"]["enum"][-1],
}))
"""


def test_a_sampler_and_an_option_that_are_added_to_the_specs_are_taken_and_shown() -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout.splitlines()[-1]) == {
        "taken": 4,
        "refused": True,
        "options": 0.75,
        "refused_option": True,
        "shown": ["image.classification"],
        "kinds": "patient",
    }
