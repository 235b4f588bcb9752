"""Word from the backend that somebody asked for a link to choose a password by."""

from __future__ import annotations

from backend.accounts.contracts import SEND_PASSWORD_LINK
from backend.accounts.services.password_mails import send_link
from workers.app import app


@app.task(name=SEND_PASSWORD_LINK, autoretry_for=(OSError,), max_retries=4, retry_backoff=10)
def send_password_link(email: str) -> None:
    """Send the link; a server that does not answer is tried again for some minutes."""
    send_link(email=email)
