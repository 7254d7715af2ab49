"""The addresses of the page on which the battle is played, and what they answer. No file is written."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from secrets import token_urlsafe
from threading import Lock
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from jdgtools.desk_page.answers import answer, read_body
from jdgtools.desk_page.desk import Desk
from jdgtools.desk_page.play_facts import rules_to_leave_out
from jdgtools.desk_page.play_game import LoadedGame, PackedScenario, PlayedGame, log_lines
from jdgtools.desk_page.play_replay import Replay
from jdgtools.desk_page.play_words import words_of_play
from jdgtools.engine.core.record import MAX_LOG_BYTES
from jdgtools.errors import InputRefused, JdgError

_MAX_GAMES = 4
"""Games and replays that are kept; the one that was asked for longest ago is let go."""
_MAX_BODY = 2 * MAX_LOG_BYTES + 1_000_000
"""Bytes of a request: a log as a text of JSON."""
_UNCHANGING = {"cache-control": "private, max-age=86400, immutable"}


class Begin(msgspec.Struct, forbid_unknown_fields=True, rename={"ignored_rules": "ignored"}):
    """What begins a game, a replay, or the game of a log."""

    scenario: str = ""
    seats: tuple[str, str] = ("person", "greedy")
    plans: tuple[str, str] = ("", "")
    seed: int = 1
    ignored_rules: tuple[str, ...] = ()
    log: str | None = None


class PlayerChoice(msgspec.Struct, forbid_unknown_fields=True):
    """What a person has decided: the place of an action, on the revision that the page shows."""

    revision: int
    place: int


class PlayerSeats(msgspec.Struct, forbid_unknown_fields=True):
    """Who plays from now on."""

    seats: tuple[str, str]
    plans: tuple[str, str] = ("", "")


class PlayPages:
    """Games and replays of a desk's battle, each with a key that nobody guesses.

    Args:
        desk: whose battle is played.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lock = Lock()
        self._packing = Lock()
        self._packed_scenario: PackedScenario | None = None
        self._packed_of: tuple[object, ...] = ()
        self._games: OrderedDict[str, PlayedGame | Replay] = OrderedDict()

    def routes(self) -> list[Route]:
        """Return the addresses; the page itself is given out with the other files."""
        return [
            Route("/play/setup", self._setup),
            Route("/play/begin", self._begin, methods=["POST"]),
            Route("/play/replay", self._replay, methods=["POST"]),
            Route("/play/{key}/table", self._table),
            Route("/play/{key}/position", self._position),
            Route("/play/{key}/step/{number:int}", self._step),
            Route("/play/{key}/log", self._log),
            Route("/play/{key}/counter/{name}.png", self._counter),
            Route("/play/{key}/decide", self._decide, methods=["POST"]),
            Route("/play/{key}/seats", self._seats, methods=["POST"]),
            Route("/play/{key}/{order:str}", self._order, methods=["POST"]),
        ]

    # --- games ---------------------------------------------------------------------------------

    def _load_game(self, scenario: str, ignored_rules: Sequence[str]) -> LoadedGame:
        view = self._desk.view
        source = (view.digest, scenario)
        with self._packing:
            if self._packed_scenario is None or self._packed_of != source:
                self._packed_scenario = PackedScenario(self._desk, scenario)
                self._packed_of = source
            return LoadedGame(self._packed_scenario, ignored_rules)

    def _keep(self, game: PlayedGame | Replay) -> str:
        key = token_urlsafe(12)
        old_keys = []
        with self._lock:
            self._games[key] = game
            while len(self._games) > _MAX_GAMES:
                old_keys.append(self._games.popitem(last=False)[1])
        for old in old_keys:
            if isinstance(old, PlayedGame):
                old.stop()
        return key

    def _find(self, request: Request) -> PlayedGame | Replay:
        key = request.path_params["key"]
        with self._lock:
            game = self._games.get(key)
            if game is None:
                raise InputRefused("this game is not open any more; load its log")
            self._games.move_to_end(key)
            return game

    def _game(self, request: Request) -> PlayedGame:
        game = self._find(request)
        if not isinstance(game, PlayedGame):
            raise InputRefused("this is a replay")
        return game

    # --- what is asked -------------------------------------------------------------------------

    async def _setup(self, _: Request) -> Response:
        def setup() -> dict[str, Any]:
            facts, loaded = self._desk.view.facts, self._desk.session.loaded
            context = self._desk.view.context
            scenarios = [
                {name: one[name] for name in ("id", "title", "picture")} for one in facts["scenarios"]
            ]
            for one in scenarios:
                scenario = self._desk.view.scenario(one["id"])
                if context is not None and scenario is not None:
                    one["rules"] = rules_to_leave_out(context.battle, scenario, facts["language"])
            return {
                "title": facts["title"],
                "language": facts["language"],
                "words": words_of_play(facts["language"]),
                "sides": [side["name"] for side in facts["sides"]],
                "map": facts["map"],
                "scenarios": scenarios,
                "problem": "the battle has errors; the desk lists them" if loaded.report.has_errors else "",
            }

        return await answer(setup)

    async def _begin(self, request: Request) -> Response:
        begin = await read_body(request, Begin, _MAX_BODY)
        if isinstance(begin, Response):
            return begin

        def start() -> dict[str, Any]:
            lines, ignored_lines = (
                log_lines(begin.log.encode()) if begin.log is not None else ([], begin.ignored_rules)
            )
            if not 0 <= begin.seed < 1 << 64:
                raise InputRefused("the seed is a number from 0 to 18446744073709551615")
            loaded = self._load_game(begin.scenario, ignored_lines)
            game = PlayedGame(loaded, begin.seats, begin.plans, begin.seed)
            if lines:
                game.load(lines)
            game.go_on()
            return {"key": self._keep(game)}

        return await answer(start)

    async def _replay(self, request: Request) -> Response:
        begin = await read_body(request, Begin, _MAX_BODY)
        if isinstance(begin, Response):
            return begin

        def start() -> dict[str, Any]:
            lines, ignored_lines = log_lines((begin.log or "").encode())
            return {"key": self._keep(Replay(self._load_game(begin.scenario, ignored_lines), lines))}

        return await answer(start)

    async def _table(self, request: Request) -> Response:
        def table() -> dict[str, Any]:
            game = self._find(request)
            replay = game.plain if isinstance(game, Replay) else None
            return {**game.loaded.shown_table.plain, "replay": replay}

        return await answer(table)

    async def _position(self, request: Request) -> Response:
        after = request.query_params.get("after", "")
        number = int(after) if after.isdecimal() and len(after) < 12 else -1
        return await answer(lambda: self._game(request).facts(number))

    async def _step(self, request: Request) -> Response:
        reader = {"0": 0, "1": 1}.get(request.query_params.get("reader", ""), -1)

        def step() -> dict[str, Any]:
            game = self._find(request)
            if not isinstance(game, Replay):
                raise InputRefused("this is no replay")
            return game.step(request.path_params["number"], reader)

        return await answer(step)

    async def _log(self, request: Request) -> Response:
        try:
            game = self._game(request)
        except JdgError as error:
            return PlainTextResponse(str(error), 404)
        name = "".join(c for c in game.loaded.scenario if c.isascii() and (c.isalnum() or c in "-_"))
        headers = {"content-disposition": f'attachment; filename="{name or "game"}.jdglog"'}
        return Response(game.log(), media_type="application/x-ndjson", headers=headers)

    async def _counter(self, request: Request) -> Response:
        def draw() -> bytes | None:
            return self._find(request).loaded.pictures.png(request.path_params["name"])

        try:
            png = await run_in_threadpool(draw)
        except JdgError:
            png = None
        if png is None:
            return PlainTextResponse("there is nothing here", 404)
        return Response(png, media_type="image/png", headers=_UNCHANGING)

    # --- what a person does --------------------------------------------------------------------

    async def _decide(self, request: Request) -> Response:
        choice = await read_body(request, PlayerChoice, _MAX_BODY)
        if isinstance(choice, Response):
            return choice
        return await answer(lambda: self._game(request).decide(choice.revision, choice.place))

    async def _seats(self, request: Request) -> Response:
        seats = await read_body(request, PlayerSeats, _MAX_BODY)
        if isinstance(seats, Response):
            return seats
        return await answer(lambda: self._game(request).seat(seats.seats, seats.plans))

    async def _order(self, request: Request) -> Response:
        order = request.path_params["order"]

        def give() -> None:
            game = self._game(request)
            orders = {"undo": game.undo, "stop": game.stop, "go-on": game.go_on}
            if order not in orders:
                raise InputRefused(f"there is no order `{order}`")
            orders[order]()

        return await answer(give)
