"""A naive case: who may do what from where, written by hand from requirements.md §7.1 and §11.

It shares nothing with case.toml or `case_run`: plain dicts, plain sets, no calendar.
"""

from dataclasses import dataclass, field

# step → {from: to}; "=" stays. Only what a notice can go through.
PLANURA = {
    "opinion": {"drawn": "=", "defended": "="},
    "homologate": {"drawn": "homologated"},
    "archive": {"drawn": "archived"},
    "send": {"homologated": "notice_sent", "notice_failed": "notice_sent",
             "penalised": "penalty_sent", "penalty_failed": "penalty_sent"},
    "received": {"notice_sent": "notified", "penalty_sent": "settled"},
    "returned": {"notice_sent": "notice_failed", "penalty_sent": "penalty_failed"},
    "in_person": {"homologated": "notified", "notice_failed": "notified",
                  "penalised": "settled", "penalty_failed": "settled"},
    "edital": {"notice_failed": "notified", "penalty_failed": "settled"},
    "defend": {state: "defended" for state in (
        "homologated", "notice_sent", "notice_failed", "notified", "undefended")},
    "term_over": {"notified": "undefended"},
    "judge_grant": {"defended": "granted"},
    "judge_reject": {"defended": "rejected"},
    "apply_penalty": {"undefended": "penalised", "rejected": "penalised"},
    "pay": {"settled": "paid", "penalised": "=", "penalty_sent": "=", "penalty_failed": "="},
}  # fmt: skip
PATROCINIO = {
    **{step: PLANURA[step] for step in (
        "returned", "edital", "term_over", "judge_grant", "judge_reject", "apply_penalty", "pay")},
    "opinion": {"defended": "="},
    "send": {"drawn": "notice_sent", "notice_failed": "notice_sent",
             "penalised": "penalty_sent", "penalty_failed": "penalty_sent"},
    "received": PLANURA["received"],
    "copy": {state: "=" for state in (
        "drawn", "notice_sent", "notice_failed", "notified", "undefended", "defended", "rejected")},
    "electronic": {"drawn": "notified", "notice_failed": "notified",
                   "penalised": "settled", "penalty_failed": "settled"},
    "defend": {state: "defended" for state in (
        "drawn", "notice_sent", "notice_failed", "notified", "undefended")},
}  # fmt: skip
OVER = {"archived", "granted", "paid", "annulled", "void"}
ROLES = {
    "opinion": {"chief", "office"}, "homologate": {"secretary"}, "archive": {"secretary"},
    "send": {"office"}, "received": {"office"}, "returned": {"office"}, "in_person": {"office"},
    "electronic": {"office"}, "edital": {"office"}, "copy": {"office"},
    "defend": {"offender", "office"}, "term_over": {"system", "office"},
    "judge_grant": {"secretary"}, "judge_reject": {"secretary"}, "apply_penalty": {"secretary"},
    "pay": {"system", "office"}, "annul": {"secretary"}, "propose_annulment": {"chief", "office"},
}  # fmt: skip
DECIDES = {
    "opinion", "homologate", "archive", "judge_grant", "judge_reject", "apply_penalty", "annul",
    "propose_annulment",
}  # fmt: skip
CANCELS = {"archive": "opinion", "judge_grant": "opinion", "annul": "propose_annulment"}
DUTY = {"homologate": "H", "archive": "H", "judge_grant": "J", "judge_reject": "J"}


@dataclass
class Naive:
    """The case as a person with a pencil would keep it."""

    table: dict[str, dict[str, str]]
    author: str
    offender: str
    state: str = "drawn"
    duty: dict[str, str] = field(default_factory=dict)
    proposals: list[tuple[str, str, str]] = field(default_factory=list)
    penalties: int = 0
    notified: bool = False
    paid: bool = False
    copied: bool = False

    def moves(self, step: str) -> str | None:
        """Where the step leads; None for nowhere."""
        if step in ("annul", "propose_annulment"):
            if self.state in OVER - {"paid"}:
                return None
            return "annulled" if step == "annul" else self.state
        to = self.table.get(step, {}).get(self.state)
        if to is None or (step == "copy" and self.copied):
            return None
        if step == "apply_penalty" and "copy" in self.table and not self.copied:
            return None
        if step == "pay" and to == "=" and self.paid:
            return None
        if to == "settled" and self.paid:
            return "paid"
        return self.state if to == "=" else to

    def person_may(self, step: str, person: str, roles: set[str]) -> bool:
        """Whether this person may, wherever the case stands."""
        mine = roles & ROLES[step]
        if person == self.offender:
            mine &= {"offender"}
        else:
            mine -= {"offender"}
        if not mine:
            return False
        if mine == {"system"} or person == "":
            return True
        if person == self.author and step in DECIDES:
            return False
        held = self.duty.get(person)
        if step in DUTY and held not in (None, DUTY[step]):
            return False
        if step in CANCELS:
            others = [p for p in self.proposals if p[0] == CANCELS[step] and p[1] != person]
            return bool(others) and others[-1][2] in ("", step)
        return True

    def take(self, step: str, person: str, recommends: str, to: str) -> None:
        """Note the step."""
        if step in DUTY:
            self.duty.setdefault(person, DUTY[step])
        if step in ("opinion", "propose_annulment"):
            self.proposals.append((step, person, recommends))
        self.penalties += step == "apply_penalty"
        self.notified |= to == "notified" or step == "defend"
        self.paid |= step == "pay"
        self.copied |= step == "copy"
        self.state = to
