"""The error of an operation that cannot be made an edit of the texts."""

from __future__ import annotations

from jdgtools.errors import ExitCode, JdgError


class EditRefused(JdgError):
    """The texts cannot be edited so; the message says why and what to do."""

    code = ExitCode.USAGE
