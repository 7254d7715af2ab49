"""The language server as an editor sees it: a client over standard input and output."""

from __future__ import annotations

import logging
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from jdgtools.lsp.log import LineFormatter
from jdgtools.lsp.positions import Positions
from tests.unit.lsp.client import Client

SCENARIOS = Path(__file__).parents[3] / "scenarios"
SETUP = "scenarios/battle.yaml"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An editor with the teaching battle; its tests leave every text as it was."""
    folder = tmp_path_factory.mktemp("editor") / "valmar"
    shutil.copytree(SCENARIOS / "teaching-jdg", folder)
    with Client(folder) as client:
        client.open(SETUP)
        client.wait_for(SETUP, None)
        yield client


def read(client: Client, path: str) -> str:
    return (client.folder / path).read_text(encoding="utf-8")


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]))[
        ::-1
    ]:
        first, last = edit["range"]["start"], edit["range"]["end"]
        head = lines[first["line"]][: first["character"]]
        tail = lines[last["line"]][last["character"] :]
        lines[first["line"] : last["line"] + 1] = (head + edit["newText"] + tail).split("\n")
    return "\n".join(lines)


def actions(client: Client, path: str, problem: dict[str, Any]) -> list[dict[str, Any]]:
    context = {"diagnostics": [problem]}
    place = {"textDocument": {"uri": client.uri(path)}, "range": problem["range"], "context": context}
    found: list[dict[str, Any]] = client.ask("textDocument/codeAction", place)
    return found


def test_what_is_typed_is_checked_before_it_is_saved(client: Client) -> None:
    text = read(client, SETUP)
    client.change(SETUP, text.replace("hex: 0402, facing: W}", "hex: 0409, facing: W}"))
    problem = next(p for p in client.wait_for(SETUP, "REF007") if p["code"] == "REF007")
    line = text[: text.index("hex: 0402, facing: W}")].count("\n")
    assert problem["range"] == {
        "start": {"line": line, "character": 23}, "end": {"line": line, "character": 27}
    }  # fmt: skip
    assert problem["severity"] == 1 and problem["source"] == "jdg" and "expected" in problem["message"]
    client.change(SETUP, text)
    client.wait_for(SETUP, None)


def test_a_misspelt_word_is_changed_to_the_one_that_was_meant(client: Client) -> None:
    text = read(client, SETUP)
    wrong = text.replace("region: hill, facing", "region: hil, facing")
    client.change(SETUP, wrong)
    problem = next(p for p in client.wait_for(SETUP, "REF009") if p["code"] == "REF009")
    fix = actions(client, SETUP, problem)[0]
    assert fix["title"] == "Change `hil` to `hill`" and fix["isPreferred"]
    assert applied(wrong, fix["edit"]["changes"][client.uri(SETUP)]) == text
    client.change(SETUP, text)
    client.wait_for(SETUP, None)


def test_a_warning_is_accepted_by_an_entry_at_the_end(client: Client) -> None:
    text = read(client, SETUP)
    warned = text[: text.index("accepts:")]
    client.change(SETUP, warned)
    problem = next(p for p in client.wait_for(SETUP, "JDG095") if p["code"] == "JDG095")
    fix = actions(client, SETUP, problem)[-1]
    assert fix["title"] == "Accept JDG095 for unit fr-art"
    accepted = applied(warned, fix["edit"]["changes"][client.uri(SETUP)])
    assert accepted.endswith(
        '\naccepts:\n  - {code: JDG095, for: unit fr-art, reason: "looked at, and meant so"}\n'
    )
    client.change(SETUP, accepted)
    client.wait_for(SETUP, None)
    client.change(SETUP, text)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  - {unit: ", "fr-17"),
        ("  - {leader: ", "davout"),
        ("  - {unit: fr-17, hex: ", "0104"),
        ("  - {unit: fr-17, region: ", "west-bank"),
        ("  - {unit: fr-17, facing: ", "NE"),
        ("  - {unit: fr-17, state: ", "disordered"),
        ("  - {unit: fr-17, h", "hex: "),
        ("  - {", "unit: "),
        ("  - unit: fr-17\n    ", "hex: "),
        ("  - unit: fr-17\n    hex: ", "0504"),
    ],
)
def test_completion_of_a_text_that_cannot_be_read(client: Client, line: str, expected: str) -> None:
    text = read(client, SETUP)
    mark = f"setup:\n{line}"
    half = text.replace("setup:\n", f"{mark}\n", 1)
    client.change(SETUP, half)
    labels = client.labels(SETUP, half, mark)
    client.change(SETUP, text)
    assert expected in labels
    assert "unit: " not in labels or "unit: fr-17" not in line


def test_keys_that_stand_already_are_not_offered_again(client: Client) -> None:
    text = read(client, SETUP)
    client.change(SETUP, text + "\n")
    labels = client.labels(SETUP, text + "\n", text + "\n")
    client.change(SETUP, text)
    assert "notes: " in labels and "setup: " not in labels and "victory: " not in labels


def test_completion_shows_places_with_the_hexes(client: Client) -> None:
    text = read(client, SETUP)
    half = text.replace("setup:\n", "setup:\n  - {unit: fr-17, hex: \n", 1)
    client.change(SETUP, half)
    mark = "setup:\n  - {unit: fr-17, hex: "
    items = client.at("completion", SETUP, half, mark, len(mark))["items"]
    client.change(SETUP, text)
    hexes = {item["label"]: item["detail"] for item in items}
    assert hexes["0104"] == "Valmar, town, level 0" and len(hexes) == 30
    assert items[0]["label"] == "0104"


def test_completion_of_options_tables_and_charts(client: Client) -> None:
    scenario, oob, battle = read(client, SETUP), client.open("oob.csv"), client.open("battle.yaml")
    for path, text, mark, expected in (
        (SETUP, scenario.replace("{tie: draw}", "{t"), "options: {t", "tie: "),
        (SETUP, scenario.replace("{tie: draw}", "{tie: "), "options: {tie: ", "first_side"),
        ("oob.csv", oob + "x,y,z,", "x,y,z,", "austria"),
        ("oob.csv", oob + "x,y,z,austria,bianchi,", "x,y,z,austria,bianchi,", "grenadiers"),
        (
            "battle.yaml",
            battle.replace("key: [garden, infantry]", "key: [garden, "),
            "key: [garden, ",
            "marsh",
        ),
        ("battle.yaml", battle.replace("chart: TBL-TEC", "chart: "), "- chart: ", "TBL-SHOCK-DRM"),
        ("battle.yaml", battle.replace("leader: davout", "leader: ", 1), "leader: ", "hiller"),
    ):
        client.change(path, text)
        assert expected in client.labels(path, text, mark), mark
    for path, text in ((SETUP, scenario), ("oob.csv", oob), ("battle.yaml", battle)):
        client.change(path, text)


@pytest.mark.parametrize(
    ("mark", "after", "expected"),
    [
        ("unit: fr-art, hex", 8, "**1/7e Art.**"),
        ("hex: 0402, facing", 6, "**0402**: clear, level 1"),
        ("JDG-4.3.1-a", 3, "A unit pays the lower road"),
        ("code: JDG095", 8, "**JDG095**"),
        ("first_turn: 1", 2, "First turn played."),
        ("tie: draw", 1, "`first_side`"),
        ("leader: davout", 9, "**Davout**"),
        ("region: hill", 9, "0401 0501 0402 0502 0503"),
    ],
)
def test_hover(client: Client, mark: str, after: int, expected: str) -> None:
    answer = client.at("hover", SETUP, read(client, SETUP), mark, after)
    assert expected in answer["contents"]["value"]


def test_definition_and_references_across_files(client: Client) -> None:
    text = read(client, SETUP)
    definition = client.at("definition", SETUP, text, "unit: fr-art, hex", 8)
    assert [place["uri"] for place in definition] == [client.uri("oob.csv")]
    assert definition[0]["range"]["start"] == {"line": 4, "character": 0}
    places = client.at("references", SETUP, text, "hex: 0402", 6, context={"includeDeclaration": True})
    assert {place["uri"] for place in places} >= {client.uri(SETUP), client.uri("map.yaml")}
    ground = client.at("definition", SETUP, text, "hex: 0402", 6)
    assert ground[0]["uri"] == client.uri("map.yaml")


def test_rename_changes_every_file(client: Client) -> None:
    text = read(client, SETUP)
    edit = client.at("rename", SETUP, text, "unit: fr-art, hex", 8, newName="fr-guns")["changes"]
    assert set(edit) == {client.uri("oob.csv"), client.uri(SETUP)}
    oob = read(client, "oob.csv")
    assert applied(oob, edit[client.uri("oob.csv")]) == oob.replace("fr-art,", "fr-guns,")
    assert applied(text, edit[client.uri(SETUP)]) == text.replace("fr-art", "fr-guns")
    with pytest.raises(LookupError, match="another unit has the id `au-33` already"):
        client.at("rename", SETUP, text, "unit: fr-art, hex", 8, newName="au-33")
    with pytest.raises(LookupError, match="no id"):
        client.at("rename", SETUP, text, "unit: fr-art, hex", 8, newName="a b")
    assert client.at("prepareRename", SETUP, text, "first_turn", 2) is None


@pytest.mark.parametrize(
    "name", ["", "a b", "../x", "{x}", "x: y", "é", "a\nb", "null", "False", "- a", "#a", "x" * 61]
)
def test_a_name_that_is_no_id_is_refused_with_the_reason(client: Client, name: str) -> None:
    text = read(client, SETUP)
    with pytest.raises(LookupError, match=r"is no id|too long"):
        client.at("rename", SETUP, text, "au-33", 2, newName=name)


def test_what_makes_no_sense_is_answered(client: Client) -> None:
    with pytest.raises(LookupError, match="Not Found"):
        client.ask("textDocument/nothing", {})
    where = {"textDocument": {"uri": client.uri("map.yaml")}}
    for line, character in ((10**6, 0), (0, 10**6), (10**6, 10**6)):
        position = {"line": line, "character": character}
        for question in ("hover", "definition", "completion", "prepareRename"):
            client.ask(f"textDocument/{question}", {**where, "position": position})


@pytest.mark.parametrize("path", ["battle.yaml", "map.yaml", "oob.csv", SETUP, "scenarios/dawn-austria.csv"])
def test_every_kind_of_file_has_answers_everywhere(client: Client, path: str) -> None:
    answers = dict.fromkeys(("definition", "references", "hover", "completion", "prepareRename"), 0)
    lines = read(client, path).split("\n")
    words = [(n, word.start()) for n, line in enumerate(lines) for word in re.finditer(r"[\w-]+", line)]
    for line, character in words[:: max(1, len(words) // 60)]:
        where = {
            "textDocument": {"uri": client.uri(path)},
            "position": {"line": line, "character": character},
        }
        for question in answers:
            more = {"context": {"includeDeclaration": True}} if question == "references" else {}
            answers[question] += bool(client.ask(f"textDocument/{question}", {**where, **more}))
    assert answers["definition"] and answers["references"] and answers["prepareRename"], answers


def test_a_unit_of_a_spreadsheet_is_not_renamed_and_the_editor_hears_why(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SCENARIOS / "teaching-afe", tmp_path / "crown"))
    with Client(folder) as client:
        text = client.open(SETUP)
        assert client.at("prepareRename", SETUP, text, "unit: cr-kni", 8) is not None
        with pytest.raises(LookupError, match=r"`oob.xlsx` cannot be written: save it as CSV"):
            client.at("rename", SETUP, text, "unit: cr-kni", 8, newName="knights")


def test_symbols_and_colours(client: Client) -> None:
    symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri(SETUP)}})
    setup = next(s for s in symbols if s["name"] == "setup")
    assert setup["children"][0]["name"] == "fr-13l" and setup["children"][0]["detail"] == "0102"
    where = {"textDocument": {"uri": client.uri("battle.yaml")}}
    colors = client.ask("textDocument/documentColor", where)
    blue = next(c for c in colors if round(c["color"]["red"] * 255) == 0x33)
    shown = client.ask("textDocument/colorPresentation", {**where, **blue})
    assert shown == [{"label": "#33559b"}]


def test_a_file_that_changes_on_the_disk_is_read_again(client: Client) -> None:
    watchers = client.registrations[0]["registerOptions"]["watchers"]
    assert {"globPattern": "**/*.csv"} in watchers
    path = client.folder / "oob.csv"
    text = path.read_text(encoding="utf-8")
    client.tell("textDocument/didClose", {"textDocument": {"uri": client.uri("oob.csv")}})
    path.write_text(text.replace("fr-17,", "fr-71,"), encoding="utf-8")
    client.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": client.uri("oob.csv"), "type": 2}]})
    client.wait_for(SETUP, "REF004")
    path.write_text(text, encoding="utf-8")
    client.tell("textDocument/didSave", {"textDocument": {"uri": client.uri(SETUP)}})
    client.wait_for(SETUP, None)


def test_files_of_no_battle_and_hostile_texts_leave_it_alive(client: Client) -> None:
    (client.folder.parent / "notes.yaml").write_text("a: b\n", encoding="utf-8")
    other = (client.folder.parent / "notes.yaml").as_uri()
    for uri in (other, "untitled:Untitled-1", "file:///nowhere/%00/x.yaml", "http://x/y"):
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": "[[[{\x00\ud83d"}
        client.tell("textDocument/didOpen", {"textDocument": item})
        where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 2}}
        assert client.ask("textDocument/hover", where) is None
    text = read(client, SETUP)
    step = max(1, len(text) // 200)
    for end in range(0, len(text), step):
        client.change(SETUP, text[:end])
        if end % (20 * step) == 0:
            client.labels(SETUP, text[:end], text[:end])
    client.change(SETUP, text)
    client.wait_for(SETUP, None)


def test_messages_without_sense_are_a_line_each_in_the_log(tmp_path: Path) -> None:
    folder, log = tmp_path / "valmar", tmp_path / "log"
    shutil.copytree(SCENARIOS / "teaching-jdg", folder)
    with Client(folder, log) as client:
        text = client.open(SETUP)
        for new_name in ("a b", "au-33"):
            with pytest.raises(LookupError):
                client.at("rename", SETUP, text, "unit: fr-art, hex", 8, newName=new_name)
        for content in (
            b"{",
            b"\xff\xfe",
            b"[1, 2]",
            b"{}",
            b"[" * 100_000,
            b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 5}}',
            b'{"jsonrpc": "2.0", "id": 900, "method": "textDocument/hover", "params": {"position": "'
            + b"x" * 50_000
            + b'"}}',
            b'{"jsonrpc": "2.0", "id": 901, "method": "textDocument/rename"}',
        ):
            client.send_bytes(content)
        assert client.at("prepareRename", SETUP, text, "unit: fr-art, hex", 8) is not None
    said = log.read_text(encoding="utf-8")
    assert "another unit has the id `au-33` already" in said
    assert "Traceback" not in said and "  File " not in said
    assert max(map(len, said.splitlines())) < 700


def test_a_mistake_of_ours_keeps_its_traceback() -> None:
    for name, kept in (("pygls.protocol", False), ("jdgtools.lsp.server", True)):
        try:
            raise KeyError("x")
        except KeyError:
            record = logging.LogRecord(name, logging.ERROR, "", 1, "failed", (), sys.exc_info())
        assert ("Traceback" in LineFormatter().format(record)) is kept
    try:
        Positions(cast(str, None))
    except Exception:
        record = logging.LogRecord("pygls.protocol", logging.ERROR, "", 1, "failed", (), sys.exc_info())
    assert "Traceback" in LineFormatter().format(record)


def test_without_pygls_a_message_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError('no', name='pygls')\n", encoding="utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from jdgtools.cli.main import run; run(['lsp'])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 2 and "pip install 'jdgtools[lsp]'" in result.stderr


@pytest.mark.parametrize("method", ["textDocument/hover", "textDocument/rename", "textDocument/codeAction"])
@pytest.mark.parametrize("params", [None, [], {}, {"textDocument": {"uri": 5}, "position": {}}])
def test_a_request_that_cannot_be_read_is_answered(client: Client, method: str, params: Any) -> None:
    with pytest.raises(LookupError, match=r"Invalid Params|Internal"):
        client.ask(method, params)
