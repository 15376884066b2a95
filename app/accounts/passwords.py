"""Password hashing with argon2id; one dummy hash keeps unknown logins as slow as known ones."""

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

# 19 MiB, two passes: the OWASP profile. The library's default (64 MiB) would let
# eight sign-ins at once take half a gigabyte of a small server.
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_DUMMY = _hasher.hash("a pessoa não existe")
MAX_LENGTH = 200


def hash_password(password: str) -> str:
    """Encoded argon2id hash."""
    return _hasher.hash(password)


def matches(encoded: str | None, password: str) -> bool:
    """Whether the password is right; None (unknown login) costs the same and is never right."""
    try:
        _hasher.verify(encoded or _DUMMY, password)
    except (VerificationError, InvalidHashError):
        return False
    return encoded is not None
