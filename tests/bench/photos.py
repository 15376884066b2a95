"""Photos of notices: decoding each in a child of its own, and the memory that it and the server take."""

import io
import re
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PIL import Image

from app.evidence.attachments import COPIES
from app.evidence.decoding import Undecodable, Why, decode
from tests.bench.table import Row


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """Medians; the ratio is to the same work inside the server's own process."""
    rounds = 3 if quick else 9
    yield Row("a child that only starts and refuses, ms", f"{_median_ms(_refused, rounds):.0f}")
    for name, size in (("as a phone sends it", (1600, 1200)), ("12 megapixels", (4032, 3024))):
        content = _picture(*size)
        bare = _median_ms(partial(_in_process, content), rounds)
        spent = _median_ms(partial(decode, content, COPIES), rounds)
        peak = decode(content, COPIES).peak_kb / 1024
        yield Row(f"photo decoded, {name}, ms", f"{spent:.0f}", f"{spent / bare:.2f}")
        yield Row(f"the child's memory, {name}, MB", f"{peak:.0f}", "", "≤ 512")
    yield Row("growth of the server over bombs, MB", f"{_grown_mb():.0f}", "", "≤ 200")


def _grown_mb() -> float:
    bombs = [_flat(9000, 9000, "PNG", "1"), _flat(6000, 4000, "WEBP", "RGBA")]
    before = _memory_mb()
    for bomb in bombs:
        try:
            decode(bomb, COPIES)
        except Undecodable:
            continue
    return _memory_mb() - before


def _flat(width: int, height: int, format: str, mode: str) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, (width, height)).save(buffer, format)
    return buffer.getvalue()


def _picture(width: int, height: int) -> bytes:
    grain = Image.effect_noise((width // 4, height // 4), 80).resize((width, height))
    buffer = io.BytesIO()
    grain.convert("RGB").save(buffer, "JPEG", quality=80)
    return buffer.getvalue()


def _refused() -> None:
    try:
        decode(b"no picture", COPIES)
    except Undecodable as error:
        assert error.why is Why.UNKNOWN


def _in_process(content: bytes) -> None:
    image = Image.open(io.BytesIO(content))
    image.draft("RGB", (COPIES.side * 2, COPIES.side * 2))
    for side in (COPIES.side, COPIES.thumbnail):
        image.thumbnail((side, side))
        image.save(io.BytesIO(), "JPEG", quality=82, optimize=True)


def _median_ms(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def _memory_mb() -> float:
    said = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(said[1]) / 1024 if said else 0.0
