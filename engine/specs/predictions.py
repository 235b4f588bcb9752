"""What a process that predicts many files is asked, and what it says of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from engine.specs.paths import LocalPath
from engine.specs.spec import Spec
from engine.specs.suggestions import Suggestion


class IndexedFiles(Spec):
    """Files that an index of ``PredictionInput`` lines names, relative to ``files_root``.

    With ``splits_texts`` each line of a text file is predicted for itself, as of files that people
    send; a sample of a dataset is one text.
    """

    kind: Literal["index"] = "index"
    index: LocalPath
    files_root: LocalPath
    splits_texts: bool = False


class FolderFiles(Spec):
    """All files of a folder that the model takes; links that lead out of it are not followed."""

    kind: Literal["folder"] = "folder"
    folder: LocalPath


class BatchPredictionSpec(Spec):
    """Which files are predicted, by which unpacked package.

    Answers are written in the order of the inputs, so that a process that was stopped goes on
    behind its last whole line. With ``suggests_for``, the task of a dataset, each answer also says
    what the sample's annotation would be.
    """

    schema_version: Literal[1] = 1
    package: LocalPath
    source: Annotated[IndexedFiles | FolderFiles, Field(discriminator="kind")]
    suggests_for: str | None = None


class PredictionProblem(Spec):
    """Why there is no prediction for an input: ``code`` and ``params`` to translate."""

    code: str
    message: str
    params: dict[str, str | int | float | bool | None] = {}


class PredictionInput(Spec):
    """One thing to predict: a file, or the parts of a request that a row or line holds.

    ``id`` is that of the sample or file; of a row, a colon and its number follow. An input that
    cannot be read has a ``problem`` already.
    """

    id: str
    name: str
    file: str = ""
    parts: Mapping[str, JsonValue] | None = None
    problem: PredictionProblem | None = None


class PredictedInput(Spec):
    """One line of ``answers.jsonl``: the results for an input, or the problem there was.

    ``text`` is the beginning of an input that is a text: names of files say little of those.
    """

    id: str
    name: str
    text: str | None = None
    results: tuple[Mapping[str, JsonValue], ...] = ()
    problem: PredictionProblem | None = None
    suggestion: Suggestion | None = None


INPUTS_FILE = "inputs.jsonl"
ANSWERS_FILE = "answers.jsonl"
PREDICTIONS_FILES: Mapping[str, str] = {
    "jsonl": "predictions.jsonl",
    "csv": "predictions.csv",
    "parquet": "predictions.parquet",
}
"""The files to download, by format."""
