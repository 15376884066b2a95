"""The yardstick: the same signature check, one prepared query, a fixed page, no framework."""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

_file = Path(os.environ["BENCH_FOLDER"]) / "bench.db"
_setup = sqlite3.connect(_file)
_city = _setup.execute("SELECT id FROM municipality").fetchone()[0]
_key = Ed25519PublicKey.from_public_bytes(
    _setup.execute("SELECT public_key FROM signing_key WHERE use='printed'").fetchone()[0]
)
_local = threading.local()
_page = b"<!doctype html><title>ok</title><p>" + b"x" * int(os.environ.get("BENCH_PAGE", "4000"))
_headers = [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(_page)))]


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Verify, look up, answer."""
    token = int(environ["PATH_INFO"][3:]).to_bytes(79, "big")
    _key.verify(token[15:], b"taxi-seal/1\0" + token[:15])
    index = int.from_bytes(token[5:9], "big")
    connection = getattr(_local, "connection", None)
    if connection is None:
        connection = _local.connection = sqlite3.connect(_file)
    row = connection.execute(
        "SELECT state, plate, make_model, colour, modality, levels FROM seal_card "
        "WHERE municipality_id = ? AND seal_index = ?",
        (_city, index),
    ).fetchone()
    assert row is not None
    start_response("200 OK", _headers)
    return [_page]
