"""A seed that nobody can choose: it is drawn from a secret of the server and a share of every seat.

The server publishes a commitment to its secret before anybody sits down. A player who sits down
promises a share: the table shows its hash. When everybody sits, all reveal their shares. So nobody
knows another share, or the secret, while it is still possible to choose. A player who does not
reveal the share in time contributes the promise instead. The record of the finished game shows
everything, and anybody can draw the seed again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from lutetia.kernel.chance import SEED_BYTES, commitment
from lutetia.kernel.errors import BadRecord

HEX = r"^[0-9a-f]{64}$"
_DRAW = b"lutetia draw 1\n"
_SHARE = b"lutetia share 1\n"


def drawn_seed(secret: bytes, shares: Sequence[bytes]) -> bytes:
    """The seed of a game. The shares are in the order of the seats."""
    if any(len(part) != SEED_BYTES for part in (secret, *shares)):
        raise BadRecord(f"draw: the secret and every share must have {SEED_BYTES} bytes")
    return hashlib.sha256(_DRAW + secret + b"".join(shares)).digest()


def share_commitment(share: bytes) -> str:
    """A hash of a share. Everybody at the table sees it as soon as the seat is taken."""
    return hashlib.sha256(_SHARE + share).hexdigest()


class Draw(BaseModel):
    """How the seed of a record was drawn."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    commitment: str = Field(pattern=HEX)
    """To the secret of the server. It was published when the table was opened."""
    secret: str = Field(pattern=HEX)
    shares: list[str]
    """One for each seat."""
    promises: list[str | None] = Field(default_factory=list)
    """For each seat the hash of its share, if its player promised the share before all sat. It is
    empty if nobody did. A share that is equal to its promise was not revealed in time."""

    def check(self, seed: bytes, seats: int) -> None:
        """Raise `BadRecord` unless the seed follows from the secret and the shares."""
        secret = bytes.fromhex(self.secret)
        if commitment(secret) != self.commitment:
            raise BadRecord("draw: the secret does not match the commitment made before the game")
        try:
            shares = [bytes.fromhex(share) for share in self.shares]
        except ValueError:
            raise BadRecord("draw: a share is not a hexadecimal number") from None
        if len(shares) != seats:
            raise BadRecord(f"draw: {len(shares)} shares for {seats} seats")
        self._check_promises(shares)
        if drawn_seed(secret, shares) != seed:
            raise BadRecord("draw: the seed does not follow from the secret and the shares")

    def _check_promises(self, shares: Sequence[bytes]) -> None:
        if self.promises and len(self.promises) != len(shares):
            raise BadRecord(f"draw: {len(self.promises)} promises for {len(shares)} seats")
        for share, promise in zip(shares, self.promises, strict=False):
            if promise not in {None, share_commitment(share), share.hex()}:
                raise BadRecord("draw: a share does not match the promise made before the game")
