"""What the city allowed: authorisations, suspensions, seals with their code, live codes, ranks.

The seal's code: `token` (bits), `keyset` (who may sign), `verifier` (one verdict), `qr` (symbol).
"""
