"""Game modules: mistakes in their files."""

from typing import Final

TEXTS: Final = {
    "too-many-mistakes": "more than {most} mistakes; from here on they are not told",
}
