"""What a spec names on the machine is known as a path, however deep it stands."""

from __future__ import annotations

from engine.catalog import TASKS
from engine.specs.data import ManifestDataSpec
from engine.specs.paths import with_paths
from engine.specs.serving import DeploymentSpec, ServedModel
from engine.specs.suggestions import ClassifierSource, SuggestionSpec
from engine.specs.training import PretrainedSpec, TrainingSpec
from engine.specs.tuning.screening import Screening

TASK = TASKS["image.classification"]
DATA = ManifestDataSpec(index="/job/samples.jsonl", files_root="/files", labels=("/cat",))
TRAINING = TrainingSpec(
    run_id="/run",
    task=TASK.key,
    data=DATA,
    backbone=TASK.backbones[0].key,
    options=TASK.options(),
    pretrained=PretrainedSpec(folder="/pretrained"),
)


def moved(path: str) -> str:
    """Put a path below another root."""
    return f"/box{path}"


def test_paths_are_placed_and_names_are_not() -> None:
    spec = with_paths(TRAINING, moved)
    assert spec.data == DATA.model_copy(
        update={"index": "/box/job/samples.jsonl", "files_root": "/box/files"}
    )
    assert spec.pretrained is not None
    assert spec.pretrained.folder == "/box/pretrained"
    assert (spec.run_id, spec.initial_package) == ("/run", None)
    assert spec.options == TRAINING.options
    other = TRAINING.model_copy(update={"initial_package": "/package"})
    assert with_paths(other, moved).initial_package == "/box/package"
    assert with_paths(spec, lambda path: path.removeprefix("/box")) == TRAINING


def test_paths_in_lists_and_in_specs_of_other_specs_are_placed() -> None:
    models = (ServedModel(name="/a", version="1", package="/a"),)
    served = DeploymentSpec(deployment_id="x", port=0, models=models, audience="/x")
    assert with_paths(served, moved).models[0] == ServedModel(
        name="/a", version="1", package="/box/a"
    )
    assert with_paths(Screening(training=TRAINING), moved).training == with_paths(TRAINING, moved)
    source = ClassifierSource(examples="/examples")
    suggesting = SuggestionSpec(task=TASK.key, index="/index", files_root="/files", source=source)
    assert with_paths(suggesting, moved).source == ClassifierSource(examples="/box/examples")
