"""The command line of the engine. Importing it loads neither torch nor numpy."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from easel.errors import EaselError
from easel.flags import Parser, parse
from easel.table_flags import add_reading

from engine.disk import NO_ROOM
from engine.errors import Cancelled, DataError, EngineError, ResourceError, SpecError
from engine.specs.confirmation import CONFIRMABLE
from engine.specs.environment import OFF_LINE
from engine.specs.language import LANGUAGES
from engine.version import ENGINE_VERSION

# Idle OpenMP threads must sleep: when they spin, two processes on a machine starve each other.
# Both have to be set before the library that reads them is loaded.
_THREAD_ENVIRONMENT = {"OMP_WAIT_POLICY": "PASSIVE", "KMP_BLOCKTIME": "0"}

_DATA_HELP = "a folder, zip or file with the data, such as one folder of images per class"
_PACKAGE_HELP = "a model package, folder or zip"

# They have command lines of their own, and load nothing else of the engine.
_SERVERS = {"serve": "engine.serving", "gateway": "engine.gateway", "grpc": "engine.grpc"}


class _CommandLine(Parser):
    """Ends with the status of a wrong request, as what is refused later does."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the arguments, and how they are used."""
        self.print_usage(sys.stderr)
        self.exit(SpecError.exit_status, f"{self.prog}: error: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status of the process."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    os.environ.update(OFF_LINE)
    try:
        server = _SERVERS.get(arguments[0]) if arguments else None
        if server is not None:
            return int(import_module(server).main(arguments[1:]))
        options = parse(_parser(), arguments)
        for name, value in _THREAD_ENVIRONMENT.items():
            os.environ.setdefault(name, value)
        return int(import_module(_module_of(options.command)).run(options))
    except EngineError as error:
        print(f"{error.code}: {error.message}", file=sys.stderr)
        return error.exit_status
    except EaselError as error:
        print(f"{error.code}: {error.message}", file=sys.stderr)
        return DataError.exit_status
    except Cancelled as request:
        # It came while the last words were written.
        print(request.message, file=sys.stderr)
        return request.exit_status
    except BrokenPipeError:
        # The reader of our output, such as "head", has seen enough. Nothing may be flushed to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _refuse(error)


def _refuse(error: OSError) -> int:
    """Say which file or folder cannot be used, and why; return the exit status."""
    if error.errno in NO_ROOM:
        print(f"disk_full: {error}. Free disk space, then try again.", file=sys.stderr)
        return ResourceError.exit_status
    print(f"file_unusable: {error}. Check the path and who may use it.", file=sys.stderr)
    return DataError.exit_status


def _module_of(command: str) -> str:
    return f"engine.commands.{command.replace('-', '_')}"


def _parser() -> argparse.ArgumentParser:
    parser = _CommandLine(
        prog="python -m engine",
        description="Train, evaluate, export and run models.",
        epilog="Exit status: 0 done or stopped on request, 64 wrong request, 65 wrong data, "
        "70 the run failed, 75 something is missing and trying again may help.",
    )
    parser.add_argument("--version", action="version", version=f"Easel engine {ENGINE_VERSION}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_train(commands.add_parser("train", help="train a model and build its package"))
    _add_example_data(
        commands.add_parser("example-data", help="write a small data set to try a task with")
    )
    _add_check(commands.add_parser("check", help="say what is wrong with data"))
    _add_options(commands.add_parser("options", help="list the options of a task"))
    _add_evaluate(
        commands.add_parser("evaluate", help="measure a package on data that says what is true")
    )
    _add_export(commands.add_parser("export", help="build the package of a trained work folder"))
    _add_predict(commands.add_parser("predict", help="run a package on files"))
    _add_explain(commands.add_parser("explain", help="say what spoke for a label, on files"))
    _add_preview(commands.add_parser("preview", help="draw images as training changes them"))
    _add_inspect(commands.add_parser("inspect", help="look for duplicates, flaws and wrong labels"))
    _add_spec(
        commands.add_parser("suggest", help="say what a model would annotate"), "a suggestion spec"
    )
    _add_spec(
        commands.add_parser("predict-batch", help="predict many files with a package"),
        "a batch prediction spec",
    )
    _add_spec(
        commands.add_parser("compare", help="evaluate models on the same samples"),
        "an evaluation spec",
    )
    _add_spec(
        commands.add_parser("load-test", help="call an endpoint and measure what callers meet"),
        "a load test spec",
    )
    _add_clean(commands.add_parser("clean", help="take data through a recipe of cleaning steps"))
    _add_spec(
        commands.add_parser("map", help="lay samples out on a plane, like ones together"),
        "a projection spec",
    )
    _add_propose(commands.add_parser("propose", help="say which settings a study tries next"))
    _add_add_product(
        commands.add_parser("add_product", help="teach a package of shelves another product")
    )
    _add_add_price_reader(
        commands.add_parser("add_price_reader", help="teach a package of shelves to read prices")
    )
    _add_package_segmenter(
        commands.add_parser(
            "package_segmenter", help="make a package of the weights of a click-to-segment model"
        )
    )
    _add_package_built_in(
        commands.add_parser(
            "package_built_in", help="make a package of a model that works without training"
        )
    )
    _add_pretrain(commands.add_parser("pretrain", help="make the weights that networks start with"))
    commands.add_parser("serve", help="answer requests for packages", add_help=False)
    commands.add_parser("gateway", help="stand before model servers", add_help=False)
    commands.add_parser("grpc", help="answer for them over gRPC", add_help=False)
    return parser


def _add_train(parser: argparse.ArgumentParser) -> None:
    _add_data(parser, "a training spec").add_argument(
        "--dataset", help="one that a plugin registers, instead of --data"
    )
    _add_work(parser)
    _add_task(parser)
    parser.add_argument(
        "--tier",
        choices=("fast", "balanced", "accurate"),
        default="fast",
        help="how much time and size to trade for accuracy",
    )
    parser.add_argument("--backbone", help="instead of the first one of the tier")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the task, such as epochs=5 or augmentation.rotation_degrees=0",
    )
    parser.add_argument("--target", help="column to predict, of a task that predicts one")
    parser.add_argument(
        "--accept",
        action="append",
        default=[],
        choices=CONFIRMABLE,
        metavar="CODE",
        help=f"agree to a finding of the check: {', '.join(CONFIRMABLE)}; may be repeated",
    )
    parser.add_argument("--initial", type=Path, help="folder of a model package to start from")
    start = parser.add_mutually_exclusive_group()
    start.add_argument("--pretrained", type=Path, help="folder of pretrained weights")
    start.add_argument(
        "--from-scratch",
        action="store_true",
        help="begin with random weights where the engine has some of its own",
    )
    _add_plugin(parser)
    parser.add_argument("--loss", help="one that a plugin registers")
    parser.add_argument("--metric", help="one that a plugin registers, to choose the best epoch by")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="never replaced")
    parser.add_argument("--threads", type=int, help="CPU threads; all that may be used by default")
    parser.add_argument("--seed", type=int, default=0, help="of everything random")
    parser.add_argument("--name", default="model", help="name of the model")


