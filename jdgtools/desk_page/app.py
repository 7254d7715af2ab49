"""The addresses of the page and what they answer. The guard before them has asked who is asking."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Callable
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from jdgtools.desk.operations import EditRefused, unit_fields
from jdgtools.desk_page import army_lenses, lenses
from jdgtools.desk_page.answers import answer, plain, problem, read_body
from jdgtools.desk_page.desk import Desk
from jdgtools.desk_page.guard import Guard
from jdgtools.desk_page.play_app import PlayPages
from jdgtools.desk_page.tools import ToolUse
from jdgtools.source.node import number_in_digits

MAX_BODY = 1_000_000
"""Bytes of one edit."""
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
_UNCHANGING = {"cache-control": "private, max-age=86400, immutable"}
_PNG = "image/png"
_GARBAGE = 10_000
"""New objects after which it is worth to look for what nobody uses."""


def desk_app(desk: Desk, port: int, token: str, watch: bool = True) -> ASGIApp:
    """Return the page's server as an ASGI application.

    Args:
        desk: the project.
        port: that it will be asked at.
        token: that whoever asks must have.
        watch: whether the project's files are watched.
    """
    return Guard(_PageAnswers(desk, watch).app, port, token)


class _PageAnswers:
    """Answers the requests of the page, a method for each address."""

    def __init__(self, desk: Desk, watch: bool) -> None:
        self._desk = desk
        self._watch = watch
        self._pages: set[asyncio.Event] = set()
        static = resources.files("jdgtools.desk_page").joinpath("static")
        icon = resources.files("jdgtools.exporters.web").joinpath("icon.svg")
        self._static = {
            folder + entry.name: entry.read_bytes()
            for folder in ("", "play/")
            for entry in static.joinpath(folder).iterdir()
            if Path(entry.name).suffix in _TYPES
        } | {"icon.svg": icon.read_bytes()}
        self.app = Starlette(
            routes=[
                Route("/", self._index),
                Route("/play", self._play),
                *PlayPages(desk).routes(),
                Route("/static/{name}", self._file),
                Route("/static/{folder}/{name}", self._file),
                Route("/facts", self._facts),
                Route("/map/{picture}/{zoom:int}/{column:int}/{row:int}.png", self._tile),
                Route("/map/{picture}/-{zoom:int}/{column:int}/{row:int}.png", self._small_tile),
                Route("/counter/{since}/{name}.png", self._counter),
                Route("/lines/{number}", self._lines),
                Route("/text/{path:path}", self._text),
                Route("/unit/{unit:path}", self._unit),
                Route("/form/{name}", self._form),
                Route("/lens/{lens}", self._lens),
                Route("/edit", self._edit, methods=["POST"]),
                Route("/undo", self._undo, methods=["POST"]),
                Route("/redo", self._redo, methods=["POST"]),
                Route("/build", self._build, methods=["POST"]),
                WebSocketRoute("/changes", self._changes),
            ],
            lifespan=self._lifespan,
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(self._look_at_files()) if self._watch else None
        try:
            yield
        finally:
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def _look_at_files(self) -> None:
        """Read the project anew whenever one of its files has changed."""
        from watchfiles import awatch

        from jdgtools.loading.watching import is_source

        folder = self._desk.session.folder.resolve()
        was_gone = False
        while True:
            identity = _identity(folder)
            if identity is not None:
                changes = awatch(
                    folder,
                    watch_filter=lambda _, path: is_source(Path(path), folder, folder / "out"),
                    debounce=100,
                    step=20,
                    rust_timeout=1000,
                    yield_on_timeout=True,
                )
                async for paths in changes:
                    if paths or was_gone:
                        was_gone = False
                        await self._look_again()
                    elif not gc.isenabled() and gc.get_count()[0] > _GARBAGE:
                        gc.collect()
                    if _identity(folder) != identity:
                        break  # the folder itself was renamed or deleted; one of its name may come again
            was_gone = True
            await self._look_again()
            await asyncio.sleep(0.5)

    async def _look_again(self) -> None:
        if await run_in_threadpool(self._desk.refresh):
            self._tell_pages()

    def _tell_pages(self) -> None:
        for page_changed in self._pages:
            page_changed.set()

    async def _changes(self, socket: WebSocket) -> None:
        """Tell a page when the facts are others; what it sends is not looked at."""
        await socket.accept()
        event = asyncio.Event()
        self._pages.add(event)
        listening = asyncio.create_task(_wait_for_end(socket))
        try:
            while True:
                waiting = asyncio.create_task(event.wait())
                await asyncio.wait({waiting, listening}, return_when=asyncio.FIRST_COMPLETED)
                if listening.done():
                    waiting.cancel()
                    return
                event.clear()
                await socket.send_text(self._desk.view.digest)
        except (WebSocketDisconnect, RuntimeError):
            return
        finally:
            listening.cancel()
            self._pages.discard(event)

    # --- what is shown -------------------------------------------------------------------------

    async def _index(self, _: Request) -> Response:
        # What was saved before the files were watched.
        await self._look_again()
        return Response(self._static["index.html"], media_type=_TYPES[".html"])

    async def _play(self, _: Request) -> Response:
        return Response(self._static["play/play.html"], media_type=_TYPES[".html"])

    async def _file(self, request: Request) -> Response:
        name = "/".join(request.path_params.values())
        content = self._static.get(name)
        if content is None:
            return _nothing()
        return Response(content, media_type=_TYPES[Path(name).suffix])

    async def _facts(self, _: Request) -> Response:
        return plain(await run_in_threadpool(lambda: self._desk.facts))

    async def _tile(self, request: Request, sign: int = 1) -> Response:
        at = request.path_params

        def draw() -> bytes | None:
            picture = self._desk.map_picture(at["picture"])
            return None if picture is None else picture.tile(sign * at["zoom"], at["column"], at["row"])

        png = await run_in_threadpool(draw)
        return _nothing() if png is None else Response(png, media_type=_PNG, headers=_UNCHANGING)

    async def _small_tile(self, request: Request) -> Response:
        return await self._tile(request, -1)

    async def _counter(self, request: Request) -> Response:
        counters, name = self._desk.view.counters, request.path_params["name"]
        png = await run_in_threadpool(lambda: None if counters is None else counters.png(name))
        return _nothing() if png is None else Response(png, media_type=_PNG, headers=_UNCHANGING)

    async def _lines(self, request: Request) -> Response:
        number = request.path_params["number"]
        return await answer(lambda: self._desk.lines_of_hex(number))

    async def _text(self, request: Request) -> Response:
        text = self._desk.text_of(request.path_params["path"])
        return problem("there is no such file", 404) if text is None else plain(text)

    async def _unit(self, request: Request) -> Response:
        unit = request.path_params["unit"]
        return await answer(lambda: unit_fields(self._desk.session.documents, unit))

    async def _form(self, request: Request) -> Response:
        query, name, desk = request.query_params, request.path_params["name"], self._desk

        def look() -> object:
            from jdgtools.desk_page.forms import form

            view = desk.view
            scenario, language = view.scenario(query.get("scenario", "")), view.facts["language"]
            number = query.get("hex", "")
            return form(desk.session.documents, view.context, name, scenario, language, number)

        return await answer(look)

    async def _lens(self, request: Request) -> Response:
        query, name = request.query_params, request.path_params["lens"]
        turn = query.get("turn", "")
        scenario = query.get("scenario", "")

        def look() -> object:
            derived = self._desk.view.derive(scenario)
            if name == "reach":
                return lenses.reach(derived, query.get("piece", ""), number_in_digits(turn))
            if name == "sight":
                return lenses.sight(derived, query.get("hex", ""))
            if name == "line":
                return lenses.sight_line(derived, query.get("hex", ""), query.get("to", ""))
            if name == "zones":
                return lenses.zones(derived)
            scenario_shown = self._desk.view.scenario(scenario)
            if scenario_shown is not None and name == "command":
                return army_lenses.commands(derived, scenario_shown, query.get("piece", ""))
            if scenario_shown is not None and name == "strengths":
                return army_lenses.strengths(derived, scenario_shown, self._desk.view.facts["language"])
            raise EditRefused(f"there is no lens `{name}`")

        return await answer(look)

    # --- what changes the files ----------------------------------------------------------------

    async def _edit(self, request: Request) -> Response:
        stroke = await read_body(request, ToolUse, MAX_BODY)
        if isinstance(stroke, Response):
            return stroke
        return await self._change(lambda: self._desk.use(stroke.use, stroke.digest))

    async def _undo(self, _: Request) -> Response:
        return await self._change(self._desk.undo)

    async def _redo(self, _: Request) -> Response:
        return await self._change(self._desk.redo)

    async def _build(self, _: Request) -> Response:
        return await answer(lambda: self._desk.build()._asdict())

    async def _change(self, change: Callable[[], list[str] | None]) -> Response:
        def change_and_look() -> dict[str, Any]:
            remarks = change()
            return {**self._desk.facts, "remarks": remarks or []}

        response = await answer(change_and_look)
        self._tell_pages()
        return response


def _identity(folder: Path) -> tuple[int, int] | None:
    """Return what tells a folder from another one of its name; None where there is none."""
    try:
        status = folder.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


async def _wait_for_end(socket: WebSocket) -> None:
    """Return when the page has gone; whatever it sends, texts or bytes, is let go."""
    with contextlib.suppress(RuntimeError):  # after its end
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass


def _nothing() -> Response:
    return PlainTextResponse("there is nothing here", 404)
