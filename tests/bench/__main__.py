"""`make bench`: prints the timings as a table. Words choose parts: `make bench ARGS="public"`."""

import importlib
import sys
import tempfile
from pathlib import Path

from tests.bench.table import Row, show

PARTS = ("public", "paint", "phone", "pack", "photos", "pdf", "ledger", "notices", "slow")


def main() -> None:
    """Run the chosen parts (`--quick` uses small databases)."""
    words = [w for w in sys.argv[1:] if not w.startswith("-")] or list(PARTS)
    quick = "--quick" in sys.argv
    found: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="confere-bench-") as folder:
        for word in words:
            part = importlib.import_module(f"tests.bench.{word}")
            found += list(part.rows(Path(folder), quick))
            print(show(found), flush=True)


if __name__ == "__main__":
    main()
