"""The process of a notice, from homologation to the final decision.

The rules are data and pure functions (`app.regulation.case_steps`); here they are stored: a case
with its number, its steps one after the other, and who holds which duty. Nothing is changed once
written, and what two people may not do together the database refuses by its keys.
"""
