"""The pictures of docs/desk.md and docs/tutorial.md: the page in a real browser.

Run as: python -m tests.tools.desk_pictures.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from jdgtools.desk_page.desk import Desk
from jdgtools.desk_page.server import serve
from tests.browser.test_desk_tutorial import (
    Hand,
    make_areas,
    make_armies,
    make_ground,
    make_lists,
    make_scenarios,
    new_battle,
)

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
DESK_PICTURES = ("desk-rolica", "desk-sight", "desk-play", "desk-maida-ground", "desk-maida-armies",
                 "desk-maida-victory", "desk-maida-evening")  # fmt: skip


def main() -> None:
    """Write all pictures."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as player, tempfile.TemporaryDirectory() as scratch:
        browser = player.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with _served(ROOT / "scenarios" / "rolica-1808") as address:
            page = _page(browser, address, "light", near=5)
            page.keyboard.press("Tab")
            _save(page, "desk-rolica")
            page = _page(browser, address, "dark", near=5)
            page.select_option("#lens", "sight")
            box = page.locator("#map").bounding_box()
            page.mouse.click(box["x"] + box["width"] * 0.49, box["y"] + box["height"] * 0.45)
            page.wait_for_selector("#layer-lens .seen", state="attached")
            _save(page, "desk-sight")
            _play(page)
            _save(page, "desk-play")
        battle = Path(scratch) / "maida"
        new_battle(battle)
        with _served(battle) as address:
            page = _page(browser, address, "light")
            hand = Hand(page)
            make_ground(hand)
            page.click("[data-tool=level]")
            _save(page, "desk-maida-ground")
            make_areas(hand)
            make_armies(hand)
            hand.choose("british-27")
            page.locator("#unit-part").scroll_into_view_if_needed()
            _save(page, "desk-maida-armies")
            make_lists(hand)
            page.locator("#remove-entry").scroll_into_view_if_needed()
            _save(page, "desk-maida-victory")
            make_scenarios(hand)
            page.locator("#scenario-part").scroll_into_view_if_needed()
            _save(page, "desk-maida-evening")
        browser.close()


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """Serve a battle; the server ends with this process."""
    address: list[str] = []
    ready = threading.Event()

    def tell(text: str) -> None:
        address.append(text)
        ready.set()

    threading.Thread(target=serve, args=(Desk(folder), 0, tell), daemon=True).start()
    ready.wait(60)
    yield address[0]


def _play(page: Any) -> None:
    """Begin a game, and decide until a unit moves."""
    page.emulate_media(color_scheme="light")
    page.click("#to-play")
    page.click("#start")
    page.wait_for_selector("body[data-state=asked]")
    for _ in range(60):
        before = page.get_attribute("body", "data-revision")
        texts = page.eval_on_selector_all("#actions button", "all => all.map((one) => one.dataset.text)")
        if any(text.startswith("go ") for text in texts):
            break
        first = next((n for n, text in enumerate(texts) if text.startswith(("order ", "unit "))), 0)
        page.locator("#actions button").nth(first).click()
        page.wait_for_function(
            "b => document.body.dataset.revision !== b && document.body.dataset.state === 'asked'", arg=before
        )
    page.mouse.move(2, 700)


def _page(browser: Any, address: str, scheme: str, near: int = 0) -> Any:
    """Open the page and look at the middle of the map."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme=scheme)
    page = context.new_page()
    page.set_default_timeout(300_000)  # a busy machine takes its time
    page.goto(address)
    page.wait_for_selector("#map[data-picture]")
    for _ in range(near):
        page.click("#zoom-in")
    return page


def _save(page: Any, name: str) -> None:
    """Write the page as it is when everything has come, with few colours."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    # The tiles of the zoom before are under the sharp ones until all of these have come.
    page.wait_for_function("() => document.querySelectorAll('#tiles > div').length <= 1")
    image = Image.open(BytesIO(page.screenshot())).convert("RGB")
    few = image.quantize(200, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
