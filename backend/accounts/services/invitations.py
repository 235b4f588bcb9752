"""Writes about invitations."""

from __future__ import annotations
