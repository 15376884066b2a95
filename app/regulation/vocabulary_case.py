"""Words of case.toml: kinds of answers, what a step does, what a move asks, where a term begins."""

from enum import StrEnum


class AskKind(StrEnum):
    """What an answer is."""

    LINE = "line"
    TEXT = "text"
    DATE = "date"
    CHOICE = "choice"
    PERSONS = "persons"  # ids, separated by spaces
    FILE = "file"  # SHA-256 of a paper of the step
    UFM = "ufm"
    DAYS = "days"


class Mark(StrEnum):
    """What a step does to the case beside moving it."""

    SENDS = "sends"  # a notice is on its way
    NOTIFIES = "notifies"  # the offender knows of the notice: its term runs
    COPIES = "copies"  # the other addressee was told (PAT art. 22)
    DEFENDS = "defends"
    PENALISES = "penalises"  # fixes the fine
    SETTLES = "settles"  # the decision is definitive from this day
    PAYS = "pays"
    SUSPENDS = "suspends"  # a suspension with days and start
    CASSATES = "cassates"
    RECUSES = "recuses"  # its person takes no further part


class StepDay(StrEnum):
    """From which civil day a step has effect."""

    TODAY = "today"
    PAST = "past"  # the day of a proof: a receipt, an edition; never after today


class Flag(StrEnum):
    """What a move may ask of the case."""

    SIGNED = "signed"  # the signature on the spot counts as notification
    WARNING = "warning"  # the case is of a written warning
    LAPSED = "lapsed"  # the term whose end annuls is over
    TERM_OVER = "term_over"  # the term to defend is over
    FINABLE = "finable"  # the infraction carries a fine
    SUSPENDABLE = "suspendable"  # the infraction carries a suspension
    PAID = "paid"
    PAY_OVER = "pay_over"
    COPIED = "copied"
    SPANNED = "spanned"  # a suspension or bar was fixed
    SPAN_OVER = "span_over"  # the suspension was served, or the bar has ended
    CASSATED = "cassated"


class Since(StrEnum):
    """The day from which a term is counted."""

    FACT = "fact"
    WRITTEN = "written"
    HOUR = "hour"  # the instant of the fact, for terms in hours
    NOTIFIED = "notified"
    DEFENDED = "defended"
    STATE = "state"  # when the case came to where it stands
    SETTLED = "settled"


# Names of `app.regulation.case_checks` that a row may ask for.
CASE_CHECKS = frozenset(
    {
        "complete",
        "defence_term",
        "inscription_decided",
        "recommends",
        "fine",
        "sanction_type",
        "cassation",
        "suspension",
        "commission",
    }
)
