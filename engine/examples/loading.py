"""Find the example data of a task by its key, and write it with a note of what it is."""

from __future__ import annotations

import json
import shlex
from importlib import import_module
from pathlib import Path

from engine.catalog import TASKS
from engine.catalog.examples import EXAMPLES, Value
from engine.errors import SpecError
from engine.examples.example import Example
from engine.formats.checks.unused_files import EXAMPLE_MARK
from engine.specs.language import Language

NOTE = "README.md"
_NOTE = """{mark} {task} {language} -->

# {title}

{description}

{source}

```console
$ python -m engine train --data . --task {task} --work ../work{options}
```
"""


def load_example(task: str) -> Example:
    """Import the example data of a task of the catalog."""
    example: Example = import_module(f"engine.examples.{task}").EXAMPLE
    return example


def write_example(task: str, folder: Path, language: Language) -> None:
    """Write the example data of a task, and ``README.md``, into a folder that is empty or new.

    Raises:
        SpecError: ``task_unknown``, or ``folder_not_empty`` when there is something already.
    """
    if task not in TASKS:
        raise SpecError(
            f"There is no task '{task}'. Choose one of: {', '.join(sorted(TASKS))}.",
            code="task_unknown",
            task=task,
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SpecError(
            f"There is something in '{folder}' already. Name an empty or a new folder.",
            code="folder_not_empty",
            path=str(folder),
        )
    folder.mkdir(parents=True, exist_ok=True)
    example = load_example(task)
    example.write(folder, language)
    (folder / NOTE).write_text(_note(task, language, example), encoding="utf-8")


def _note(task: str, language: Language, example: Example) -> str:
    card = EXAMPLES[task]
    options = "".join(
        f" \\\n    {_flag(name, value)}" for name, value in sorted(card.options.items())
    )
    return _NOTE.format(
        mark=EXAMPLE_MARK,
        task=task,
        language=language,
        title=card.title[language],
        description=card.description[language],
        source=example.source[language],
        options=options,
    )


def _flag(name: str, value: Value) -> str:
    """Return how the command line is told an option."""
    if name == "accepted" and isinstance(value, list):
        return " ".join(f"--accept {code}" for code in value)
    return f"--option {shlex.quote(f'{name}={json.dumps(value)}')}"
