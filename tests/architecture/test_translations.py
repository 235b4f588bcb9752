"""Whatever the programs say by a code, the browser can say in both languages."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from backend.jobs.contracts import names
from engine.catalog import TARGETS, TASKS, TaskCard, Tier
from engine.validation.useless_reasons import _WARNINGS, NextStep

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ROOT / "frontend/src/i18n"
LANGUAGES = ("en", "zh-CN")
PACKAGES = ("backend", "engine", "workers")
EVALUATION = (("engine", "evaluation"), ("engine", "tasks"))
# What takes the code as its first argument.
CODE_FIRST = {"Finding", "Problem", "LaunchFailed", "emit.warning"}
# Arguments that are words of the engine when written out; other names may be the user's own.
REPORT_WORDS = {
    "TableSection": {"columns"},
    "BarsSection": {"names"},
    "Case": {"error"},
    "Curve": {"name"},
    "_curve": {"name"},
    "MetricValue": {"name"},
}
AXES = {"axis", "x_axis", "y_axis"}
PLURAL = re.compile(r"_(one|other)$")
ACTION = re.compile(r"[a-z_]+\.[a-z_]+")
# What the field does not say, and what it does.
CHINESE_WORDS = {
    "冻结版本": "生成版本",
    "冻结一个版本": "生成一个版本",
    "冻结的版本": "生成的版本",
    "方框": "矩形框",
    "四角": "四边形",
    "批大小": "批次大小",
    "永不过期": "永久有效",
    "猜测": "自动识别",
    "骨干网络": "主干网络",
    "掩膜": "掩码",
    "蒙版": "掩码",
    "（重叠 50%）": "@0.5",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_code_has_a_text(language: str) -> None:
    texts = _error_texts(language)
    missing = {code: place for code, place in _codes() if code not in texts}
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_log_and_every_reason_has_a_text(language: str) -> None:
    texts = json.loads((TEXTS / language / "running.json").read_text())
    lines = {PLURAL.sub("", key) for key in texts["log"]}
    said = dict(_first_arguments("emit.log"))
    assert said
    assert not {code: place for code, place in said.items() if code not in lines}
    reasons = {PLURAL.sub("", key) for key in texts["reason"]}
    given = dict(_first_arguments("Reason"))
    assert given
    assert not {code: place for code, place in given.items() if code not in reasons}
    # Reasons that are warnings have the text of those.
    assert not set(_WARNINGS) - _error_texts(language)
    steps = {step for of_one in _WARNINGS.values() for step in of_one} | set(get_args(NextStep))
    assert steps == texts["step"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_job_has_a_name(language: str) -> None:
    texts = json.loads((TEXTS / language / "jobKinds.json").read_text())
    assert texts.keys() == set(names.KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_condition_of_alerts_and_kind_of_channel_has_a_text(language: str) -> None:
    texts = json.loads((TEXTS / language / "alerts.json").read_text())
    files = (ROOT / "backend/alerts/conditions").glob("[!_]*.py")
    assert texts["condition"].keys() == {path.stem for path in files}
    assert all(one.keys() == {"name", "text"} for one in texts["condition"].values())
    kinds = {path.stem for path in (ROOT / "backend/webhooks/kinds").glob("[!_]*.py")}
    assert texts["kind"].keys() == kinds
    assert texts["addressHint"].keys() == kinds - {"email"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_recorded_action_has_a_text(language: str) -> None:
    texts = json.loads((TEXTS / language / "actions.json").read_text())
    missing = {action for action in _actions() if action.replace(".", "_") not in texts}
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_detail_of_a_recorded_action_has_a_word(language: str) -> None:
    texts = json.loads((TEXTS / language / "actions.json").read_text())["detail"]
    missing = {detail: place for detail, place in _details() if detail not in texts}
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("task", TASKS)
def test_everything_a_task_lets_its_user_choose_has_a_text(task: str, language: str) -> None:
    texts = _flat(TEXTS / language / "training.json")
    missing = set(_choices(TASKS[task])) - texts.keys()
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_task_and_target_has_a_name_and_a_text(language: str) -> None:
    tasks = _flat(TEXTS / language / "tasks.json")
    keys = {f"{key.replace('.', '_')}.{part}" for key in TASKS for part in ("name", "text")}
    keys |= {f"modality.{card.modality}" for card in TASKS.values()}
    missing = keys - tasks.keys()
    assert not missing
    training = _flat(TEXTS / language / "training.json")
    keys = {f"target.{target}.{part}" for target in TARGETS for part in ("name", "text")}
    keys |= {f"tier.{tier}.{part}" for tier in Tier for part in ("name", "text")}
    missing = keys - training.keys()
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_report_has_a_text(language: str) -> None:
    texts = {PLURAL.sub("", key) for key in _flat(TEXTS / language / "report.json")}
    texts |= _names(_flat(TEXTS / language / "metrics.json").keys())
    missing = {word: place for word, place in _report_words() if word not in texts}
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_metric_of_every_task_has_its_name_in_the_one_catalogue_of_metrics(
    language: str,
) -> None:
    measured = {name for name, _ in _measured()}
    measured |= {card.primary_metric for card in TASKS.values()}
    texts = _flat(TEXTS / language / "metrics.json").keys()
    assert not {name for name in measured if f"{name}.name" not in texts}
    # Models and projects are evaluated by these, beside nothing else that says what they are.
    primary = {card.primary_metric for card in TASKS.values()}
    assert not {name for name in primary if f"{name}.meaning" not in texts}
    elsewhere = _flat(TEXTS / language / "report.json").keys()
    elsewhere |= _flat(TEXTS / language / "terms.json").keys()
    assert not {name for name in _names(texts) if {name, f"{name}.name"} & elsewhere}


def _error_texts(language: str) -> set[str]:
    """Return the codes of errors.json and of each feature's own ``errors`` section."""
    known = set()
    for file in (TEXTS / language).glob("*.json"):
        content: dict[str, Any] = json.loads(file.read_text())
        codes = content if file.stem == "errors" else content.get("errors", {})
        known |= set(codes) | {PLURAL.sub("", code) for code in codes}
        # What inspections find is named where it is shown.
        known |= set(content["kind"]) if file.stem == "quality" else set()
    return known


