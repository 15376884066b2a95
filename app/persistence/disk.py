"""What the disk told this process: failed writes and syncs, and too little room.

After a failed sync nobody knows what the disk holds (threats.md T23): `/saude` stays red until the
process is started again and the database has been read anew. A full disk turns green by itself.
"""

import logging
import shutil
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, event

ROOM_MIN: Final = 64 * 1024 * 1024  # bytes; a notice with photos needs a few
_FAILED: Final = "disk I/O error"  # SQLite's words; PostgreSQL stops itself after a failed sync
_LOG = logging.getLogger(__name__)
_failures: list[str] = []


def watch(engine: Engine) -> None:
    """Remember I/O errors of this engine."""
    event.listen(engine, "handle_error", _on_error)


def complaint(data_dir: Path) -> str:
    """Why this process should not serve, in Portuguese; "" when the disk is well."""
    if _failures:
        return "O disco falhou ao gravar. Reinicie o serviço e confira com `flask ledger verify`."
    if shutil.disk_usage(data_dir).free < ROOM_MIN:
        return "O disco está quase cheio. Libere espaço: novos registros podem ser recusados."
    return ""


def _on_error(context: Any) -> None:
    if _FAILED in str(context.original_exception):
        _failures.append(_FAILED)
        _LOG.critical("disk I/O error: restart this process and verify the ledger")
