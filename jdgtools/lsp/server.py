"""The connection to an editor: requests to the functions of this package, their answers back.

Texts are checked a moment after the last key, in a thread; what is asked meanwhile is answered from the
present texts and the last state that was known. No text and no mistake of ours ends the server.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import to_fs_path

from jdgtools import __version__
from jdgtools.errors import InputRefused
from jdgtools.lsp.completions import completions_at
from jdgtools.lsp.fixes import fixes_at
from jdgtools.lsp.hovers import hover_at
from jdgtools.lsp.navigation import locations, name_at, rename
from jdgtools.lsp.outlines import color_text, colors_of, symbols_of
from jdgtools.lsp.positions import Positions
from jdgtools.lsp.problems import file_uri, problems_by_file
from jdgtools.lsp.projects import Project, Projects
from jdgtools.source.load import SUFFIXES

if TYPE_CHECKING:
    from jdgtools.cache import Cache

PAUSE_SECONDS = 0.15
"""How long nothing must be typed before a battle is checked."""
_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")
_F = TypeVar("_F", bound=Callable[..., Any])


class _Registration(Protocol):
    """Tells the connection which function answers a request."""

    def __call__(self, name: str, options: object = None, /) -> Callable[[_F], _F]:
        """Return the decorator of the function."""


class _Protocol(LanguageServerProtocol):
    """Answers requests that cannot be read as well; the library lets whoever asks them wait for ever."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return a message as an object of the protocol.

        Raises:
            JsonRpcException: it is none; whoever asked has been told.
        """
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            number = data.get("id")
            if "method" in data and isinstance(number, int | str):
                self._send_response(number, error=types.ResponseError(error.code, str(error)))
            raise


class Server:
    """What is known of one editor.

    Args:
        cache: results of earlier runs.
        pause: seconds without a key before a battle is checked.
    """

    def __init__(self, cache: Cache | None = None, pause: float = PAUSE_SECONDS) -> None:
        self.connection = LanguageServer("jdg", __version__, protocol_cls=_Protocol)
        self.projects = Projects(cache)
        self._pause = pause
        self._checks: dict[Path, asyncio.Task[None]] = {}
        self._files_with_problems: dict[Path, set[str]] = {}
        _register(self)

    def project_and_path(self, uri: str) -> tuple[Project, str] | None:
        """Return the project of a file and its path there; None for what belongs to no battle."""
        try:
            path = to_fs_path(uri) if uri.startswith("file:") else None
            return self.projects.of(Path(path).resolve()) if path else None
        except (OSError, ValueError):
            return None

    def change(self, uri: str, text: str | None) -> None:
        """Take a text of the editor (None = the file itself), and check its battle soon."""
        project_and_path = self.project_and_path(uri)
        if project_and_path is not None:
            project, path = project_and_path
            project.set_text(path, text)
            self.check_soon(project)

    def check_soon(self, project: Project) -> None:
        """Check a battle when nothing has been typed for a moment."""
        task = self._checks.get(project.folder)
        if task is None or task.done():
            self._checks[project.folder] = asyncio.get_running_loop().create_task(self._check(project))

    async def _check(self, project: Project) -> None:
        report = -1
        while report != project.version:
            version = -1
            while version != project.version:
                version = project.version
                await asyncio.sleep(self._pause)
            try:
                report = await asyncio.to_thread(project.check)
                files = problems_by_file(project)
            except Exception:
                _LOG.exception("the battle could not be checked")
                return
            files_shown = self._files_with_problems.get(project.folder, set())
            self._files_with_problems[project.folder] = {path for path, problems in files.items() if problems}
            for path in sorted({*self._files_with_problems[project.folder], *files_shown, *project.open}):
                self.connection.text_document_publish_diagnostics(
                    types.PublishDiagnosticsParams(file_uri(project, path), files.get(path, []))
                )

    def ask(
        self, uri: str, position: types.Position | None, answer: Callable[[Project, str, int], _T]
    ) -> _T | None:
        """Return an answer about a place of a file; None where there is none, or where it fails.

        Raises:
            JsonRpcException: the request makes no sense; the editor shows why.
        """
        project_and_path = self.project_and_path(uri)
        if project_and_path is None:
            return None
        project, path = project_and_path
        try:
            document = project.documents.get(path)
            if document is None:
                return None
            offset = Positions(document.text).offset(position) if position is not None else 0
            return answer(project, path, offset)
        except InputRefused as refusal:
            raise JsonRpcException(str(refusal)) from None
        except Exception:
            _LOG.exception("a request failed")
            return None


def _register(server: Server) -> None:
    """Tell the connection which function answers which request."""
    feature = cast(_Registration, server.connection.feature)
    texts = server.connection.protocol

    @feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        files = server.connection.client_capabilities.workspace
        watch_feature = files.did_change_watched_files if files is not None else None
        if watch_feature is not None and watch_feature.dynamic_registration:
            watchers = [types.FileSystemWatcher(f"**/*{suffix}") for suffix in (*SUFFIXES, ".geojson")]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            registration = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            server.connection.client_register_capability(types.RegistrationParams([registration]))

    @feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.change(params.text_document.uri, params.text_document.text)

    @feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        document = texts.workspace.get_text_document(params.text_document.uri)
        server.change(params.text_document.uri, document.source)

    @feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.change(params.text_document.uri, None)

    @feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        if (project_and_path := server.project_and_path(params.text_document.uri)) is not None:
            project_and_path[0].version += 1
            server.check_soon(project_and_path[0])

    @feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        for project in server.projects:
            project.version += 1
            server.check_soon(project)

    _register_questions(server, feature)
    _register_pages(server, feature)


def _register_questions(server: Server, feature: _Registration) -> None:
    """Tell the connection who answers questions about a place."""

    @feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", ":", ",", "[", "{"])
    )
    def completion(params: types.CompletionParams) -> types.CompletionList | None:
        items = server.ask(params.text_document.uri, params.position, completions_at)
        return types.CompletionList(False, items) if items is not None else None

    @feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        def answer(project: Project, path: str, offset: int) -> types.Hover | None:
            hover_text = hover_at(project, path, offset)
            if hover_text is None:
                return None
            where = Positions(project.documents[path].text).range(hover_text.start, hover_text.end)
            return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, hover_text.text), where)

        return server.ask(params.text_document.uri, params.position, answer)

    @feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location] | None:
        return server.ask(
            params.text_document.uri,
            params.position,
            lambda p, path, at: locations(p, path, at, definition=True),
        )

    @feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location] | None:
        return server.ask(
            params.text_document.uri,
            params.position,
            lambda p, path, at: locations(p, path, at, definition=False),
        )

    @feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
        def answer(project: Project, path: str, offset: int) -> types.Range | None:
            mention = name_at(project, path, offset)
            if mention is None:
                return None
            return Positions(project.documents[path].text).range(mention.start, mention.end)

        return server.ask(params.text_document.uri, params.position, answer)

    @feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(params: types.RenameParams) -> types.WorkspaceEdit | None:
        return server.ask(
            params.text_document.uri,
            params.position,
            lambda p, path, at: rename(p, path, at, params.new_name),
        )


def _register_pages(server: Server, feature: _Registration) -> None:
    """Tell the connection who answers questions about a whole file."""

    @feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        return server.ask(
            params.text_document.uri, None, lambda project, path, _: fixes_at(project, path, params.range)
        )

    @feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def document_symbol(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        return server.ask(
            params.text_document.uri, None, lambda project, path, _: symbols_of(project.documents[path])
        )

    @feature(types.TEXT_DOCUMENT_DOCUMENT_COLOR)
    def document_color(params: types.DocumentColorParams) -> list[types.ColorInformation]:
        answer = server.ask(
            params.text_document.uri, None, lambda project, path, _: colors_of(project.documents[path])
        )
        return answer or []

    @feature(types.TEXT_DOCUMENT_COLOR_PRESENTATION)
    def color_presentation(params: types.ColorPresentationParams) -> list[types.ColorPresentation]:
        return [types.ColorPresentation(color_text(params.color))]
