"""VASSAL's files as zips: their contents, and refusals."""

import io
import re
import stat
import unicodedata
import zipfile
from contextlib import suppress
from copy import copy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.vassal.files import archive as archives
from tabletop.vassal.files.archive import (
    Archive,
    ArchiveError,
    Archives,
    Metadata,
    extensions_beside,
    open_module,
    read_metadata,
)
from tabletop.vassal.files.build_file import BuildFileError


def opened(vassal, files: dict[str, bytes | str]) -> Archive:
    return Archive(vassal.file("Small.vmod", vassal.zipped(files)))


def zip_with(*entries: zipfile.ZipInfo) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for number, entry in enumerate(entries):
            archive.writestr(entry, f"content {number}")
    return written.getvalue()


class TestReading:
    def test_files_are_read_by_name(self, vassal) -> None:
        archive = opened(vassal, {"buildFile": "<a/>", "images/a.png": b"picture"})
        assert archive.names() == ("buildFile", "images/a.png")
        assert "images/a.png" in archive
        assert (archive.read("images/a.png"), archive.size("images/a.png")) == (b"picture", 7)

    def test_large_files_come_in_parts(self, vassal) -> None:
        content = bytes(range(256)) * 8000
        parts = list(opened(vassal, {"large": content}).stream("large"))
        assert len(parts) > 1
        assert b"".join(parts) == content

    def test_what_is_not_there_or_too_large_is_said(self, vassal) -> None:
        archive = opened(vassal, {"a": b"12345"})
        with pytest.raises(ArchiveError, match=r"Small\.vmod holds no 'b'"):
            archive.read("b")
        with pytest.raises(ArchiveError, match="of more than 0 MB"):
            archive.read("a", most_bytes=4)

    def test_many_small_files_may_be_a_bomb_together(self, vassal) -> None:
        with pytest.raises(ArchiveError, match=r"^Small\.vmod would unpack to more than 200 times its size\.$"):
            opened(vassal, {f"sounds/{number}.wav": bytes(1_000_000) for number in range(11)})
        assert len(opened(vassal, {f"{number}": bytes(1_000_000) for number in range(10)}).names()) == 10

    def test_files_may_not_lie_one_over_another(self, vassal) -> None:
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w") as archive:
            archive.writestr("a", b"content")
            twin = copy(archive.filelist[0])
            twin.filename = "b"
            archive.filelist.append(twin)
        with pytest.raises(ArchiveError, match=r"^Small\.vmod holds files that overlap\.$"):
            Archive(vassal.file("Small.vmod", written.getvalue()))

    def test_a_save_within_a_module_is_read_from_there(self, vassal) -> None:
        inner = Archive(
            Path("start.vsav"), opened(vassal, {"start.vsav": vassal.vsav().read_bytes()}).read("start.vsav")
        )
        assert (inner.name, "savedGame" in inner) == ("start.vsav", True)

    def test_names_are_utf_8_even_where_the_zip_does_not_say_so(self, vassal) -> None:
        name = "images/Häuser.png"
        packed = vassal.zipped({"images/Hxxuser.png": b"1"}).replace(b"Hxxuser", "Häuser".encode())
        assert Archive(vassal.file("Small.vmod", packed)).names() == (name,)


