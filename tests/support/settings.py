"""Settings of the application under test; the values explain themselves when they show up."""

from pathlib import Path

from app.config import Settings


def test_settings(
    database_url: str, folder: Path, public_url: str = "https://confere.test"
) -> Settings:
    """Settings for a test run in `folder`."""
    return Settings(
        database_url=database_url,
        secret_key="test-secret-key-" + "x" * 32,
        ledger_key=b"test-ledger-key-" + b"l" * 16,
        person_key=b"test-person-key-" + b"p" * 16,
        data_dir=folder,
        public_url=public_url,
        hosts=(public_url.split("://", 1)[1],),
        secure=public_url.startswith("https://"),
        proxies=0,
    )


test_settings.__test__ = False  # type: ignore[attr-defined]
