"""Inspections (vistoria): for now the result, which the verdict and the car's page read."""
