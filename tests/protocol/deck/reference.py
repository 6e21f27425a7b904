"""The fair shuffle a second time, written from ``docs/protocol/shuffle.md`` with plain big integers.

No clamping, no library for the curve, no code shared with the program. Slow, for tests only: it makes every honest
message and gives a verdict on any message, proofs included.
"""

# ruff: noqa: N802 - functions have the letters of the page

import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

p = 2**255 - 19
l = 2**252 + 27742317777372353535851937790883648493  # noqa: E741 - the letter of the page
A = 486662
B = (9).to_bytes(32, "little")


def H(label: str, *parts: Any) -> bytes:
    def flat(values: Iterable[Any]) -> Iterable[bytes]:
        for value in values:
            if isinstance(value, bytes):
                yield value
            else:
                yield from flat(value)

    text = b"jk1/" + label.encode() + b"\0"
    for part in flat(parts):
        text += len(part).to_bytes(4, "big") + part
    return hashlib.sha256(text).digest()


# ---- the curve ------------------------------------------------------------------------------------------------------


def ladder(s: int, u: int) -> tuple[int, int]:
    """Projective u-coordinate of s times a point."""
    x2, z2, x3, z3 = 1, 0, u, 1
    for bit in range(s.bit_length() - 1, -1, -1):
        swap = s >> bit & 1
        if swap:
            x2, z2, x3, z3 = x3, z3, x2, z2
        plus, minus = x2 + z2, x2 - z2
        aa, bb = plus * plus % p, minus * minus % p
        e = aa - bb
        da, cb = (x3 - z3) * plus, (x3 + z3) * minus
        x3, z3 = (da + cb) ** 2 % p, u * (da - cb) ** 2 % p
        x2, z2 = aa * bb % p, e * (aa + (A - 2) // 4 * e) % p
        if swap:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return x2, z2


def mul(s: int, encoding: bytes) -> bytes:
    x, z = ladder(s % l, int.from_bytes(encoding, "little"))
    return (x * pow(z, -1, p) % p).to_bytes(32, "little")


def right_side(u: int) -> int:
    return (u * u * u + A * u * u + u) % p


def is_square(x: int) -> bool:
    return pow(x, (p - 1) // 2, p) in (0, 1)


def is_canonical(encoding: bytes) -> bool:
    return int.from_bytes(encoding, "little") < p


def is_point(encoding: bytes) -> bool:
    """Canonical, on the curve, and l times it is the neutral element."""
    u = int.from_bytes(encoding, "little")
    return 0 < u < p and is_square(right_side(u)) and ladder(l, u)[1] == 0


def affine(encoding: bytes) -> tuple[int, int]:
    u = int.from_bytes(encoding, "little")
    square = right_side(u)
    root = pow(square, (p + 3) // 8, p)
    if root * root % p != square:
        root = root * pow(2, (p - 1) // 4, p) % p
    assert root * root % p == square
    return u, root


def sums(left: bytes, right: bytes) -> set[bytes]:
    """u-coordinates of the sum and the difference of two points, without the neutral element."""
    (x1, y1), (x2, y2) = affine(left), affine(right)
    found = set()
    for y in (y2, -y2 % p):
        if x1 != x2:
            slope = (y - y1) * pow(x2 - x1, -1, p)
        elif y1 == y:
            slope = (3 * x1 * x1 + 2 * A * x1 + 1) * pow(2 * y1, -1, p)
        else:
            continue
        found.add(((slope * slope - A - x1 - x2) % p).to_bytes(32, "little"))
    return found


def card(deck_id: bytes, number: int) -> bytes:
    domain = b"jk1/card-curve25519_XMD:SHA-512_ELL2_NU_"
    suffix = domain + bytes([len(domain)])
    message = deck_id + number.to_bytes(2, "big")
    b0 = hashlib.sha512(bytes(128) + message + b"\0\x30\0" + suffix).digest()
    u = int.from_bytes(hashlib.sha512(b0 + b"\1" + suffix).digest()[:48], "big") % p
    divisor = (1 + 2 * u * u) % p
    x = -A * pow(divisor, -1, p) % p if divisor else -A % p
    if not is_square(right_side(x)):
        x = (-x - A) % p
    return mul(8, x.to_bytes(32, "little"))


def is_scalar(encoding: bytes) -> bool:
    s = int.from_bytes(encoding, "little")
    clamped = (sign * s % l + i * l for sign in (1, -1) for i in range(8))
    return 0 < s < l and any(x % 8 == 0 and 2**254 <= x < 2**255 for x in clamped)


def little(s: int) -> bytes:
    return (s % l).to_bytes(32, "little")


# ---- secrets --------------------------------------------------------------------------------------------------------


def expand(key: bytes, info: bytes, length: int) -> bytes:
    block = out = b""
    counter = 1
    while len(out) < length:
        block = hmac.new(key, block + info + bytes([counter]), hashlib.sha512).digest()
        out += block
        counter += 1
    return out[:length]


class Player:
    """The secrets of one player."""

    def __init__(self, ctx: bytes, seed: bytes, j: int) -> None:
        self.seed, self.j = seed, j
        self.key = hmac.new(ctx, seed + bytes([j]), hashlib.sha512).digest()
        self.coin = expand(self.key, b"jk1/coin", 32)

    def scalar(self, label: str, transcript: bytes) -> int:
        raw = expand(self.key, b"jk1/" + label.encode() + b"|" + transcript, 64)
        return int.from_bytes(raw, "little") % (l - 1) + 1


# ---- one deck -------------------------------------------------------------------------------------------------------


@dataclass
class Table:
    """Bodies of one deck by kind and player, as they were taken, and everything computed from them."""

    ctx: bytes
    deck_id: bytes
    n: int
    t: int
    P: int
    said: dict[tuple[str, int], Any] = field(default_factory=dict)
    cut: int | None = None

    def all(self, kind: str) -> bool:
        return all((kind, j) in self.said for j in range(self.P))

    def D(self, j: int) -> tuple[bytes, ...]:
        cards = tuple(sorted(card(self.deck_id, c) for c in range(self.n)))
        return self.said["shuffle", j - 1][2] if j else cards

    def L(self, j: int) -> tuple[bytes, ...]:
        return self.said["lock", j - 1][2] if j else self.D(self.P)

    def th(self, j: int) -> bytes:
        if j == 0:
            return H("th0", self.ctx, [self.said["commit", i][1:] for i in range(self.P)], self.D(0))
        return H("th-shuffle", self.th(j - 1), *self.said["shuffle", j - 1][1:])

    def lock_th(self, j: int) -> bytes:
        return H("th-lock", self.lock_th(j - 1), *self.said["lock", j - 1][1:3]) if j else self.th(self.P)

    def S(self) -> bytes:
        return H("set", self.th(self.P), [self.said["shadow", i][1] for i in range(self.P)])

    def R(self) -> bytes:
        return H("ready", self.ctx, self.lock_th(self.P), self.S())

    def bits(self, j: int) -> list[int]:
        coins = [self.said["coin", i][1] for i in range(self.P)]
        material = (self.th(j), bytes([j]), self.said["shuffle", j][1:], self.said["shadow", j][1], coins)
        stream = hashlib.shake_256(H("challenge", *material)).digest((self.t + 7) // 8)
        return [stream[r // 8] >> (r % 8) & 1 for r in range(self.t)]

    def shadow(self, j: int, r: int, s: int, key: bytes, deck: Iterable[bytes]) -> bytes:
        return H("shadow", self.th(j), bytes([j, r]), mul(s, key), sorted(mul(s, u) for u in deck))

    def challenge(self, j: int, lists: Sequence[Any]) -> int:
        digest = H("dleq", self.lock_th(j), bytes([j]), self.said["shuffle", j][1], *lists)
        return int.from_bytes(digest[:16], "little") | 1

    # ---- what an honest player says

    def make(self, kind: str, player: Player, value: Any = None) -> tuple[Any, ...]:
        j = player.j
        match kind:
            case "commit":
                return (
                    self.ctx,
                    H("seed", self.ctx, bytes([j]), player.seed),
                    H("coin", self.ctx, bytes([j]), player.coin),
                )
            case "shuffle":
                k = player.scalar("shuffle", self.th(j))
                return self.th(j), mul(k, B), tuple(sorted(mul(k, u) for u in self.D(j)))
            case "shadow":
                s = [player.scalar(f"shadow|{r}", self.th(j)) for r in range(self.t)]
                return self.th(j + 1), tuple(self.shadow(j, r, s[r], B, self.D(j)) for r in range(self.t))
            case "coin":
                return self.S(), player.coin
            case "answer":
                k = player.scalar("shuffle", self.th(j))
                s = [player.scalar(f"shadow|{r}", self.th(j)) for r in range(self.t)]
                w = (s[r] * pow(k, -1, l) if bit else s[r] for r, bit in enumerate(self.bits(j)))
                return self.S(), tuple(map(little, w))
            case "lock":
                return self.make_lock(player)
            case "ready":
                return (self.R(),)
            case "cut":
                return self.R(), value
            case "share":
                keys = ((x, player.scalar(f"lock|{(x + (self.cut or 0)) % self.n}", self.lock_th(j))) for x in value)
                return self.R(), tuple((x, little(key)) for x, key in keys)
            case _:
                return self.ctx, player.seed

    def make_lock(self, player: Player) -> tuple[Any, ...]:
        j = player.j
        th, K = self.lock_th(j), self.said["shuffle", j][1]
        k = player.scalar("shuffle", self.th(j))
        keys = [player.scalar(f"lock|{i}", th) for i in range(self.n)]
        m = [key * pow(k, -1, l) for key in keys]
        nonces = [player.scalar(f"dleq|{i}", th) for i in range(self.n)]
        lists = (
            tuple(mul(key, B) for key in keys),
            tuple(mul(x, u) for x, u in zip(m, self.L(j), strict=True)),
            tuple(mul(x, K) for x in nonces),
            tuple(mul(x, u) for x, u in zip(nonces, self.L(j), strict=True)),
        )
        c = self.challenge(j, lists)
        return th, *lists, tuple(little(x + c * y) for x, y in zip(nonces, m, strict=True))

    # ---- verdicts

    def is_due(self, j: int, kind: str) -> bool:
        said: Callable[[str], bool] = lambda what: (what, j) in self.said  # noqa: E731
        earlier: Callable[[str], bool] = lambda what: all((what, i) in self.said for i in range(j))  # noqa: E731
        if kind == "share":
            return self.all("ready") and self.cut is not None and not said("reveal")
        if said(kind) or said("reveal"):
            return False
        match kind:
            case "commit":
                return True
            case "shuffle":
                return self.all("commit") and earlier("shuffle")
            case "shadow":
                return said("shuffle")
            case "coin":
                return self.all("shuffle") and self.all("shadow")
            case "answer":
                return self.all("coin")
            case "lock":
                return self.all("answer") and earlier("lock")
            case "ready":
                return self.all("lock")
            case "cut":
                return self.all("ready") and self.cut is None
            case _:
                return said("commit")

    def accepts(self, j: int, kind: str, body: Any, allowed: Iterable[int] = ()) -> bool:
        """The whole verdict on a message."""
        return self.is_due(j, kind) and self.has_shape(kind, body) and self.holds(j, kind, body, allowed)

    def has_shape(self, kind: str, body: Any) -> bool:
        def string(value: Any) -> bool:
            return isinstance(value, bytes) and len(value) == 32

        def strings(size: int) -> Callable[[Any], bool]:
            return lambda value: isinstance(value, tuple) and len(value) == size and all(map(string, value))

        def integer(value: Any) -> bool:
            return isinstance(value, int) and not isinstance(value, bool)

        def shares(value: Any) -> bool:
            return (
                isinstance(value, tuple)
                and 0 < len(value) <= self.n
                and all(
                    isinstance(pair, tuple) and len(pair) == 2 and integer(pair[0]) and string(pair[1])
                    for pair in value
                )
                and all(left[0] < right[0] for left, right in pairwise(value))
                and value[0][0] >= 0
            )

        fields: dict[str, list[Callable[[Any], bool]]] = {
            "commit": [string, string],
            "shuffle": [string, strings(self.n)],
            "shadow": [strings(self.t)],
            "coin": [string],
            "answer": [strings(self.t)],
            "lock": [strings(self.n)] * 5,
            "ready": [],
            "cut": [integer],
            "share": [shares],
            "reveal": [string],
        }
        tests = [string, *fields[kind]]
        return (
            isinstance(body, tuple)
            and len(body) == len(tests)
            and all(test(value) for test, value in zip(tests, body, strict=True))
        )

    def holds(self, j: int, kind: str, body: tuple[Any, ...], allowed: Iterable[int]) -> bool:
        return bool(self.verdict(j, kind, body, allowed))

    def verdict(self, j: int, kind: str, body: tuple[Any, ...], allowed: Iterable[int]) -> Any:
        match kind:
            case "commit":
                return body[0] == self.ctx
            case "shuffle":
                deck = body[2]
                rises = all(left < right for left, right in pairwise(deck))
                return body[0] == self.th(j) and rises and all(map(is_point, (body[1], *deck)))
            case "shadow":
                return body[0] == self.th(j + 1)
            case "coin":
                return body[0] == self.S() and H("coin", self.ctx, bytes([j]), body[1]) == self.said["commit", j][2]
            case "answer":
                return body[0] == self.S() and all(map(is_scalar, body[1])) and self.answers_hold(j, body[1])
            case "lock":
                return body[0] == self.lock_th(j) and self.lock_holds(j, *body[1:])
            case "ready":
                return body[0] == self.R()
            case "cut":
                return body[0] == self.R() and 0 <= body[1] < self.n
            case "share":
                return body[0] == self.R() and all(self.share_holds(j, x, key, allowed) for x, key in body[1])
            case _:
                return body[0] == self.ctx and H("seed", self.ctx, bytes([j]), body[1]) == self.said["commit", j][1]

    def answers_hold(self, j: int, answers: Sequence[bytes]) -> bool:
        for r, (w, bit) in enumerate(zip(answers, self.bits(j), strict=True)):
            key, deck = self.said["shuffle", j][1:] if bit else (B, self.D(j))
            if self.shadow(j, r, int.from_bytes(w, "little"), key, deck) != self.said["shadow", j][1][r]:
                return False
        return True

    def lock_holds(self, j: int, *lists: Any) -> bool:
        keys, deck, a, b, z = lists
        if not all(map(is_scalar, z)) or len(set(keys)) < self.n or len(set(deck)) < self.n:
            return False
        if not all(map(is_canonical, (*a, *b))) or not all(map(is_point, (*keys, *deck))):
            return False
        c, K = self.challenge(j, (keys, deck, a, b)), self.said["shuffle", j][1]
        for i, encoding in enumerate(z):
            response = int.from_bytes(encoding, "little")
            if a[i] not in sums(mul(response, K), mul(c, keys[i])):
                return False
            if b[i] not in sums(mul(response, self.L(j)[i]), mul(c, deck[i])):
                return False
        return True

    def share_holds(self, j: int, x: int, key: bytes, allowed: Iterable[int]) -> bool:
        if x not in allowed or not is_scalar(key):
            return False
        index = (x + (self.cut or 0)) % self.n
        return bool(mul(int.from_bytes(key, "little"), B) == self.said["lock", j][1][index])

    def take(self, j: int, kind: str, body: Any) -> None:
        """Add a message that is accepted."""
        self.said[kind, j] = body
        if kind == "cut":
            self.cut = body[1]

    def open(self, x: int, keys: Iterable[bytes]) -> int | None:
        product = 1
        for key in keys:
            product = product * int.from_bytes(key, "little") % l
        point = mul(pow(product, -1, l), self.L(self.P)[(x + (self.cut or 0)) % self.n])
        return next((c for c in range(self.n) if card(self.deck_id, c) == point), None)
