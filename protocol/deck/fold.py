"""The fold of one deck: what has been said about it, and what follows from that.

How it works: ``Deck.opened`` is the empty deck; ``due`` says what a player may and must say now; ``fold`` takes a
message that was judged elsewhere and gives the next deck, which shares everything unchanged with the one before.

A deck knows neither the log nor the game: which places may be shared, who cuts, when the deck has ended, and what
faces its cards have are told to it or asked elsewhere. Players are counted from 0; cards are ids from 0. Order of
messages, transcript and dealing order: ``docs/protocol/shuffle.md``.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self, TypeVar, assert_never

from protocol.deck.context import check_sizes
from protocol.deck.messages import Answer, Coin, Commit, Cut, Lock, Message, Ready, Reveal, Shadow, Share, Shuffle
from protocol.deck.transcript import after_lock, after_shuffle, first_transcript, ready_value, shadow_set

Spoken = TypeVar("Spoken")


@dataclass(frozen=True, slots=True)
class DeckFold:
    """Everything said about one deck so far, and what follows from it.

    ``commits``, ``shadows``, ``coins``, ``answers`` and ``reveals`` have one place for each player; ``shuffles`` and
    ``locks`` grow in turn. ``transcripts`` are th_0 … and ``lock_transcripts`` th'_0 … as far as they are known, the
    set of shadows S and the ready value R are there once they are. ``shares`` are lock keys by place and player.
    """

    number: int
    ctx: bytes
    deck_id: bytes
    n: int
    rounds: int
    players: int
    start: tuple[bytes, ...]
    table: Mapping[bytes, int]
    commits: tuple[Commit | None, ...]
    shuffles: tuple[Shuffle, ...]
    shadows: tuple[Shadow | None, ...]
    coins: tuple[Coin | None, ...]
    answers: tuple[Answer | None, ...]
    locks: tuple[Lock, ...]
    readys: frozenset[int]
    cut: int | None
    shares: Mapping[int, Mapping[int, bytes]]
    reveals: tuple[Reveal | None, ...]
    transcripts: tuple[bytes, ...]
    lock_transcripts: tuple[bytes, ...]
    shadow_set: bytes | None
    ready_value: bytes | None

    @classmethod
    def opened(  # noqa: PLR0917 - the order of the OPEN statement
        cls,
        number: int,
        ctx: bytes,
        deck_id: bytes,
        n: int,
        rounds: int,
        players: int,
        points: Collection[bytes],
        *,
        cards: Collection[int] | None = None,
    ) -> Self:
        """A deck of which nothing is said yet.

        Args:
            number: which deck of the game it is.
            ctx: its context, see `protocol.deck.context.context`.
            deck_id: the kind of deck.
            n: how many cards are shuffled.
            rounds: how many rounds each proof has.
            players: how many seats take part.
            points: the card points of the shuffled cards, see `protocol.deck.group.card_points`.
            cards: of a sub-deal the ids of the cards that ``points`` stand for; it is not cut.

        Raises:
            ValueError: if a size is out of range or the points are not ``n`` different ones.
        """
        check_sizes(players, n, rounds)
        table = dict(zip(points, range(n) if cards is None else cards, strict=True))
        if len(table) != n:
            raise ValueError("a deck needs as many different points as cards")
        nobody = (None,) * players
        return cls(
            number=number,
            ctx=ctx,
            deck_id=deck_id,
            n=n,
            rounds=rounds,
            players=players,
            start=tuple(sorted(table)),
            table=MappingProxyType(table),
            commits=nobody,
            shuffles=(),
            shadows=nobody,
            coins=nobody,
            answers=nobody,
            locks=(),
            readys=frozenset(),
            cut=None if cards is None else 0,
            shares=MappingProxyType({}),
            reveals=nobody,
            transcripts=(),
            lock_transcripts=(),
            shadow_set=None,
            ready_value=None,
        )

    # ---- where the deck stands -------------------------------------------------------------------------------------

    @property
    def is_ready(self) -> bool:
        """Whether every player has accepted the whole deck."""
        return len(self.readys) == self.players

    @property
    def is_cut(self) -> bool:
        """Whether places of the dealing order can be shared."""
        return self.is_ready and self.cut is not None

    def deck_before(self, player: int) -> tuple[bytes, ...]:
        """D_j, the sorted deck that the player shuffles (or of ``players`` the result of the first pass)."""
        return self.shuffles[player - 1].deck if player else self.start

    def locked_before(self, player: int) -> tuple[bytes, ...]:
        """L_j, the deck that the player locks (or of ``players`` the finished deck), by index."""
        return self.locks[player - 1].deck if player else self.deck_before(self.players)

    def index(self, place: int) -> int:
        """The index in the deck of a place in dealing order.

        Raises:
            ValueError: before the cut.
        """
        if self.cut is None:
            raise ValueError("the deck is not cut")
        return (place + self.cut) % self.n

    def due(self, player: int) -> tuple[str, ...]:
        """The kinds that the player may and must say now, by this copy, in the order of a deck.

        ``cut`` is due from the one whom the game names, so it stands here for every player. SHARE and REVEAL are due
        when the game says so, and never stand here. Nothing is due from a player who has revealed.
        """
        if not 0 <= player < self.players or self.reveals[player] is not None:
            return ()
        everybody_locked = len(self.locks) == self.players
        timely = {
            "commit": self.commits[player] is None,
            "shuffle": len(self.transcripts) == player + 1 and len(self.shuffles) == player,
            "shadow": player < len(self.shuffles) and self.shadows[player] is None,
            "coin": self.shadow_set is not None and self.coins[player] is None,
            "answer": None not in self.coins and self.answers[player] is None,
            "lock": None not in self.answers and len(self.locks) == player,
            "ready": everybody_locked and player not in self.readys,
            "cut": self.is_ready and self.cut is None,
        }
        return tuple(kind for kind, is_due in timely.items() if is_due)

    def has_said(self, player: int, kind: str) -> bool:
        """Whether the player has said this kind of statement, of which he has one; a SHARE may follow another."""
        match kind:
            case "commit":
                return self.commits[player] is not None
            case "shuffle":
                return player < len(self.shuffles)
            case "shadow":
                return self.shadows[player] is not None
            case "coin":
                return self.coins[player] is not None
            case "answer":
                return self.answers[player] is not None
            case "lock":
                return player < len(self.locks)
            case "ready":
                return player in self.readys
            case "reveal":
                return self.reveals[player] is not None
            case _:
                return False

    def may_say(self, player: int, kind: str) -> bool:
        """Whether this copy has a place for this kind from the player; what the game allows comes on top."""
        match kind:
            case "share":
                return self.is_cut and self.reveals[player] is None
            case "reveal":
                return self.commits[player] is not None
            case _:
                return kind in self.due(player)

    def basis(self, player: int, kind: str) -> bytes | None:
        """What the player's message of that kind builds on (its ``on``), ``None`` if it is not there yet."""
        match kind:
            case "commit" | "reveal":
                return self.ctx
            case "shuffle":
                return self.transcripts[player] if player < len(self.transcripts) else None
            case "shadow":
                return self.transcripts[player + 1] if player + 1 < len(self.transcripts) else None
            case "coin" | "answer":
                return self.shadow_set
            case "lock":
                return self.lock_transcripts[player] if player < len(self.lock_transcripts) else None
            case _:
                return self.ready_value

    # ---- the fold --------------------------------------------------------------------------------------------------

    def fold(self, player: int, message: Message) -> Self:
        """The deck after a message that has passed `judge`."""
        match message:
            case Commit():
                commits = _with(self.commits, player, message)
                said = [commit for commit in commits if commit is not None]
                if len(said) < self.players:
                    return replace(self, commits=commits)
                return replace(self, commits=commits, transcripts=(first_transcript(self.ctx, said, self.start),))
            case Shuffle():
                transcripts = (*self.transcripts, after_shuffle(self.transcripts[-1], message))
                return replace(self, shuffles=(*self.shuffles, message), transcripts=transcripts)
            case Shadow():
                return self._with_shadow(player, message)
            case Coin():
                return replace(self, coins=_with(self.coins, player, message))
            case Answer():
                return replace(self, answers=_with(self.answers, player, message))
            case Lock():
                return self._with_lock(message)
            case Ready():
                return replace(self, readys=self.readys | {player})
            case Cut():
                return replace(self, cut=message.cut)
            case Share():
                return self.with_keys(player, dict(message.shares))
            case Reveal():
                return replace(self, reveals=_with(self.reveals, player, message))
            case _:
                assert_never(message)

    def _with_shadow(self, player: int, message: Shadow) -> Self:
        shadows = _with(self.shadows, player, message)
        said = [shadow for shadow in shadows if shadow is not None]
        if len(said) < self.players:
            return replace(self, shadows=shadows)
        last = self.transcripts[-1]
        return replace(self, shadows=shadows, shadow_set=shadow_set(last, said), lock_transcripts=(last,))

    def _with_lock(self, message: Lock) -> Self:
        locks = (*self.locks, message)
        last = after_lock(self.lock_transcripts[-1], message)
        ready = None
        if len(locks) == self.players and self.shadow_set is not None:
            ready = ready_value(self.ctx, last, self.shadow_set)
        return replace(self, locks=locks, lock_transcripts=(*self.lock_transcripts, last), ready_value=ready)

    def with_keys(self, player: int, keys: Mapping[int, bytes]) -> Self:
        """The deck after lock keys of the player by place, each passed by `judge_key`; keys known already stay."""
        shares = dict(self.shares)
        for place, key in keys.items():
            shares[place] = MappingProxyType({player: key, **shares.get(place, {})})
        return replace(self, shares=MappingProxyType(shares))


def _with(values: tuple[Spoken | None, ...], player: int, message: Spoken) -> tuple[Spoken | None, ...]:
    return (*values[:player], message, *values[player + 1 :])
