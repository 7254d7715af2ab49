"""The page's server: who may ask, what is answered, what an edit leaves in the files."""

from __future__ import annotations

import asyncio
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from jdgtools.desk_page.app import desk_app
from jdgtools.desk_page.desk import Desk, WrittenBuild

with warnings.catch_warnings():
    # New versions would rather have another client than older ones.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

ROOT = Path(__file__).parents[3]
HOST = {"host": "127.0.0.1:8000"}
HOME = {**HOST, "origin": "http://127.0.0.1:8000"}
TOKEN = "right-token"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = Path(shutil.copytree(ROOT / "scenarios" / "teaching-jdg", tmp_path / "battle"))
    return Desk(folder)


def client_of(desk: Desk, cookie: str = TOKEN) -> TestClient:
    client = TestClient(
        desk_app(desk, 8000, TOKEN, watch=False), "http://127.0.0.1:8000", follow_redirects=False
    )
    if cookie:
        client.cookies.set("jdg-desk-8000", cookie)
    return client


@pytest.fixture
def client(desk: Desk) -> TestClient:
    return client_of(desk)


def test_the_token_opens_the_page_once_and_becomes_a_cookie(desk: Desk):
    client = client_of(desk, "")
    assert client.get("/").status_code == 403
    assert client.get("/?token=wrong").status_code == 403
    answer = client.get(f"/?token={TOKEN}")
    assert answer.status_code == 303 and answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert client.get("/").status_code == 200


def test_the_token_opens_nothing_but_the_page(desk: Desk):
    assert client_of(desk, "").get(f"/facts?token={TOKEN}").status_code == 403


@pytest.mark.parametrize("cookie", ["", "wrong", "right-toke", "é"])
def test_without_the_cookie_nothing_is_told(desk: Desk, cookie: str):
    client = client_of(desk, "")
    headers = {"cookie": f"jdg-desk-8000={cookie}".encode()}
    for path in ("/", "/facts", "/static/main.js", "/lines/0101", "/lens/zones"):
        assert client.get(path, headers=headers).status_code == 403


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:9000", "127.0.0.1.evil.example:8000", ""],
)
def test_a_foreign_host_is_refused(client: TestClient, host: str):
    assert client.get("/facts", headers={"host": host}).status_code == 403


def test_two_hosts_are_refused(client: TestClient):
    """Whoever stands between might read the one, and this server the other."""
    hosts = [("host", "127.0.0.1:8000"), ("host", "evil.example")]
    assert client.get("/facts", headers=hosts).status_code == 403
    assert client.get("/facts", headers=hosts[::-1]).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "https://127.0.0.1:8000"},
        {"origin": "http://127.0.0.1:9000"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_foreign_page_is_refused(client: TestClient, headers: dict[str, str]):
    assert client.get("/facts", headers={**HOST, **headers}).status_code == 403
    assert client.post("/undo", headers={**HOST, **headers}).status_code == 403


def test_a_change_names_its_origin(client: TestClient):
    assert client.post("/undo", headers=HOST).status_code == 403
    assert client.post("/undo", headers=HOME).status_code == 200


@pytest.mark.parametrize("origin", ["", "http://evil.example"])
def test_a_foreign_page_hears_of_no_change(client: TestClient, origin: str):
    headers = {**HOST, **({"origin": origin} if origin else {})}
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/changes", headers=headers):
        pass


@pytest.mark.parametrize("cookie", ["", "wrong"])
def test_without_the_cookie_nobody_hears_of_a_change(desk: Desk, cookie: str):
    with (
        pytest.raises(WebSocketDisconnect),
        client_of(desk, cookie).websocket_connect("/changes", headers=HOME),
    ):
        pass


def test_a_page_hears_of_a_change(client: TestClient, desk: Desk):
    with client.websocket_connect("/changes", headers=HOME) as socket:
        use = {"tool": "terrain", "hexes": ["0101"], "terrain": other_terrain(desk, "0101")}
        client.post("/edit", json={"digest": desk.view.digest, "use": use}, headers=HOME)
        assert socket.receive_text() == desk.view.digest


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/app.py",
        "/static/%2fetc%2fpasswd",
        "/map.yaml",
        "/map/x/0/0/0.png",
        "/counter/x/..%2f..%2fmap.yaml.png",
        "/counter/x/nobody.png",
    ],
)
def test_no_file_is_shown_that_is_not_of_the_page(client: TestClient, path: str):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    "path", ["/map/x/{}/0/0.png", "/map/x/0/{}/0.png", "/play/x/step/{}", "/text/{}", "/{}"]
)
def test_an_address_without_end_is_refused(client: TestClient, path: str):
    assert client.get(path.replace("{}", "9" * 5_000)).status_code == 414
    assert client.get(path.replace("{}", "9" * 3_900)).status_code in (404, 409)


