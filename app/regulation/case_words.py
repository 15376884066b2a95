"""The words of cases that all cities share: rulesets/case.toml, read once."""

from functools import cache
from pathlib import Path

from app.regulation.loader_fields import Reader
from app.regulation.loader_files import read_toml
from app.regulation.loader_problems import RulesetError
from app.regulation.tables_case import CaseWords

_FILE = Path(__file__).parent / "rulesets" / "case.toml"


@cache
def shared_words() -> CaseWords:
    """rulesets/case.toml, read once; RulesetError names each mistake of the file."""
    reader = Reader(_FILE.name)
    words = reader.row(CaseWords, read_toml(_FILE))
    if words is None or reader.problems:
        raise RulesetError(reader.problems, folder=_FILE.parent.name)
    return words
