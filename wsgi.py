"""The WSGI entry point: `granian --interface wsgi wsgi:app`, `flask --app wsgi …`."""

from app import create_app

app = create_app()
