"""Pictures are identified by their hash and checked before they are drawn."""

import base64
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.module.contents import assets
from tabletop.module.contents.assets import Asset, AssetError, examine, examine_file, index_assets, is_picture
from tabletop.module.documents.problems import Problems
from tabletop.module.packed_modules import hash_of, sampled
from tabletop.module.source import FolderSource


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)


def gif(width: int, height: int) -> bytes:
    return b"GIF89a" + struct.pack("<HH", width, height)


def jpeg(width: int, height: int) -> bytes:
    comment = b"\xff\xfe" + struct.pack(">H", 6) + b"\xff\xc0ab"
    return b"\xff\xd8" + comment + b"\xff\xff\xc2" + struct.pack(">HBHH", 11, 8, height, width)


def webp(chunk: bytes, body: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", 100) + b"WEBP" + chunk + struct.pack("<I", len(body)) + body


def svg(inside: str = "", head: str = 'width="64" height="32"') -> bytes:
    links = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {links} {head}>{inside}</svg>".encode()


def refusal(name: str, content: bytes) -> str:
    with pytest.raises(AssetError) as raised:
        examine(name, content)
    return str(raised.value)


@pytest.mark.parametrize(
    ("name", "content", "kind", "size"),
    [
        ("a.png", png(300, 200), "png", (300, 200)),
        ("a.PNG", png(1, 40_000), "png", (1, 40_000)),
        ("a.gif", gif(300, 200), "gif", (300, 200)),
        ("a.jpg", jpeg(300, 200), "jpeg", (300, 200)),
        ("a.jpeg", jpeg(65535 // 2, 200), "jpeg", (32767, 200)),
        ("a.webp", webp(b"VP8X", struct.pack("<4xHBHB", 299, 0, 199, 0)), "webp", (300, 200)),
        ("a.webp", webp(b"VP8L", b"\x2f" + struct.pack("<I", 299 | 199 << 14)), "webp", (300, 200)),
        ("a.webp", webp(b"VP8 ", b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 300, 200)), "webp", (300, 200)),
        ("a.svg", svg(), "svg", (64, 32)),
        ("a.svg", svg(head='width="25.4mm" height="1in"'), "svg", (96, 96)),
        ("a.svg", svg(head='width="100%" height="100%" viewBox="0 0 300.5 200"'), "svg", (301, 200)),
    ],
)
def test_kind_and_size_are_read_from_the_header(name: str, content: bytes, kind: str, size: tuple[int, int]) -> None:
    asset = examine(name, content)
    assert (asset.name, asset.format, (asset.width_px, asset.height_px)) == (name, kind, size)
    assert asset.hash == hash_of(content)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.png", b"", "is not a picture that can be read"),
        ("a.png", b"BM" + b"\0" * 100, "is not a picture that can be read"),
        ("a.png", gif(3, 3), "is a picture of the kind gif; the ending of its name must say so"),
        ("a.png", png(3, 3)[:20], "ends before its size is told"),
        ("a.png", png(0, 3), "the picture is empty"),
        ("a.png", png(40_001, 3), "is 40001 x 3 pixels"),
        ("a.png", png(33_000, 33_000), "1000 million are drawn"),
        ("a.png", png(2**32 - 1, 2**32 - 1), "pixels"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 30, "does not begin as a PNG does"),
        ("a.jpg", b"\xff\xd8\xff", "ends before its size is told"),
        ("a.jpg", b"\xff\xd8\xff\xda\x00\x04abcdef", "is not where a JPEG tells it"),
        ("a.webp", webp(b"ABCD", b"\0" * 20), "does not begin as a WebP does"),
        ("a.svg", svg(head=""), "does not say how large it is"),
        ("a.svg", svg(head='width="50000" height="1"'), "is 50000 x 1 pixels"),
        ("a.svg", b"<svg", "is damaged in line 1"),
        ("a.svg", b"<!-- x --><html/>", "does not begin with <svg>"),
    ],
)
def test_a_damaged_or_huge_picture_is_refused_in_a_sentence(name: str, content: bytes, said: str) -> None:
    assert said in refusal(name, content)


EMBEDDED = base64.b64encode(png(3, 3)).decode()
BOMB = base64.b64encode(png(40_000, 40_000)).decode()


