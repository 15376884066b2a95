"""The closed word lists of the ruleset format: one StrEnum per TOML key that has one."""

from enum import StrEnum


class LegalStatus(StrEnum):
    """Life of a norm; only `vigente` carries legal acts (requirements.md §9.3)."""

    BILL = "projeto_de_lei"
    APPROVED = "aprovada"
    SANCTIONED = "sancionada"
    VACATIO = "em_vacatio"
    IN_FORCE = "vigente"
    SUSPENDED = "suspensa"
    REVOKED = "revogada"
    UNCONSTITUTIONAL = "declarada_inconstitucional"


class InstrumentKind(StrEnum):
    """A law, or a bill that is not yet one."""

    LAW = "lei"
    BILL = "projeto_de_lei"


class Outcome(StrEnum):
    """Worst level a verdict check can give."""

    RED = "red"
    AMBER = "amber"
    INFO = "info"


class InfractionClass(StrEnum):
    """Gravity as the text names it (PAT art. 25; PLA art. 43)."""

    LEVE = "leve"
    MEDIA = "media"
    GRAVE = "grave"
    GRAVISSIMA = "gravissima"


class Sanction(StrEnum):
    """What the text attaches to an infraction."""

    WARNING = "advertencia"
    FINE = "multa"
    SUSPENSION = "suspensao"
    CASSATION = "cassacao"
    FINE_AND_SUSPENSION = "multa_e_suspensao"
    FINE_AND_SEIZURE = "multa_e_apreensao"
    FINE_OR_SUSPENSION = "multa_ou_suspensao"
    SUSPENSION_OR_CASSATION = "suspensao_ou_cassacao"
    REGULARISATION = "regularizacao"
    REVOCATION = "revogacao"
    REFUSAL = "indeferimento"
    ACCESSORY = "acessorio"
    NONE = "nenhuma"


class Offender(StrEnum):
    """Who can commit an infraction."""

    AUTHORISED_DRIVER = "authorised_driver"
    AUXILIARY = "auxiliary"
    PLATFORM = "platform"
    OWNER = "owner"
    PRIVATE_USER = "private_user"
    LEGAL_PERSON = "legal_person"
    ORGANISER = "organiser"


class OffenderNeeds(StrEnum):
    """Number without which the offender of a type is not identified (PAT art. 29)."""

    CNPJ = "cnpj"


class Measure(StrEnum):
    """Administrative measures the text admits (PAT art. 24 II; none in PLA)."""

    REGULARISATION = "regularizacao"
    RETENTION = "retencao"
    REMOVAL = "remocao"
    SEIZURE_OF_DOCUMENTS = "apreensao_documentos"
    SEIZURE_OF_VEHICLE = "apreensao_veiculo"
    IMPEDIMENT = "impedimento"


class RecidivismRule(StrEnum):
    """What repetition does (PAT art. 24 §1, art. 28; PLA arts. 42 to 44)."""

    DOUBLE_FINE = "double_fine"
    STEPS = "steps"
    SUSPENSION = "suspension"
    CASSATION = "cassation"
    RECLASSIFY = "reclassify"
    MANUAL = "manual"
    NONE = "none"


class ChecklistName(StrEnum):
    """Inspection at the counter, check on the street, exit from the service."""

    INSPECTION = "inspection"
    STREET = "street"
    EXIT = "exit"


class AnswerKind(StrEnum):
    """How a checklist item is answered."""

    CONFORMITY = "conformity"
    CONFORMITY_NA = "conformity_na"
    NUMBER = "number"
    DATE = "date"
    PHOTO = "photo"
    TEXT = "text"
    CHOICE = "choice"
    AUTOMATIC = "automatic"


class Extra(StrEnum):
    """Evidence asked beside the answer."""

    PHOTO = "photo"
    TEXT = "text"
    DATE = "date"
    NUMBER = "number"


class Blocking(StrEnum):
    """When a failed item refuses the seal."""

    ALWAYS = "always"
    NEVER = "never"
    WHEN_DECREE = "when_decree"
    ON_INCLUSION = "on_inclusion"
    IF_ADAPTED = "if_adapted"
    CONFIGURABLE = "configurable"
    OUTPUT = "output"


class Occasion(StrEnum):
    """Why a car is inspected; the checklist items name the first four."""

    FIRST = "first"
    YEARLY = "yearly"
    CHANGE = "change"
    EXTENSION = "extension"
    NOTICE = "notice"
    RETURN = "return"
    RECHECK = "recheck"
    EXIT = "exit"


class Computed(StrEnum):
    """How an item answers itself from the record, to be confirmed by the inspector."""

    AGE = "age"
    DOORS = "doors"
    CAPACITY = "capacity"
    LICENSING = "licensing"
    LICENSING_CITY = "licensing_city"
    MAINTENANCE = "maintenance"
    INSURANCE = "insurance"
    TITLE = "title"
    PLATFORM_LINK = "platform_link"
    SINGLE_VEHICLE = "single_vehicle"
    RANK = "rank"
    FARE_DECREE = "fare_decree"
    FEE = "fee"
    DEBTS = "debts"
    LIVING_SEAL = "living_seal"
    DEAD_SEAL = "dead_seal"
    OCCASION = "occasion"


