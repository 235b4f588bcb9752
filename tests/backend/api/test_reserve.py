"""The file of the reserve is on the disk whenever the disk is not full."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import OperationalError
from rest_framework.exceptions import ValidationError

from backend.api.errors import Unavailable
from backend.api.room import give_up_reserve, is_no_room, keep_reserve, require_room, room

MIB = 1 << 20
TOTAL = 80 * MIB
RESERVE = TOTAL // 20


@pytest.fixture
def leave(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Have a disk of 80 MiB on which others leave so many bytes, the file of the reserve's too."""
    usage, left = shutil.disk_usage(data_folder), [TOTAL]

    def seen(path: object) -> object:
        taken = sum(one.stat().st_size for one in data_folder.glob("reserve*"))
        return usage._replace(total=TOTAL, free=left[0] - taken)

    monkeypatch.setattr(shutil, "disk_usage", seen)

    def leave_so_much(num_bytes: int) -> None:
        left[0] = num_bytes

    return leave_so_much


def test_the_reserve_comes_back_before_the_disk_stops_being_full(
    leave: Callable[[int], None], data_folder: Path
) -> None:
    reserve = data_folder / "reserve"
    keep_reserve()
    assert reserve.stat().st_size == RESERVE // 4
    leave(RESERVE // 4 + 1000)
    keep_reserve()
    assert not reserve.exists()
    assert room().is_full
    # As little more than what was given up does not bring it back and forth.
    leave(RESERVE // 2 + 1000)
    keep_reserve()
    assert not reserve.exists()
    leave(RESERVE + 1000)
    assert not room().is_full
    keep_reserve()
    assert reserve.is_file()


@pytest.mark.parametrize("num_left", [RESERVE - 1000, RESERVE, RESERVE + 1000, 2 * RESERVE])
def test_making_the_reserve_changes_nothing_of_what_is_taken_in(
    leave: Callable[[int], None], data_folder: Path, num_left: int
) -> None:
    leave(num_left)
    give_up_reserve()
    before = room()
    keep_reserve()
    assert (data_folder / "reserve").is_file()
    after = room()
    assert (before.is_full, before.left_bytes) == (after.is_full, after.left_bytes)
    if num_left < RESERVE:
        with pytest.raises(Unavailable, match="are kept for the database"):
            require_room()
    else:
        require_room(num_left - RESERVE)
    keep_reserve()
    assert (data_folder / "reserve").is_file()


@pytest.mark.parametrize("kind", [OperationalError, sqlite3.OperationalError])
def test_a_database_that_says_so_has_no_room(kind: type[Exception]) -> None:
    assert is_no_room(kind("database or disk is full"))


def test_nobody_gives_up_the_reserve_by_sending_the_words_of_a_full_disk() -> None:
    assert not is_no_room(ValidationError({"disk is full": "This field is not known here."}))
