"""Planura with everybody, and the case of one notice of Ana's."""

import pytest
from flask import Flask
from sqlalchemy import select

from app.cases.models import CaseFile
from app.persistence.base import db
from tests.support import cast
from tests.support.cast import Cast
from tests.support.notices_server import stored_notice


@pytest.fixture
def planura(app: Flask) -> Cast:
    """The city."""
    return cast.planura(app)


@pytest.fixture
def case(planura: Cast) -> CaseFile:
    """The case that opened with the notice."""
    notice = stored_notice(planura)
    found = db.session.scalars(select(CaseFile).where(CaseFile.notice_id == notice.id)).one()
    db.session.expunge(found)
    db.session.rollback()
    return found