class DateRuleKind(StrEnum):
    """What a date read on the car must be on the day of the inspection."""

    NOT_BEFORE_MONTHS = "not_before_months"
    NOT_PAST = "not_past"


class Stop(StrEnum):
    """Whether a failed inspection takes the car off the street before the cure term ends."""

    NEVER = "never"
    SAFETY = "safety"
    ALWAYS = "always"


class CarPart(StrEnum):
    """A side of the car that a live photo must show."""

    FRONT = "front"
    REAR = "rear"
    LEFT = "left"
    RIGHT = "right"


class LimitOp(StrEnum):
    """Comparison of a measured number with the limit of the text."""

    EQ = "eq"
    LE = "le"
    GE = "ge"
    LT = "lt"
    GT = "gt"


class DocumentSubject(StrEnum):
    """Whose file a document belongs to."""

    PLATFORM = "platform"
    DRIVER = "driver"
    VEHICLE = "vehicle"
    OWNER = "owner"
    REQUEST = "request"
    AUTHORISATION = "authorisation"


class DocumentRule(StrEnum):
    """How long a document is good."""

    NONE = "none"
    VALID_UNTIL = "valid_until"
    MAX_AGE_DAYS = "max_age_days"
    MAX_AGE_MONTHS = "max_age_months"
    YEARLY = "yearly"
    RECURRING_DAYS = "recurring_days"


class DeadlineUnit(StrEnum):
    """Unit of a term."""

    DAYS = "days"
    HOURS = "hours"
    MONTHS = "months"
    YEARS = "years"
    BUSINESS_DAYS = "business_days"
    LAST_BUSINESS_DAY = "last_business_day"
    END_OF_FEBRUARY = "end_of_february"
    IMMEDIATE = "immediate"
    NONE = "none"


class Party(StrEnum):
    """Whose term it is; decides whether its end rolls to a business day (CFG-GEN-01)."""

    PRIVATE = "private"
    ADMINISTRATION = "administration"
    MATERIAL = "material"


class FeeOccasion(StrEnum):
    """What a fee is charged for (PLA art. 54; PAT art. 14)."""

    GRANT = "grant"
    INSPECTION = "inspection"
    REREGISTRATION = "reregistration"
    CHANGE_VEHICLE = "change_vehicle"
    LICENCE = "licence"


class FeeBefore(StrEnum):
    """What may not begin before the guide of the fee is paid (PAT arts. 8 §2 VII, 12; PLA art. 54)."""

    BOOKING = "booking"
    VISIT = "visit"


class FlagBoundary(StrEnum):
    """`half_open`: a fare period holds its first minute and not its last."""

    HALF_OPEN = "half_open"


class DayKind(StrEnum):
    """Days of the fare calendar (PLA art. 19)."""

    HOLIDAY = "holiday"
    SUNDAY = "sunday"
    SATURDAY = "saturday"
    WORKING = "working"


class EffectKind(StrEnum):
    """What an entry of a provision's `does` list points at."""

    CHECK = "check"
    RULE = "rule"
    SCREEN = "screen"
    GUARD = "guard"
    REPORT = "report"
    INFRACTION = "infraction"
    ITEM = "item"
    DOCUMENT = "document"
    DEADLINE = "deadline"
    FEE = "fee"
    DECISION = "decision"


class DocumentKind(StrEnum):
    """What an agent may write about an infraction."""

    NOTICE = "notice"
    WARNING = "warning"
    VERBAL = "verbal"
    REGULARISATION = "regularisation"


class EndingKind(StrEnum):
    """How the meeting with the offender ended (PLA art. 49 X and §3; art. 50 §3)."""

    SIGNED = "signed"
    REFUSED = "refused"
    ABSENT = "absent"
    EVADED = "evaded"


class RuleTest(StrEnum):
    """What a rule of the form asks of its field; phone and server have one function for each."""

    FILLED = "filled"
    EMPTY = "empty"
    ALL_FILLED = "all_filled"
    MIN_LENGTH = "min_length"
    ONE_OF = "one_of"
    EQUALS = "equals"
    NOT_EQUALS = "not_equals"
    ANY_OF = "any_of"
    CONFIRMED = "confirmed"
    CPF = "cpf"
    CNPJ = "cnpj"
    TAX_ID = "tax_id"
    PLATE = "plate"
    HEX32 = "hex32"
    INTEGER = "integer"
    UFM_RANGE = "ufm_range"
    INSTANT = "instant"
    NOT_AFTER = "not_after"
    NOT_BEFORE = "not_before"
    POSITION = "position"
    SERIES = "series"
    DUE_ON = "due_on"
    SIGNATURE = "signature"
    MIN_ITEMS = "min_items"
    EACH_FILLED = "each_filled"
    EACH_ONE_OF = "each_one_of"
    EACH_NEEDS = "each_needs"


class ConditionOp(StrEnum):
    """When a rule applies: what is asked of a field or of the chosen type."""

    IS = "is"
    NOT = "not"
    IN = "in"
    FILLED = "filled"
    EMPTY = "empty"
    LATE = "late"
