"""Private halves of signing keys as files outside the database: one seed of 32 bytes each, 0600."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.kernel.errors import RuleRefused

SEED_BYTES = 32
KIDS = range(1, 256)  # 0 stays unused: an empty field is never a key


@dataclass(frozen=True)
class KeyFolder:
    """`data_dir/keys`: one folder per city, `003-printed` for key 3, and the root beside them."""

    path: Path

    def seed(self, slug: str, kid: int, use: str) -> Ed25519PrivateKey:
        """The private half of a key; `RuleRefused` when its file is not on this server."""
        file = self._file(slug, kid, use)
        if not file.is_file():
            raise RuleRefused(
                f"A chave {kid} não está neste servidor. Traga o arquivo ou crie outra chave."
            )
        return _read(file)

    def seed_for(self, slug: str, kid: int, use: str) -> Ed25519PrivateKey:
        """The private half of a number that the database does not know yet.

        A file left by an interrupted creation is taken up again: one number, one key, always.
        """
        file = self._file(slug, kid, use)
        return _read(file) if file.is_file() else _create(file)

    def taken(self, slug: str, use: str) -> set[int]:
        """Numbers whose file belongs to another use."""
        folder = self.path / slug
        names = (p.name.partition("-") for p in folder.glob("[0-9][0-9][0-9]-*"))
        return {int(kid) for kid, _, of in names if of != use}

    def root(self) -> Ed25519PrivateKey | None:
        """The offline root, while its file is here."""
        file = self.path / "root"
        return _read(file) if file.is_file() else None

    def ensure_root(self) -> None:
        """Make the root once. Where only its public half remains, it was taken offline: leave it."""
        if (self.path / "root.pub").is_file():
            return
        root = _create(self.path / "root")
        _write(self.path / "root.pub", root.public_key().public_bytes_raw().hex().encode())

    def root_public_hex(self) -> str:
        """64 hexadecimal characters for phones to hold; "" before the first key was made."""
        file = self.path / "root.pub"
        return file.read_text(encoding="ascii").strip() if file.is_file() else ""

    def _file(self, slug: str, kid: int, use: str) -> Path:
        return self.path / slug / f"{kid:03d}-{use}"


def _read(file: Path) -> Ed25519PrivateKey:
    seed = file.read_bytes()
    if len(seed) != SEED_BYTES:
        raise RuleRefused(f"O arquivo da chave {file.name} está danificado: deve ter 32 bytes.")
    return Ed25519PrivateKey.from_private_bytes(seed)


def _create(file: Path) -> Ed25519PrivateKey:
    seed = secrets.token_bytes(SEED_BYTES)
    _write(file, seed)
    return Ed25519PrivateKey.from_private_bytes(seed)


def _write(file: Path, content: bytes) -> None:
    # O_EXCL: no path ever replaces a key. fsync: a seal signed now must verify after a power cut.
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.write(handle, content)
        os.fsync(handle)
    finally:
        os.close(handle)
