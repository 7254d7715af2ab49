"""Moves in a log: entries, legs, squares and facings, explained by what the rules of movement allow."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from jdgtools.engine.core.explain import PieceChange
from jdgtools.engine.core.nodes import DecisionNode
from jdgtools.engine.core.state import OFF_MAP, GameState
from jdgtools.engine.jdg.log_changes import (
    goes,
    level_of,
    marks,
    square_verb,
    visible,
)
from jdgtools.engine.jdg.log_story import Story, UnexplainedChange
from jdgtools.engine.jdg.words import DONE_VERB, FIRED

MAX_WAYS = 2000
"""Ways of commanders that are tried where a move comes near them."""
WINDOW = 16
"""Changes that are looked at together at most."""
_AFTER_MOVES = frozenset({"shock", "rally"})
"""Decisions after which commanders may move by `cinc_move_segment`."""
NEVER = 1 << 30
"""A step after all steps."""


class MoveStory(Story):
    """A game of which the moves are explained."""

    def _runs(self, first: int) -> list[list[int]]:
        """Return the changes of a piece that may be one move: all that follow, or up to a lost level."""
        run = self._run(first)
        levels = [level_of(self.changes[number].after) for number in run]
        worse = next(
            (k for k, level in enumerate(levels) if level != level_of(self.changes[first].before)), 0
        )
        return [part for part in ([run, run[:worse]] if worse else [run]) if self._moves(part)]

    def _run(self, first: int) -> list[int]:
        """Return the places of the changes of one piece that follow one another in a turn.

        Between them may stand commanders of the enemy, whom its move displaces, units of its hex that turn or
        form square with it, and others of the same step.
        """
        begin = self.changes[first]
        side = self.t.side[self.t.piece_of[begin.piece]]
        here, run = begin.after.hex, []
        end = self.draws[0].step if self.draws else NEVER
        for number in range(first, len(self.changes)):
            change = self.changes[number]
            piece = self.t.piece_of.get(change.piece, -1)
            if change.turn != begin.turn or piece < 0 or change.step >= end:
                break
            if number in self.explained_places:
                continue
            if change.piece == begin.piece:
                run.append(number)
                here = change.after.hex
            elif not (
                (piece in self.t.leaders and self.t.side[piece] != side)
                or (not goes(change) and change.after.hex == here)
                or change.step == begin.step
            ):
                break
        return run

    def _of_step(self, piece: int) -> list[tuple[int, int]]:
        """Return other pieces that change in the same step, each with the place of its first change."""
        step = self.changes[self.explained_count].step
        later = range(self.explained_count + 1, min(self.explained_count + WINDOW, len(self.changes)))
        firsts: dict[int, int] = {}
        for number in later:
            change = self.changes[number]
            if (
                change.step == step
                and number not in self.explained_places
                and change.piece in self.t.piece_of
            ):
                firsts.setdefault(self.t.piece_of[change.piece], number)
        return [(other, number) for other, number in firsts.items() if other != piece]

    def _moves(self, run: Sequence[int]) -> bool:
        """Return whether changes are those of a move: a way, a turn or a square."""
        changes = [self.changes[number] for number in run]
        return any(
            goes(change) or change.after.facing != change.before.facing or square_verb(change)
            for change in changes
        )

    def _movement(self, piece: int, run: Sequence[int], again: bool = False) -> None:
        """Explain what became of a piece: an entry, legs of a move, a square, its facing at their end.

        A move that makes its unit give way ends there; what follows is explained by itself. `again`: by
        another marker of its formation than the one that is active.

        Raises:
            UnexplainedChange: with what was expected.
        """
        t = self.t
        if piece in t.leaders:
            if all(t.command_side[command] != t.side[piece] for command in self.active):
                self._activate(self._next_formation(t.side[piece]))
        elif again or t.command[piece] not in self.active:
            self._activate(t.command[piece])
        first, here = self.changes[run[0]], self.state.place[piece]
        self._go_on_to({"order of stacks"}, with_commanders=piece in t.units)
        if turning := self._turns_with_fire(piece, run):
            self._play(first, turning, "turns too far")
            self.explained_places = {*self.explained_places, run[0]}
            return
        later = frozenset() if piece in t.units else _AFTER_MOVES
        self._go_on_to({"order of stacks", "fire", *later}, with_commanders=piece in t.units)
        ways = [number for number in run if goes(self.changes[number])]
        if here == OFF_MAP:
            self._enter(self.changes[ways[0]], [self.changes[number].after.hex for number in ways[1:]])
            self._give_way(ways[0])
            if t.hex_of.get(first.after.hex) == self.state.place[piece]:
                ways = ways[1:]
        else:
            self._play(first, f"unit {t.ids[piece]}", "may not move any more")
        for number in run:
            change = self.changes[number]
            if (verb := square_verb(change)) is not None:
                if verb == "square" and change.after.facing != self.state.facing[piece]:
                    self._play(change, f"face {change.after.facing}", "turns too far")
                self._play(change, verb, "does not do so")
            if number in ways:
                self._leg(change)
                self._give_way(number)
            if self._kind() not in ("move", "movement"):
                self.explained_places = {*self.explained_places, *(k for k in run if k <= number)}
                return
        last = self.changes[run[-1]]
        if self._kind() == "move":
            at = last._replace(before=last.after)
            if piece in t.leaders or (
                self.state.place[piece] == here and last.after.facing == self.state.facing[piece]
            ):
                self._play(at, "stop", "does not stay")
            else:
                self._play(at, f"face {last.after.facing}", "turns too far")
                if self._kind() == "move":  # it could form square yet
                    self._play(at, "stop", "does not stay")
        if piece in t.units and level_of(last.after) != self.state.level[piece]:
            raise UnexplainedChange(self._differs(last))
        self.explained_places = {*self.explained_places, *run}

    def _go_on_to(self, kinds: Collection[str], *, with_commanders: bool) -> None:
        """End the decisions before a move: those of some kinds, and moves of commanders alone.

        Args:
            kinds: kinds of decisions that are ended, where they may be.
            with_commanders: whether the commanders who move outside the movement segment are done, too.
        """
        while True:
            node = self.state.node
            in_commander_moves = self.state.frames[-1][0] == "commander-moves"
            if not isinstance(node, DecisionNode) or (DONE_VERB,) not in node.actions:
                return
            if not (with_commanders if in_commander_moves else node.kind in kinds):
                return
            self.game.apply(self.state, node.actions.index((DONE_VERB,)))

    def _turns_with_fire(self, piece: int, run: Sequence[int]) -> str:
        """Return the action by which artillery turns in the fire segment; empty where it does not.

        It does so before its fire where it does something else later in the activation, or after it. The
        artillery of a hex turns together, in the name of one.
        """
        change = self.changes[run[0]]
        if self._kind() != "fire" or goes(change):
            return ""
        stack = self.state.stacks[self.state.place[piece]]
        names = [f"turn {self.t.ids[gun]} {change.after.facing}" for gun in stack]
        turning = next((text for text in self._texts() if text in names), "")
        later = self.changes[run[0] + 1 : run[0] + 1 + WINDOW]
        acts = any(
            c.piece == change.piece and c.turn == change.turn and (visible(c) or marks(c)) for c in later
        )
        return turning if acts or self.state.flags[piece] & FIRED else ""

    def _give_way(self, number: int) -> None:
        """Displace the commanders to whom a move has come near, as the log shows it (JDG-2.5.2-a, -b).

        A move may come near a commander more than once: where he ends is what the log shows.
        """
        if self._kind() != "displacement":
            return
        goals: dict[int, tuple[int, int]] = {}
        for later in range(number + 1, min(number + 1 + WINDOW, len(self.changes))):
            leader = self.t.piece_of.get(self.changes[later].piece, -1)
            if leader in self.t.leaders and leader not in goals and later not in self.explained_places:
                goals[leader] = (later, self.t.hex_of.get(self.changes[later].after.hex, -1))
        waiting: list[tuple[GameState, tuple[str, ...], frozenset[int]]] = [(self.state, (), frozenset())]
        for _ in range(MAX_WAYS):
            if not waiting:
                break
            state, texts, moves = waiting.pop()
            if getattr(state.node, "kind", "") != "displacement":
                if all(leader in goals and state.place[leader] == goals[leader][1] for leader in moves):
                    self.state = state
                    self.actions += [(self.changes[number].step, text) for text in texts]
                    self.explained_places = {*self.explained_places, *(goals[leader][0] for leader in moves)}
                    return
                continue
            leader = state.frames[-1][1]
            for place, action in enumerate(self.game.legal(state)):
                after = state.clone()
                self.game.apply(after, place)
                stays = after.place[leader] == state.place[leader]
                waiting.append(
                    (after, (*texts, self.game.action_text(action)), moves if stays else moves | {leader})
                )
        name = self.t.ids[self.state.frames[-1][1]]
        change = self.changes[number]
        expected = ", ".join(self._texts())
        raise UnexplainedChange(
            f"step {change.step}: {change.piece} comes near {name}; expected one of {expected}"
        )

    def _next_formation(self, side: int) -> int:
        """Return the formation of a side that acts next; any of it where none does."""
        t = self.t
        coming = (
            t.command[t.piece_of.get(change.piece, -1)] for change in self.changes[self.explained_count :]
        )
        commands = [c for m in self._markers() if t.marker_side[m] == side for c in t.marker_commands[m]]
        return next((c for c in coming if c in commands), commands[0] if commands else -1)

    def _enter(self, change: PieceChange, later_hexes: Sequence[str]) -> None:
        """Explain the entry of a reinforcement, at the hex where it stands or on its way there (JDG-5.2).

        `later_hexes` are the hexes to which it goes afterwards.
        """
        words = [text.split() for text in self._texts()]
        entries = [each for each in words if each[0].startswith("enter") and each[1] == change.piece]
        target = change.after.hex
        fits = []
        for each in entries:
            follows = [target] if each[2] != target else list(later_hexes[:1])
            after = self.state.clone()
            self.game.apply(after, words.index(each))
            while getattr(after.node, "kind", "") == "displacement":
                self.game.apply(after, 0)  # wherever a commander goes, the way is open
            texts = [self.game.action_text(action) for action in self.game.legal(after)]
            goes_on = any(f"{verb} {hex_id}" in texts for verb in ("go", "march") for hex_id in follows)
            if each[2] == target or goes_on:
                fits.append((not (goes_on or not follows), each[2] != target, each))
        if not fits:
            hexes = ", ".join(sorted({each[2] for each in entries}))
            expected = f"one of {hexes}" if hexes else "that it does not"
            raise UnexplainedChange(
                f"step {change.step}: {change.piece} enters at {target}; expected {expected}"
            )
        self._play(change, " ".join(min(fits)[2]), "")

    def _leg(self, change: PieceChange) -> None:
        """Explain a way to a hex, by normal movement or a forced march."""
        texts = self._texts()
        target = change.after.hex
        if not target and "leave-map" in texts:
            self._play(change, "leave-map", "")
            return
        for verb in ("go", "march"):
            if f"{verb} {target}" in texts:
                self._play(change, f"{verb} {target}", "")
                return
        hexes = sorted({text.split()[1] for text in texts if text.startswith(("go ", "march "))})
        where = f"one of {', '.join(hexes)}" if hexes else "that it stays"
        raise UnexplainedChange(
            f"step {change.step}: {change.piece} goes from {change.before.hex} to {target or 'no hex'}; "
            f"expected {where}"
        )
