"""What log lines show of a request."""

from __future__ import annotations

import logging

from django.test import RequestFactory

from backend.config.logs import FieldFormatter


def test_a_line_about_a_request_shows_no_query_in_which_keys_travel() -> None:
    record = logging.makeLogRecord({"msg": "Internal Server Error: /rpc/2.0/walk"})
    record.request = RequestFactory().post("/rpc/2.0/walk?access_token=epk_secret")
    line = FieldFormatter().format(record)
    assert "epk_secret" not in line
    assert line.endswith("request=POST /rpc/2.0/walk")
