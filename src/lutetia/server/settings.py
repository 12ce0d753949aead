"""The settings of a server, from the command line and from environment variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from lutetia.kernel.errors import BadOption

DAY = 86_400


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=lambda: Path(platformdirs.user_data_dir("lutetia")))
    database_url: str | None = None
    redis_url: str | None = None
    secret: str | None = None
    """Signs cookies. By default the server makes one and stores it in the database."""
    public_url: str | None = None
    """The public address of this server, if it differs from the address in the request."""
    allowed_hosts: tuple[str, ...] = ()
    """Other names of this server that a request may name as its host."""
    smtp_url: str | None = None
    """The server for e-mails. Without it no e-mails are sent."""
    mail_from: str = "Lutetia <lutetia@localhost>"
    push_hosts: str = ""
    """More hosts of push services, with commas between them."""
    pairing_wait: float = 30.0
    """Seconds after which quick pairing offers a computer."""
    absent_after: float = 60.0
    """Seconds after which a player who is away may be replaced by a computer."""
    limit_factor: float = 1.0
    """Multiplies every limit, for load tests."""
    thinkers: int = 0
    """Processes for computer players. 0: the number of cores minus one."""
    static: Path = Path(__file__).parent / "static"
    log_format: str = "auto"

    @property
    def served_url(self) -> str:
        """The address that is printed when the server is ready."""
        shown = "localhost" if self.host in {"0.0.0.0", "::"} else self.host  # noqa: S104
        return self.public_url or f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}"


VARIABLES = {
    "LUTETIA_DATABASE_URL": "database_url",
    "LUTETIA_REDIS_URL": "redis_url",
    "LUTETIA_SECRET": "secret",
    "LUTETIA_PUBLIC_URL": "public_url",
    "LUTETIA_ALLOWED_HOSTS": "allowed_hosts",
    "LUTETIA_SMTP_URL": "smtp_url",
    "LUTETIA_MAIL_FROM": "mail_from",
    "LUTETIA_PUSH_HOSTS": "push_hosts",
    "LUTETIA_PAIRING_WAIT": "pairing_wait",
    "LUTETIA_ABSENT_AFTER": "absent_after",
    "LUTETIA_LIMIT_FACTOR": "limit_factor",
    "LUTETIA_THINKERS": "thinkers",
    "LUTETIA_LOG_FORMAT": "log_format",
}
"""The environment variables and their settings (docs/running.md)."""


def _hosts(text: str) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())


def _seconds(text: str) -> float:
    found = float(text)
    if not 0 <= found <= DAY:
        raise ValueError(text)
    return found


READERS: dict[str, Callable[[str], object]] = {
    "limit_factor": float,
    "pairing_wait": _seconds,
    "absent_after": _seconds,
    "thinkers": int,
    "allowed_hosts": _hosts,
}


SECONDS = {"pairing_wait", "absent_after"}


def from_environment(environment: Mapping[str, str]) -> dict[str, object]:
    """The settings from environment variables."""
    found: dict[str, object] = {}
    for variable, name in VARIABLES.items():
        text = environment.get(variable, "").strip()
        if not text:
            continue
        try:
            found[name] = READERS.get(name, str)(text)
        except ValueError:
            wanted = "a number of seconds" if name in SECONDS else "a number"
            raise BadOption(f"{variable}: {text!r} is not {wanted}") from None
    if found.get("log_format", "auto") not in {"auto", "json", "console"}:
        raise BadOption("LUTETIA_LOG_FORMAT: it must be auto, json or console")
    return found
