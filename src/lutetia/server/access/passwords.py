"""Passwords: hashed with Argon2id, outside the event loop."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from lutetia.match.errors import TableError

_HASHER = PasswordHasher()
_NOBODY = _HASHER.hash("nobody has this password")
_FEW_AT_ONCE = asyncio.Semaphore(4)
"""Each hash needs 64 MiB of memory."""


class WrongPassword(TableError):
    """The name or the password is wrong."""

    code: ClassVar[str] = "wrong-password"


async def hashed(password: str) -> str:
    """The hash of a password, which is stored."""
    async with _FEW_AT_ONCE:
        return await asyncio.to_thread(_HASHER.hash, password)


async def check(stored: str | None, password: str) -> None:
    """Refuse a wrong password. An unknown name takes as long as a known one."""
    async with _FEW_AT_ONCE:
        right = await asyncio.to_thread(_verify, stored or _NOBODY, password)
    if stored is None or not right:
        raise WrongPassword("the name or the password is wrong")


def _verify(stored: str, password: str) -> bool:
    try:
        return _HASHER.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
