"""The fictitious ruleset "exemplo", and a way to break a copy of it on purpose."""

import shutil
from pathlib import Path

from app.regulation.loader import load_ruleset
from app.regulation.ruleset import Ruleset

EXAMPLE = Path(__file__).parents[1] / "regulation" / "data" / "exemplo"


def example() -> Ruleset:
    """The sound ruleset: a law in force since 2 April 2024, one mandatory decision open."""
    return load_ruleset(EXAMPLE)


def edited(into: Path, file: str, old: str, new: str) -> Path:
    """A copy of the example with one edit; the text to replace must stand in the file."""
    folder = into / EXAMPLE.name
    shutil.copytree(EXAMPLE, folder, dirs_exist_ok=True)
    content = (folder / file).read_text(encoding="utf-8")
    assert old in content, f"{old!r} is not in {file}"
    (folder / file).write_text(content.replace(old, new, 1), encoding="utf-8")
    return folder
