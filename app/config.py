"""Configuration: read once from the environment, refusing nonsense with the variable's name.

`make run` writes the variables of the local installation to `var/confere.env`; a real
installation sets them itself. There are no fallback secrets.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class ConfigurationError(SystemExit):
    """A variable is missing or wrong; the message names it and says what to set."""


@dataclass(frozen=True)
class Settings:
    """Everything the application is told from outside."""

    database_url: str
    secret_key: str
    ledger_key: bytes  # HMAC of ledger links
    person_key: bytes  # HMAC of CPFs
    data_dir: Path  # signing keys, photos
    public_url: str  # "https://confere.planura.mg.gov.br", printed in codes
    hosts: tuple[str, ...]  # hosts whose codes are ours
    secure: bool  # https: cookies with the __Host- prefix, HSTS
    proxies: int  # trusted proxy hops

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """Read `environ` (default: the file `var/confere.env` under the process environment)."""
        env = environ if environ is not None else {**_file_values(), **os.environ}
        public_url = _required(env, "CONFERE_PUBLIC_URL").rstrip("/").lower()
        if not public_url.startswith(("https://", "http://")):
            raise ConfigurationError(
                "CONFERE_PUBLIC_URL: comece com https:// (ou http:// no treino)."
            )
        # Without a certificate the scheme stays in the name, so that https alone is never implied.
        host = public_url.removeprefix("https://")
        if len(host.removeprefix("http://")) > 27:
            raise ConfigurationError(
                "CONFERE_PUBLIC_URL: o endereço passa de 27 caracteres e não cabe no código."
            )
        extra = tuple(h.strip() for h in env.get("CONFERE_HOSTS", "").split(",") if h.strip())
        return cls(
            database_url=_required(env, "CONFERE_DATABASE_URL"),
            secret_key=_long(env, "CONFERE_SECRET_KEY"),
            ledger_key=_key(env, "CONFERE_LEDGER_KEY"),
            person_key=_key(env, "CONFERE_PERSON_KEY"),
            data_dir=Path(_required(env, "CONFERE_DATA_DIR")),
            public_url=public_url,
            hosts=(host, *extra),
            secure=public_url.startswith("https://"),
            proxies=_number(env, "CONFERE_PROXIES"),
        )


def _file_values() -> dict[str, str]:
    path = Path(os.environ.get("CONFERE_ENV_FILE", ROOT / "var" / "confere.env"))
    if not path.is_file():
        return {}
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def _required(env: Mapping[str, str], name: str) -> str:
    value = env.get(name, "").strip()
    if not value:
        raise ConfigurationError(f"{name}: falta definir. Rode `make run` ou defina a variável.")
    return value


def _long(env: Mapping[str, str], name: str) -> str:
    value = _required(env, name)
    if len(value) < 32:
        raise ConfigurationError(f"{name}: use ao menos 32 caracteres aleatórios.")
    return value


def _key(env: Mapping[str, str], name: str) -> bytes:
    try:
        key = bytes.fromhex(_required(env, name))
    except ValueError:
        key = b""
    if len(key) != 32:
        raise ConfigurationError(f"{name}: use 64 dígitos hexadecimais (32 bytes).")
    return key


def _number(env: Mapping[str, str], name: str) -> int:
    value = env.get(name, "0").strip() or "0"
    if not value.isdecimal() or int(value) > 5:
        raise ConfigurationError(f"{name}: use um número de 0 a 5.")
    return int(value)
