"""Errors a person may see: each carries a Portuguese sentence that says what to do."""


class DomainError(Exception):
    """Base of all expected refusals.

    `message` is shown to people; `field` names the form field it belongs to;
    `citation` the provision it rests on ("PLA art. 49 §1"), where there is one.
    """

    message = "Não foi possível concluir. Confira os dados e tente de novo."

    def __init__(self, message: str = "", *, field: str = "", citation: str = "") -> None:
        self.message = message or type(self).message
        self.field = field
        self.citation = citation
        super().__init__(self.message)


class Invalid(DomainError):
    """A typed value is not acceptable (422)."""


class NotFound(DomainError):
    """The record does not exist, or is not for this person: the same answer (404)."""

    message = "Não encontramos este registro."


class Denied(DomainError):
    """The role does not allow the act (403)."""

    message = "Sua função não permite este ato. Fale com a chefia."


class Conflict(DomainError):
    """The same id arrived with other content, or the state has moved on (409)."""

    message = "Este registro mudou ou já existe com outro conteúdo. Nada foi perdido: confira as duas versões."


class RuleRefused(DomainError):
    """The law, as data, forbids the act (422); `citation` says where."""
