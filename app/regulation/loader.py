"""Loads the rulesets: files to one frozen `Ruleset`, or one error that names every mistake."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from app.regulation.loader_case import check_case
from app.regulation.loader_files import Folder, folder_hash, read_folder
from app.regulation.loader_inspection import check_inspection
from app.regulation.loader_links import check_links
from app.regulation.loader_notice import check_notice
from app.regulation.loader_papers import check_papers
from app.regulation.loader_problems import Problem, RulesetError
from app.regulation.loader_sense import check_sense
from app.regulation.ruleset import Ruleset

__all__ = ["RULESETS", "Problem", "RulesetError", "load_all", "load_ruleset"]

RULESETS = Path(__file__).parent / "rulesets"


def load_ruleset(folder: Path) -> Ruleset:
    """The ruleset in `folder`; RulesetError with all mistakes found when it cannot be used."""
    read = read_folder(folder)
    check_links(read)
    check_sense(read)
    check_notice(read)
    check_inspection(read)
    check_case(read)
    check_papers(read)
    if read.problems:
        raise RulesetError(read.problems, folder=folder.name)
    return _ruleset(read)


@cache
def load_all(root: Path = RULESETS) -> Mapping[str, Ruleset]:
    """Every ruleset under `root` by slug, read once: the files never change while in use."""
    folders = sorted(path for path in root.iterdir() if path.is_dir() and path.name[0] not in "._")
    return MappingProxyType({folder.name: load_ruleset(folder) for folder in folders})


def _ruleset(read: Folder) -> Ruleset:
    typed = read.typed
    instrument = typed["instrument.toml"]
    return Ruleset(
        instrument=instrument,
        hash=folder_hash(read.path, instrument.source_file),
        provisions=typed["provisions.toml"].provision,
        checks=typed["verdict.toml"].check,
        decisions=typed["decisions.toml"].decision,
        infractions=typed["infractions.toml"].infraction,
        recidivism=typed["infractions.toml"].recidivism,
        items=typed["checklists.toml"].item,
        documents=typed["documents.toml"].document,
        deadlines=typed["deadlines.toml"].deadline,
        fees=typed["fees.toml"].fee,
        amounts=typed["fees.toml"].amount,
        fares=typed.get("fares.toml"),
        readings=typed["infractions.toml"].reading,
        notices=typed.get("notice.toml"),
        inspections=typed.get("inspection.toml"),
        cases=typed.get("case.toml"),
        papers=typed.get("papers.toml"),
    )
