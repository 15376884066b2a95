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
    "anchors.city": PUBLIC,
    "anchors.document": PUBLIC,
    "anchors.index": PUBLIC,
    "assets.file": PUBLIC,
    "bookings.agenda": P.BOOKING_DAY,
    "bookings.arrived": P.BOOKING_DAY,
    # The car's own people and the office: whose car it is, the verb asks; 404 to everybody else.
    "bookings.book_page": SIGNED_IN,
    "bookings.booking": SIGNED_IN,
    "bookings.by_plate": P.BOOKING_WRITE,
    "bookings.calendar_entry": SIGNED_IN,
    "bookings.call_new": P.BOOKING_WRITE,
    "bookings.call_page": P.BOOKING_WRITE,
    "bookings.call_withdraw": P.BOOKING_WRITE,
    "bookings.calls_page": P.BOOKING_WRITE,
    "bookings.cancel_page": SIGNED_IN,
    "bookings.guide_page": P.BOOKING_WRITE,
    "bookings.guide_withdraw": P.BOOKING_WRITE,
    "bookings.missed_page": P.BOOKING_DAY,
    "bookings.move_page": SIGNED_IN,
    "bookings.not_here": P.BOOKING_DAY,
    "bookings.own": P.BOOKING_OWN,
    "bookings.place_close": P.BOOKING_WRITE,
    "bookings.place_new": P.BOOKING_WRITE,
    "bookings.place_page": P.BOOKING_WRITE,
    "bookings.places_page": P.BOOKING_WRITE,
    "demo.code": PUBLIC,
    "demo.codes": PUBLIC,
    "driver.data": P.OWN_PERMIT_SHOW,
    "driver.device": P.SEAL_ISSUE,
    "driver.enrol": P.OWN_PERMIT_SHOW,
    "driver.permit": PUBLIC,
    "driver.release": P.SEAL_ISSUE,
    "driver.windows": P.OWN_PERMIT_SHOW,
    "driver.worker": PUBLIC,
    "evidence.attachment": SIGNED_IN,  # the author's own, or notice:read; originals restricted:read
    "evidence.driver_photo_new": P.DRIVER_WRITE,
    "evidence.photo": SIGNED_IN,
    # Photos follow their record, also after the act has ended: asked of who declared them.
    "field.attachment": SIGNED_IN,
    "field.attachment_piece": SIGNED_IN,
    "field.check": P.FIELD_CHECK,
    "field.contact": P.FIELD_CHECK,
    # Whose act ended yesterday still delivers what was written before: asked of the fact's day.
    "field.entry": SIGNED_IN,
    "field.hello": P.FIELD_CHECK,
    "field.inspection_data": P.INSPECTION_WRITE,
    "field.inspection_day": P.INSPECTION_WRITE,
    "field.inspection_seal": P.INSPECTION_WRITE,
    "field.pack": P.FIELD_CHECK,
    "field.photo": P.FIELD_CHECK,
    "field.prefill_notice": P.NOTICE_WRITE,
    "field.recent_notices": P.NOTICE_WRITE,
    "field.shell": PUBLIC,
    # A notice on paper: its author's own, and who may read notices; 404 to everybody else.
    "infractions.annotate_page": P.NOTICE_SEE,
    "infractions.block": P.NOTICE_READ,
    "infractions.explain": P.NUMBER_EXPLAIN,
    "infractions.give_back": P.NUMBER_EXPLAIN,
    "infractions.notice": P.NOTICE_SEE,
    "infractions.notices_page": P.NOTICE_SEE,
    "infractions.numbers": P.NOTICE_READ,
    "infractions.pdf": P.NOTICE_SEE,
    "infractions.roll": P.NOTICE_SEE,
    "inspections.compare": P.INSPECTION_READ,
    "inspections.earlier_new": P.INSPECTION_IMPORT,
    "inspections.hand_over_seal": P.INSPECTION_SEE,
    "inspections.numbers_csv": P.INSPECTION_READ,
    "inspections.numbers_page": P.INSPECTION_READ,
    # The report: the office, its inspector, driver and platform of that car; 404 to everybody else.
    "inspections.report_pdf": SIGNED_IN,
    "inspections.review_page": P.INSPECTION_REVIEW,
    "inspections.seal_pdf": P.INSPECTION_SEE,
    "inspections.visit": P.INSPECTION_SEE,
    "inspections.visits_page": P.INSPECTION_SEE,
    "norma.index": PUBLIC,
    "norma.instrument": PUBLIC,
    "pages.health": PUBLIC,
    "pages.home": PUBLIC,
    "pages.start": SIGNED_IN,
    "permits.card": P.PERMIT_PREPARE,
    "permits.end_pause": P.PERMIT_GRANT,
    "permits.extend_pause": P.PERMIT_GRANT,
    "permits.grant": P.PERMIT_GRANT,
    "permits.issue": P.SEAL_ISSUE,
    "permits.kill": P.SEAL_ISSUE,
    "permits.lift": P.PERMIT_SUSPEND,
    "permits.pause": P.PERMIT_GRANT,
    "permits.permit": P.PERMIT_READ,
    "permits.permits": P.PERMIT_READ,
    "permits.population": P.PERMIT_PREPARE,
    "permits.reprint": P.SEAL_ISSUE,
    "permits.sheet": P.PERMIT_PREPARE,
    "permits.suspend": P.PERMIT_SUSPEND,
    "pwa.field_file": PUBLIC,
    "pwa.field_manifest": PUBLIC,
    "pwa.manifest": PUBLIC,
    "pwa.worker": PUBLIC,
    "registry.accreditation_end": P.DRIVER_WRITE,
    "registry.driver": P.DRIVER_READ,
    "registry.driver_document": P.DRIVER_WRITE,
    "registry.driver_edit": P.DRIVER_WRITE,
    "registry.driver_link_end": P.VEHICLE_WRITE,
    "registry.driver_new": P.DRIVER_WRITE,
    "registry.driver_platform_new": P.DRIVER_WRITE,
    "registry.driver_remove": P.DRIVER_WRITE,
    "registry.drivers": P.DRIVER_READ,
    "registry.owner_edit": P.VEHICLE_WRITE,
    "registry.platform": P.PLATFORM_READ,
    "registry.platform_document": P.PLATFORM_WRITE,
    "registry.platform_edit": P.PLATFORM_WRITE,
    "registry.platform_link_end": P.VEHICLE_WRITE,
    "registry.platform_new": P.PLATFORM_WRITE,
    "registry.platform_person_end": P.PLATFORM_WRITE,
    "registry.platform_person_new": P.PLATFORM_WRITE,
    "registry.platform_remove": P.PLATFORM_WRITE,
    "registry.platforms": P.PLATFORM_READ,
    "registry.vehicle": P.VEHICLE_READ,
    "registry.vehicle_document": P.VEHICLE_WRITE,
    "registry.vehicle_driver_new": P.VEHICLE_WRITE,
    "registry.vehicle_edit": P.VEHICLE_WRITE,
    "registry.vehicle_new": P.VEHICLE_WRITE,
    "registry.vehicle_platform_new": P.VEHICLE_WRITE,
    "registry.vehicle_remove": P.VEHICLE_WRITE,
    "registry.vehicles": P.VEHICLE_READ,
    "settings.calendar": P.BOOKING_DAY,
    "settings.calendar_day": P.CALENDAR_WRITE,
    "settings.calendar_withdraw": P.CALENDAR_WRITE,
    "sync.devices": P.STOP_READ,
    "sync.quarantine": P.QUARANTINE_READ,
    "verification.inspection_report": PUBLIC,
    "verification.inspection_report_form": PUBLIC,
    "verification.lead_handle": P.LEAD_READ,
    "verification.leads": P.LEAD_READ,
    "verification.lookup": PUBLIC,
    "verification.notice": PUBLIC,
    "verification.notice_form": PUBLIC,
    "verification.public": PUBLIC,
    "verification.report_plate": PUBLIC,
    "verification.stop": P.STOP_READ,
    "verification.stops": P.STOP_READ,
}


def rule_of(endpoint: str) -> Rule | None:
    """The rule of an endpoint; None means closed."""
    return ROUTES.get(endpoint)
