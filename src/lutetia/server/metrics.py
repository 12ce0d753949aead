"""The metrics of the server, for Prometheus (docs/running.md)."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()
_FAST = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

moves = Counter("lutetia_moves", "Moves stored", ["game", "by"], registry=REGISTRY)
tables = Counter("lutetia_tables_opened", "Tables opened", ["game"], registry=REGISTRY)
finished = Counter("lutetia_games_over", "Games over", ["game", "reason"], registry=REGISTRY)
refusals = Counter("lutetia_refusals", "Requests refused", ["code"], registry=REGISTRY)
requests = Counter(
    "lutetia_http_requests", "HTTP requests", ["method", "status"], registry=REGISTRY
)
failures = Counter("lutetia_failures", "Bugs and outages met", ["kind"], registry=REGISTRY)
sockets = Gauge("lutetia_sockets", "Open sockets", registry=REGISTRY)
live_tables = Gauge("lutetia_live_tables", "Tables with somebody connected here", registry=REGISTRY)
request_work = Gauge(
    "lutetia_request_work", "Previews, replays and the like, waiting or running", registry=REGISTRY
)
loop_delay = Histogram(
    "lutetia_loop_delay_seconds",
    "How late the event loop is",
    registry=REGISTRY,
    buckets=_FAST,
)
queued = Gauge(
    "lutetia_queued_jobs", "Jobs of computers, waiting or running", ["queue"], registry=REGISTRY
)
thinking = Gauge("lutetia_thinking", "Computers that think now", registry=REGISTRY)
slow_readers = Counter("lutetia_slow_readers", "Sockets closed as too slow", registry=REGISTRY)
stored_in = Histogram(
    "lutetia_command_seconds",
    "From a command's arrival to its commit",
    registry=REGISTRY,
    buckets=_FAST,
)
network = Gauge(
    "lutetia_network",
    "1 if the best levels of a game use its network, 0 if they play without it",
    ["game"],
    registry=REGISTRY,
)
thought_for = Histogram(
    "lutetia_thought_seconds",
    "How long a computer took",
    ["level"],
    registry=REGISTRY,
    buckets=(0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 30),
)
