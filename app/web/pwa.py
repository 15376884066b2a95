"""Manifests of the installable app, and the service worker of its field page."""

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, url_for

from app.web.assets import asset_url, assets, file

bp = Blueprint("pwa", __name__)

FIELD_PAGE = "/campo/"
# What the field page needs to open with no signal; the worker keeps them by content.
FIELD_FILES = (
    "css/tokens.css",
    "css/app.css",
    "css/field.css",
    "css/inspection.css",
    "css/inspection_check.css",
    "css/notice.css",
    "css/notice_media.css",
    "icons/",
    "js/field/",
    "js/inspection/",
    "js/kernel/",
    "js/notice/",
    "js/outbox/",
    "js/scanner/",
    "js/seal/",
    "vendor/lean-qr.js",
    "vendor/noble-ed25519.js",
)
# A worker's own files are asked under its own address: only below /campo/ are they kept too.
READER = "js/scanner/worker.js"
READER_FILES = (READER, "vendor/zxing/")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the phone needs to install the app."""
    return _manifest(name="Confere", short_name="Confere", start_url=url_for("pages.start"))


@bp.get(f"{FIELD_PAGE}manifest.webmanifest")
def field_manifest() -> Response:
    """The agent's app: opens on the one page that works without a network.

    Its scope is the whole site, or signing in would leave the installed app.
    """
    return _manifest(id=FIELD_PAGE, name="Confere Campo", short_name="Campo", start_url=FIELD_PAGE)


def _manifest(**own: str) -> Response:
    response = jsonify(
        **own,
        lang="pt-BR",
        scope="/",
        display="standalone",
        background_color="#ffffff",
        theme_color="#1c1c1c",
        icons=[
            _icon("icons/icon-192.png", "192x192", "any"),
            _icon("icons/icon-512.png", "512x512", "any"),
            _icon("icons/icon-maskable-512.png", "512x512", "maskable"),
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    return {"src": asset_url(name), "sizes": sizes, "type": "image/png", "purpose": purpose}


@bp.get(f"{FIELD_PAGE}sw.js")
def worker() -> Response:
    """The field app's worker; its text changes with the release, so browsers notice.

    From this address it can reach no page outside /campo/: public and office pages stay untouched.
    """
    names = assets().files()
    files = [asset_url(name) for name in names if name.startswith(FIELD_FILES) and name != READER]
    files += [_reader_url(name) for name in names if name.startswith(READER_FILES)]
    text = render_template("pwa/sw.js", release=assets().digest, shell=FIELD_PAGE, files=files)
    response = make_response(text)
    response.mimetype = "text/javascript"
    response.headers["Cache-Control"] = "no-cache"
    return response


@bp.get(f"{FIELD_PAGE}s/<digest>/<path:name>")
def field_file(digest: str, name: str) -> Response:
    """The scanner's worker and what it loads, inside the scope of the service worker."""
    if not name.startswith(READER_FILES):
        abort(404)
    return file(digest, name)


def _reader_url(name: str) -> str:
    return url_for("pwa.field_file", digest=assets().digest, name=name)
