"""`python -m bench`: run the benchmarks and write their sections of bench/results.md."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from pathlib import Path
from types import ModuleType

from bench import machine, report, suites
from bench.measure import Settings


def main(words: list[str]) -> int:
    names = [module.name for module in pkgutil.iter_modules(suites.__path__)]
    found = {name: importlib.import_module(f"bench.suites.{name}") for name in names}
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    alone = {name: getattr(suite, "BY_NAME_ONLY", "") for name, suite in found.items()}
    plain = [name for name in names if not alone[name]]
    reasons = ", ".join(f"{name} ({reason})" for name, reason in alone.items() if reason)
    text = f"{', '.join(names)} (without a name: all but {reasons})"
    parser.add_argument("suite", nargs="*", help=text)
    parser.add_argument("--rounds", type=int, default=7, help="interleaved repetitions (7)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of one measurement (1)")
    parser.add_argument("--out", type=Path, default=report.RESULTS, help="file to update")
    for name, suite in found.items():
        for option, (default, meaning) in getattr(suite, "OPTIONS", {}).items():
            text = f"{name}: {meaning} ({default})"
            parser.add_argument(f"--{option}", type=int, default=default, metavar="N", help=text)
    given = parser.parse_args(words)
    unknown = sorted(set(given.suite) - set(names))
    if unknown:
        parser.error(f"no benchmark is called {unknown[0]!r}; there are {', '.join(names)}")
    if given.rounds < 1 or given.seconds <= 0:
        parser.error("--rounds and --seconds must be positive")
    for suite in found.values():
        for option in getattr(suite, "OPTIONS", {}):
            if getattr(given, option) < 1:
                parser.error(f"--{option} must be positive")

    for name in given.suite or plain:
        options = {option: getattr(given, option) for option in getattr(found[name], "OPTIONS", {})}
        command = f"python -m bench {name} --rounds {given.rounds} --seconds {given.seconds:g}"
        command += "".join(f" --{option} {value}" for option, value in options.items())
        measure(found[name], command, Settings(given.rounds, given.seconds, options), given.out)
    return 0


def measure(suite: ModuleType, command: str, settings: Settings, out: Path) -> None:
    """Run one benchmark and write its results."""
    print(f"# {suite.TITLE}", flush=True)
    cores = machine.one_core if getattr(suite, "ONE_CORE", True) else machine.all_cores
    with cores() as where:
        provenance = machine.provenance(command, where)
        body = suite.run(settings)
    report.write_section(out, suite.TITLE, provenance, body)
    print(f"\n{body}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
