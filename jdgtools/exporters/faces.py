"""Digests of the faces of counters: two builds print the same counter when these are equal.

Errata sheets (`changes`) compare those of this build with those in the report of a former one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from jdgtools.canonical import stored_json
from jdgtools.exporters.context import BuildContext

if TYPE_CHECKING:
    from jdgtools.render.counters import Counter
    from jdgtools.render.counters.spec import FaceSpec


def counters_of(context: BuildContext) -> tuple[Counter, ...]:
    """Return the counters of the battle, listed once for all exporters."""
    from jdgtools.render.counters import counter_list

    return context.once(
        "counters",
        lambda: counter_list(
            context.battle, context.series, language=context.language, project=context.project
        ),
    )


def faces_of_build(context: BuildContext) -> dict[str, str]:
    """Return counter id -> what is printed on it: "FRONT BACK COPIES" (digests, - for a blank back).

    The digest covers what the faces say and their colours, not how this version of the program draws:
    a better drawing is no erratum. The build writes them into its report.
    """
    faces = context.once("faces", lambda: _faces(counters_of(context), context.battle.theme))
    context.notes["faces"] = faces
    return faces


def _faces(counters: Sequence[Counter], theme: Mapping[str, Any]) -> dict[str, str]:
    style = {key: theme[key] for key in ("name", "counters") if key in theme}
    look = stored_json(style)
    digest_by_face: dict[str, str] = {}

    def digest(name: str | None, spec: FaceSpec | None) -> str:
        if name is None or spec is None:
            return "-"
        if name not in digest_by_face:
            # Equal names are equal faces; the bytes of pictures are not part of their repr.
            state = blake2b(look, digest_size=8)
            state.update(_description(spec).encode())
            for part in spec.parts:
                data = getattr(part, "data", None)
                if isinstance(data, bytes):
                    state.update(data)
            digest_by_face[name] = state.hexdigest()
        return digest_by_face[name]

    return {
        c.id: f"{digest(c.front_name, c.front)} {digest(c.back_name, c.back)} {c.copies}" for c in counters
    }


_FORMER_NAMES = (("colors=CounterColors(", "ground=Ground("), ("author_wordings=", "own="))
"""Names in the code of faces, and what they were when the digests of earlier builds were made."""


def _description(spec: FaceSpec) -> str:
    """Return what a face says and its colours, in the words of version 0.1.0: digests stay comparable."""
    text = repr(spec)
    for name, former in _FORMER_NAMES:
        text = text.replace(name, former)
    return text


class Changes(Struct, frozen=True):
    """How the counters of two builds differ."""

    additions: tuple[str, ...]
    """Counters that were not there, in printing order."""
    alterations: tuple[str, ...]
    """Counters with another front or back."""
    more: Mapping[str, int]
    """Counter -> copies that are missing, of counters that look the same."""
    withdrawn: tuple[str, ...]
    """Counters that are no longer there, by name."""

    @property
    def copies_to_print(self) -> dict[str, int | None]:
        """Counter -> copies to print; None = all."""
        return {**dict.fromkeys((*self.additions, *self.alterations)), **self.more}


def compare(former: Mapping[str, str], present: Mapping[str, str]) -> Changes:
    """Return what must be printed anew for those who have the former counters."""
    new_faces, altered_faces, more = [], [], {}
    for name, face in present.items():
        if name not in former:
            new_faces.append(name)
            continue
        *looks, copies = face.split()
        *old_looks, old_copies = former[name].split()
        if looks != old_looks:
            altered_faces.append(name)
        elif int(copies) > int(old_copies):
            more[name] = int(copies) - int(old_copies)
    withdrawn = sorted(name for name in former if name not in present)
    return Changes(tuple(new_faces), tuple(altered_faces), more, tuple(withdrawn))