def _add_data(parser: argparse.ArgumentParser, kind: str) -> argparse._MutuallyExclusiveGroup:
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--spec", type=Path, help=f"{kind} as JSON")
    source.add_argument("--data", type=Path, help=_DATA_HELP)
    _add_format(parser)
    return source


def _add_spec(parser: argparse.ArgumentParser, kind: str) -> None:
    parser.add_argument("--spec", type=Path, required=True, help=f"{kind} as JSON")
    _add_work(parser)


def _add_work(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--work", type=Path, required=True, help="folder for all outputs")


def _add_task(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--task", default="image.classification", help="key of the task")


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        help="of the data, or auto for the one it looks like; the first one that the task reads if "
        "left out",
    )
    parser.add_argument(
        "--multi-label", action="store_true", help="a sample may have any number of labels"
    )
    add_reading(parser)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("task", help="key of the task, such as image.classification")
    parser.add_argument("--json", action="store_true", help="for programs")


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_data(parser, "a training spec")
    _add_task(parser)


def _add_example_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "task", nargs="?", metavar="TASK", help="key of the task, such as text.sentiment"
    )
    parser.add_argument(
        "folder", type=Path, nargs="?", metavar="DIR", help="a folder that is empty or new"
    )
    parser.add_argument("--spec", type=Path, help="an example spec as JSON, instead of TASK")
    parser.add_argument("--work", type=Path, help="folder for all outputs, instead of DIR")
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="of texts, classes and columns"
    )