class TestRefusing:
    @pytest.mark.parametrize("name", ["../a", "a/../../b", "/etc/passwd", "c:/a", "..\\a", "\\\\host\\a"])
    def test_names_that_lead_out(self, vassal, name: str) -> None:
        with pytest.raises(ArchiveError, match="would be unpacked outside its folder"):
            opened(vassal, {name: b"x"})

    def test_links(self, vassal) -> None:
        entry = zipfile.ZipInfo("images/a.png")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        with pytest.raises(ArchiveError, match="a link or a device"):
            Archive(vassal.file("Small.vmod", zip_with(entry)))

    @pytest.mark.filterwarnings("ignore:Duplicate name")
    def test_two_different_files_of_one_name(self, vassal) -> None:
        with pytest.raises(ArchiveError, match="two different files called 'a'"):
            Archive(vassal.file("Small.vmod", zip_with(zipfile.ZipInfo("a"), zipfile.ZipInfo("a"))))

    def test_ways_of_packing_that_vassal_does_not_know(self, vassal) -> None:
        entry = zipfile.ZipInfo("a")
        entry.compress_type = zipfile.ZIP_BZIP2
        with pytest.raises(ArchiveError, match="compressed in a way"):
            Archive(vassal.file("Small.vmod", zip_with(entry)))

    def test_bombs(self, vassal) -> None:
        with pytest.raises(ArchiveError, match="more than 200 times its size"):
            opened(vassal, {"images/a.png": bytes(11 * 1024 * 1024)})

    def test_more_files_than_any_module(self, vassal, monkeypatch) -> None:
        monkeypatch.setattr(archives, "MOST_ENTRIES", 2)
        with pytest.raises(ArchiveError, match="more than 2 files"):
            opened(vassal, dict.fromkeys("abc", b""))

    def test_more_than_four_gigabytes(self, vassal, monkeypatch) -> None:
        monkeypatch.setattr(archives, "LARGEST_TOTAL", 10)
        with pytest.raises(ArchiveError, match="would unpack to more than"):
            opened(vassal, {"a": b"123456", "b": b"123456"})

    @pytest.mark.parametrize("content", [b"", b"no zip at all", b"PK\x05\x06", b"PK\x05\x06" + bytes(18) + b"x"])
    def test_what_is_no_zip(self, vassal, content: bytes) -> None:
        with suppress(ArchiveError):
            assert Archive(vassal.file("Small.vmod", content)).names() == ()

    def test_a_folder_and_a_missing_file(self, tmp_path) -> None:
        for path in (tmp_path, tmp_path / "gone.vmod"):
            with pytest.raises(ArchiveError, match=f"{path.name} cannot be read"):
                Archive(path)

    def test_a_damaged_file_is_noticed_when_it_is_read(self, vassal) -> None:
        packed = bytearray(zip_with(zipfile.ZipInfo("a")))
        packed[packed.index(b"content")] ^= 1
        with pytest.raises(ArchiveError, match="is damaged: 'a' has been changed"):
            Archive(vassal.file("Small.vmod", bytes(packed))).read("a")

    def test_a_file_that_has_lost_its_beginning(self, vassal) -> None:
        packed = zip_with(zipfile.ZipInfo("a"), zipfile.ZipInfo("b"))[7:]
        with pytest.raises(ArchiveError, match="is damaged"):
            Archive(vassal.file("Small.vmod", packed)).read("a")

    @given(at=st.integers(0, 10_000), put=st.binary(min_size=1, max_size=8))
    def test_a_mangled_zip_is_read_or_refused(self, vassal, at: int, put: bytes) -> None:
        packed = bytearray(vassal.zipped({"buildFile": vassal.root() * 3, "moduledata": vassal.about(name="x")}))
        at %= len(packed)
        packed[at : at + len(put)] = put
        path = vassal.file("Small.vmod", bytes(packed))
        with suppress(ArchiveError, BuildFileError):
            archive = Archive(path)
            for name in archive.names():
                archive.read(name)
            open_module(path)


FILES = {
    "images/Map.jpg": b"1",
    "images/old.gif": b"2",
    "images/Big.PNG": b"3",
    "images/twice.png": b"4",
    "images/Twice.png": b"5",
    "images_es/Map.jpg": b"6",
    "images/" + unicodedata.normalize("NFD", "Größe.png"): b"7",
    "images/folder/x.png": b"8",
    "sounds/shot.wav": b"9",
    "start.vsav": b"0",
}


class TestFinding:
    @pytest.mark.parametrize(
        ("name", "content", "warns"),
        [
            ("Map.jpg", b"1", False),
            ("old", b"2", False),
            ("big.png", b"3", True),
            ("twice.png", b"4", False),
            ("Größe.png", b"7", False),
            ("folder/x.png", b"8", False),
            ("OLD", b"2", True),
        ],
    )
    def test_images_are_found_as_vassal_finds_them(self, vassal, name: str, content: bytes, warns: bool) -> None:
        found = Archives(opened(vassal, FILES)).find(name)
        assert found is not None
        assert (found.read(), bool(found.warning)) == (content, warns)

    @pytest.mark.parametrize("name", ["TWICE.png", "gone.png", "", "shot.wav"])
    def test_what_is_not_there_or_not_clear_is_not_found(self, vassal, name: str) -> None:
        assert Archives(opened(vassal, FILES)).find(name) is None

    @pytest.mark.parametrize("name", ["/images/map.gif", "zoom-in.png", "camera"])
    def test_some_images_are_vassals_own(self, vassal, name: str) -> None:
        found = Archives(opened(vassal, FILES)).find(name)
        assert found is not None
        assert (found.archive, found.read()) == (None, None)
        assert found.name.startswith("/")

    def test_sounds_other_files_and_translations(self, vassal) -> None:
        files = Archives(opened(vassal, FILES))
        sound, setup, spanish = (
            files.find("shot.wav", "sounds"),
            files.file("Start.vsav"),
            files.find("Map.jpg", language="es"),
        )
        assert [each.read() for each in (sound, setup, spanish) if each] == [b"9", b"0", b"6"]

    def test_the_module_goes_before_its_extensions(self, vassal) -> None:
        other = opened(vassal, {"images/Map.jpg": b"other", "images/new.png": b"new"})
        files = Archives(opened(vassal, FILES), [other])
        assert [found.read() for name in ("Map.jpg", "new.png") if (found := files.find(name))] == [b"1", b"new"]


