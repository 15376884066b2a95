"""Who acts. Pure: an actor is a value made once per request from the session."""

from dataclasses import dataclass
from datetime import date

from app.accounts.permissions import ROLE_PERMISSIONS, Permission, Role
from app.kernel.errors import Denied


@dataclass(frozen=True)
class Designation:
    """A role in force today with the act that gives it."""

    role: Role
    act: str
    registration: str
    starts_on: date
    ends_on: date | None

    def holds_on(self, day: date) -> bool:
        """Whether the act is in force on a civil day, both ends included."""
        return self.starts_on <= day and (self.ends_on is None or day <= self.ends_on)


@dataclass(frozen=True)
class Actor:
    """The person, account, city and device behind a request, with the roles of today."""

    municipality_id: str
    person_id: str
    account_id: str
    name: str
    designations: tuple[Designation, ...] = ()
    device_id: str = ""
    session_id: str = ""

    @property
    def roles(self) -> frozenset[Role]:
        """Roles in force."""
        return frozenset(d.role for d in self.designations)

    @property
    def permissions(self) -> frozenset[Permission]:
        """Union of what the roles allow."""
        return frozenset(p for role in self.roles for p in ROLE_PERMISSIONS[role])

    def can(self, permission: Permission) -> bool:
        """Whether any role in force allows it."""
        return permission in self.permissions

    def require(self, permission: Permission) -> None:
        """Raise Denied unless allowed; services call it too, so a forgotten row is no hole."""
        if not self.can(permission):
            raise Denied


def system_actor(municipality_id: str, permissions_of: tuple[Role, ...] = ()) -> Actor:
    """The command line acting for a city: seeds, projections, daily jobs."""
    today = date.min
    grants = tuple(
        Designation(role, "linha de comando", "", today, None) for role in permissions_of
    )
    return Actor(municipality_id, "system", "system", "Confere", grants)
