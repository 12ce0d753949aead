"""Legal moves for people: grouped by their words, and opened step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MOST_WORDS = 16


def begins(full: str, given: str) -> bool:
    """Whether the words of a notation begin with the words that were typed."""
    words, parts = full.split(":"), given.split(":")
    return len(parts) <= len(words) and all(
        word.startswith(part) for word, part in zip(words, parts, strict=False)
    )


def grouped(texts: Sequence[str], given: str = "") -> list[tuple[str, str]]:
    """The moves that begin with these words, as (what to type, what may follow), in their order.

    Without words the groups are the first words; with words the groups have one word more.
    """
    typed = given.strip().lower().rstrip(":")
    depth = typed.count(":") + 2 if typed else 1
    groups: dict[str, list[str]] = {}
    for text in texts:
        if begins(text, typed):
            groups.setdefault(":".join(text.split(":")[:depth]), []).append(text)
    if typed and len(groups) == 1 and len(next(iter(groups.values()))) > 1:
        return grouped(texts, next(iter(groups)))
    return [_row(members, depth) for members in groups.values()]


def _row(members: Sequence[str], depth: int) -> tuple[str, str]:
    """A group, named by all the words that its moves share."""
    if len(members) == 1:
        return members[0], ""
    words = [member.split(":") for member in members]
    while len({tuple(parts[: depth + 1]) for parts in words}) == 1:
        depth += 1
    head = ":".join(words[0][:depth])
    return head, _following(head, members)


def _following(head: str, members: Sequence[str]) -> str:
    """What may follow in the moves of a group, and how many moves there are."""
    depth = head.count(":") + 1
    nexts = list(dict.fromkeys(member.split(":")[depth] for member in members if member != head))
    shown = " ".join(nexts[:MOST_WORDS]) + (" …" if len(nexts) > MOST_WORDS else "")
    return shown if len(nexts) == len(members) else f"{shown}  ({len(members)} moves)"


def completions(texts: Iterable[str], typed: str) -> list[str]:
    """How the typed text can be completed: up to the end of the present word."""
    depth = typed.count(":") + 1
    found: dict[str, None] = {}
    for text in texts:
        if text.startswith(typed):
            words = text.split(":")
            found[":".join(words[:depth]) + (":" if len(words) > depth else "")] = None
    return list(found)