class TestModules:
    @pytest.mark.parametrize("build", ["buildFile", "buildFile.xml"])
    def test_a_module_of_any_age_is_opened(self, vassal, build: str) -> None:
        module = open_module(vassal.vmod(vassal.element("module.Map", mapName="Main"), build=build))
        assert (module.name, module.version, module.about.vassal_version) == ("Small", "1.0", "3.7.5")
        assert [child.get("mapName") for child in module.root.children] == ["Main"]
        assert module.root.file == f"Small.vmod/{build}"

    def test_extensions_are_put_in(self, vassal) -> None:
        extension = vassal.vmdx(vassal.element("module.Map", mapName="More"), files={"images/more.png": b"m"})
        module = open_module(vassal.vmod(), [extension])
        assert [child.get("mapName") for child in module.root.children] == ["More"]
        assert module.archives.find("more.png") is not None

    def test_what_has_no_build_file_is_no_module(self, vassal) -> None:
        with pytest.raises(ArchiveError, match=r"holds no buildFile\.xml"):
            open_module(vassal.file("Small.vmod", vassal.zipped({"a": b""})))

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ({"module": "Other"}, "More.vmdx is an extension of 'Other', not of 'Small'."),
            ({"module": "Other", "anyModule": "true"}, ""),
            ({"module": ""}, ""),
        ],
    )
    def test_an_extension_of_another_module_is_refused(self, vassal, given: dict[str, str], said: str) -> None:
        extension = vassal.vmdx(**given)
        if not said:
            assert open_module(vassal.vmod(), [extension]).remarks == ()
            return
        with pytest.raises(ArchiveError, match=f"^{re.escape(said)}$"):
            open_module(vassal.vmod(), [extension])
        opened = open_module(
            vassal.vmod(), beside=[extension, vassal.vmdx(vassal.element("module.Map"), name="B.vmdx")]
        )
        assert opened.remarks == ((f"{said} It was left out.", "More.vmdx"),)
        assert [child.short for child in opened.root.children] == ["Map"]

    @pytest.mark.parametrize(
        ("wanted", "said"),
        [("0.9", False), ("1.0", False), ("1.0.1", True), ("1.10", True), ("", False), ("new", False)],
    )
    def test_an_extension_for_a_later_version_comes_with_a_word(self, vassal, wanted: str, said: bool) -> None:
        opened = open_module(vassal.vmod(), [vassal.vmdx(moduleVersion=wanted)])
        told = f"More.vmdx was made for version {wanted} of the module; this is 1.0."
        assert opened.remarks == (((told, "More.vmdx"),) if said else ())

    def test_each_file_is_taken_for_what_it_is(self, vassal) -> None:
        renamed = vassal.file("More.vmod", vassal.vmdx().read_bytes())
        with pytest.raises(ArchiveError, match=r"^More\.vmod is an extension of 'Small', not a module: import"):
            open_module(renamed)
        with pytest.raises(ArchiveError, match=r"^Small\.vmod is a module, not an extension\.$"):
            open_module(vassal.vmod(), [vassal.vmod()])
        with pytest.raises(ArchiveError, match=r"^Small\.vsav is a VASSAL save or log, not a module\.$"):
            open_module(vassal.vsav())

    def test_extensions_lie_in_a_folder_beside_the_module(self, vassal) -> None:
        path = vassal.vmod()
        assert extensions_beside(path) == ()
        folder = path.with_name("Small_ext")
        (folder / "inactive").mkdir(parents=True)
        for name in ("B.vmdx", "A.vmdx", ".hidden"):
            (folder / name).touch()
        assert [each.name for each in extensions_beside(path)] == ["A.vmdx", "B.vmdx"]


class TestMetadata:
    def test_it_is_read_without_translations(self, vassal) -> None:
        about = (
            '<data version="1"><name>N</name><name lang="es">X</name><version>2</version>'
            "<dateSaved>1711696523923</dateSaved><universal>true</universal><description>D</description></data>"
        )
        expected = Metadata("N", "2", "", "D", 1711696523923, True)
        assert read_metadata(opened(vassal, {"moduledata": about}), "moduledata") == expected

    def test_a_text_is_gathered_from_all_its_parts_as_far_as_an_element_within(self, vassal) -> None:
        about = f"<data><name>{'&lt;' * 100_000}&amp;</name><description>one<b>two</b>three</description></data>"
        found = read_metadata(opened(vassal, {"moduledata": about}), "moduledata")
        assert (found.name, found.description) == ("<" * 100_000 + "&", "one")

    @pytest.mark.parametrize("about", ["", "<a", '<!DOCTYPE a [<!ENTITY x "y">]><data><name>&x;</name></data>'])
    def test_what_cannot_be_read_says_nothing(self, vassal, about: str) -> None:
        assert read_metadata(opened(vassal, {"moduledata": about}), "moduledata") == Metadata()

    def test_it_may_be_missing(self, vassal) -> None:
        assert read_metadata(opened(vassal, {"a": ""}), "moduledata") == Metadata()