@dataclass(frozen=True)
class Found:
    """A call or class in the source; ``name`` is that of what is called."""

    path: Path
    node: ast.Call | ast.ClassDef
    name: str


@cache
def _source() -> tuple[Found, ...]:
    """Return all calls and classes of the packages, for which every file is read once."""
    found = []
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            if "migrations" in file.parts:
                continue
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call):
                    found.append(Found(file.relative_to(ROOT), node, ast.unparse(node.func)))
                elif isinstance(node, ast.ClassDef):
                    found.append(Found(file.relative_to(ROOT), node, ""))
    return tuple(found)


def _calls() -> Iterator[tuple[Path, ast.Call, str]]:
    for one in _source():
        if isinstance(one.node, ast.Call):
            yield one.path, one.node, one.name


def _first_arguments(function: str) -> Iterator[tuple[str, str]]:
    """Yield the first argument of each call of a function, and where it stands."""
    for path, node, name in _calls():
        if name.endswith(function):
            for code in _strings(node.args[0]) if node.args else ():
                yield code, f"{path}:{node.lineno}"


def _codes() -> Iterator[tuple[str, str]]:
    """Yield each error code in the source with the place where it is made."""
    for one in _source():
        for value in _code_values(one):
            for code in _strings(value):
                yield code, f"{one.path}:{value.lineno}"


def _code_values(one: Found) -> Iterator[ast.expr]:
    if isinstance(one.node, ast.Call):
        yield from (keyword.value for keyword in one.node.keywords if keyword.arg == "code")
        if one.name in CODE_FIRST and one.node.args:
            yield one.node.args[0]
        return
    for statement in one.node.body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "code":
            yield statement.value


def _actions() -> Iterator[str]:
    """Yield the name of each action that the audit log records."""
    for _, node, name in _calls():
        if name.rpartition(".")[2] in {"record", "_record", "_audit"}:
            for value in (*node.args, *(keyword.value for keyword in node.keywords)):
                yield from (text for text in _strings(value) if ACTION.fullmatch(text))


