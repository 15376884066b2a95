"""Manifest and service worker of the installable app, served from the root scope they need."""

from flask import Blueprint, Response, jsonify, make_response, render_template, url_for

from app.web.assets import asset_url, assets

bp = Blueprint("pwa", __name__)

# What the field pages need to open with no signal; the worker stores them by content.
FIELD_FOLDERS = ("css/", "js/", "icons/", "fonts/")


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the phone needs to install the app."""
    response = jsonify(
        name="Confere",
        short_name="Confere",
        lang="pt-BR",
        start_url=url_for("pages.start"),
        scope="/",
        display="standalone",
        background_color="#ffffff",
        theme_color="#1351b4",
        icons=[
            {"src": asset_url("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": asset_url("icons/icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {
                "src": asset_url("icons/icon-maskable-512.png"),
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@bp.get("/sw.js")
def worker() -> Response:
    """The service worker: its text changes with the release, so browsers notice."""
    files = [asset_url(name) for name in assets().files() if name.startswith(FIELD_FOLDERS)]
    text = render_template("pwa/sw.js", release=assets().digest, files=files)
    response = make_response(text)
    response.mimetype = "text/javascript"
    response.headers["Cache-Control"] = "no-cache"
    return response