@pytest.mark.parametrize("path", ["/edit", "/play/begin", "/play/replay", "/play/x/decide", "/play/x/seats"])
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b'{"digest":NaN}', 400),
        (b'{"use":{"x":' + b"[" * 100_000, 400),
        (b"x" * 80_000_000, 413),
    ],
    ids=["empty", "no text", "a deep list", "no number", "a deep value", "too large"],
)
def test_a_body_that_is_none_is_refused(client: TestClient, path: str, body: bytes, status: int):
    answer = client.post(path, content=body, headers=HOME)
    assert answer.status_code == status and answer.json()["error"].startswith("this is ")


@pytest.mark.parametrize("path", ["/edit", "/play/begin", "/play/x/decide"])
def test_a_request_that_ends_early_is_let_go(desk: Desk, path: str):
    app = desk_app(desk, 8000, TOKEN, watch=False)
    headers = {**HOME, "cookie": f"jdg-desk-8000={TOKEN}"}
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    arriving = iter([{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}])
    sent: list[Any] = []

    async def receive() -> Any:
        return next(arriving)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] == 400


def test_what_a_page_sends_is_let_go(client: TestClient, desk: Desk):
    with client.websocket_connect("/changes", headers=HOME) as socket:
        socket.send_bytes(b"\xff\0")
        socket.send_text("hello")
        use = {"tool": "terrain", "hexes": ["0101"], "terrain": other_terrain(desk, "0101")}
        client.post("/edit", json={"digest": desk.view.digest, "use": use}, headers=HOME)
        assert socket.receive_text() == desk.view.digest


def test_nothing_but_the_page_itself_may_run_in_it(client: TestClient):
    for path in ("/", "/facts", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


def hex_facts(desk: Desk, number: str) -> dict[str, Any]:
    return next(one for one in desk.facts["map"]["hexes"] if one["id"] == number)


def other_terrain(desk: Desk, number: str) -> str:
    """A terrain that is on the map, so that the legend has a character for it, and not in this hex."""
    here = hex_facts(desk, number)["terrain"]
    return next(one["terrain"] for one in desk.facts["map"]["hexes"] if one["terrain"] != here)


def test_facts_tell_of_map_setups_and_terrains(client: TestClient):
    facts = client.get("/facts").json()
    assert facts["map"]["hexes"][0]["id"] == "0101" and len(facts["map"]["corners"]) == 6
    scenario = facts["scenarios"][0]
    assert scenario["counters"] and all(one["picture"] for one in scenario["counters"])
    assert facts["problems"] == [] and facts["undo"] is None


def test_tiles_and_counters_are_pictures(client: TestClient):
    facts = client.get("/facts").json()
    tile = client.get(f"/map/{facts['map']['picture']}/-1/0/0.png")
    assert tile.content.startswith(b"\x89PNG")
    assert client.get(f"/map/{facts['map']['picture']}/0/90/0.png").status_code == 404
    assert client.get(f"/map/{facts['map']['picture']}/9/0/0.png").status_code == 404
    picture = facts["scenarios"][0]["counters"][0]["picture"]
    assert client.get(f"/counter/{picture}.png").content.startswith(b"\x89PNG")


def test_paint_changes_one_character_and_undo_gives_it_back(client: TestClient, desk: Desk):
    path = desk.session.folder / "map.yaml"
    before = path.read_bytes()
    terrain = other_terrain(desk, "0101")
    use = {"tool": "terrain", "hexes": ["0101"], "terrain": terrain}
    answer = client.post("/edit", json={"digest": desk.view.digest, "use": use}, headers=HOME)
    assert answer.status_code == 200 and hex_facts(desk, "0101")["terrain"] == terrain
    after = path.read_bytes()
    assert len(after) == len(before) and sum(a != b for a, b in zip(before, after, strict=True)) == 1
    assert answer.json()["undo"]
    assert client.post("/undo", headers=HOME).json()["redo"]
    assert path.read_bytes() == before
    client.post("/redo", headers=HOME)
    assert path.read_bytes() == after


def test_an_edit_of_older_texts_is_refused(client: TestClient, desk: Desk):
    old = desk.view.digest
    path = desk.session.folder / "map.yaml"
    path.write_bytes(path.read_bytes() + b"# from outside\n")
    assert desk.refresh()
    use = {"tool": "terrain", "hexes": ["0101"], "terrain": other_terrain(desk, "0101")}
    answer = client.post("/edit", json={"digest": old, "use": use}, headers=HOME)
    assert answer.status_code == 409 and "changed" in answer.json()["error"]
    assert path.read_bytes().endswith(b"# from outside\n")


def test_a_file_that_changed_unseen_is_not_written_over(client: TestClient, desk: Desk):
    path = desk.session.folder / "map.yaml"
    path.write_bytes(path.read_bytes() + b"# from outside\n")
    use = {"tool": "terrain", "hexes": ["0101"], "terrain": other_terrain(desk, "0101")}
    answer = client.post("/edit", json={"digest": desk.view.digest, "use": use}, headers=HOME)
    assert answer.status_code == 409
    assert path.read_bytes().endswith(b"# from outside\n")
    assert desk.view.digest == desk.session.digest


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b'{"digest": "x", "use": {"tool": "format-disk"}}', 400),
        (b'{"digest": "x", "use": {"tool": "terrain", "hexes": "0101", "terrain": "x"}}', 400),
        (b"\xff", 400),
        (b" " * 1_000_001, 413),
    ],
)
def test_what_is_no_edit_is_refused(client: TestClient, body: bytes, status: int):
    assert client.post("/edit", content=body, headers=HOME).status_code == status


