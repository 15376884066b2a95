"""The notice as PDF: milliseconds and memory of a process that prints and does nothing else.

Every document differs from the one before, so that nothing is taken from the compiler's memory.
"""

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.bench.table import Row

COUNT = 100


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """One process for each kind of document."""
    count = 15 if quick else COUNT
    for what, name, goal in (
        ("notice, one copy with QR and signature, 2 photos", "one", "≤ 300"),
        ("notice, two copies and 2 photos", "two", ""),
        ("notice on a roll of 58 mm", "roll", ""),
    ):
        command = [sys.executable, "-m", "tests.bench.pdf", name, str(count)]
        told = json.loads(subprocess.check_output(command))
        yield Row(
            f"{what}, ms, median (p95)", f"{told['median']:.0f} ({told['p95']:.0f})", "", goal
        )
        yield Row(f"{what}, ms, the first of a process", f"{told['first']:.0f}")
        yield Row(
            f"{what}, MB of memory, first → last", f"{told['before']:.0f} → {told['after']:.0f}"
        )


def _measure(name: str, count: int) -> dict[str, float]:
    from app.documents.notice import render_notice, render_roll
    from tests.support.sheets import FACTS, photo, sheet
    from tests.support.sheets import rows as items

    photos = (photo(1), photo(2))
    copies = ("1ª via – processo",) if name == "one" else sheet().copies
    taken, before = [], 0.0
    for n in range(count):
        facts = items(f"{FACTS} Ocorrência {n}.")
        shown = sheet(rows=facts, copies=copies, number=f"TREINO-AI-2026-{n:06d}")
        start = time.perf_counter()
        if name == "roll":
            render_roll(shown, 58)
        else:
            render_notice(replace(shown, photos=photos))
        taken.append(1000 * (time.perf_counter() - start))
        before = before or _memory()
    later = sorted(taken[1:])
    return {
        "first": taken[0],
        "median": statistics.median(later),
        "p95": later[int(0.95 * len(later))],
        "before": before,
        "after": _memory(),
    }


def _memory() -> float:
    """The most this process has held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1], int(sys.argv[2]))))
