"""ONNX Runtime on the processor."""

from __future__ import annotations

import os
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from easel.errors import BackendError

# From 1.31 on the library reports its use to its makers, unless it is told not to before it is
# loaded.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

import onnxruntime

if os.environ["ORT_DISABLE_TELEMETRY"] == "1":
    # For a program that loaded it before us: this stops what can still be stopped.
    onnxruntime.disable_telemetry_events()


class OnnxRuntimeSession:
    """A network loaded by ONNX Runtime; safe to run from several threads."""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session
        self.output_names = [output.name for output in session.get_outputs()]

    def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.generic]]:
        """Return the outputs, in the order of ``output_names``.

        Raises:
            BackendError: ``inference_failed`` when the runtime refuses the tensors or fails.
        """
        try:
            outputs: list[NDArray[np.generic]] = self._session.run(self.output_names, dict(inputs))
        # ONNX Runtime's errors share no base class below Exception.
        except Exception as error:
            raise BackendError(
                f"The network could not be run on these inputs: {error}", code="inference_failed"
            ) from error
        return outputs


def load(model: bytes, *, threads: int | None = None) -> OnnxRuntimeSession:
    """Load an ONNX model.

    Args:
        model: the bytes of the ``.onnx`` file.
        threads: number of threads of one run; ``None`` takes one per physical core.

    Raises:
        BackendError: ``model_unloadable``.
    """
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads or 0
    options.inter_op_num_threads = 1
    # A spinning pool burns cores that other replicas, and the caller, could use.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(
            model, sess_options=options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise BackendError(
            f"ONNX Runtime {onnxruntime.__version__} cannot load the model: {error}",
            code="model_unloadable",
        ) from error
    return OnnxRuntimeSession(session)
