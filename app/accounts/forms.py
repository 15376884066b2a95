"""The sign-in form."""

from flask_wtf import FlaskForm
from wtforms import PasswordField, StringField
from wtforms.validators import InputRequired, Length


class SignInForm(FlaskForm):  # type: ignore[misc]
    """Login and password; a wrong pair keeps the login typed."""

    class Meta:
        locales = ["pt"]

    login = StringField("Usuário", [InputRequired("Digite seu usuário."), Length(max=60)])
    password = PasswordField("Senha", [InputRequired("Digite sua senha."), Length(max=200)])
