"""Has a series print all counters of a battle, and looks at every face before and after it is drawn."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from jdgtools.audit.calls import HookCaller
from jdgtools.model.battle import Battle
from jdgtools.render.counters.spec import FaceRules, FaceSpec
from jdgtools.rules import Series


def ask_faces(caller: HookCaller, series: Series, battle: Battle, folder: Path, name: str) -> None:
    """Make and draw the faces of all counters in every language of the series.

    Args:
        caller: keeps what is wrong with them.
        series: says what is printed.
        battle: has the pieces.
        folder: of the battle, with the designer's own pictures.
        name: of the battle, in messages.
    """
    from jdgtools.render.counters import counter_list, face_scene
    from jdgtools.render.counters.plain import faces_of

    for language in series.definition.languages:
        question = f"the counters in `{language}` of {name}"
        judged_series = _JudgedSeries(series.id, series.package, caller=caller, question=question)
        counters = caller.ask(
            "faces", question, partial(counter_list, battle, judged_series, language=language, project=folder)
        )
        for counter in counters or ():
            for face in filter(None, (counter.front, counter.back)):
                of = f"the drawing of `{counter.id}` among {question}"
                caller.ask("faces", of, face_scene, face, at=getattr(faces_of(series), counter.kind))


class _JudgedSeries(Series, frozen=True, dict=True, kw_only=True):
    """A series whose faces are held against their protocol before anybody draws them."""

    caller: HookCaller
    question: str

    def hook(self, module: str, name: str) -> Any:
        """Return a part of the series; `faces` with an eye on each answer."""
        part = super().hook(module, name)
        return _JudgedFaces(self.caller, part, self.question) if module == "faces" else part


class _JudgedFaces:
    """The faces of a series, each of them looked at."""

    def __init__(self, caller: HookCaller, faces: FaceRules, question: str) -> None:
        self._caller, self._faces, self._question = caller, faces, question

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._faces, name)
        if name not in ("unit", "leader", "activation", "marker"):
            return method
        face_type = FaceSpec if name == "unit" else FaceSpec | None
        question = f"a face of a {name} among {self._question}"

        def face(*arguments: object, **options: object) -> object:
            return self._caller.accept_answer(
                "faces", question, method(*arguments, **options), face_type, method
            )

        return face
