"""Places on a record's page that the parts above fill: inspections, permits, seals.

The registry cannot import them, so each says at start what it shows.
"""

from collections.abc import Callable
from dataclasses import dataclass

from app.accounts.domain import Actor
from app.accounts.permissions import Permission


@dataclass(frozen=True)
class Panel:
    """A template that gets `panel.rows`, made by `rows(actor, record id)`."""

    name: str
    template: str
    rows: Callable[[Actor, str], object]
    permission: Permission


@dataclass(frozen=True)
class FilledPanel:
    """What the page includes."""

    template: str
    rows: object


_panels: dict[str, dict[str, Panel]] = {"vehicle": {}, "driver": {}, "platform": {}}


def add_panel(record: str, panel: Panel) -> None:
    """Show the panel on pages of "vehicle", "driver" or "platform"; a name counts once."""
    _panels[record][panel.name] = panel


def filled_panels(record: str, actor: Actor, id: str) -> tuple[FilledPanel, ...]:
    """The panels of one record for those the actor may see, in the order they were added."""
    return tuple(
        FilledPanel(panel.template, panel.rows(actor, id))
        for panel in _panels[record].values()
        if actor.can(panel.permission)
    )