@pytest.mark.parametrize(
    "use",
    [
        {"tool": "terrain", "hexes": ["9999"], "terrain": "clear"},
        {"tool": "line", "path": "../battle.yaml", "line": 1, "text": "x"},
        {"tool": "line", "path": "/etc/passwd", "line": 1, "text": "x"},
        {"tool": "line", "path": "map.yaml", "line": 100_000, "text": "x"},
        {"tool": "line", "path": "map.yaml", "line": 1, "text": "x\ny"},
        {"tool": "turn", "scenario": "nowhere", "piece": "nobody", "steps": 1},
    ],
)
def test_an_edit_that_cannot_be_made_says_why(client: TestClient, desk: Desk, use: dict[str, object]):
    answer = client.post("/edit", json={"digest": desk.view.digest, "use": use}, headers=HOME)
    assert answer.status_code == 409 and answer.json()["error"]


def test_read_only_writes_nothing(desk: Desk):
    desk.read_only = True
    client = client_of(desk)
    use = {"tool": "terrain", "hexes": ["0101"], "terrain": other_terrain(desk, "0101")}
    answer = client.post("/edit", json={"digest": desk.view.digest, "use": use}, headers=HOME)
    assert answer.status_code == 409 and "look at alone" in answer.json()["error"]
    assert client.post("/undo", headers=HOME).status_code == 409
    desk.builder = lambda *_: pytest.fail("nothing is built")
    assert client.post("/build", headers=HOME).status_code == 409
    assert not desk.facts["builds"]


def test_a_build_is_told_and_refused_like_every_change(client: TestClient, desk: Desk):
    assert client.post("/build", headers=HOME).json()["error"] == "this page has nothing that builds"
    desk.builder = lambda loaded, language: WrittenBuild(f"out/{loaded.folder.name}", ("map.pdf",))
    assert client.post("/build").status_code == 403
    answer = client.post("/build", headers=HOME)
    assert answer.json() == {"folder": f"out/{desk.session.folder.name}", "files": ["map.pdf"]}


def test_a_unit_is_turned_by_a_step_and_moved(client: TestClient, desk: Desk):
    facts = desk.facts
    scenario = facts["scenarios"][0]
    unit = next(one for one in scenario["counters"] if one["facing"] is not None and one["wide"] == 1)
    use = {"tool": "turn", "scenario": scenario["id"], "piece": unit["piece"], "steps": 1}
    assert (
        client.post("/edit", json={"digest": desk.view.digest, "use": use}, headers=HOME).status_code == 200
    )
    assert counter(desk, unit["piece"])["facing"] == (unit["facing"] + 1) % 6
    target = next(one for one in hex_facts(desk, unit["hexes"][0])["neighbours"] if one)
    use = {"tool": "place", "scenario": scenario["id"], "piece": unit["piece"], "hex": target}
    assert (
        client.post("/edit", json={"digest": desk.view.digest, "use": use}, headers=HOME).status_code == 200
    )
    assert counter(desk, unit["piece"])["hexes"] == [target]


