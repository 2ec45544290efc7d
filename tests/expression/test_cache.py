"""Parsed expressions are saved as bytes, so that a module is only parsed once."""

import subprocess
import sys

import pytest

from tabletop.expression import compile_expression, compile_template
from tabletop.expression.cache import FORMAT, pack, unpack


def test_what_was_packed_need_not_be_parsed(tmp_path):
    texts = ["Step == 2 and not Hidden", "sum(zone('Kure'), Firepower, Class == mine(Class)) % 7", "'é' ~ -5 ~ nothing"]
    kept = [compile_expression(text) for text in texts] + list(compile_template("{Name} to {Place}").expressions)
    (tmp_path / "cache").write_bytes(pack(kept))
    program = f"""
import pathlib, sys
from tabletop.expression import compile_expression, compile_template
from tabletop.expression.cache import unpack
assert unpack(pathlib.Path({str(tmp_path / "cache")!r}).read_bytes()) == 5
trees = [compile_expression(text).tree for text in {texts!r}]
assert len(compile_template("{{Name}} to {{Place}}").expressions) == 2
assert "lark" not in sys.modules
print(trees)
"""
    printed = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    assert printed.strip() == str([expression.tree for expression in kept[:3]])


@pytest.mark.parametrize("damaged", [b"", b"\x00", b"\xff" * 20, pack([])[:-1], b"\x91" * 100_000])
def test_what_is_damaged_is_as_if_it_were_not_there(damaged):
    assert unpack(damaged) == 0


def test_what_is_of_another_version_is_as_if_it_were_not_there():
    data = pack([compile_expression("1")])
    assert unpack(data) == 1
    assert unpack(data.replace(b"format" + bytes([FORMAT]), b"format" + bytes([FORMAT + 1]))) == 0
