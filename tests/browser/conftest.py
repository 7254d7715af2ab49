"""A desk's server and a real Chromium that looks at its page; skipped with a reason where there is none."""

from __future__ import annotations

import gc
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from jdgtools.cli.serve_ import build_for_page
from jdgtools.desk_page import map_picture
from jdgtools.desk_page.desk import Desk
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map import map_digest

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@pytest.fixture(scope="session", autouse=True)
def maps_drawn_once() -> Iterator[None]:
    """Most tests begin with the same few maps: equal ones are drawn once for all of them."""
    drawings: dict[str, Any] = {}
    draw = map_picture.screen_window

    def screen_window(context: BuildContext) -> Any:
        key = map_digest(context)
        found = drawings[key] if key in drawings else draw(context)
        if len(drawings) < 100:
            drawings[key] = found
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(map_picture, "screen_window", screen_window)
        yield


class Served:
    """A copy of a battle with the server of its page."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.address = address

    def text(self, name: str) -> str:
        return (self.folder / name).read_bytes().decode()

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_bytes(text.encode())


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Served]]:
    """Return a function that copies a battle and serves it."""
    import uvicorn

    from jdgtools.desk_page import server

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    servers: list[uvicorn.Server] = []
    threads: list[threading.Thread] = []
    real = uvicorn.Server

    class Stoppable(real):  # type: ignore[misc, valid-type]
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            servers.append(self)

        def install_signal_handlers(self) -> None:
            return

    monkeypatch.setattr(uvicorn, "Server", Stoppable)

    def start(battle: str | Path, read_only: bool = False, language: str = "", editor: str = "") -> Served:
        source = SCENARIOS / battle if isinstance(battle, str) else battle
        folder = Path(shutil.copytree(source, tmp_path / "project" / source.name))
        # What earlier tests keep is not looked at whenever a server collects its garbage.
        gc.freeze()
        desk = Desk(folder, None, language, read_only, editor, build_for_page)
        addresses: list[str] = []
        thread = threading.Thread(target=server.serve, args=(desk, 0, addresses.append), daemon=True)
        thread.start()
        threads.append(thread)
        until = time.monotonic() + 60
        while not (addresses and servers and servers[-1].started):
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.02)
        return Served(folder, addresses[0])

    yield start
    for one in servers:
        one.should_exit = True
    for thread in threads:
        thread.join(20)


@pytest.fixture
def open_page(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a served page and waits until its map has been drawn."""
    contexts = []
    errors: list[str] = []

    def start(served: Served, width: int = 1280, height: int = 720, scheme: str = "light") -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console", lambda message: errors.append(message.text) if "Security" in message.text else None
        )
        page.goto(served.address)
        page.wait_for_selector("#map[data-picture]")
        return page

    yield start
    for context in contexts:
        context.close()
    assert errors == []
