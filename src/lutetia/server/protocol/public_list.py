"""The messages of the socket `/ws/tables`, which tells changes of the public list."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from lutetia.server.protocol.base import Wire
from lutetia.server.protocol.rest import TableSummary
from lutetia.server.protocol.socket import ByeMessage, PongMessage


class ReloadMessage(Wire):
    """Read the list with `GET /api/tables` now. The next messages tell what changes after that."""

    type: Literal["reload"] = "reload"


class TablesMessage(Wire):
    """Public tables that are new or have changed, and tables that have left the list."""

    type: Literal["tables"] = "tables"
    tables: list[TableSummary]
    gone: list[str]
    """The ids of tables that were closed, or whose game is over."""


ListMessage = Annotated[
    ReloadMessage | TablesMessage | PongMessage | ByeMessage, Field(discriminator="type")
]
LIST_MESSAGE: TypeAdapter[ListMessage] = TypeAdapter(ListMessage)
