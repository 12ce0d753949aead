"""Passwords: hashed with Argon2id, outside the event loop."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from lutetia.match.errors import TableError

_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash("nobody has this password")
_ONE_AT_A_TIME = asyncio.Semaphore(4)
"""Each hash takes 64 MiB for a moment."""


class WrongPassword(TableError):
    """Name and password do not belong together."""

    code: ClassVar[str] = "wrong-password"


async def hashed(password: str) -> str:
    """What is stored of a password."""
    async with _ONE_AT_A_TIME:
        return await asyncio.to_thread(_HASHER.hash, password)


async def check(stored: str | None, password: str) -> None:
    """Refuse a wrong password; an unknown name takes as long as a known one."""
    async with _ONE_AT_A_TIME:
        right = await asyncio.to_thread(_verify, stored or _NOBODY, password)
    if stored is None or not right:
        raise WrongPassword("name and password do not belong together")


def _verify(stored: str, password: str) -> bool:
    try:
        return _HASHER.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
