"""``easel run``: answer files, folders and tables with a package on this machine."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from easel.cli.arguments import Commands, command
from easel.cli.output import Output
from easel.errors import BackendError, EaselError, InputError

if TYPE_CHECKING:
    from easel.cli.writers import Writer
    from easel.questions import Question
    from easel.runtime import Example, Model, PredictOptions

FORMATS = {"json": "results.jsonl", "csv": "results.csv"}
"""The formats that make one file of all predictions, and its name in the output folder."""

# Questions that share runs of the network: enough to fill a batch, few enough for large images.
_PORTION = 32


class QuestionsFailed(EaselError):
    """Some questions could not be answered; the others were."""

    code = "questions_failed"


@dataclass
class Tally:
    """How a run goes, and which questions could not be answered."""

    output: Output
    num_questions: int
    num_predicted: int = 0
    num_results: int = 0
    failures: list[tuple[str, str, str]] = field(default_factory=list)

    def fail(self, name: str, error: Exception) -> None:
        """Count a question and say what is wrong with it."""
        code = error.code if isinstance(error, EaselError) else "input_unreadable"
        self.failures.append((name, code, str(error)))
        self.output.warning(f"{name}: {error}")


def add_commands(commands: Commands) -> None:
    """Add ``run``."""
    parser = command(
        commands, "run", "Answer files with a package on this machine.", _run, prints_rows=False
    )
    parser.add_argument(
        "model", help="package (.zip or folder), or the name of one in 'easel list'"
    )
    parser.add_argument(
        "--input",
        nargs="+",
        required=True,
        metavar="PLACE",
        help="files of the model's kind, folders of them, tables (.csv, .json, .jsonl), texts by "
        "line (.txt), or - for standard input",
    )
    parser.add_argument("--output", type=Path, metavar="DIR", help="folder for the answers")
    parser.add_argument(
        "--format",
        choices=(*FORMATS, "images"),
        help="JSON lines, CSV, or annotated images; without --output they are printed",
    )
    parser.add_argument("--threshold", type=float, help="lowest score to keep, 0 to 1")
    parser.add_argument("--top-num", type=int, help="most results per input")
    parser.add_argument("--column", help="column of a table that holds the text")


def _run(options: argparse.Namespace, output: Output) -> None:
    # Loads the inference library, which other commands spare.
    from easel.cli.library import package_path
    from easel.questions import Asking
    from easel.runtime import PredictOptions, load

    choices = PredictOptions(options.top_num, options.threshold)
    model = load(package_path(options.model))
    asking = Asking(model.pipeline.parts, str(model.manifest.input["kind"]), options.column)
    questions = asking.questions(options.input)
    tally = Tally(output, len(questions))
    with _writer(options, output, model) as writer:
        began = time.monotonic()
        for start in range(0, len(questions), _PORTION):
            _predict(model, questions[start : start + _PORTION], choices, writer, tally)
            done = min(start + _PORTION, len(questions))
            left = (time.monotonic() - began) / done * (len(questions) - done)
            output.progress("run", done, len(questions), left)
    _finish(options, output, tally)


def _predict(
    model: Model,
    questions: Sequence[Question],
    choices: PredictOptions,
    writer: Writer,
    tally: Tally,
) -> None:
    """Answer a portion of the questions together, leaving out those that cannot be used."""
    asked: list[tuple[str, Mapping[str, Any], Example]] = []
    for question in questions:
        try:
            parts = question.read()
            asked.append((question.name, parts, model.prepare(model.pipeline.source(parts))))
        except (InputError, OSError) as error:
            tally.fail(question.name, error)
    for (name, parts, _), outcome in zip(asked, _outcomes(model, [x for *_, x in asked], choices)):
        if isinstance(outcome, EaselError):
            tally.fail(name, outcome)
            continue
        writer.write(name, parts, outcome)
        tally.num_predicted += 1
        tally.num_results += len(outcome)


def _outcomes(
    model: Model, examples: Sequence[Example], choices: PredictOptions
) -> Iterator[list[dict[str, Any]] | EaselError]:
    """Yield the JSON form of each prediction, or why there is none."""
    from easel.runtime import documents

    try:
        outputs = model.run(examples)
    except BackendError as error:
        if len(examples) == 1:
            yield error
            return
        # One of them is to blame: asked alone, the others have their prediction.
        for example in examples:
            yield from _outcomes(model, [example], choices)
        return
    for example, output in zip(examples, outputs):
        try:
            yield documents(model.postprocess(example, output, choices))
        except (InputError, BackendError) as error:
            yield error


@contextmanager
def _writer(options: argparse.Namespace, output: Output, model: Model) -> Iterator[Writer]:
    """Open what takes the predictions, and write what is left of them in the end."""
    from easel.cli.writers import Csv, Images, JsonLines, People

    folder: Path | None = options.output
    format_ = options.format or ("json" if output.as_json or folder else None)
    if format_ == "images":
        part = _image_part(model)
        if folder is None:
            raise ValueError("Images need a folder. Say --output DIR.")
        yield Images(folder, part)
        return
    writer: Writer
    with ExitStack() as stack:
        stream: TextIO = sys.stdout
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / FORMATS[str(format_)]
            stream = stack.enter_context(path.open("w", encoding="utf-8", newline=""))
        if format_ is None:
            writer = People(output)
        else:
            writer = Csv(stream) if format_ == "csv" else JsonLines(stream)
        yield writer
        writer.close()


def _image_part(model: Model) -> str:
    """Return the part of a question that can be drawn on.

    Raises:
        ValueError: when the model takes no images.
    """
    for part in model.pipeline.parts:
        if "image/" in part.media:
            return part.name
    raise ValueError(
        f"A model of '{model.manifest.task}' takes no images, so there is nothing to draw on. "
        "Choose --format json or csv."
    )


def _finish(options: argparse.Namespace, output: Output, tally: Tally) -> None:
    """Say how it went.

    Raises:
        QuestionsFailed: when a question could not be answered.
    """
    if options.output is not None:
        failures = [
            {"input": name, "code": code, "message": message}
            for name, code, message in tally.failures
        ]
        output.line(
            f"Answered {tally.num_predicted} of {tally.num_questions} inputs with "
            f"{tally.num_results} results in {options.output}."
        )
        if output.as_json:
            output.document(
                {
                    "num_inputs": tally.num_questions,
                    "num_predicted": tally.num_predicted,
                    "num_results": tally.num_results,
                    "output": str(options.output),
                    "failures": failures,
                }
            )
    if tally.failures:
        raise QuestionsFailed(
            f"{len(tally.failures)} of {tally.num_questions} inputs could not be answered; "
            "they are named above."
        )
