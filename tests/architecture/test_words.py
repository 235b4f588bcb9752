"""Names are the words of the field: a newcomer who knows PyTorch and Django needs no glossary."""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.site import ROOT

# The word that is not used, and the one that is.
WORDS = {
    "arrivals": "version merge",
    "beliefs": "surrogate models",
    "bowl": "quadratic surrogate",
    "crew": "executor",
    "doorway": "layout",
    "explorers": "perturbation",
    "facts": "properties, statistics or summary",
    "film": "video",
    "films": "videos",
    "halt": "shutdown",
    "hearing": "encoder",
    "hears": "takes",
    "intake": "ingestion",
    "keeper": "controller",
    "knob": "field",
    "knobs": "fields",
    "leftovers": "unused files",
    "mend": "fix",
    "mended": "fixed",
    "mending": "fix",
    "mends": "fixes",
    "paces": "durations",
    "picture": "image",
    "pictures": "images",
    "sights": "error examples",
    "sitting": "session",
    "sound": "audio",
    "sounds": "recordings",
    "steadily": "with_retries",
    "trunks": "encoders",
    "uninformed": "baselines",
    "waking": "warm-up",
}
# Names that are gone, whole: their parts are words of ordinary language.
NAMES = {
    "Doubts": "issues",
    "Followed": "TrackedObject",
    "Judged": "EvaluationData",
    "Judging": "EvaluationRequest",
    "Located": "RegionSet",
    "Pace": "ProgressRate or LabellingSpeed",
    "by_doubt": "by_uncertainty",
    "doubted": "find_label_issues",
    "doubts": "issues",
    "is_beside": "is_sidecar",
    "judge": "evaluate, or review what people annotated",
    "judged": "evaluated",
    "judges": "evaluates",
    "judging": "evaluation",
    "likeness": "similarity",
    "losses_beside": "conversion_losses",
    "num_made": "num_predicted",
    "num_judged": "num_decided",
    "opinions": "aspect_sentiments",
    "shades_of": "intensities_of",
    "show_made_samples": "show_synthetic_samples",
    "upright_edges": "axis_aligned_edges",
    "upright_file": "apply_exif_orientation",
    "upright_size": "exif_oriented_size or rotated_size",
}
# What the Chinese interface and pages do not say, and what they say instead.
CHINESE_WORDS = {
    "图像": "图片",
    "声音": "音频",
}
# Names of tasks, and sentences about sound itself rather than about recordings as data.
KNOWN_CHINESE = re.compile(
    r"图像分割|“图像”|“声音”|声音分类|没有声音|什么声音|合成声音|区分声音|车间里的声音"
    r"|^\s*\"image\": \"图像\",?$"
)
# Words that no name of the product uses; tests say what is said of things in their sentences.
PRODUCT_WORDS = {
    "said": "annotation, transcript, message or what else it is",
    "told": "report, notes or what else it is",
}
# It reads what browsers kept under earlier names.
OLD_NAMES = "frontend/src/features/labelling/model/draft-store"
# Names that packages, databases and other programs know, and words of ordinary language.
KNOWN = re.compile(
    r"(?i)sound[_ -]?classification|sound_cnn|film_cnn|sound_clipped|sound_silent|soundfile"
    r"|\bread or sound\b|sounds like|kitten"
    # The part of a request that is a recording, as EasyDL calls it.
    r"|^sound$"
)
# Where such a name is a key of packages that are stored.
STORED = {
    "opinions": (
        "frontend/src/api/annotation-prediction.ts",
        "frontend/src/components/predictions/documents.ts",
    ),
}
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_BROWSER = re.compile(r"//.*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`[^`]*`", re.DOTALL)


def files(*suffixes: str) -> Iterator[Path]:
    found = subprocess.run(
        ["git", "ls-files", *(f"*{suffix}" for suffix in suffixes)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    ).stdout.splitlines()
    for name in found:
        if "/migrations/" not in name and "/generated/" not in name:
            yield ROOT / name


def wrong_words(text: str, words: Mapping[str, str] = WORDS) -> set[str]:
    return words_of(text) & words.keys()


@cache
def words_of(text: str) -> frozenset[str]:
    return frozenset(part.lower() for part in _PARTS.findall(KNOWN.sub("", text)))


@cache
def python_names(path: Path) -> set[str]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


@cache
def browser_names(path: Path) -> set[str]:
    return set(re.findall(r"[A-Za-z_$][\w$]*", _BROWSER.sub(" ", path.read_text())))


@pytest.mark.parametrize(
    ("suffixes", "names"), [((".py",), python_names), ((".ts", ".tsx"), browser_names)]
)
def test_names_of_files_and_of_what_is_in_them_are_words_of_the_field(
    suffixes: tuple[str, ...], names: object
) -> None:
    assert callable(names)
    wrong = {
        f"{path.relative_to(ROOT)}: {name} ({', '.join(WORDS[word] for word in sorted(words))})"
        for path in files(*suffixes)
        if path != Path(__file__)
        for name in (str(path.relative_to(ROOT)), *names(path))
        if (words := wrong_words(name))
    }
    assert sorted(wrong) == []


@pytest.mark.parametrize(
    ("suffixes", "names"), [((".py",), python_names), ((".ts", ".tsx"), browser_names)]
)
def test_names_of_the_product_say_what_a_thing_is_not_that_it_was_said(
    suffixes: tuple[str, ...], names: object
) -> None:
    assert callable(names)
    wrong = {
        f"{place}: {name} ({', '.join(PRODUCT_WORDS[word] for word in sorted(words))})"
        for path in files(*suffixes)
        if not (place := str(path.relative_to(ROOT))).startswith(("tests/", OLD_NAMES))
        for name in (place, *names(path))
        if (words := wrong_words(name, PRODUCT_WORDS))
    }
    assert sorted(wrong) == []


@pytest.mark.parametrize(
    ("suffixes", "names"), [((".py",), python_names), ((".ts", ".tsx"), browser_names)]
)
def test_names_that_are_gone_do_not_come_back(suffixes: tuple[str, ...], names: object) -> None:
    assert callable(names)
    wrong = {
        f"{path.relative_to(ROOT)}: {name} ({NAMES[name]})"
        for path in files(*suffixes)
        if path != Path(__file__)
        for name in names(path)
        if name in NAMES and f"{path.relative_to(ROOT)}" not in STORED.get(name, ())
    }
    assert sorted(wrong) == []


def test_chinese_texts_speak_the_words_of_the_field() -> None:
    wrong = {
        f"{path.relative_to(ROOT)}: {line.strip()} ({CHINESE_WORDS[word]})"
        for path in files(".json", ".md")
        if "zh-CN" in path.parts
        for line in path.read_text().splitlines()
        for word in CHINESE_WORDS
        if word in KNOWN_CHINESE.sub("", line)
    }
    assert sorted(wrong) == []


def test_the_interface_speaks_the_words_of_the_field() -> None:
    wrong = {
        f"{path.name}: {line.strip()}"
        for path in files(".json")
        if "/i18n/en/" in str(path)
        for line in path.read_text().splitlines()
        if wrong_words(line.partition(":")[2])
    }
    assert sorted(wrong) == []