@pytest.mark.parametrize(
    "inside",
    [
        "<rect fill='url(#g)'/><linearGradient id='g'/>",
        "<use xlink:href='#a'/><path id='a' style='fill: #f00'/>",
        f"<image href='data:image/png;base64,{EMBEDDED}'/>",
        "<style>.a { fill: red }</style>",
        "<text>onload: @ 5 o'clock</text>",
    ],
)
def test_what_a_drawing_may_hold(inside: str) -> None:
    assert examine("a.svg", svg(inside)).format == "svg"


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ("<script>alert(1)</script>", "holds <script>"),
        ("<foreignObject/>", "holds <foreignObject>"),
        ("<rect onclick='x'/>", "has the attribute 'onclick'"),
        ("<image href='http://a.example/x.png'/>", "refers to 'http://a.example/x.png'"),
        ("<image xlink:href='file:///etc/passwd'/>", "refers to 'file:///etc/passwd'"),
        ("<image href='other.png'/>", "refers to 'other.png'"),
        ("<a href=' java&#10;script:x'/>", "refers to"),
        ("<image href='data:image/svg+xml;base64,AAAA'/>", "refers to"),
        (f"<image href='data:image/png;base64,{BOMB}'/>", "is 40000 x 40000 pixels"),
        ("<image href='data:image/png;base64,!!'/>", "holds a picture that is damaged"),
        ("<rect fill='url(http://a.example/x)'/>", "may reach outside"),
        ("<rect style='fill: \\75rl(x)'/>", "may reach outside"),
        ("<style>@imp<!-- -->ort 'x.css';</style>", "may reach outside"),
        ("<?xml-stylesheet href='x.css'?>", "holds the instruction"),
        ("<g id='a'><use href='#a'/></g>", "refers to itself"),
        ("<g>" * 300 + "</g>" * 300, "inside each other"),
    ],
)
def test_a_drawing_that_reaches_outside_or_runs_is_refused(inside: str, said: str) -> None:
    assert said in refusal("a.svg", svg(inside))


def test_a_drawing_that_draws_without_end_is_refused() -> None:
    laughs = "".join(f"<g id='l{n}'>" + f"<use href='#l{n - 1}'/>" * 10 + "</g>" for n in range(1, 12))
    assert "over and over" in refusal("a.svg", svg("<g id='l0'><path/></g>" + laughs))


def test_effects_of_filters_count_for_many() -> None:
    def blurred(often: int) -> bytes:
        return svg("<filter id='f'>" + "<feGaussianBlur/>" * often + "</filter><path filter='url(#f)'/>")

    assert examine("a.svg", blurred(480)).width_px == 64
    assert "over and over" in refusal("a.svg", blurred(1_100))


def test_entities_are_refused() -> None:
    declared = b"<!DOCTYPE svg [<!ENTITY a 'x'>]>" + svg("&a;")
    outside = b"<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>" + svg("&a;")
    assert "declares entities" in refusal("a.svg", declared)
    assert "declares entities" in refusal("a.svg", outside)


def test_the_old_heading_of_svg_is_no_harm() -> None:
    heading = b'<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">'
    assert examine("a.svg", heading + svg()).width_px == 64


def test_a_module_is_searched_for_pictures(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "good.png").write_bytes(png(3, 4))
    (tmp_path / "images" / "same.png").write_bytes(png(3, 4))
    (tmp_path / "images" / "bad.gif").write_bytes(b"GIF")
    (tmp_path / "notes.txt").write_text("x")
    problems = Problems()
    assets = index_assets(FolderSource(tmp_path), problems)
    digest = hash_of(png(3, 4))
    assert assets == {name: Asset(name, digest, "png", 3, 4) for name in ("images/good.png", "images/same.png")}
    assert list(map(str, problems)) == [
        "images/bad.gif: is not a picture that can be read; PNG, JPEG, GIF, WebP and SVG are"
    ]


def test_pictures_are_known_by_their_names() -> None:
    assert is_picture("a/b.PNG")
    assert not is_picture("a/b.yaml")
    assert not is_picture("png")


HEADS = [b"", png(9, 9), gif(9, 9), jpeg(9, 9), webp(b"VP8X", b"\0" * 10), b"\xff\xd8\xff", b"<svg", svg("<g id='a'>")]


@given(st.sampled_from(HEADS), st.binary(max_size=60), st.sampled_from(["png", "jpg", "gif", "webp", "svg"]))
def test_any_bytes_give_a_picture_or_a_sentence(head: bytes, tail: bytes, ending: str) -> None:
    try:
        asset = examine(f"a.{ending}", head + tail)
    except AssetError:
        return
    assert asset.width_px > 0


@pytest.mark.parametrize("head", [64, 4096])
def test_a_file_is_what_its_content_is_however_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: int
) -> None:
    monkeypatch.setattr(assets, "_HEAD_BYTES", head)
    content = png(300, 200) + bytes(1000)
    (tmp_path / "a.png").write_bytes(content)
    assert examine_file(tmp_path / "a.png") == examine("a.png", content)


@pytest.mark.parametrize("other", ["longer", "begins otherwise", "goes on otherwise"])
def test_a_sample_tells_files_apart_and_says_the_same_of_the_same(tmp_path: Path, other: str) -> None:
    content = png(300, 200) + bytes(range(256)) * 8_000
    others = {
        "longer": content + b"x",
        "begins otherwise": png(300, 201) + content[len(png(1, 1)) :],
        "goes on otherwise": content[:1000] + bytes(len(content) - 1000),
    }
    names = []
    for number, written in enumerate((content, content, others[other])):
        file = tmp_path / f"{number}.png"
        file.write_bytes(written)
        with file.open("rb") as opened:
            names.append(sampled(opened))
    assert names[0] == names[1] != names[2]


def test_a_drawing_is_always_looked_at_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "_HEAD_BYTES", 20)
    (tmp_path / "a.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><script/></svg>")
    with pytest.raises(AssetError):
        examine_file(tmp_path / "a.svg")
