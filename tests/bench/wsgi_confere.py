"""Confere as the bench serves it: all of it, with the limit per address out of the way."""

import os
from pathlib import Path

from tests.bench.data import make

_folder = Path(os.environ["BENCH_FOLDER"])
application = make(_folder, 0)
# The load comes from one address; the bucket keeps its cost and loses its bottom.
application.extensions["public_answers"].limits.codes.capacity = 1e12
app = application
