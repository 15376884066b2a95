"""The events of cases in the ledger: their kinds, and the columns that each tells of its row.

A column that is no member of the body is the event's own: id, city, person, account, instant.
"""

from typing import Final

OPENED: Final = "case.opened"
JOINED: Final = "case.notice"
DUTY: Final = "case.duty"
TAKEN: Final = "case.step"
CANCELLED: Final = "case.cancelled"
KEPT: Final = "case.document"
PAPER_READ: Final = "case.paper_read"
# Alerts (threats.md T14): a cancellation out of hours, and one that the ceiling stopped.
OFF_HOURS: Final = "case.off_hours"
CEILING: Final = "case.ceiling"

FILE_TOLD: Final = (
    "path",
    "series",
    "value",
    "training",
    "notice_id",
    "offender_person_id",
    "driver_id",
    "platform_id",
    "vehicle_id",
    "code",
    "happened_at",
    "ruleset_slug",
    "ruleset_version",
    "ruleset_hash",
)
STEP_TOLD: Final = (
    "seq",
    "step",
    "state_after",
    "acted_on",
    "on_day",
    "role_grant_id",
    "duty",
    "sha256",
    "prev_sha256",
    "off_hours",
)
CANCELLING_TOLD: Final = (
    "step_id",
    "day",
    "person_slot",
    "city_slot",
    "proposal_id",
    "proposed_by",
    "process_number",
    "off_hours",
)
PAPER_TOLD: Final = ("step_id", "kind", "number", "name", "media_type", "size", "sha256")
