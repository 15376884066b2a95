"""What the parts give to the ledger, connected once: checks, lines of the export, anchors' contents.

The ledger lies below all of them and imports none; `app/parts.py` calls this at start.
"""

from app.accounts.models import DeviceKey
from app.accounts.verification_checks import device_key_mirror
from app.cases.models import (
    CaseCancelling,
    CaseDocument,
    CaseDuty,
    CaseFile,
    CaseNotice,
    CaseSeries,
    CaseStep,
)
from app.cases.verification_checks import (
    cancelling_mirror,
    case_notice_mirror,
    case_number_check,
    duty_mirror,
    file_mirror,
    paper_file_check,
    paper_file_lines,
    paper_mirror,
    step_mirror,
)
from app.evidence.models import Attachment, AttachmentReceived
from app.evidence.verification_checks import photo_file_check, photo_file_lines, received_mirror
from app.fees.models import UfmValue
from app.fees.verification_checks import ufm_mirror
from app.infractions.anchored import anchored_counts_check, count_notices, count_numbers
from app.infractions.models import (
    Notice,
    NoticeAnnotation,
    NumberBlock,
    NumberOutcome,
    NumberSeries,
)
from app.infractions.verification_checks import notice_mirror, signature_check
from app.infractions.verification_numbers import (
    annotation_mirror,
    block_mirror,
    number_check,
    outcome_mirror,
)
from app.inspections.models import (
    Inspection,
    InspectionDefect,
    InspectionMissed,
    InspectionResult,
    InspectionSeal,
    ReportSeries,
)
from app.inspections.models_checks import InspectionDraw, InspectionFlag, InspectionReview
from app.inspections.verification_checks import (
    defect_check,
    report_check,
    visit_mirror,
    visit_signature_check,
)
from app.inspections.verification_mirrors import (
    draw_mirror,
    flag_mirror,
    given_seal_mirror,
    missed_mirror,
    result_mirror,
    review_mirror,
)
from app.ledger.checks import register_check
from app.ledger.export import register_lines, register_table
from app.ledger.signers import register_contents, register_signer
from app.permits.anchor_signer import anchor_signer
from app.permits.models import SigningKey
from app.sync.models import Quarantined
from app.sync.verification_checks import attachment_check, quarantined_mirror

MIRRORS = (
    device_key_mirror,
    block_mirror,
    notice_mirror,
    outcome_mirror,
    annotation_mirror,
    received_mirror,
    quarantined_mirror,
    visit_mirror,
    result_mirror,
    given_seal_mirror,
    missed_mirror,
    flag_mirror,
    review_mirror,
    draw_mirror,
    file_mirror,
    case_notice_mirror,
    duty_mirror,
    step_mirror,
    cancelling_mirror,
    paper_mirror,
    ufm_mirror,
)
CHECKS = {
    "signatures": signature_check,
    "numbers": number_check,
    "visit signatures": visit_signature_check,
    "defects": defect_check,
    "reports": report_check,
    "attachments": attachment_check,
    "photo files": photo_file_check,
    "cases": case_number_check,
    "paper files": paper_file_check,
    "anchored counts": anchored_counts_check,
}
# In the order in which the second verifier wants them: keys before what they signed.
TABLES = (
    SigningKey,
    DeviceKey,
    NumberSeries,
    NumberBlock,
    Notice,
    NumberOutcome,
    NoticeAnnotation,
    ReportSeries,
    Inspection,
    InspectionDefect,
    InspectionResult,
    InspectionSeal,
    InspectionMissed,
    InspectionFlag,
    InspectionReview,
    InspectionDraw,
    CaseSeries,
    CaseFile,
    CaseNotice,
    CaseDuty,
    CaseStep,
    CaseCancelling,
    CaseDocument,
    UfmValue,
    Quarantined,
    Attachment,
    AttachmentReceived,
)


def connect_ledger() -> None:
    """Tell the ledger what there is to check, export and count."""
    for mirror in MIRRORS:
        register_check(mirror.table.name, mirror.check)
    for name, check in CHECKS.items():
        register_check(name, check)
    for table in TABLES:
        register_table(table)
    register_lines("photo_file", photo_file_lines)
    register_lines("paper_file", paper_file_lines)
    register_contents("notices", count_notices)
    register_contents("numbers", count_numbers)
    register_signer(anchor_signer)
