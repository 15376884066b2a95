"""The public page: throughput beside a bare WSGI function, and growth from 10,000 to 1,000,000."""

import statistics
from collections.abc import Iterator
from pathlib import Path

from tests.bench.data import codes, make
from tests.bench.server import Load, load, served
from tests.bench.table import Row

ROUNDS = 3


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """Interleaved runs, medians, ratios."""
    many = 20_000 if quick else 1_000_000
    big, small = folder / f"seals-{many}", folder / "seals-10000"
    lists = {f: _codes(f, n) for f, n in ((big, many), (small, 10_000))}
    page = str(_page_size(big, lists[big]))
    bare, ours, tiny = [], [], []
    for _ in range(ROUNDS):
        bare.append(_run("tests.bench.wsgi_bare", big, lists[big], {"BENCH_PAGE": page}))
        ours.append(_run("tests.bench.wsgi_confere", big, lists[big]))
        tiny.append(_run("tests.bench.wsgi_confere", small, lists[small]))
    a, b = (statistics.median(x.per_second for x in y) for y in (bare, ours))
    assert not any(x.bad for x in (*bare, *ours, *tiny)), "answers that are not 200"
    yield Row(f"bare WSGI, {many:,} seals, answers/s", f"{a:,.0f}", "1.00")
    yield Row(f"public page, {many:,} seals, answers/s", f"{b:,.0f}", f"{b / a:.2f}", "≥ 0.45")
    m, n = (statistics.median(x.median_ms for x in y) for y in (tiny, ours))
    yield Row("public page, median ms at 10,000 seals", f"{m:.2f}", "1.00")
    yield Row(f"public page, median ms at {many:,} seals", f"{n:.2f}", f"{n / m:.2f}", "≤ 1.20")
    yield Row("public page, bytes uncompressed", page, "", "≤ 14,000")


def _codes(folder: Path, seals: int) -> Path:
    app = make(folder, seals)
    file = folder / "codes.txt"
    file.write_text("\n".join(codes(app, seals, 2000)) + "\n")
    return file


def _page_size(folder: Path, file: Path) -> int:
    app = make(folder, 0)
    response = app.test_client().get(
        f"/v/{file.read_text().split()[0]}", base_url="https://confere.test"
    )
    assert response.status_code == 200, response.get_data(as_text=True)[:300]
    return len(response.get_data())


def _run(module: str, folder: Path, file: Path, env: dict[str, str] | None = None) -> Load:
    with served(module, folder, env) as address:
        load(address, file, seconds=1)
        return load(address, file)
