"""Every error in words that say what happened and what to do: pages, fragments and JSON."""

from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from app.accounts.service import TooManyAttempts
from app.kernel.errors import Conflict, Denied, DomainError, NotFound
from app.web.htmx import wants_fragment


@dataclass(frozen=True)
class Message:
    """Title and next step of one kind of error."""

    title: str
    advice: str


MESSAGES: dict[int, Message] = {
    400: Message("Pedido incompleto", "Volte, confira os campos e envie de novo."),
    401: Message(
        "Entre de novo", "Sua sessão terminou. Entre outra vez; o que você escreveu continua aqui."
    ),
    403: Message("Sem permissão", "Sua função não permite abrir esta página. Fale com a chefia."),
    404: Message(
        "Não encontramos", "O endereço não existe ou não é para você. Confira e tente de novo."
    ),
    405: Message("Ação não aceita", "Volte à página anterior e use os botões dela."),
    409: Message(
        "Mudou enquanto você escrevia",
        "Nada foi perdido. Abra o registro de novo e confira as duas versões.",
    ),
    413: Message("Arquivo grande demais", "Envie um arquivo de até 8 MB."),
    414: Message("Endereço longo demais", "Leia o código de novo ou digite a placa."),
    415: Message("Formato não aceito", "Envie o arquivo em JPEG, PNG ou WebP."),
    422: Message("Confira os dados", "Há um campo para corrigir."),
    429: Message("Muitas tentativas", "Espere um pouco e tente de novo."),
    500: Message("Erro nosso", "Tente de novo em instantes. Se continuar, avise a Secretaria."),
    503: Message("Sistema ocupado", "Tente de novo em alguns segundos. Nada foi perdido."),
}


def init_errors(app: Flask) -> None:
    """One mouth for all errors."""
    app.register_error_handler(DomainError, _domain)
    app.register_error_handler(CSRFError, _csrf)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(500, _server)


def status_of(error: DomainError) -> int:
    """HTTP status of an expected refusal."""
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, Denied):
        return 403
    if isinstance(error, Conflict):
        return 409
    return 429 if isinstance(error, TooManyAttempts) else 422


def _domain(error: DomainError) -> Response:
    response = answer(status_of(error), error.message, field=error.field, citation=error.citation)
    if isinstance(error, TooManyAttempts):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _csrf(_error: CSRFError) -> Response:
    # The form stays as it is in the browser; sending again with a fresh page token works.
    return answer(403, "Esta página ficou aberta muito tempo. Atualize e envie de novo.")


def _http(error: HTTPException) -> Response:
    response = answer(error.code or 500)
    for name, value in error.get_headers():
        if name.lower() in {"allow", "retry-after"}:
            response.headers[name] = value
    return response


def _server(_error: Any) -> Response:
    return answer(500)


def answer(status: int, advice: str = "", *, field: str = "", citation: str = "") -> Response:
    """The error as JSON, fragment or page, by what was asked for. Needs no database."""
    known = MESSAGES.get(status, MESSAGES[500 if status >= 500 else 400])
    words = {"title": known.title, "advice": advice or known.advice, "citation": citation}
    if request.accept_mimetypes.best == "application/json" or request.is_json:
        response = jsonify(
            error=words["title"], message=words["advice"], field=field, citation=citation
        )
    else:
        template = "errors/_error.html" if wants_fragment() else "errors/error.html"
        response = make_response(render_template(template, status=status, **words))
    response.status_code = status
    return response
