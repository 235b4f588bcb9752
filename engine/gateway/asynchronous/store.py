"""The files of a deployment's asynchronous predictions.

``waiting/{id}.input`` and ``waiting/{id}.json``, which is written last, are a call that was
accepted; whoever holds a lock on the input answers it. ``finished/{id}.json``, written last as
well, says what became of it. It is written once: by whoever holds the lock, or by whoever cancels
the call meanwhile, and the other's outcome is dropped. Whoever holds the lock deletes the files of
the call after that, and its notice is written in between: where they are found together, a process
was killed there, or the call was canceled while a model server had it.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from pydantic import ValidationError

from engine.gateway.asynchronous.locks import FileLock, lock_any, try_lock
from engine.serving.files import write_bytes
from engine.specs.asynchronous import MAX_KEEP_HOURS, FinishedPrediction, WaitingPrediction

UNUSED_SECONDS = 600.0
"""After so long what belongs to no call was left by a process that was killed."""
FORGOTTEN_SECONDS = MAX_KEEP_HOURS * 3600
"""So long calls are kept of a deployment that answers none any more: it may do so again."""


@dataclass(frozen=True)
class Claim:
    """A call that this process alone may answer, until it is let go of."""

    id: str
    lock: FileLock

    def release(self) -> None:
        """Leave it to others."""
        self.lock.release()


class Store:
    """Keeps calls and results of one deployment; all of it may be called from any thread."""

    def __init__(self, folder: Path) -> None:
        self._waiting = folder / "waiting"
        self._finished = folder / "finished"
        self._places = folder / "places"

    @property
    def exists(self) -> bool:
        """Tell whether anything was ever stored."""
        return self._waiting.is_dir()

    def accept(self, record: WaitingPrediction, body: bytes) -> None:
        """Store a call; it survives whatever happens once this returns.

        Raises:
            OSError: when it could not be stored, and nothing is.
        """
        self._make_folders()
        try:
            _write(self._input(record.id), body)
            self.note(record)
        except OSError:
            self.settle(record.id)
            raise

    def note(self, record: WaitingPrediction) -> None:
        """Write down how a call is that waits."""
        _write(self._record(record.id), record.model_dump_json().encode())
        _keep_names(self._waiting)

    def waiting(self) -> dict[str, int]:
        """Return the calls that wait or are answered, the oldest first, and their bytes."""
        names = sorted(one.stem for one in self._waiting.glob("[!.]*.json"))
        return {name: _size(self._input(name)) for name in names}

    def unsettled(self) -> list[str]:
        """Return the calls that are finished, and whose files are still there."""
        return [name for name in self.waiting() if self._outcome(name).exists()]

    def num_finished_bytes(self) -> int:
        """Return what results take."""
        return sum(_size(one) for one in self._finished.glob("*"))

    def take_place(self, num: int) -> FileLock | None:
        """Take one of the places of those who are answered, ``None`` when there is none."""
        self._make_folders()
        return lock_any(self._places, num)

    def claim(self, prediction_id: str) -> Claim | None:
        """Claim a call, ``None`` when somebody answers it or it is gone."""
        lock = try_lock(self._input(prediction_id))
        if lock is None:
            return None
        # Its files may have gone between opening and locking.
        if not self._record(prediction_id).exists():
            lock.release()
            return None
        return Claim(prediction_id, lock)

    def find_waiting(self, prediction_id: str) -> WaitingPrediction | None:
        """Return a call that waits or is answered."""
        try:
            return WaitingPrediction.model_validate_json(self._record(prediction_id).read_bytes())
        except (FileNotFoundError, ValidationError):
            return None

    def body_of(self, prediction_id: str) -> bytes:
        """Return the body of a call that is claimed."""
        return self._input(prediction_id).read_bytes()

    def finish(self, record: FinishedPrediction, result: bytes | None) -> bool:
        """Write down what became of a call, unless that is known; tell whether it was not.

        Without a result, which is that of whoever claimed the call, nobody has to claim it.

        Raises:
            OSError: when that is not possible; the call waits on.
        """
        self._make_folders()
        try:
            if result is not None:
                _write(self._result(record.id), result)
            is_first = _write_first(self._outcome(record.id), record.model_dump_json().encode())
        except OSError:
            self._result(record.id).unlink(missing_ok=True)
            raise
        if not is_first and result is not None:
            self._result(record.id).unlink(missing_ok=True)
        _keep_names(self._finished)
        return is_first

    def settle(self, prediction_id: str) -> None:
        """Delete the files of a call that is claimed and whose outcome is written down."""
        self._record(prediction_id).unlink(missing_ok=True)
        self._input(prediction_id).unlink(missing_ok=True)

    def find_finished(self, prediction_id: str) -> FinishedPrediction | None:
        """Return what became of a call, ``None`` where that is not known."""
        try:
            return FinishedPrediction.model_validate_json(self._outcome(prediction_id).read_bytes())
        except (FileNotFoundError, ValidationError):
            return None

    def result_of(self, prediction_id: str) -> bytes:
        """Return the body of an answer, empty without one."""
        try:
            return self._result(prediction_id).read_bytes()
        except FileNotFoundError:
            return b""

    def delete(self, prediction_id: str) -> None:
        """Delete what became of a call."""
        self._outcome(prediction_id).unlink(missing_ok=True)
        self._result(prediction_id).unlink(missing_ok=True)

    def delete_old(self, keep_seconds: float) -> None:
        """Delete results that are older, and what belongs to nothing."""
        now = time.time()
        for path in self._finished.glob("[!.]*.json"):
            if _is_older(path, now - keep_seconds):
                self.delete(path.stem)
        for folder in (self._waiting, self._finished):
            for path in folder.glob("*"):
                is_whole = path.suffix == ".json" and not path.name.startswith(".")
                is_part = not path.name.startswith(".") and path.with_suffix(".json").exists()
                if not is_whole and not is_part and _is_older(path, now - UNUSED_SECONDS):
                    path.unlink(missing_ok=True)

    def forget_waiting(self) -> None:
        """Delete calls that nobody answers, for their deployment is gone or answers none."""
        oldest = time.time() - FORGOTTEN_SECONDS
        for path in self._waiting.glob("[!.]*.json"):
            if _is_older(path, oldest):
                self.settle(path.stem)

    def _make_folders(self) -> None:
        for folder in (self._waiting.parent, self._waiting, self._finished, self._places):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    def _input(self, prediction_id: str) -> Path:
        return self._waiting / f"{prediction_id}.input"

    def _record(self, prediction_id: str) -> Path:
        return self._waiting / f"{prediction_id}.json"

    def _result(self, prediction_id: str) -> Path:
        return self._finished / f"{prediction_id}.result"

    def _outcome(self, prediction_id: str) -> Path:
        return self._finished / f"{prediction_id}.json"


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all, for its owner alone."""
    write_bytes(path, content, mode=0o600)


def _write_first(path: Path, content: bytes) -> bool:
    """Write a file whole, unless it is there; tell whether it was not."""
    draft = path.with_name(f".{path.stem}.{token_hex(8)}")
    _write(draft, content)
    try:
        # Of several who write at the same moment, one succeeds.
        path.hardlink_to(draft)
    except FileExistsError:
        return False
    finally:
        draft.unlink(missing_ok=True)
    return True


def _keep_names(folder: Path) -> None:
    """Have the names of a folder's files survive a loss of power, too."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _is_older(path: Path, than: float) -> bool:
    try:
        return path.stat().st_mtime < than
    except FileNotFoundError:
        return False
