"""Evidence: photos of drivers and of notices, kept as received and shown as safe copies."""
