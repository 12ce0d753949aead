"""The messages of the socket `/ws/tables/{id}` in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from lutetia.server.protocol.base import Fault, Level, Name, Notation, Ply, Seat, Wire
from lutetia.server.protocol.table import ChatLine, Hint, MovePreview, TableInfo, TableState

RequestId = Annotated[int, Field(ge=0, le=2**53 - 1)]


class Request(Wire):
    """Every message of a client carries a number; `done` or `error` answers it."""

    id: RequestId


class SeatRequest(Request):
    """Something that a seat does."""

    seat: Seat


class MoveRequest(SeatRequest):
    """Play a legal move in the position that `ply` names."""

    type: Literal["move"]
    ply: Ply
    move: Notation


class UndoRequest(SeatRequest):
    """Take back this seat's last step: at once, or after the others agree."""

    type: Literal["undo"]


class ResignRequest(SeatRequest):
    """Give up."""

    type: Literal["resign"]


class DrawRequest(SeatRequest):
    """Offer a draw."""

    type: Literal["draw"]


class RematchRequest(SeatRequest):
    """Offer another game; the loser of this one starts where the game lets one choose."""

    type: Literal["rematch"]


class ReplaceRequest(SeatRequest):
    """Ask the others to let the computer play for an absent seat."""

    type: Literal["replace"]
    absent: Seat
    level: Level = 4


class AnswerRequest(SeatRequest):
    """Answer the question that waits; the asker answers no to withdraw it."""

    type: Literal["answer"]
    ask: Annotated[int, Field(ge=0)]
    yes: bool


class ChatRequest(Request):
    """Say something to everybody at the table."""

    type: Literal["chat"]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]


class PreviewRequest(SeatRequest):
    """What legal moves would score, line by line."""

    type: Literal["preview"]
    ply: Ply
    moves: Annotated[list[Notation], Field(min_length=1, max_length=64)]


class HintRequest(SeatRequest):
    """What the computer would play; only where no other person plays against you."""

    type: Literal["hint"]
    ply: Ply


class SitRequest(SeatRequest):
    """Take an open seat."""

    type: Literal["sit"]
    name: Name | None = None


class LeaveRequest(SeatRequest):
    """Get up: before the game the seat is open again, later it waits for you to come back."""

    type: Literal["leave"]


class ResyncRequest(Request):
    """Send everything again."""

    type: Literal["resync"]


class PingRequest(Request):
    """Is anybody there?"""

    type: Literal["ping"]


ClientMessage = Annotated[
    MoveRequest
    | UndoRequest
    | ResignRequest
    | DrawRequest
    | RematchRequest
    | ReplaceRequest
    | AnswerRequest
    | ChatRequest
    | PreviewRequest
    | HintRequest
    | SitRequest
    | LeaveRequest
    | ResyncRequest
    | PingRequest,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class Welcome(Wire):
    """The first message, and the answer to `resync`: everything."""

    type: Literal["welcome"] = "welcome"
    protocol: int
    table: TableInfo
    state: TableState
    chat: list[ChatLine]


class StateMessage(Wire):
    """Something changed at the table; sent only after it was stored."""

    type: Literal["state"] = "state"
    state: TableState


class ChatMessage(Wire):
    """Somebody said something."""

    type: Literal["chat"] = "chat"
    line: ChatLine


class PresenceMessage(Wire):
    """Who is here."""

    type: Literal["presence"] = "presence"
    online: list[int]
    """Seats with somebody connected."""
    watchers: int


class DoneMessage(Wire):
    """The request was carried out and stored: it cannot be lost any more."""

    type: Literal["done"] = "done"
    id: int
    ply: int


class ErrorMessage(Wire):
    """The request was refused and changed nothing."""

    type: Literal["error"] = "error"
    id: int | None
    """The request's number; null if it could not be read."""
    error: Fault


class PreviewMessage(Wire):
    """The answer to `preview`."""

    type: Literal["preview"] = "preview"
    id: int
    ply: int
    previews: list[MovePreview]


class HintMessage(Wire):
    """The answer to `hint`."""

    type: Literal["hint"] = "hint"
    id: int
    ply: int
    hint: Hint


class PongMessage(Wire):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    id: int


class ByeMessage(Wire):
    """The server closes the socket; come back after the given time, if one is given."""

    type: Literal["bye"] = "bye"
    reason: Fault
    again_ms: int | None = None


ServerMessage = Annotated[
    Welcome
    | StateMessage
    | ChatMessage
    | PresenceMessage
    | DoneMessage
    | ErrorMessage
    | PreviewMessage
    | HintMessage
    | PongMessage
    | ByeMessage,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
