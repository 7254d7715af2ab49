"""Who may ask the page's server: the browser that was given the token, from the page itself.

A server on one's own computer can be reached by every page that a browser shows. So a request must name this
server as its host (no foreign name that was led here), must not come from a foreign page, and must bring the
token that the command printed: once in the address, from then on as a cookie.
"""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

MAX_ADDRESS = 4_000
"""Bytes of a path that is answered: files have no longer one, and Python reads numbers of so many digits."""
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


class Guard:
    """Lets through what the page itself asks, with the token; everything else is refused with a reason.

    Args:
        app: what answers.
        port: of the server.
        token: that the command printed.
    """

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self._app = app
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self._cookie = f"jdg-desk-{port}"
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self._problem(scope, headers)
        if scope["type"] == "websocket":
            if problem or not self._has_cookie(headers):
                await WebSocketClose(code=1008)(scope, receive, send)
            else:
                await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent_headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    sent_headers[name] = value
                sent_headers.setdefault("cache-control", "no-store")
            await send(message)

        if problem:
            await PlainTextResponse(problem, 403)(scope, receive, send_with_headers)
        elif len(scope["path"].encode(errors="replace")) > MAX_ADDRESS:
            await PlainTextResponse("this address is too long", 414)(scope, receive, send_with_headers)
        elif self._has_cookie(headers):
            await self._app(scope, receive, send_with_headers)
        elif scope["path"] == "/" and self._has_token(scope):
            answer = RedirectResponse("/", 303)
            answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict")
            await answer(scope, receive, send_with_headers)
        else:
            words = "open the address that jdg serve has printed"
            await PlainTextResponse(words, 403)(scope, receive, send_with_headers)

    def _problem(self, scope: Scope, headers: Headers) -> str:
        """Return why a request is refused; '' where it may be answered to whoever has the token."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return "this server answers to its own name alone"
        origins = headers.getlist("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if (origins or changes) and origins != [f"http://{hosts[0].lower()}"]:
            return "this comes from another page"
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return "this comes from another page"
        return ""

    def _has_token(self, scope: Scope) -> bool:
        try:
            query = dict(parse_qsl(scope["query_string"].decode("ascii")))
        except (UnicodeDecodeError, ValueError):
            return False
        return self._is_token(query.get("token", ""))

    def _has_cookie(self, headers: Headers) -> bool:
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        cookie = cookies.get(self._cookie)
        return cookie is not None and self._is_token(cookie.value)

    def _is_token(self, text: str) -> bool:
        return compare_digest(text.encode(), self._token.encode())
