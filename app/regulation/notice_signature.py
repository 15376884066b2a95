"""When an ending is itself the notification (PLA art. 50 §3 as the city reads it; CFG-PLA-28).

Twin of `notifies` and `dueOn` in static/js/notice/due.js.
"""

from app.kernel.civil import civil_time
from app.kernel.names import fold
from app.regulation.notice_look import Look, filled, instant

HOLDER = "authorised_driver"
# A copy shown on the screen is in nobody's hands.
_IN_HAND = ("printed", "shared")


def notifies(look: Look) -> bool:
    """Whether the record's ending counts as notification under `$catalogue.deadline.counts`.

    Refusal and evasion count where the reading names them; a signature only when it is the
    driver's, and by the safer reading only the authorised driver's own, copy in hand.
    """
    endings = look("$catalogue.deadline.counts.endings")
    ending = look("ending.kind")
    if not isinstance(endings, list) or ending not in endings:
        return False
    if ending != "signed":
        return True
    if look("ending.signer") != "driver":
        return False
    if look("$catalogue.deadline.counts.holder") is True and not _is_holder(look):
        return False
    return look("$catalogue.deadline.counts.withCopy") is not True or in_hand(look)


def holder_signed(look: Look) -> bool:
    """Whether the one who answers signed himself and took a copy: then he knows, under any text."""
    own = look("ending.kind") == "signed" and look("ending.signer") == "driver"
    return own and _is_holder(look) and in_hand(look)


def in_hand(look: Look) -> bool:
    """Whether the driver took a copy, on paper or in his own phone."""
    return look("copy.delivered") is True and look("copy.how") in _IN_HAND


def due_on(look: Look) -> str:
    """Last day to appeal ("2026-12-10") where the ending notifies; "" where the term runs later."""
    signed = instant(look("ending.at"))
    if signed is None or not notifies(look):
        return ""
    day = civil_time(signed, str(look("$catalogue.zone"))).date().isoformat()
    due = look(f"$catalogue.deadline.dueBySignatureOn.{day}")
    return due if isinstance(due, str) else ""


def _is_holder(look: Look) -> bool:
    """The driver is the authorised driver who answers: by number, or by name where one lacks it."""
    if look("offender.kind") != HOLDER:
        return False
    mine, his = _digits(look("driver.cpf")), _digits(look("offender.tax_id"))
    if mine and his:
        return mine == his
    name = look("driver.name")
    held = look("offender.name")
    if not (isinstance(name, str) and isinstance(held, str) and filled(name)):
        return False
    return fold(name) == fold(held)


def _digits(value: object) -> str:
    return "".join(filter(str.isdecimal, value)) if isinstance(value, str) else ""
