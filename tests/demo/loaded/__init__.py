"""Tests that share one loaded demo: a package, so that its fixture ends before others begin."""
