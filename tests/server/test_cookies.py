"""Cookies: what is signed here is known again, and nothing else."""

from __future__ import annotations

from typing import cast

import pytest
from itsdangerous import URLSafeSerializer

from lutetia.server.access import identity
from lutetia.server.access.identity import Identities
from lutetia.storage.people import People

SECRET = "s" * 64


class Strangers:
    """No player is stored."""

    async def find_with_sessions(self, _: str) -> tuple[None, frozenset[str]]:
        """Nobody."""
        return None, frozenset()


@pytest.fixture
def identities() -> Identities:
    return Identities(SECRET, cast(People, Strangers()), lambda: 0)


async def test_a_cookie_is_read_back_and_a_changed_one_is_not(identities: Identities) -> None:
    guest = identities.new_guest()
    cookie = identities.cookie(guest)
    for _ in range(2):
        found = await identities.of(cookie, None)
        assert (found.player, found.session, found.fresh) == (guest.player, guest.session, False)
        for wrong in (cookie[:-2] + "AA", cookie.upper(), "", "x.y", cookie + "A"):
            assert (await identities.of(wrong, None)).fresh
    other = Identities("t" * 64, cast(People, Strangers()), lambda: 0)
    assert (await other.of(cookie, None)).fresh


async def test_the_signature_is_that_of_the_library(identities: Identities) -> None:
    library = URLSafeSerializer(SECRET, salt="lutetia cookie 1")
    assert library.loads(identities.cookie(identities.new_guest()))[1] == 0
    found = await identities.of(str(library.dumps(["p1", 0, "s1"])), None)
    assert (found.player, found.session) == ("p1", "s1")
    old = await identities.of(str(library.dumps(["p2", 0])), None)
    assert (old.player, old.session) == ("p2", "")
    for content in ([1, 0, "s"], ["p", "0", "s"], ["p", 0, 7], "p", 5, []):
        assert (await identities.of(str(library.dumps(content)), None)).fresh


async def test_the_memory_of_cookies_is_bounded(
    identities: Identities, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity, "MOST_COOKIES", 3)
    cookies = [identities.cookie(identities.new_guest()) for _ in range(10)]
    assert len(identities._read) <= 3
    assert not any([(await identities.of(cookie, None)).fresh for cookie in cookies])
