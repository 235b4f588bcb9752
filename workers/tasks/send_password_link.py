"""Word from the backend that somebody asked for a link to choose a password by."""

from __future__ import annotations

from backend.accounts.services.password_mails import send_link
from backend.jobs import names
from workers.app import app


@app.task(name=names.SEND_PASSWORD_LINK, autoretry_for=(OSError,), max_retries=4, retry_backoff=10)
def send_password_link(email: str) -> None:
    """Send the link; a server that does not answer is tried again for some minutes."""
    send_link(email=email)
