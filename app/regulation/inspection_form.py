"""The form of inspections that all cities share: rulesets/inspection.toml, read once."""

from functools import cache
from pathlib import Path

from app.regulation.loader_fields import Reader
from app.regulation.loader_files import read_toml
from app.regulation.loader_problems import RulesetError
from app.regulation.tables_inspection import InspectionForm

_FILE = Path(__file__).parent / "rulesets" / "inspection.toml"


@cache
def shared_inspection_form() -> InspectionForm:
    """Photos and rules of every inspection; RulesetError names each mistake of the file."""
    reader = Reader(_FILE.name)
    form = reader.row(InspectionForm, read_toml(_FILE))
    if form is None or reader.problems:
        raise RulesetError(reader.problems, folder=_FILE.parent.name)
    return form
