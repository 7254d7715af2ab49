"""The session behind the page: one project, read anew when its files change, with what is drawn of it."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeAlias

from jdgtools.collector import collector_paused
from jdgtools.desk.mentions import lines_of_hex
from jdgtools.desk.operations import EditRefused
from jdgtools.desk.session import EditOutdated, Session
from jdgtools.desk.text_edit import Edit, TextEdit, apply
from jdgtools.desk_page import facts
from jdgtools.desk_page.board_picture import with_board_picture
from jdgtools.desk_page.counter_pictures import PageCounters
from jdgtools.desk_page.editor_links import editor_template
from jdgtools.desk_page.page_words import words_of_page
from jdgtools.desk_page.translations import texts_left_behind
from jdgtools.errors import JdgError
from jdgtools.exporters.context import BuildContext
from jdgtools.exporters.map import map_digest
from jdgtools.exporters.options import BuildOptions
from jdgtools.exporters.words import print_word
from jdgtools.model.battle import means_imported
from jdgtools.render.map.draw import screen_pixels
from jdgtools.source.lines import split_lines

if TYPE_CHECKING:
    from jdgtools.cache import Cache
    from jdgtools.derived import DerivedBattle
    from jdgtools.desk_page.map_picture import MapPicture
    from jdgtools.loading import Loaded
    from jdgtools.model.scenario import Scenario

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
"""A line with its end."""
_PICTURES = 6
"""Drawings of maps that are remembered: those of the scenarios, and some before the last change."""


class DeskTool(Protocol):
    """Something that a designer does, with what it is done to."""

    is_typed: ClassVar[bool]
    """Whether the designer types the text of a file himself, which may be half done."""

    def edit(self, desk: Desk) -> Edit:
        """Return it as an edit of the texts that the desk holds.

        Raises:
            EditRefused: the texts cannot be edited so.
        """

    def remarks(self, desk: Desk) -> list[str]:
        """Return places of the files, as they are before the edit, that it leaves to the designer."""


class WrittenBuild(NamedTuple):
    """What a build has written."""

    folder: str
    """In the project."""
    files: tuple[str, ...]
    """Their names."""


Builder: TypeAlias = Callable[["Loaded", str], WrittenBuild]
"""Builds a battle, in a language ('' = its own)."""


class ReadOnly(JdgError):
    """The page was opened to look at alone."""


class ProjectView:
    """What is known of a project in one state of its files; never changed.

    Args:
        session: the project, read.
        language: of the texts; '' = that of the battle.
        former: the view before the last change.
    """

    def __init__(self, session: Session, language: str, former: ProjectView | None = None) -> None:
        self.digest = session.digest
        self.context: BuildContext | None = None
        """The battle on its way out; None where nothing of it can be read."""
        loaded = session.loaded
        battle, series, charts = loaded.battle, loaded.series, loaded.charts
        self._session, self._former, self._language = session, former, language
        if battle is not None and series is not None and charts is not None:
            draft = "" if loaded.ok else print_word("draft", language or battle.language)
            options = BuildOptions(language, printing=loaded.printing)
            battle_shown = with_board_picture(battle, loaded.folder)
            self.context = BuildContext(battle_shown, series, charts, loaded.folder, options, draft=draft)
        self.facts = self._facts()
        # Only the pictures of counters are taken from it.
        self._former = None

    @property
    def is_imported(self) -> bool:
        """Whether the module of the battle is one that was imported."""
        return self.context is not None and means_imported(self.context.battle.module)

    @cached_property
    def counters(self) -> PageCounters | None:
        """The pictures of the counters; None where there is no battle."""
        if self.context is None:
            return None
        former = self._former.counters if self._former is not None else None
        return PageCounters(self.context, former, self.digest)

    def context_of(self, scenario_id: str) -> BuildContext | None:
        """Return the battle as a scenario has it, or as it is where there is no such scenario."""
        if self.context is None:
            return None
        scenario = self.scenario(scenario_id)
        return self.context if scenario is None else self.context.in_scenario(scenario)

    def scenario(self, scenario_id: str) -> Scenario | None:
        """Return a scenario by its id; None where there is none."""
        return self.context.battle.scenario(scenario_id) if self.context is not None else None

    def command_of(self, piece: str) -> str | None:
        """Return the id of the formation, banner or wing of a unit or leader; None where it has none."""
        battle = self.context.battle if self.context is not None else None
        piece_found = (battle.unit(piece) or battle.leader(piece)) if battle is not None else None
        return piece_found.command if piece_found is not None else None

    def number(self, index: int) -> str | None:
        """Return the number of a hex of the map; None where there is no map."""
        the_map = self.context.battle.map if self.context is not None else None
        return the_map.grid.id(index) if the_map is not None else None

    def derive(self, scenario_id: str) -> DerivedBattle:
        """Return what follows from the battle in a scenario.

        Raises:
            EditRefused: there is no battle, or it has no map.
        """
        from jdgtools.derived import derive

        context = self.context
        if context is None or context.battle.map is None:
            raise EditRefused("the map cannot be read; mend its errors first")
        return derive(context.battle, context.series, context.charts, self.scenario(scenario_id))

    def _facts(self) -> dict[str, Any]:
        session, context = self._session, self.context
        language = self._language or (context.battle.language if context is not None else "en")
        facts_there: dict[str, Any] = {
            "digest": self.digest,
            "title": context.battle.title.get(language) if context is not None else session.folder.name,
            "language": language,
            "words": words_of_page(language),
            "problems": facts.problem_facts(session),
            "map": None,
            "terrains": [],
            "scenarios": [],
            "markers": [],
            "pieces": [],
            "leaders": [],
            "sides": [],
            "files": sorted(session.texts),
        }
        counters = self.counters
        if context is None or context.battle.map is None or counters is None:
            return facts_there
        layout = screen_pixels(context)
        battle = context.battle
        facts_there["map"] = {**facts.map_facts(context, layout), "picture": map_digest(context)}
        facts_there["terrains"] = facts.terrain_facts(context)
        facts_there["markers"] = facts.marker_facts(context)
        facts_there["pieces"] = facts.piece_facts(context, counters)
        facts_there["leaders"] = [leader.id for leader in battle.leaders]
        facts_there["sides"] = [{"id": side.id, "name": side.name.get(language)} for side in battle.sides]
        for scenario in battle.scenarios:
            context_there = context.in_scenario(scenario)
            picture = (
                map_digest(context_there) if context_there is not context else facts_there["map"]["picture"]
            )
            facts_there["scenarios"].append(
                {**facts.scenario_facts(context, scenario, layout, counters), "picture": picture}
            )
        return facts_there


def _same(old: str, new: str) -> bool:
    """Return whether two lines differ in the manner of their line end at most."""
    return old.rstrip("\r\n") == new.rstrip("\r\n") and (old[-1:] in "\r\n") == (new[-1:] in "\r\n")


class Desk:
    """A project that one page, or several, look at and edit.

    Args:
        folder: of the project.
        cache: results of earlier runs.
        language: of the texts; '' = that of the battle.
        read_only: whether edits are refused.
        editor: name of the user's editor or template of its addresses, for links to lines; '' = no links.
        builder: what the button for a build does; None = there is no such button.

    Raises:
        NoEditor: there is no such editor.
    """

    def __init__(
        self,
        folder: Path,
        cache: Cache | None = None,
        language: str = "",
        read_only: bool = False,
        editor: str = "",
        builder: Builder | None = None,
    ) -> None:
        self._editor = editor_template(editor, folder if folder.is_dir() else folder.parent)
        self.session = Session(folder, cache, history=not read_only)
        self.read_only = read_only
        self.builder = builder
        self._language = language
        self._lock = RLock()
        self._pictures: OrderedDict[str, MapPicture] = OrderedDict()
        self._picture_lock = Lock()
        self._building = Lock()
        self.view = ProjectView(self.session, language)

    @property
    def facts(self) -> dict[str, Any]:
        """What the page is told: the facts of the view, what can be undone, whether it may edit."""
        history = self.session.history
        last_done, undone = history.last_done, history.last_undone
        return {
            **self.view.facts,
            "readOnly": self.read_only,
            "imported": self.view.is_imported,
            "builds": self.builder is not None and not self.read_only,
            "editor": self._editor,
            "undo": last_done.edit.title if last_done is not None else None,
            "redo": undone.edit.title if undone is not None else None,
        }

    def refresh(self) -> bool:
        """Read the files again; return whether anything has changed."""
        with self._lock:
            before = self.view.facts
            self.session.refresh()
            # Pictures and other files that are no texts may have changed as well.
            self.view = ProjectView(self.session, self._language, self.view)
            return self.view.facts != before

    def map_picture(self, name: str) -> MapPicture | None:
        """Return a drawing by its digest, drawn now if it is one of the present view; else None."""
        from jdgtools.desk_page.map_picture import MapPicture

        view = self.view
        with self._picture_lock:
            picture = self._pictures.get(name)
            if picture is not None:
                self._pictures.move_to_end(name)
                return picture
            context = self._context_of_picture(view, name)
            if context is None:
                return None
            former = next(reversed(self._pictures.values()), None)
            with collector_paused():
                picture = self._pictures[name] = MapPicture(context, former)
            while len(self._pictures) > _PICTURES:
                self._pictures.popitem(last=False)
            return picture

    def _context_of_picture(self, view: ProjectView, name: str) -> BuildContext | None:
        map_facts = view.facts["map"]
        if map_facts is not None and map_facts["picture"] == name:
            return view.context
        for scenario in view.facts["scenarios"]:
            if scenario["picture"] == name:
                return view.context_of(scenario["id"])
        return None

    def use(self, tool: DeskTool, made_on: str) -> list[str]:
        """Do to the files what a tool does, and look at them anew.

        Args:
            tool: and what it is used on.
            made_on: digest of the texts that the designer has seen.

        Returns:
            places that the edit leaves to the designer, such as numbers of hexes in a special rule, and the
            same text in other languages.

        Raises:
            ReadOnly: nothing may be edited.
            EditRefused: the texts cannot be edited so.
            JdgError: as `Session.commit`; of files that have changed meanwhile.
        """
        self._need_writing()
        with self._lock:
            before = self.view.context
            try:
                if made_on != self.session.digest:
                    raise EditOutdated("the files have changed since; look at the map again")
                edit, remarks = tool.edit(self), tool.remarks(self)
                if not tool.is_typed:
                    self._need_readable(edit)
                self.session.commit(edit, made_on)
            finally:
                self._look_again()
            now = self.view.context
            if before is None or now is None:
                return remarks
            return remarks + texts_left_behind(before.battle, now.battle, edit, self.session.documents)

    def undo(self) -> None:
        """Take back the last edit.

        Raises:
            ReadOnly: nothing may be edited.
            JdgError: as `Session.undo`.
        """
        self._need_writing()
        with self._lock:
            try:
                self.session.undo()
            finally:
                self._look_again()

    def redo(self) -> None:
        """Make the last edit that was undone again.

        Raises:
            ReadOnly: nothing may be edited.
            JdgError: as `Session.redo`.
        """
        self._need_writing()
        with self._lock:
            try:
                self.session.redo()
            finally:
                self._look_again()

    def build(self) -> WrittenBuild:
        """Build the battle as it is now.

        Raises:
            ReadOnly: nothing may be written.
            EditRefused: the desk has no builder.
            JdgError: of a battle with errors, or a folder that cannot be written.
        """
        self._need_writing()
        if self.builder is None:
            raise EditRefused("this page has nothing that builds")
        with self._building:
            return self.builder(self.session.loaded, self._language)

    def lines_of_hex(self, number: str) -> list[dict[str, Any]]:
        """Return every line of source that speaks of a hex: path, number of the line, its text."""
        documents = self.session.documents
        lines: dict[tuple[str, int], dict[str, Any]] = {}
        for mention in lines_of_hex(documents, number):
            document = documents[mention.path]
            line, column = document.lines.line_and_column(mention.start)
            text = split_lines(document.text)[line - 1]
            lines.setdefault(
                (mention.path, line), {"path": mention.path, "line": line, "text": text, "column": column}
            )
        return [lines[key] for key in sorted(lines)]

    def text_of(self, path: str) -> str | None:
        """Return the text of a file of the project; None where there is none of this name."""
        return self.session.texts.get(path)

    def replace_line(self, path: str, line: int, text: str) -> Edit:
        """Return the edit that gives a line of a file another text; its line end stays.

        Raises:
            EditRefused: there is no such line, or the text is more than one line.
        """
        document = self.session.documents.get(path)
        if document is None:
            raise EditRefused(f"`{path}` is no text file of this project")
        if len(split_lines(text)) > 1:
            raise EditRefused("this is more than one line")
        lines = split_lines(document.text)
        if not 1 <= line <= len(lines):
            raise EditRefused(f"`{path}` has no line {line}")
        start = document.lines.starts[line - 1]
        end = start + len(lines[line - 1])
        return Edit(f"line {line} of {path}", (TextEdit(path, start, end, text),))

    def replace_text(self, path: str, was: str, text: str) -> Edit:
        """Return the edit that gives a file another text; lines that stay keep their line ends.

        Args:
            path: of the file.
            was: the text that was changed.
            text: the text that it has become.

        Raises:
            EditRefused: there is no such file, or it says something else by now.
        """
        document = self.session.documents.get(path)
        if document is None:
            raise EditRefused(f"`{path}` is no text file of this project; copy your text before you leave it")
        old, new = _LINE.findall(document.text), _LINE.findall(text)
        if [one.rstrip("\r\n") for one in old] != [one.rstrip("\r\n") for one in _LINE.findall(was)]:
            raise EditRefused(
                f"`{path}` has changed meanwhile; copy your text, press Escape and change it again"
            )
        first = last = 0
        while first < min(len(old), len(new)) and _same(old[first], new[first]):
            first += 1
        while last < min(len(old), len(new)) - first and _same(old[-1 - last], new[-1 - last]):
            last += 1
        start = sum(len(one) for one in old[:first])
        end = len(document.text) - sum(len(one) for one in old[len(old) - last :])
        new_text = "".join(new[first : len(new) - last]).replace("\n", document.newline)
        return Edit(f"text of {path}", (TextEdit(path, start, end, new_text),))

    def _need_readable(self, edit: Edit) -> None:
        """Refuse an edit after which a file that could be read no longer can."""
        documents = self.session.documents
        after = documents.with_texts(apply(self.session.texts, edit))
        for path in edit.paths:
            before = documents.get(path)
            if before is not None and before.node is not None and path in after and after[path].node is None:
                raise EditRefused(f"`{path}` could not be read with this; write something else or less")

    def _need_writing(self) -> None:
        if self.read_only:
            raise ReadOnly("this page was opened to look at alone; start jdg serve without --read-only")

    def _look_again(self) -> None:
        if self.session.digest != self.view.digest:
            self.view = ProjectView(self.session, self._language, self.view)