def _add_evaluate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--package", type=Path, required=True, help=_PACKAGE_HELP)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--data", type=Path, help=_DATA_HELP)
    source.add_argument("--dataset", help="one that a plugin registers")
    _add_plugin(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument(
        "--split",
        choices=("all", "train", "validation", "test"),
        default="all",
        help="evaluate by the samples of one split alone, divided as training divides them",
    )
    _add_format(parser)


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--work", type=Path, required=True, help="of a run that was trained")


def _add_predict(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--package", type=Path, required=True, help=_PACKAGE_HELP)
    parser.add_argument(
        "sources", type=Path, nargs="+", metavar="SOURCE", help="a file, or a folder of them"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per line")


def _add_explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--package", type=Path, required=True, help=_PACKAGE_HELP)
    parser.add_argument("--label", help="to explain; the best one of each file if left out")
    parser.add_argument("--output", type=Path, required=True, help="folder for heat maps")
    _add_plugin(parser)
    parser.add_argument("sources", type=Path, nargs="+", metavar="SOURCE", help="a file")


def _add_plugin(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--plugin",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a Python file that registers parts of your own (easel.register); may be repeated",
    )


def _add_preview(parser: argparse.ArgumentParser) -> None:
    _add_train(parser)
    parser.add_argument("--count", type=int, default=4, help="variants per image")
    parser.add_argument("images", type=Path, nargs="+", metavar="IMAGE")


def _add_inspect(parser: argparse.ArgumentParser) -> None:
    _add_data(parser, "an inspection spec")
    _add_work(parser)
    _add_task(parser)
    parser.add_argument("--threads", type=int, default=2, help="files that are opened at a time")


def _add_clean(parser: argparse.ArgumentParser) -> None:
    _add_data(parser, "a cleaning spec")
    _add_work(parser)
    _add_task(parser)
    parser.add_argument(
        "--step",
        action="append",
        default=[],
        metavar="KIND",
        help="of cleaning, with --data, such as drop_duplicates; may be repeated, in their order",
    )
    parser.add_argument("--limit", type=int, help="for a preview: samples spread over the index")


def _add_propose(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--spec", type=Path, required=True, help="a proposal spec as JSON")
    parser.add_argument(
        "--work", type=Path, help="folder for the answer and its events, instead of printing it"
    )


def _add_add_product(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--package", type=Path, required=True, help=_PACKAGE_HELP)
    parser.add_argument("--product", required=True, help="name of the product")
    parser.add_argument("--output", type=Path, required=True, help="folder of the new package")
    parser.add_argument(
        "photos", type=Path, nargs="+", metavar="PHOTO", help="of the product alone, or a folder"
    )


def _add_add_price_reader(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--package", type=Path, required=True, help=_PACKAGE_HELP)
    parser.add_argument(
        "--reader", type=Path, required=True, help="package of ocr.text_recognition"
    )
    parser.add_argument("--output", type=Path, required=True, help="folder of the new package")


def _add_pretrain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("recipe", metavar="RECIPE", help="name of the network, such as photo_cnn")
    _add_work(parser)
    length = parser.add_mutually_exclusive_group(required=True)
    length.add_argument("--hours", type=float, help="how long, as this machine is now")
    length.add_argument("--steps", type=int, help="the same on every machine")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help="never replaced")
    parser.add_argument("--threads", type=int, help="CPU threads; all that may be used by default")
    parser.add_argument("--seed", type=int, default=0, help="of everything random")
    parser.add_argument("--fonts", type=Path, help="folder to draw texts with; else the machine's")


def _add_package_built_in(parser: argparse.ArgumentParser) -> None:
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--spec", type=Path, help="the spec of a built-in model as JSON")
    source.add_argument("--task", help="such as ocr.text_recognition")
    parser.add_argument("--work", type=Path, required=True, help="folder for all outputs")


def _add_package_segmenter(parser: argparse.ArgumentParser) -> None:
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--spec", type=Path, help="a segmenter spec as JSON")
    source.add_argument(
        "--weights", type=Path, help="folder with config.json and model.safetensors of a SamModel"
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for all outputs")
    parser.add_argument("--name", help="name of the model; that of the folder if left out")
