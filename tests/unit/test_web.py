"""The pages of `jdg build --web`: files alone, read in a real browser where there is one."""

from __future__ import annotations

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from jdgtools.building import build
from jdgtools.errors import OutputFailed
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.web.board import _from_below
from jdgtools.loading import check
from tests.bundled import bundled

ROOT = Path(__file__).parents[2]
TEACHING = ROOT / "scenarios" / "teaching-jdg"
HOSTILE = '"><script>document.title=1</script><img src=x onerror=document.title=1>'


def pages(battle: Path, folder: Path, **options: Any) -> Path:
    loaded = check(battle)
    build(loaded, folder, BuildOptions.of(only=("web",), **options))
    return folder / "web"


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pages(TEACHING, tmp_path_factory.mktemp("web"))


class Reader(HTMLParser):
    """Collects what a page asks for, what it would run, and its ids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.odd: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")
            if name.startswith("on") or name == "style":
                self.odd.append(f"{tag} {name}")


def test_every_page_is_whole_and_asks_for_nothing_outside(web: Path) -> None:
    names = {path.name for path in web.iterdir()}
    assert names >= {"index.html", "fr.html", "pl.html", "page.css", "page.js", "map-en.png", "map-pl-2.png"}
    for page in web.glob("*.html"):
        reader = Reader(page.read_text(encoding="utf-8"))
        assert not reader.odd and reader.tags.count("script") == 1
        assert len(reader.ids) == len(set(reader.ids))
        for link in set(reader.links):
            assert (link[1:] in reader.ids) if link.startswith("#") else link in names, link
    assert "http" not in (web / "page.js").read_text() + (web / "page.css").read_text()


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("index.html", ["The Mill at Valmar", "Sequence of play", "Bianchi", "Morning mist", "Mill Hill"]),
        ("fr.html", ["Le moulin de Valmar", "Séquence de jeu", "Brume du matin", "la colline"]),
        ("pl.html", ["Młyn w Valmar", "Przebieg etapu", "Poranna mgła", "wzgórze"]),
    ],
)
def test_it_says_what_the_booklet_says_in_each_language(web: Path, file: str, words: list[str]) -> None:
    html = (web / file).read_text(encoding="utf-8")
    assert f'<html lang="{"en" if file == "index.html" else file[:2]}">' in html
    for word in words:
        assert word in html
    assert re.search(r"arrives a2\W", html) and "0304" in html


def test_of_a_group_that_arrives_the_first_piece_lies_on_top() -> None:
    """What is drawn later lies higher."""
    battle = bundled("teaching-mpbs").battle
    assert battle is not None
    group = next(a for a in battle.scenarios[0].arrivals if a.id == "reserve")
    assert _from_below(group) == ("sinclair", "leslie", "un-green")


def test_the_same_source_gives_the_same_bytes(web: Path, tmp_path: Path) -> None:
    again = pages(TEACHING, tmp_path)
    assert {p.name: p.read_bytes() for p in again.iterdir()} == {
        p.name: p.read_bytes() for p in web.iterdir()
    }


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    battle = Path(shutil.copytree(TEACHING, folder / "battle"))
    quoted = "'" + HOSTILE + "'"
    for name, old in [("battle.yaml", "The Mill at Valmar"), ("scenarios/battle.yaml", "Morning mist")]:
        text = (battle / name).read_text(encoding="utf-8")
        (battle / name).write_text(text.replace(f"en: {old}", f"en: {quoted}"), encoding="utf-8")
    text = (battle / "map.yaml").read_text(encoding="utf-8")
    (battle / "map.yaml").write_text(text.replace("name: Hof", f"name: {quoted}"), encoding="utf-8")
    table = (battle / "oob.csv").read_text(encoding="utf-8")
    cell = HOSTILE.replace('"', '""')
    (battle / "oob.csv").write_text(table.replace("17e Ligne", f'"{cell}"'), encoding="utf-8")
    return pages(battle, folder / "out", language="en")


def test_hostile_names_are_text(hostile: Path) -> None:
    html = (hostile / "index.html").read_text(encoding="utf-8")
    assert html.count("&lt;script&gt;") >= 4
    reader = Reader(html)
    assert reader.tags.count("script") == 1 and "img" not in reader.tags and not reader.odd


def test_a_folder_that_is_a_link_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "web").symlink_to(tmp_path / "mine")
    with pytest.raises(OutputFailed, match="is a link"):
        pages(TEACHING, tmp_path / "out")
    assert not list((tmp_path / "mine").iterdir())


# --- in a browser ----------------------------------------------------------------------------------------


def visit(chromium: Any, page: Path, **options: Any) -> tuple[Any, list[str]]:
    tab = chromium.new_page(viewport={"width": 1280, "height": 720}, **options)
    errors: list[str] = []
    tab.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("request", lambda request: None if request.url.startswith("file:") else errors.append(request.url))
    tab.on("requestfailed", lambda request: errors.append(request.url))
    tab.goto(page.as_uri())
    return tab, errors


def test_map_zoom_pan_hex_and_turns_from_disk(chromium: Any, web: Path) -> None:
    tab, errors = visit(chromium, web / "index.html")
    board = tab.locator("svg.map").first
    before = board.get_attribute("viewBox")
    assert tab.locator("svg.map image").first.evaluate("e => e.getBBox().width") > 300
    board.focus()
    tab.keyboard.press("+")
    near = board.get_attribute("viewBox")
    assert float(near.split()[2]) < float(before.split()[2])
    tab.keyboard.press("ArrowRight")
    assert float(board.get_attribute("viewBox").split()[0]) > float(near.split()[0])
    tab.keyboard.press("0")
    assert board.get_attribute("viewBox") == before
    # Through the DOM: a counter may lie over the middle of the hex.
    hex_ = tab.locator("svg.map polygon.hex").filter(has=tab.locator("title", has_text="0404"))
    box = hex_.first.bounding_box()
    tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert tab.locator("output.hex").first.text_content().startswith("0404")
    late = tab.locator("g.arrives.a3").first
    assert late.evaluate("e => getComputedStyle(e).display") == "none"
    tab.locator("input.turn").first.focus()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    assert late.evaluate("e => getComputedStyle(e).display") == "inline"
    assert errors == []
    tab.close()


def test_counters_lie_as_they_face_and_over_both_their_hexes(chromium: Any, tmp_path: Path) -> None:
    tab, errors = visit(
        chromium, pages(ROOT / "scenarios" / "teaching-mpbs", tmp_path, language="fr") / "index.html"
    )
    named = "(titles, word) => titles.find((one) => one.textContent.startsWith(word)).parentNode"

    def hexagon(number: str) -> list[float]:
        """The middle of a hex on the screen, and its width."""
        code = f"(titles, word) => {{ const b = ({named})(titles, word).getBoundingClientRect(); "
        code += "return [b.x + b.width / 2, b.y + b.height / 2, b.width]; }"
        return list(tab.eval_on_selector_all("svg.map polygon title", code, number))

    code = f"(titles, word) => {{ const m = ({named})(titles, word).parentNode.getScreenCTM(); "
    x, y, along, down = tab.eval_on_selector_all(
        "svg.map svg.counter title", code + "return [m.e, m.f, m.a, m.b]; }", "Tercio rouge"
    )
    (x1, y1, _), (x2, y2, _) = hexagon("1503"), hexagon("1504")
    assert abs(x - (x1 + x2) / 2) < 1 and abs(y - (y1 + y2) / 2) < 1
    assert abs(along) < 0.01 and abs(down) > 0.1, "it stands along its hexes"
    button = tab.locator("button.zoom").first
    assert (button.get_attribute("aria-label"), button.get_attribute("title")) == ("Agrandir", "Agrandir")
    before = hexagon("1503")[2]
    button.click()
    assert hexagon("1503")[2] > before * 1.3
    tab.locator("nav a").last.scroll_into_view_if_needed()
    tab.locator("section").last.scroll_into_view_if_needed()
    assert 0 <= tab.locator("nav").bounding_box()["y"] < 5, "the chapters stay in reach"
    assert not errors


def test_without_script_everything_else_works(chromium: Any, web: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto((web / "fr.html").as_uri())
    late = tab.locator("g.arrives.a2").first
    assert not late.is_visible()
    tab.locator("label[for=t1-2]").click()
    assert late.is_visible()
    assert tab.locator("svg.counter").first.is_visible() and tab.locator("table").count() > 10
    context.close()


def test_nothing_hostile_runs(chromium: Any, hostile: Path) -> None:
    tab, errors = visit(chromium, hostile / "index.html")
    assert tab.title() == " ".join(HOSTILE.split()) and tab.locator("h1").text_content() == HOSTILE
    assert errors == []
    tab.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 2560])
def test_it_fits_its_window_in_light_and_dark(chromium: Any, web: Path, scheme: str, width: int) -> None:
    tab, errors = visit(chromium, web / "index.html", color_scheme=scheme)
    tab.set_viewport_size({"width": width, "height": width * 9 // 16})
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    ink, paper = tab.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    shade = [sum(map(int, re.findall(r"\d+", color)[:3])) for color in (ink, paper)]
    assert (shade[0] > shade[1]) == (scheme == "dark") and abs(shade[0] - shade[1]) > 400
    assert errors == []
    tab.close()
