"""All pages of the registry; importing this connects them to the blueprint."""

from app.registry import (
    views_drivers,
    views_links,
    views_owners,
    views_people,
    views_platforms,
    views_vehicles,
)
from app.registry.blueprint import bp

__all__ = [
    "bp",
    "views_drivers",
    "views_links",
    "views_owners",
    "views_people",
    "views_platforms",
    "views_vehicles",
]
