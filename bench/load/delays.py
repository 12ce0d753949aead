"""How late the event loop of a server was, from its metrics."""

from __future__ import annotations

import re
from urllib.request import urlopen

Delays = dict[float, float]
"""How many measurements were at most so many seconds late."""

_BUCKET = re.compile(r'^lutetia_loop_delay_seconds_bucket\{le="([^"]+)"\} (\S+)$', re.MULTILINE)


def loop_delays(address: str) -> Delays:
    """The measurements of a server since its start."""
    with urlopen(f"{address}/metrics", timeout=60) as answer:
        return read_delays(answer.read().decode())


def read_delays(text: str) -> Delays:
    """The buckets of the metrics."""
    return {float(bound): float(count) for bound, count in _BUCKET.findall(text)}


def delay_within(before: Delays, after: Delays, share: float) -> float:
    """Of the measurements between two readings: the bound, in seconds, within which a share of them
    lies. It is infinite if there were none."""
    counts = {bound: after[bound] - before.get(bound, 0.0) for bound in sorted(after)}
    whole = max(counts.values(), default=0.0)
    for bound, count in counts.items():
        if whole and count >= share * whole:
            return bound
    return float("inf")
