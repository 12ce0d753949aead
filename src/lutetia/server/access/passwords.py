"""Passwords: hashed with Argon2id, outside the event loop."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from typing import ClassVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from lutetia.match.errors import TableError

_HASHER = PasswordHasher()


def _hash_of_nobody() -> str:
    """A hash that no password has, with the parameters of every other hash. It is not computed,
    because that takes as long as a whole check and each server would begin with it."""
    salt, found = (
        b64encode(bytes(size)).rstrip(b"=").decode()
        for size in (_HASHER.salt_len, _HASHER.hash_len)
    )
    cost = f"m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${cost}${salt}${found}"


_NOBODY = _hash_of_nobody()
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
