"""What the application's PostgreSQL role may do to append-only tables.

The role that owns the tables can drop their triggers, so an office in operation migrates with
another role. One role for both is how development and a first installation run: there it is told
as a remark, and is a fault only under `--strict`. A right *given* beyond reading and inserting is
always a fault: nobody has it by accident.
"""

from collections.abc import Iterator

from sqlalchemy import text
from sqlalchemy.orm import Session

from app.ledger.faults import Code, Fault

_OWNED = """
SELECT c.relname FROM pg_class c JOIN pg_roles r ON r.rolname = current_user
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:tables)
AND (r.rolsuper OR pg_has_role(current_user, c.relowner, 'USAGE')) ORDER BY 1"""
_GIVEN = """
SELECT c.relname, a.privilege_type AS given, '' AS attname,
  CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee)::text END AS role
FROM pg_class c, aclexplode(c.relacl) a
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:tables)
AND a.grantee <> c.relowner AND a.privilege_type NOT IN ('SELECT', 'INSERT')
UNION ALL
SELECT c.relname, a.privilege_type, t.attname::text,
  CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee)::text END
FROM pg_attribute t JOIN pg_class c ON c.oid = t.attrelid, aclexplode(t.attacl) a
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:tables)
AND a.grantee <> c.relowner AND a.privilege_type NOT IN ('SELECT', 'INSERT')
ORDER BY 1, 2, 3, 4"""


def rights_faults(session: Session, tables: tuple[str, ...], *, strict: bool) -> Iterator[Fault]:
    """Ownership by the connected role (remark, or fault under strict) and rights given to others."""
    values = {"tables": list(tables)}
    owned = list(session.scalars(text(_OWNED), values))
    if owned:
        role = session.scalar(text("SELECT current_user"))
        what = (
            f"é dono (ou superusuário) de {len(owned)} tabelas só de acréscimo e pode tirar os "
            "gatilhos delas; em operação, migre com outro papel e dê a este só SELECT e INSERT"
        )
        code = Code.PROTECTION if strict else Code.REMARK
        yield Fault(code, what, subject=f"papel {role}")
    for row in session.execute(text(_GIVEN), values):
        column = f".{row.attname}" if row.attname else ""
        yield Fault(
            Code.PROTECTION,
            f"recebeu {row.given} em {row.relname}{column}",
            subject=f"papel {row.role}",
            field="direitos",
            expected="SELECT, INSERT",
            found=row.given,
        )
