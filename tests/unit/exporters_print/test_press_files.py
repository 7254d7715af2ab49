"""Files for a press keep to PDF/X-4 (ISO 15930-7), as far as it can be read off them, in every bundled battle."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject, StreamObject

from jdgtools.building import build
from jdgtools.exporters.options import BuildOptions
from jdgtools.loading import check, read_print_file
from jdgtools.render.backends.pdf_press import OutputIntent, profile_problem
from jdgtools.render.sheets import PrintSettings, settings_of

SCENARIOS = Path(__file__).parents[3] / "scenarios"
NO_COLOR_OF = {"cmyk": ("rg", "RG", "/DeviceRGB"), "rgb": ("k", "K", "/DeviceCMYK")}


def profile(device: bytes = b"prtr", space: bytes = b"CMYK") -> bytes:
    """Return the head of an ICC profile, which is all of it that is looked at."""
    head = bytearray(256)
    head[2:4], head[12:16], head[16:20], head[36:40] = b"\1\0", device, space, b"acsp"
    return bytes(head)


def problems_of(pdf: bytes, color: str) -> list[str]:
    """Return what a file does against the standard."""
    reader = PdfReader(BytesIO(pdf))
    found = [] if pdf.startswith(b"%PDF-1.6") else ["version"]
    if reader.is_encrypted or "/ID" not in reader.trailer:
        found.append("encrypted, or without a name")
    root = reader.trailer["/Root"].get_object()
    intents = root.get("/OutputIntents", [])
    if len(intents) != 1:
        return [*found, "output intent"]
    intent = intents[0].get_object()
    icc = intent["/DestOutputProfile"].get_object()
    if intent["/S"] != "/GTS_PDFX" or not intent["/OutputConditionIdentifier"]:
        found.append("kind of the output intent")
    if icc["/N"] != (4 if color == "cmyk" else 3) or profile_problem(icc.get_data(), color):  # type: ignore[arg-type]
        found.append("profile")
    if reader.trailer["/Info"].get_object().get("/Trapped") != "/False":
        found.append("Trapped")
    xmp = root["/Metadata"].get_object().get_data().decode()
    wanted = (
        "<pdfxid:GTS_PDFXVersion>PDF/X-4<", "<pdf:Trapped>False<", "<xmp:CreateDate>", "<xmp:ModifyDate>",
        "<xmp:MetadataDate>", "<xmpMM:DocumentID>uuid:", "<xmpMM:VersionID>", "<xmpMM:RenditionClass>", "<dc:title>",
    )  # fmt: skip
    found += [entry for entry in wanted if entry not in xmp]
    found += [key for key in ("/AcroForm", "/OpenAction", "/AA", "/Names") if key in root]
    if "/OCProperties" in root and "/Name" not in root["/OCProperties"]["/D"]:
        found.append("name of the layers")
    for page in reader.pages:
        if "/Annots" in page:
            found.append("annotation")
        if not {"/TrimBox", "/BleedBox"} <= set(page) or "/ArtBox" in page:
            found.append("boxes")
        media, bleed, trim = page.mediabox, page.bleedbox, page.trimbox
        for inner, outer in ((trim, bleed), (bleed, media)):
            if inner.left < outer.left or inner.bottom < outer.bottom:
                found.append("boxes")
            if inner.right > outer.right or inner.top > outer.top:
                found.append("boxes")
    fill, line, space = NO_COLOR_OF[color]
    for number in range(1, reader.trailer["/Size"]):
        thing = IndirectObject(number, 0, reader).get_object()
        if not isinstance(thing, DictionaryObject):
            continue
        if thing.get("/Type") == "/FontDescriptor" and not {"/FontFile2", "/FontFile3"} & set(thing):
            found.append(f"{thing['/FontName']} is not embedded")
        if space in str(thing):
            found.append(f"{space} in object {number}")
        if isinstance(thing, StreamObject) and (
            thing.get("/Subtype") == "/Form" or {"/Type", "/Subtype", "/Length1", "/N"}.isdisjoint(thing)
        ):
            words = re.sub(rb"\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f]*>", b"", thing.get_data()).split()
            found += [f"`{op}` in object {number}" for op in (fill, line) if op.encode() in words]
    return found


def built(battle: str, color: str, folder: Path, intent: OutputIntent | None) -> dict[str, bytes]:
    """Return the PDF files of map, tiles and counters."""
    loaded = check(SCENARIOS / battle)
    printing: PrintSettings = loaded.printing or settings_of({"format": 1})
    printing = replace(printing, color=color, press=intent, papers=("a4",), tile_papers=("a4",))  # type: ignore[arg-type]
    options = BuildOptions(printing=printing, only=("counters", "map", "tiles"))
    build(loaded, folder, options)
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*.pdf"))}


@pytest.mark.parametrize("battle", sorted(folder.name for folder in SCENARIOS.iterdir()))
def test_files_of_every_battle_are_taken_by_a_press(battle: str, tmp_path: Path) -> None:
    files = built(battle, "cmyk", tmp_path / "out", OutputIntent(profile(), "FOGRA39"))
    assert len(files) == 3
    assert {name: problems for name, pdf in files.items() if (problems := problems_of(pdf, "cmyk"))} == {}


def test_a_press_may_print_from_red_green_and_blue_and_without_one_no_file_claims_it(tmp_path: Path) -> None:
    files = built("teaching-jdg", "rgb", tmp_path / "rgb", OutputIntent(profile(space=b"RGB "), "Custom"))
    assert [problems_of(pdf, "rgb") for pdf in files.values()] == [[], [], []]
    again = built("teaching-jdg", "rgb", tmp_path / "again", OutputIntent(profile(space=b"RGB "), "Custom"))
    assert files == again
    plain = built("teaching-jdg", "rgb", tmp_path / "plain", None)
    assert all(b"PDFX" not in pdf and problems_of(pdf, "rgb") for pdf in plain.values())


def test_the_profile_is_read_from_a_file_that_the_settings_name(tmp_path: Path) -> None:
    path = tmp_path / "print.yaml"
    path.write_text("format: 1\ncolor: cmyk\npress: {profile: a.icc, condition: FOGRA39}\n", encoding="utf-8")
    (tmp_path / "a.icc").write_bytes(profile())
    settings, report, _ = read_print_file(path)
    assert settings is not None and not list(report)
    assert settings.press == OutputIntent(profile(), "FOGRA39")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no ICC profile"),
        (profile()[:200], "cut short"),
        (profile(device=b"mntr"), "of a screen"),
        (profile(space=b"RGB "), "for RGB"),
        (profile(), ""),
    ],
)
def test_only_the_profile_of_a_press_is_taken(content: bytes, said: str) -> None:
    problem = profile_problem(content, "cmyk")
    assert said in problem if said else problem == ""