def _details() -> Iterator[tuple[str, str]]:
    """Yield the names of what is recorded with actions: written-out ``details`` of a record."""
    for path, node, name in _calls():
        if name.endswith("record"):
            for keyword in node.keywords:
                if keyword.arg == "details" and isinstance(keyword.value, ast.Dict):
                    for key in keyword.value.keys:
                        if key is not None:
                            yield from ((one, f"{path}:{node.lineno}") for one in _strings(key))


def _strings(value: ast.expr) -> Iterator[str]:
    """Yield the strings that an expression may become: itself, or the arms of a choice."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from _strings(value.body)
        yield from _strings(value.orelse)
    elif isinstance(value, ast.Tuple):
        for item in value.elts:
            yield from _strings(item)


def _flat(file: Path) -> dict[str, str]:
    """Return the texts of a file by their dotted keys."""

    def walk(node: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
        for key, value in node.items():
            if isinstance(value, dict):
                yield from walk(value, f"{prefix}{key}.")
            else:
                yield prefix + key, value

    return dict(walk(json.loads(file.read_text()), ""))


def _names(keys: Iterable[str]) -> set[str]:
    """Return what has a name in ``metrics.json``, of its dotted keys."""
    return {key.removesuffix(".name") for key in keys if key.endswith(".name")}


def _choices(card: TaskCard) -> Iterator[str]:
    """Yield the keys that the form of a run asks for: backbones, options, units and values."""
    yield from (f"backbone.{backbone.key}" for backbone in card.backbones)
    schema = card.options.model_json_schema()
    for path, option in _options(schema, schema.get("$defs", {}), ()):
        name = ".".join(path)
        yield from (f"option.{name}.name", f"option.{name}.help")
        yield f"group.{option.get('group', 'other')}"
        if "unit" in option:
            yield f"unit.{option['unit']}"
        for arm in (option, *option.get("anyOf", ())):
            values = (*arm.get("enum", ()), *((arm["const"],) if "const" in arm else ()))
            yield from (f"choice.{value}" for value in values)


def _options(
    node: dict[str, Any], definitions: dict[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Yield each option with its path: the fields that the browser's form makes of a schema."""
    for name, given in node.get("properties", {}).items():
        target = given.get("$ref", "").removeprefix("#/$defs/")
        option = {**definitions.get(target, {}), **given}
        if "properties" in option:
            yield from _options(option, definitions, (*path, name))
        else:
            yield (*path, name), option


def _report_words() -> Iterator[tuple[str, str]]:
    """Yield the words that the engine writes into reports with the place where it does."""
    for path, node, name in _calls():
        if path.parts[:2] not in EVALUATION:
            continue
        part = name.rpartition(".")[2]
        prefix = "notes." if part == "NoteSection" else ""
        for keyword in node.keywords:
            if keyword.arg == "key" or keyword.arg in AXES | REPORT_WORDS.get(part, set()):
                for word in _strings(keyword.value):
                    yield prefix + word, f"{path}:{keyword.value.lineno}"


def _measured() -> Iterator[tuple[str, str]]:
    """Yield the names of the numbers that functions returning ``dict[str, float]`` give."""
    for path, tree in _evaluation():
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or function.returns is None:
                continue
            if ast.unparse(function.returns) != "dict[str, float]":
                continue
            for node in ast.walk(function):
                keys: list[ast.expr | None] = []
                if isinstance(node, ast.Dict):
                    keys = node.keys
                elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                    keys = [node.slice]
                for key in keys:
                    if key is not None:
                        yield from ((name, f"{path}:{node.lineno}") for name in _strings(key))


def _evaluation() -> Iterator[tuple[Path, ast.Module]]:
    for parts in EVALUATION:
        for file in sorted(ROOT.joinpath(*parts).rglob("*.py")):
            yield file.relative_to(ROOT), ast.parse(file.read_text())


@pytest.mark.parametrize(("word", "instead"), CHINESE_WORDS.items())
def test_chinese_texts_and_pages_use_the_words_of_the_field(word: str, instead: str) -> None:
    places = [*(TEXTS / "zh-CN").glob("*.json"), *ROOT.glob("docs/zh-CN/**/*.md")]
    found = {place.name for place in places if word in place.read_text(encoding="utf-8")}
    assert not found, f"write {instead}"
