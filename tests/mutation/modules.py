"""The modules whose tests are tried, each with tests that are about it and call it themselves."""

from __future__ import annotations

from typing import Final

_RUNTIME = "deploy/sdk/python/src/easel/runtime"
_JOBS = "tests/backend/jobs"
# Of all operations, some of each kind: what names its subject in the path, and in the body.
_SOME_OPERATIONS = (
    "[create_dataset] or [create_run] or [delete_dataset] or [list_datasets] or [get_project]"
)
_ROUTES = f"tests/backend/api/test_routes.py -k '{_SOME_OPERATIONS} or not test_routes'"
_FORMATS = "tests/engine/formats"
_ANY_FORMAT = " ".join(
    f"{_FORMATS}/test_{name}.py"
    for name in ("declared_labels", "detection", "nothing_uncounted", "states")
)

MODULES: Final = {
    "backend/jobs/services/lifecycle.py": _JOBS,
    "backend/jobs/services/jobs.py": _JOBS,
    "backend/api/access.py": f"tests/backend/api/test_access.py {_ROUTES}",
    "backend/projects/selectors.py": "tests/backend/workspace/test_who_may_see.py",
    "backend/accounts/selectors.py": "tests/backend/accounts/test_roles.py "
    "tests/backend/workspace/test_who_may_see.py",
    "engine/validation/checks.py": "tests/engine/validation/test_checks.py",
    "engine/validation/targets.py": "tests/engine/validation/test_targets.py",
    "backend/deployments/services/tokens.py": "tests/backend/deployments/test_tokens.py",
    "engine/serving/auth.py": "tests/engine/serving/test_guard.py",
    "backend/datasets/splits.py": "tests/backend/datasets/test_named_splits.py",
    "engine/formats/splitting/splits.py": "tests/engine/formats/splitting",
    f"{_RUNTIME}/ops.py": "tests/sdk/test_op_fields.py",
    f"{_RUNTIME}/backends/__init__.py": "tests/sdk/test_runtime.py",
    f"{_RUNTIME}/backends/onnxruntime.py": "tests/sdk/test_onnxruntime_session.py",
    f"{_RUNTIME}/predictions/labels.py": "tests/sdk/test_labels_prediction.py",
    f"{_RUNTIME}/predictions/boxes.py": "tests/sdk/test_boxes_prediction.py",
    "engine/formats/coco/document.py": f"{_FORMATS}/test_coco.py "
    f"{_FORMATS}/test_coco_edges.py {_ANY_FORMAT}",
    "engine/formats/coco/writing.py": f"{_FORMATS}/test_coco.py "
    f"{_FORMATS}/test_coco_edges.py {_ANY_FORMAT}",
    "engine/formats/yolo/__init__.py": f"{_FORMATS}/test_yolo.py "
    f"{_FORMATS}/test_yolo_edges.py {_ANY_FORMAT}",
    "engine/formats/yolo/objects.py": f"{_FORMATS}/test_yolo.py "
    f"{_FORMATS}/test_yolo_edges.py {_ANY_FORMAT}",
    "engine/formats/yolo/writing.py": f"{_FORMATS}/test_yolo.py "
    f"{_FORMATS}/test_yolo_edges.py {_ANY_FORMAT}",
    "engine/formats/voc/__init__.py": f"{_FORMATS}/test_voc.py {_FORMATS}/voc "
    f"{_FORMATS}/test_voc_layouts.py {_ANY_FORMAT}",
    "engine/formats/cvat/__init__.py": f"{_FORMATS}/test_cvat_images.py {_FORMATS}/cvat "
    f"{_ANY_FORMAT}",
    "engine/formats/label_studio/__init__.py": f"{_FORMATS}/test_label_studio.py "
    f"{_FORMATS}/test_label_studio_names.py {_ANY_FORMAT}",
    "engine/serving/packages/batching.py": "tests/engine/serving/packages/test_batching.py",
}
