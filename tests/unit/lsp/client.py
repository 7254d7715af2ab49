"""A small client of the language server over standard input and output, as an editor is one."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

WAIT_SECONDS = 20
"""How long an answer may take before the test fails; machines may be slow."""


WATCHING = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


class Client:
    """Starts `jdg lsp` and talks to it."""

    def __init__(self, folder: Path, log: Path | None = None) -> None:
        command = [sys.executable, "-m", "jdgtools", "lsp", "--stdio"]
        with Path(log or os.devnull).open("wb") as said:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, cwd=folder
            )
        self.folder = folder
        self.problems: dict[str, list[dict[str, Any]]] = {}
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self._number = 0
        self._versions: dict[str, int] = {}
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Client:
        self.capabilities = self.ask(
            "initialize", {"processId": None, "rootUri": None, "capabilities": WATCHING}
        )
        self.tell("initialized", {})
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self.process.poll() is None:
                self.ask("shutdown", None)
                self.tell("exit", None)
                self.process.wait(WAIT_SECONDS)
        finally:
            self.process.kill()
            self.process.wait()
            for stream in (self.process.stdin, self.process.stdout):
                assert stream is not None
                stream.close()

    def uri(self, path: str) -> str:
        return (self.folder / path).as_uri()

    def open(self, path: str, text: str | None = None) -> str:
        content = (self.folder / path).read_text(encoding="utf-8") if text is None else text
        self._versions[path] = 1
        item = {"uri": self.uri(path), "languageId": "yaml", "version": 1, "text": content}
        self.tell("textDocument/didOpen", {"textDocument": item})
        return content

    def change(self, path: str, text: str) -> None:
        self._versions[path] += 1
        item = {"uri": self.uri(path), "version": self._versions[path]}
        self.tell("textDocument/didChange", {"textDocument": item, "contentChanges": [{"text": text}]})

    def at(self, method: str, path: str, text: str, mark: str, after: int = 0, **more: Any) -> Any:
        """Ask about the place of a mark in a text, ``after`` characters behind its first one."""
        assert text.count(mark) >= 1, mark
        before = text[: text.index(mark) + after]
        line = before.count("\n")
        position = {"line": line, "character": len(before) - (before.rfind("\n") + 1)}
        where = {"textDocument": {"uri": self.uri(path)}, "position": position}
        return self.ask(f"textDocument/{method}", {**where, **more})

    def labels(self, path: str, text: str, mark: str) -> list[str]:
        """What may be typed behind a mark."""
        answer = self.at("completion", path, text, mark, len(mark))
        return [item["label"] for item in answer["items"]] if answer else []

    def wait_for(self, path: str, code: str | None) -> list[dict[str, Any]]:
        """Wait until a file has a diagnostic of a code; of ``None`` until it has none at all."""
        while True:
            shown = self.problems.get(self.uri(path))
            if shown is not None and (any(p["code"] == code for p in shown) if code else not shown):
                return shown
            try:
                self._take()
            except queue.Empty:
                known = [p["code"] for p in shown or ()]
                raise AssertionError(f"{path} never had {code or 'no diagnostic'}, but {known}") from None

    def ask(self, method: str, params: Any) -> Any:
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        while True:
            message = self._take()
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise LookupError(message["error"]["message"])
                return message.get("result")

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def send_bytes(self, content: bytes) -> None:
        """Send what may be no message at all."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def _take(self) -> dict[str, Any]:
        message = self._messages.get(timeout=WAIT_SECONDS)
        if message.get("method") == "client/registerCapability":
            self.registrations = message["params"]["registrations"]
            self._send({"id": message["id"], "result": None})
        if message.get("method") == "textDocument/publishDiagnostics":
            self.problems[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        try:
            while line := stream.readline():
                length = int(line.split(b":")[1])
                while stream.readline().strip():
                    pass
                self._messages.put(json.loads(stream.read(length)))
        except (ValueError, OSError):
            return