def counter(desk: Desk, piece: str) -> dict[str, Any]:
    return next(one for one in desk.facts["scenarios"][0]["counters"] if one["piece"] == piece)


def test_lenses_answer_what_queries_answer(client: TestClient, desk: Desk):
    scenario = desk.facts["scenarios"][0]
    unit = next(one for one in scenario["counters"] if one["kind"] == "unit")
    reach = client.get("/lens/reach", params={"scenario": scenario["id"], "piece": unit["piece"]}).json()
    assert unit["hexes"][0] in {one["hex"] for one in reach["hexes"]}
    sight = client.get("/lens/sight", params={"hex": unit["hexes"][0]}).json()
    seen = {one["hex"] for one in sight["hexes"]}
    line = client.get("/lens/line", params={"hex": unit["hexes"][0], "to": "0101"}).json()
    assert line["clear"] == ("0101" in seen)
    assert client.get("/lens/zones", params={"scenario": scenario["id"]}).json()["hexes"]
    command = client.get("/lens/command", params={"scenario": scenario["id"], "piece": "davout"}).json()
    battle = desk.view.context.battle
    davout = battle.leader("davout")
    (place,) = battle.scenarios[0].placement("davout").hexes
    grid = battle.map.grid
    near = {grid.id(i) for i in grid.hexes if grid.distance(place, i) <= davout.front["range"]}
    assert {one["hex"] for one in command["hexes"]} == near
    assert {tuple(one["sides"]) for one in command["hexes"]} == {(davout.side,)}
    strengths = client.get("/lens/strengths", params={"scenario": scenario["id"]}).json()
    stack = next(one for one in strengths["hexes"] if one["hex"] == "0101")
    assert stack == {"hex": "0101", "label": "8", "sides": ["france"]}
    assert any("2 units" in note for note in strengths["notes"])
    assert client.get("/lens/crystal-ball").status_code == 409
    assert client.get("/lens/sight", params={"hex": "9999"}).status_code == 409
    assert client.get("/lens/reach", params={"piece": "nobody"}).status_code == 409


def test_lines_of_a_hex(client: TestClient):
    lines = client.get("/lines/0101").json()
    assert {one["path"] for one in lines} >= {"map.yaml"}
    assert client.get("/lines/9999").json() == []


def test_a_mistake_is_told_with_its_hex_and_line(client: TestClient, desk: Desk):
    path = desk.session.folder / "map.yaml"
    document = desk.session.documents.map
    assert document is not None and document.node is not None
    from jdgtools.desk.pictures import cells_of

    start, end = cells_of(document, "terrain")[1][2]
    path.write_bytes((document.text[:start] + "?" + document.text[end:]).encode())
    assert desk.refresh()
    problem = next(one for one in client.get("/facts").json()["problems"] if one["severity"] == "error")
    assert problem["hex"] == "0302" and problem["path"] == "map.yaml" and "?" in problem["text"]
    assert client.get(f"/map/{desk.facts['map']['picture']}/-1/0/0.png").status_code == 200


def test_a_project_that_cannot_be_read_has_problems_and_no_map(client: TestClient, desk: Desk):
    (desk.session.folder / "battle.yaml").write_text("series: [", encoding="utf-8")
    assert desk.refresh()
    facts = client.get("/facts").json()
    assert facts["map"] is None and facts["problems"][0]["path"] == "battle.yaml"
    assert client.get("/lens/zones").status_code == 409
    assert client.get("/lines/0101").json() == []


@pytest.mark.parametrize("battle", ["teaching-afe", "teaching-mpbs"])
def test_other_series_are_shown_too(battle: str):
    desk = Desk(ROOT / "scenarios" / battle, read_only=True)
    assert desk.facts["scenarios"][0]["counters"]
    picture = desk.map_picture(desk.facts["map"]["picture"])
    assert picture is not None and picture.tile(-2, 0, 0)


