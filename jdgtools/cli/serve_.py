"""`jdg serve`: the battle in a browser, drawn anew whenever a file changes, and edited there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from jdgtools.cli._folders import allow_folder, output_folder
from jdgtools.cli.output import echo
from jdgtools.errors import BattleHasErrors, ExitCode

if TYPE_CHECKING:
    from jdgtools import Loaded
    from jdgtools.desk_page.desk import WrittenBuild


@click.command("serve")
@click.argument("battle", type=click.Path(path_type=Path))
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port to listen at. [default: one that is free]"
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option("--read-only", is_flag=True, help="Show the battle and write nothing.")
@click.option("--language", default="", help="Language of the page, e.g. fr. [default: the battle's own]")
@click.option("--editor", default="", help="Editor that lines open in: vscode, zed, idea … or its address.")
@allow_folder
def command(
    battle: Path,
    port: int,
    open_page: bool,
    read_only: bool,
    language: str,
    editor: str,
    folders: tuple[Path, ...],
) -> int:
    """Show the battle in the folder BATTLE in a browser, and edit it there.

    The page shows the map as it will be printed, the setups and what is wrong; it follows every file that is
    saved. What is painted and placed there is written into the text files at once, nothing else in them
    changes. Only this computer can open the page, and only with the address that is printed.
    """
    from jdgtools.cache import user_cache
    from jdgtools.desk_page.desk import Desk
    from jdgtools.desk_page.editor_links import NoEditor
    from jdgtools.desk_page.server import serve
    from jdgtools.untrusted.files import allow_folders

    if not battle.exists():
        raise click.BadParameter(f"there is no folder {battle}", param_hint="BATTLE")
    allow_folders(folders)
    try:
        desk = Desk(battle, user_cache(), language, read_only, editor, build_for_page)
    except NoEditor as error:
        raise click.BadParameter(str(error), param_hint="--editor") from None

    def tell(address: str) -> None:
        echo(f"{address}\nCtrl-C ends this")
        if open_page:
            click.launch(address)

    serve(desk, port, tell)
    return ExitCode.OK


def build_for_page(loaded: Loaded, language: str) -> WrittenBuild:
    """Build a battle into the folder in which `jdg build` writes.

    Raises:
        BattleHasErrors: it cannot be built as it is.
        JdgError: as `jdgtools.build`.
    """
    from jdgtools import build
    from jdgtools.cache import user_cache
    from jdgtools.desk_page.desk import WrittenBuild

    if loaded.battle is None:
        raise BattleHasErrors("nothing of the battle could be understood")
    folder = output_folder(None, loaded.folder, loaded.battle.id)
    result = build(loaded, folder, cache=user_cache(), language=language)
    names = tuple(product.path.name for product in result.products)
    return WrittenBuild(folder.relative_to(loaded.folder).as_posix(), names)
