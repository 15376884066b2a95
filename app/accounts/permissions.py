"""The one list of permissions, and the roles as sets of them.

Roles follow requirements.md §7.1 and threats.md §4.2. A role counts only with an act
of designation in force (`RoleGrant`).
"""

from enum import StrEnum


class Permission(StrEnum):
    """What a person may do, alphabetical. Views name these, never roles."""

    ACCESS_LOG_READ = "access_log:read"
    BOOKING_DAY = "booking:day"  # the day's list of the yard: arrived, missed
    BOOKING_OWN = "booking:own"  # the own car, or a car of the own platform
    BOOKING_WRITE = "booking:write"
    CALENDAR_WRITE = "calendar:write"
    CASE_DESK = "case:desk"  # the day's work
    CASE_OWN = "case:own"  # the own cases, for those without a desk
    CASE_PROPOSE = "case:propose"  # a suspension or a cassation
    CASE_READ = "case:read"
    CASE_SEE = "case:see"  # the pages of cases: the own ones, or all with case:read
    DRIVER_READ = "driver:read"
    DRIVER_WRITE = "driver:write"
    FIELD_CHECK = "field:check"
    INSPECTION_IMPORT = "inspection:import"  # paper reports from before the city used Confere
    INSPECTION_READ = "inspection:read"
    INSPECTION_REVIEW = "inspection:review"  # clear or confirm what was flagged
    INSPECTION_SEE = "inspection:see"  # the pages of visits: the own ones, or all with :read
    INSPECTION_WRITE = "inspection:write"
    LEAD_READ = "lead:read"
    NOTICE_ANNOTATE = "notice:annotate"
    NOTICE_ANNUL = "notice:annul"
    NOTICE_COMPLETE = "notice:complete"
    NOTICE_READ = "notice:read"
    NOTICE_SEE = "notice:see"  # the pages of notices: the own ones, or all with notice:read
    NOTICE_WRITE = "notice:write"
    NUMBER_EXPLAIN = "number:explain"
    OWN_PERMIT_SHOW = "own_permit:show"
    PERMIT_GRANT = "permit:grant"
    PERMIT_PREPARE = "permit:prepare"
    PERMIT_READ = "permit:read"
    PERMIT_SUSPEND = "permit:suspend"
    PLATFORM_READ = "platform:read"
    PLATFORM_WRITE = "platform:write"
    QUARANTINE_READ = "quarantine:read"
    RESTRICTED_READ = "restricted:read"
    SEAL_ISSUE = "seal:issue"
    STOP_READ = "stop:read"
    STOP_WRITE = "stop:write"
    UFM_READ = "ufm:read"
    UFM_WRITE = "ufm:write"
    VEHICLE_READ = "vehicle:read"
    VEHICLE_WRITE = "vehicle:write"


class Role(StrEnum):
    """Functions of the office and the people it serves (threats.md §4.1)."""

    ADMIN = "admin"
    AGENT = "agent"
    AUDITOR = "auditor"
    CHIEF = "chief"
    CLERK = "clerk"
    COMMISSION = "commission"
    DRIVER = "driver"
    INSPECTOR = "inspector"
    MAYOR = "mayor"
    PLATFORM = "platform"
    SECRETARY = "secretary"


P = Permission
_REGISTRY_READ = {P.DRIVER_READ, P.PERMIT_READ, P.PLATFORM_READ, P.VEHICLE_READ}
_FIELD = {P.FIELD_CHECK, P.STOP_WRITE}
_VISITS = {P.INSPECTION_READ, P.INSPECTION_SEE}
_CASES = {P.CASE_DESK, P.CASE_READ, P.CASE_SEE, P.UFM_READ}

ROLE_PERMISSIONS: dict[Role, frozenset[Permission]] = {
    Role.ADMIN: frozenset(),
    Role.AGENT: frozenset(
        _FIELD | {P.CASE_OWN, P.CASE_PROPOSE, P.CASE_SEE, P.NOTICE_SEE, P.NOTICE_WRITE}
    ),
    Role.AUDITOR: frozenset(
        _CASES | _VISITS | {P.ACCESS_LOG_READ, P.NOTICE_READ, P.NOTICE_SEE, P.STOP_READ}
    ),
    Role.CHIEF: frozenset(
        _FIELD
        | _REGISTRY_READ
        | {P.LEAD_READ, P.NOTICE_READ, P.NOTICE_SEE, P.QUARANTINE_READ, P.STOP_READ}
        | _CASES
        | {P.CASE_PROPOSE}
        | _VISITS
        | {P.BOOKING_DAY, P.INSPECTION_REVIEW}
        | {P.NOTICE_ANNOTATE, P.NOTICE_COMPLETE, P.NUMBER_EXPLAIN}
    ),
    Role.CLERK: frozenset(
        _REGISTRY_READ
        | {P.NOTICE_COMPLETE, P.NOTICE_READ, P.NOTICE_SEE}
        | {P.DRIVER_WRITE, P.LEAD_READ, P.PERMIT_PREPARE, P.PLATFORM_WRITE, P.VEHICLE_WRITE}
        | _CASES
        | {P.CASE_PROPOSE}
        | _VISITS
        | {P.BOOKING_DAY, P.BOOKING_WRITE}
    ),
    Role.COMMISSION: frozenset({P.CASE_DESK, P.CASE_OWN, P.CASE_SEE}),
    Role.DRIVER: frozenset({P.BOOKING_OWN, P.CASE_OWN, P.CASE_SEE, P.OWN_PERMIT_SHOW}),
    Role.INSPECTOR: frozenset(
        _FIELD | {P.BOOKING_DAY, P.INSPECTION_SEE, P.INSPECTION_WRITE, P.VEHICLE_READ}
    ),
    Role.MAYOR: frozenset(_CASES | _REGISTRY_READ | {P.PERMIT_GRANT, P.PERMIT_SUSPEND}),
    Role.PLATFORM: frozenset({P.BOOKING_OWN, P.CASE_OWN, P.CASE_SEE}),
    Role.SECRETARY: frozenset(
        _REGISTRY_READ
        | {P.LEAD_READ, P.PERMIT_GRANT, P.PERMIT_PREPARE, P.PERMIT_SUSPEND}
        | {P.RESTRICTED_READ, P.SEAL_ISSUE, P.STOP_READ}
        | _CASES
        | _VISITS
        | {
            P.BOOKING_DAY,
            P.BOOKING_WRITE,
            P.CALENDAR_WRITE,
            P.UFM_WRITE,
            P.INSPECTION_IMPORT,
            P.INSPECTION_REVIEW,
        }
        | {P.NOTICE_ANNOTATE, P.NOTICE_ANNUL, P.NOTICE_COMPLETE, P.NOTICE_READ, P.NOTICE_SEE}
    ),
}

ROLE_NAMES: dict[Role, str] = {
    Role.ADMIN: "Administração do sistema",
    Role.AGENT: "Agente de fiscalização",
    Role.AUDITOR: "Auditoria",
    Role.CHIEF: "Chefia imediata",
    Role.CLERK: "Atendimento e cadastro",
    Role.COMMISSION: "Comissão processante",
    Role.DRIVER: "Motorista",
    Role.INSPECTOR: "Vistoria",
    Role.MAYOR: "Prefeitura (gabinete)",
    Role.PLATFORM: "Plataforma",
    Role.SECRETARY: "Secretaria (decisão)",
}