@pytest.mark.parametrize(
    "use", [{"problem": 99, "mend": 0}, {"problem": -1, "mend": 0}, {"problem": 0, "mend": 9}]
)
def test_a_mend_that_is_not_offered_changes_nothing(client: TestClient, desk: Desk, use: dict[str, int]):
    table = desk.session.folder / "oob.csv"
    table.write_bytes(table.read_bytes().replace(b",line_infantry,", b",line_infantri,", 1))
    assert desk.refresh() and desk.facts["problems"][0]["mends"]
    before = {path: path.read_bytes() for path in desk.session.folder.rglob("*.*")}
    edit = {"digest": desk.view.digest, "use": {"tool": "mend", **use}}
    assert client.post("/edit", json=edit, headers=HOME).status_code == 409
    assert {path: path.read_bytes() for path in desk.session.folder.rglob("*.*")} == before


@pytest.mark.parametrize("unit", ["nobody", "..%2F..%2Fetc%2Fpasswd", "../../etc/passwd", "%00"])
def test_fields_of_no_unit_are_refused_and_no_file_is_told(client: TestClient, unit: str):
    answer = client.get(f"/unit/{unit}")
    assert answer.status_code in (404, 409)
    assert "root:" not in answer.text


def edit(client: TestClient, desk: Desk, **use: Any) -> Any:
    return client.post("/edit", json={"digest": desk.view.digest, "use": use}, headers=HOME)


def test_a_whole_file_is_shown_and_changed_where_it_differs(client: TestClient, desk: Desk):
    path = desk.session.folder / "map.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    desk.refresh()
    old = path.read_bytes()
    shown = client.get("/text/map.yaml").json().replace("\r\n", "\n")
    assert shown.encode() == old.replace(b"\r\n", b"\n")
    first, rest = shown.split("\n", 1)
    text = f"{first}\n# one more\n# and another\n{rest}"
    assert edit(client, desk, tool="file", path="map.yaml", was=shown, text=text).status_code == 200
    begin, end = old.split(b"\r\n", 1)
    assert path.read_bytes() == begin + b"\r\n# one more\r\n# and another\r\n" + end
    client.post("/undo", headers=HOME)
    assert path.read_bytes() == old


def test_a_whole_file_that_changed_meanwhile_is_not_written_over(client: TestClient, desk: Desk):
    path = desk.session.folder / "map.yaml"
    was = path.read_text(encoding="utf-8")
    path.write_text(was + "# from outside\n", encoding="utf-8")
    desk.refresh()
    answer = edit(client, desk, tool="file", path="map.yaml", was=was, text="# mine\n" + was)
    assert answer.status_code == 409 and "changed meanwhile" in answer.json()["error"]
    assert path.read_text(encoding="utf-8") == was + "# from outside\n"
    assert edit(client, desk, tool="file", path="../x", was="", text="x").status_code == 409


@pytest.mark.parametrize("path", ["nothing.yaml", "../battle.yaml", "%2e%2e/battle.yaml", "/etc/passwd"])
def test_only_texts_of_the_project_are_shown(client: TestClient, path: str):
    assert client.get(f"/text/{path}").status_code in (403, 404)


def test_a_way_leaves_the_map_where_the_hand_did(client: TestClient, desk: Desk):
    hexes = ["0102", "0101"]
    assert edit(client, desk, tool="way", hexes=hexes, terrain="road", end="N").status_code == 200
    text = (desk.session.folder / "map.yaml").read_text(encoding="utf-8")
    assert "- {kind: road, hexes: 0102-0101, to: N}" in text


def test_faces_that_look_as_before_keep_their_address(client: TestClient, desk: Desk):
    def pictures() -> dict[str, str]:
        return {one["piece"]: one["picture"] for one in desk.facts["pieces"]}

    before = pictures()
    terrain = other_terrain(desk, "0101")
    assert edit(client, desk, tool="terrain", hexes=["0101"], terrain=terrain).status_code == 200
    assert pictures() == before
    unit = next(one for one in before if one not in desk.facts["leaders"])
    assert edit(client, desk, tool="unit-field", unit=unit, field="short", value="Zz").status_code == 200
    assert {piece for piece, picture in pictures().items() if picture != before[piece]} == {unit}


def test_the_page_has_a_sign_of_its_own(client: TestClient):
    page = client.get("/").text + client.get("/play").text
    assert page.count('rel="icon" href="/static/icon.svg"') == 2
    assert client.get("/static/icon.svg").headers["content-type"] == "image/svg+xml"
