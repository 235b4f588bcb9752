"""A network runs with the threads that were asked for, and says when it cannot."""

from __future__ import annotations

import numpy as np
import pytest
from easel.errors import BackendError
from easel.runtime.backends.onnxruntime import load

from tests.sdk.tiny_package import SIDE, colour_network


@pytest.mark.parametrize(("threads", "taken"), [(2, 2), (None, 0)])
def test_a_session_takes_its_threads_and_burns_no_core_while_it_waits(
    threads: int | None, taken: int
) -> None:
    options = load(colour_network(), threads=threads)._session.get_session_options()
    assert options.intra_op_num_threads == taken
    assert options.inter_op_num_threads == 1
    assert options.log_severity_level == 3
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"


def test_inputs_that_the_network_does_not_take_are_an_error_that_says_so() -> None:
    session = load(colour_network())
    good = np.zeros((1, 3, SIDE, SIDE), np.float32)
    assert [one.shape for one in session.run({"image": good})] == [(1, 3)]
    for inputs in ({"image": good[:, :2]}, {"sound": good}):
        with pytest.raises(BackendError) as caught:
            session.run(inputs)
        assert caught.value.code == "inference_failed"


def test_what_is_no_network_is_not_loaded() -> None:
    with pytest.raises(BackendError) as caught:
        load(b"not a network")
    assert caught.value.code == "model_unloadable"
