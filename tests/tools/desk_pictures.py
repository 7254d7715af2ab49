"""The pictures of docs/desk.md: the page in a real browser. Run as: python -m tests.tools.desk_pictures."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from jdgtools.desk_page.desk import Desk
from jdgtools.desk_page.server import serve

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"


def main() -> None:
    """Write the pictures."""
    import shutil

    from playwright.sync_api import sync_playwright

    address: list[str] = []
    ready = threading.Event()

    def tell(text: str) -> None:
        address.append(text)
        ready.set()

    desk = Desk(ROOT / "scenarios" / "rolica-1808", read_only=False)
    threading.Thread(target=serve, args=(desk, 0, tell), daemon=True).start()
    ready.wait(60)
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = _page(browser, address[0], "light")
        page.keyboard.press("Tab")
        page.screenshot(path=PICTURES / "desk-rolica.png")
        page = _page(browser, address[0], "dark")
        page.select_option("#lens", "sight")
        box = page.locator("#map").bounding_box()
        page.mouse.click(box["x"] + box["width"] * 0.49, box["y"] + box["height"] * 0.45)
        page.wait_for_selector("#layer-lens .seen", state="attached")
        page.wait_for_timeout(1000)
        page.screenshot(path=PICTURES / "desk-sight.png")
        _play(page)
        page.screenshot(path=PICTURES / "desk-play.png")
        browser.close()


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
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)


def _page(browser: Any, address: str, scheme: str) -> Any:
    """Open the page and look at the middle of the map."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, color_scheme=scheme)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#map[data-picture]")
    for _ in range(5):
        page.click("#zoom-in")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    return page


if __name__ == "__main__":
    main()
