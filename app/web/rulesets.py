"""The rulesets of this installation, loaded once at start; a broken file stops it."""

from collections.abc import Mapping

from flask import current_app

from app.accounts.queries import City
from app.regulation.loader import load_all
from app.regulation.ruleset import Ruleset


def load_installed() -> Mapping[str, Ruleset]:
    """All rulesets by slug; raises RulesetError naming file, key and reason."""
    return load_all()


def ruleset_of(city: City) -> Ruleset:
    """The ruleset that a city runs."""
    rulesets: Mapping[str, Ruleset] = current_app.extensions["rulesets"]
    return rulesets[city.ruleset]
