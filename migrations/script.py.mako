"""${message}

Old code is still running while this migrates: add first, remove in a later release.
"""

import sqlalchemy as sa
from alembic import op

from app.persistence.types import Instant
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    ${downgrades if downgrades else "pass"}
