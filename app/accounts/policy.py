"""The one table of who may reach which endpoint. A new route is closed until it has a row.

A test derives the list from `url_map`: a route without a row, or a row without a route,
fails the build.
"""

from enum import Enum, auto

from app.accounts.permissions import Permission as P


class Open(Enum):
    """Rules that need no permission."""

    PUBLIC = auto()  # anybody, signed in or not
    SIGNED_IN = auto()  # any session


PUBLIC = Open.PUBLIC
SIGNED_IN = Open.SIGNED_IN
Rule = Open | P

ROUTES: dict[str, Rule] = {
    "accounts.sign_in": PUBLIC,
    "accounts.sign_in_post": PUBLIC,
    "accounts.sign_out": SIGNED_IN,
    "assets.file": PUBLIC,
    "pages.health": PUBLIC,
    "pages.home": PUBLIC,
    "pages.start": SIGNED_IN,
    "pwa.manifest": PUBLIC,
    "pwa.worker": PUBLIC,
}


def rule_of(endpoint: str) -> Rule | None:
    """The rule of an endpoint; None means closed."""
    return ROUTES.get(endpoint)
