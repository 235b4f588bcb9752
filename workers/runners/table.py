"""Which runner carries out which kind of job."""

from __future__ import annotations

from collections.abc import Mapping

from backend.assignments.services import making
from backend.cleaning.services.applying import apply_cleaning, give_up, undo_cleaning
from backend.datasets.services.importing.archive_import import run_archive_import
from backend.datasets.services.selections import change_samples
from backend.datasets.services.tables import read_table
from backend.datasets.services.trash import purge_trash
from backend.datasets.services.versioning.datumaro import run_export
from backend.datasets.services.versioning.merges import run_merge
from backend.datasets.services.versioning.versions import build_version, fail_version
from backend.datasets.services.videos import copy_video
from backend.datasets.services.waves import draw_wave
from backend.jobs.contracts import names
from backend.quality.services.apply_fixes import apply_fix, give_up_fix, undo_fix
from backend.suggestions.services.accepting import carry_out
from backend.workspace.services.purge import purge_project
from workers.runners.batches import PredictingBatch
from workers.runners.built_in import PackagingBuiltIn
from workers.runners.cleaning import Cleaning, CleaningPreview
from workers.runners.context import Runner
from workers.runners.evaluating import EvaluatingModels
from workers.runners.functions import FunctionRunner
from workers.runners.inspection import Inspection
from workers.runners.load_testing import LoadTesting
from workers.runners.mapping import DrawingMap
from workers.runners.processes import ProcessRunner
from workers.runners.samples import FillingSample
from workers.runners.sdk import build_sdk
from workers.runners.segmenter import PackagingSegmenter
from workers.runners.suggesting import Suggesting
from workers.runners.training import Preview, Training
from workers.runners.tuning import Proposing, RunningTrial

RUNNERS: Mapping[str, Runner] = {
    names.TRAIN: ProcessRunner(Training()),
    names.AUGMENTATION_PREVIEW: ProcessRunner(Preview()),
    names.BUILD_SDK: FunctionRunner(build_sdk),
    names.EXPORT_VERSION: FunctionRunner(run_export),
    names.IMPORT_ARCHIVE: FunctionRunner(run_archive_import),
    names.FREEZE_VERSION: FunctionRunner(build_version, undo=fail_version),
    names.PURGE_TRASH: FunctionRunner(purge_trash),
    names.PURGE_PROJECT: FunctionRunner(purge_project),
    names.CHANGE_SAMPLES: FunctionRunner(change_samples),
    names.MERGE_VERSION: FunctionRunner(run_merge),
    names.SAMPLE_PROJECT: ProcessRunner(FillingSample()),
    names.INSPECT_DATASET: ProcessRunner(Inspection()),
    names.FIX_FINDING: FunctionRunner(apply_fix, undo=give_up_fix),
    names.UNDO_FIX: FunctionRunner(undo_fix, undo=give_up_fix),
    names.SUGGEST: ProcessRunner(Suggesting()),
    names.ACCEPT_SUGGESTIONS: FunctionRunner(carry_out),
    names.DRAW_WAVE: FunctionRunner(draw_wave),
    names.COPY_VIDEO: FunctionRunner(copy_video),
    names.READ_TABLE: FunctionRunner(read_table),
    names.CLEAN_DATASET: ProcessRunner(Cleaning()),
    names.APPLY_CLEANING: FunctionRunner(apply_cleaning, undo=give_up),
    names.UNDO_CLEANING: FunctionRunner(undo_cleaning, undo=give_up),
    names.MAKE_ASSIGNMENT: FunctionRunner(making.make_items, undo=making.give_up),
    names.DRAW_MAP: ProcessRunner(DrawingMap()),
    names.PREVIEW_CLEANING: ProcessRunner(CleaningPreview()),
    names.PACKAGE_SEGMENTER: ProcessRunner(PackagingSegmenter()),
    names.PACKAGE_BUILT_IN: ProcessRunner(PackagingBuiltIn()),
    names.RUN_TRIAL: ProcessRunner(RunningTrial()),
    names.PROPOSE_TRIALS: ProcessRunner(Proposing()),
    names.BATCH_PREDICTION: ProcessRunner(PredictingBatch()),
    names.LOAD_TEST: ProcessRunner(LoadTesting()),
    names.EVALUATE_MODELS: ProcessRunner(EvaluatingModels()),
}
