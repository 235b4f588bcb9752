"""While the database is away callers are told to try again, not that something is broken."""

from __future__ import annotations

import sqlite3

import psycopg2
import pytest
from django.db import OperationalError
from django.test import RequestFactory

from backend.api.problems import handle_exception, server_error
from backend.config import urls

LOST = psycopg2.OperationalError("server closed the connection unexpectedly")
LOCKED = sqlite3.OperationalError("database is locked")


def wrapped(cause: Exception) -> OperationalError:
    """Return what Django raises of an error of a database's driver."""
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def test_a_call_while_the_database_restarts_is_answered_503() -> None:
    response = handle_exception(wrapped(LOST), {})
    assert response is not None
    assert (response.status_code, response.data["code"]) == (503, "database_unavailable")
    assert handle_exception(wrapped(LOCKED), {}) is None


@pytest.mark.parametrize(("cause", "status"), [(LOST, 503), (LOCKED, 500)])
def test_so_it_is_outside_of_the_views(cause: Exception, status: int) -> None:
    assert urls.handler500.endswith("server_error")
    try:
        raise wrapped(cause)
    except OperationalError:
        response = server_error(RequestFactory().get("/"))
    assert response.status_code == status
