"""The twenty checks of one verdict (requirements.md §10): small pure functions of a question."""
