"""Demo data of both cities, made by the real services, and the commands and pages that show it.

Top layer: it may import every part, and none imports it. Everybody and everything here is invented.
"""
