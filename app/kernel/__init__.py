"""Plain values all parts share: plates, documents, money, civil dates, calendars, ids, errors. Pure."""
