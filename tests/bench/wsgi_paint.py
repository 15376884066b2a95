"""Confere and, at `/bare`, a page of half a kilobyte: two pages of one server."""

from collections.abc import Callable, Iterable
from typing import Any

from tests.bench.wsgi_confere import application

_TEXT = "Uma frase comum, para que a tela tenha o que pintar. " * 8
_PAGE = f"<!doctype html><title>simples</title><p>{_TEXT}".encode().ljust(512)
_HEADERS = [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(_PAGE)))]


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The bare page, or Confere."""
    if environ["PATH_INFO"] != "/bare":
        return application(environ, start_response)
    start_response("200 OK", _HEADERS)
    return [_PAGE]
