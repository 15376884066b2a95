"""The form that sends a photo."""

from flask_wtf.file import FileField, FileRequired
from wtforms import HiddenField

from app.web.form_fields import PageForm


class PhotoForm(PageForm):
    """One photo; `id` is born with the form, so a double tap is one photo."""

    id = HiddenField()
    photo = FileField("Foto do rosto", [FileRequired("Escolha ou tire a foto.")])
