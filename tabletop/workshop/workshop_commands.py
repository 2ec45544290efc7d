"""Commands of a checkout, added to those of every installation."""

from typing import Final

from tabletop.workshop.bench_command import bench
from tabletop.workshop.compare_command import compare_export, compare_vassal

COMMANDS: Final = {"bench": bench, "compare-export": compare_export, "compare-vassal": compare_vassal}
