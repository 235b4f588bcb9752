"""Answers that are made while they are sent, in threads that stay."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from backend.files.services.streams import _in_threads


@pytest.mark.django_db(transaction=True)
def test_a_thread_keeps_no_connection_that_the_database_may_end_meanwhile() -> None:
    found: list[bool] = []

    def pieces() -> Iterator[bytes]:
        for _ in range(3):
            found.append(connection.connection is None)
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            yield b"piece"

    async def read() -> list[bytes]:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        return [piece async for piece in _in_threads(pieces())]

    assert asyncio.run(read()) == [b"piece"] * 3
    assert found == [True] * 3
