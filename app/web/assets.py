"""Static files under URLs that change with their content: `/s/<digest>/css/app.css`.

One digest covers the whole folder, so that ES modules import each other by relative
path without a bundler. An old digest still answers (with today's file, not cached):
a tab opened before a deploy must not go blank.
"""

import hashlib
import mimetypes
from pathlib import Path

from flask import Blueprint, Response, current_app, send_from_directory, url_for

bp = Blueprint("assets", __name__)
mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
YEAR = 31_536_000


class Assets:
    """The folder of static files and the digest of all of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.digest = self._digest()

    def files(self) -> list[str]:
        """Relative paths of all files, sorted."""
        return sorted(
            p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*") if p.is_file()
        )

    def _digest(self) -> str:
        sha = hashlib.sha256()
        for name in self.files():
            sha.update(name.encode() + b"\0" + (self.folder / name).read_bytes())
        return sha.hexdigest()[:16]


def assets() -> Assets:
    """The assets of the running application."""
    found: Assets = current_app.extensions["assets"]
    return found


def asset_url(name: str) -> str:
    """The URL of a static file for this release."""
    return url_for("assets.file", digest=assets().digest, name=name)


@bp.get("/s/<digest>/<path:name>")
def file(digest: str, name: str) -> Response:
    """One static file; immutable when the digest is today's. The scanner's worker alone may run wasm."""
    fresh = digest == assets().digest
    response = send_from_directory(assets().folder, name, max_age=YEAR if fresh else 0)
    if fresh:
        response.cache_control.immutable = True
    response.headers["X-Content-Type-Options"] = "nosniff"
    if name.startswith("js/scanner/worker"):
        response.headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
        )
    return response
