"""Cities, people, roles with their act of designation, sign-in, sessions and permissions."""
