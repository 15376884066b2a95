"""The form of notices that all cities share: rulesets/notice.toml, read once."""

from functools import cache
from pathlib import Path

from app.regulation.loader_fields import Reader
from app.regulation.loader_files import read_toml
from app.regulation.loader_problems import RulesetError
from app.regulation.tables_notice import Form

_FILE = Path(__file__).parent / "rulesets" / "notice.toml"


@cache
def shared_form() -> Form:
    """Topics, rules and words of every form; RulesetError names each mistake of the file."""
    reader = Reader(_FILE.name)
    form = reader.row(Form, read_toml(_FILE))
    if form is None or reader.problems:
        raise RulesetError(reader.problems, folder=_FILE.parent.name)
    return form
