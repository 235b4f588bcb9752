"""What a run may use of the machine, and what it does use."""

from __future__ import annotations

import threading
from typing import Self, TypeVar

import torch
from torch import nn

from engine.errors import EngineError, ResourceError
from engine.events import EventSink
from engine.specs.training import ResourceSpec
from engine.threads import available_cores, num_threads
from engine.usage import ProcessFamily, memory_limit_bytes

_REPORT_SECONDS = 2.0

_Model = TypeVar("_Model", bound=nn.Module)


def use_threads(resources: ResourceSpec) -> int:
    """Set the threads of torch and return their number."""
    count = num_threads(resources.num_threads)
    torch.set_num_threads(count)
    return count


def open_device(resources: ResourceSpec) -> torch.device:
    """Return the device of a run.

    Raises:
        ResourceError: ``device_missing``; the run never moves to another device by itself.
    """
    if resources.device == "cuda" and not torch.cuda.is_available():
        raise ResourceError(
            "The run asks for a CUDA device, and this process sees none. Start it where there is "
            "one, or choose the device cpu.",
            code="device_missing",
            device=resources.device,
        )
    return torch.device(resources.device)


def place(model: _Model, resources: ResourceSpec) -> _Model:
    """Move a network, in place, to the device of a run and into the layout that is fast there.

    Where and how weights lie decides the order of sums: what must come out alike is placed alike.

    Raises:
        ResourceError: ``device_missing``.
    """
    model.to(open_device(resources))
    # Torch has no such layout for convolutions over videos.
    if all(parameter.ndim < 5 for parameter in model.parameters()):
        model.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    return model


class ResourceMonitor:
    """Reports CPU, memory and GPU every two seconds from a thread of its own.

    Set ``samples_per_second`` while it is known.
    """

    def __init__(self, emit: EventSink) -> None:
        self.samples_per_second: float | None = None
        self._emit = emit
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._report, name="resources", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _report(self) -> None:
        family = ProcessFamily()
        # The first call has nothing to compare with, and answers 0.
        family.use()
        while not self._stop.wait(_REPORT_SECONDS):
            cpu_percent, memory_bytes = family.use()
            try:
                self._emit.resources(
                    cpu_percent=cpu_percent,
                    memory_bytes=memory_bytes,
                    samples_per_second=self.samples_per_second,
                    num_cores=available_cores(),
                    memory_total_bytes=memory_limit_bytes(),
                    **_of_accelerator(),
                )
            except EngineError:
                # The disk is full. The main thread meets the same when it writes, and says so.
                return


def _of_accelerator() -> dict[str, float]:
    """Return what the GPU does, as far as anything tells; nothing where none is in use."""
    if not torch.cuda.is_available() or not torch.cuda.is_initialized():  # type: ignore[no-untyped-call]
        return {}
    device = torch.cuda.current_device()
    measured: dict[str, float] = {
        "accelerator_memory_bytes": torch.cuda.memory_reserved(device),
        "accelerator_memory_total_bytes": torch.cuda.get_device_properties(device).total_memory,
    }
    try:
        measured["accelerator_percent"] = torch.cuda.utilization(device)
    except (ModuleNotFoundError, RuntimeError):
        # The driver's own library is not there, or refuses: no number is better than a zero.
        pass
    return measured
