"""The prototype of the fair shuffle, cut down to its computations: the measure for ``bench/shuffle.py``.

It knows no log, no order of messages and no failures. Not part of the program.
"""

import hashlib
import hmac
from itertools import pairwise

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
A = 486662
_INV8 = pow(L, -1, 8)
_LOAD = X25519PublicKey.from_public_bytes
V = b"jk1/"


class BadError(ValueError):
    """A message fails a check."""


def need(ok):
    if not ok:
        raise BadError


def clamp_rep(s):
    s %= L
    x = s + L * ((-s * _INV8) % 8)
    if not (1 << 254) <= x < (1 << 255):
        x = 8 * L - x
        if not (1 << 254) <= x < (1 << 255):
            raise ValueError("scalar has no clamped representative")
    return x.to_bytes(32, "little")


def key(s):
    return X25519PrivateKey.from_private_bytes(clamp_rep(s))


def mul_base(s):
    return key(s).public_key().public_bytes_raw()


_ONE = key(1).exchange


def project(u):
    return _ONE(_LOAD(u))


def check_encoding(u):
    need(len(u) == 32 and int.from_bytes(u, "little") < P)


def check_point(u):
    check_encoding(u)
    need(project(u) == u)


def sum_or_diff(xr, xp, xq):
    r, p, q = (int.from_bytes(v, "little") for v in (xr, xp, xq))
    pq = p * q % P
    a = (p - q) * (p - q) % P
    b = ((p + q) * (pq + 1) + 2 * A * pq) % P
    c = (pq - 1) * (pq - 1) % P
    return (a * r % P * r - 2 * b * r + c) % P == 0


def H(label, *parts):  # noqa: N802 - the name of the protocol page
    h = hashlib.sha256(V + label + b"\0")
    for p in parts:
        h.update(len(p).to_bytes(4, "big"))
        h.update(p)
    return h.digest()


def scalar(b):
    return int.from_bytes(b, "little") % (L - 1) + 1


def scalars(x, n):
    need(type(x) is list and len(x) == n and all(type(w) is int and 0 < w < L for w in x))
    for w in x:
        clamp_rep(w)


class Secrets:
    def __init__(self, seed, ctx, j):
        self.seed, self.ctx, self.j = seed, ctx, j
        self.prk = hmac.new(ctx, seed + bytes([j]), hashlib.sha512).digest()
        self._c = {}

    def _exp(self, label, n=64):
        return HKDFExpand(hashes.SHA512(), n, V + label).derive(self.prk)

    def s(self, label):
        if label not in self._c:
            self._c[label] = scalar(self._exp(label))
        return self._c[label]

    def coin(self):
        return self._exp(b"coin", 32)

    def k(self, th):
        return self.s(b"shuffle|" + th)

    def shadow(self, th, r):
        return self.s(b"shadow|%d|" % r + th)

    def lock(self, th, i):
        return self.s(b"lock|%d|" % i + th)

    def nonce(self, th, i):
        return self.s(b"dleq|%d|" % i + th)


def commit_msg(s):
    return {"seed": H(b"seed", s.ctx, bytes([s.j]), s.seed), "coin": H(b"coin", s.ctx, bytes([s.j]), s.coin())}


def start_transcript(ctx, commits, deck):
    return H(b"th0", ctx, *[c[x] for c in commits for x in ("seed", "coin")], *deck)


def shuffle_msg(s, th, D):
    kk = key(s.k(th))
    return {"on": th, "K": kk.public_key().public_bytes_raw(), "deck": sorted(kk.exchange(_LOAD(u)) for u in D)}


def check_shuffle(n, m):
    E = m["deck"]
    need(len(E) == n and all(a < b for a, b in pairwise(E)))
    for u in (m["K"], *E):
        check_point(u)


def after_shuffle(th, m):
    return H(b"th-shuffle", th, m["K"], *m["deck"])


def shadow_msg(s, th, D, t, th_next):
    out = []
    for r in range(t):
        kx = key(s.shadow(th, r))
        base = kx.public_key().public_bytes_raw()
        out.append(H(b"shadow", th, bytes([s.j, r]), base, *sorted(kx.exchange(_LOAD(u)) for u in D)))
    return {"on": th_next, "c": out}


def shadow_set(th_end, shadows):
    return H(b"set", th_end, *[c for m in shadows for c in m["c"]])


def challenge_bits(th, j, m, shadows, coins):
    c = shadows["c"]
    e = hashlib.shake_256(H(b"challenge", th, bytes([j]), m["K"], *m["deck"], *c, *coins)).digest((len(c) + 7) // 8)
    return [(e[i // 8] >> (i % 8)) & 1 for i in range(len(c))]


def answer_msg(s, th, bits, S):
    ki = pow(s.k(th), -1, L)
    return {"on": S, "w": [s.shadow(th, r) * ki % L if b else s.shadow(th, r) for r, b in enumerate(bits)]}


def check_answer(th, j, D, m, *, shadows, bits, t, ans):
    w = ans["w"]
    scalars(w, t)
    E, K, c = m["deck"], m["K"], shadows["c"]
    for r in range(t):
        kw = key(w[r])
        ex = kw.exchange
        base, src = (ex(_LOAD(K)), E) if bits[r] else (kw.public_key().public_bytes_raw(), D)
        need(H(b"shadow", th, bytes([j, r]), base, *sorted(ex(_LOAD(u)) for u in src)) == c[r])


def lock_challenge(th, j, K, *lists):
    parts = [u for one in lists for u in one]
    return int.from_bytes(H(b"dleq", th, bytes([j]), K, *parts)[:16], "little") | 1


def lock_msg(s, th_s, K, th, Lp):
    ki = pow(s.k(th_s), -1, L)
    Kp = _LOAD(K)
    lam, out, a1, a2, m = [], [], [], [], []
    for i, u in enumerate(Lp):
        secret = s.lock(th, i)
        mi = secret * ki % L
        m.append(mi)
        lam.append(mul_base(secret))
        up = _LOAD(u)
        out.append(key(mi).exchange(up))
        kn = key(s.nonce(th, i))
        a1.append(kn.exchange(Kp))
        a2.append(kn.exchange(up))
    c = lock_challenge(th, s.j, K, lam, out, a1, a2)
    z = [(s.nonce(th, i) + c * m[i]) % L for i in range(len(Lp))]
    return {"on": th, "lam": lam, "deck": out, "a1": a1, "a2": a2, "z": z}


def check_lock(th, j, K, Lp, msg):
    lam, out, a1, a2, z = (msg[x] for x in ("lam", "deck", "a1", "a2", "z"))
    n = len(Lp)
    scalars(z, n)
    need(len(set(out)) == len(set(lam)) == n)
    for u in (*lam, *out, *a1, *a2):
        check_encoding(u)
    ec = key(lock_challenge(th, j, K, lam, out, a1, a2)).exchange
    Kp = _LOAD(K)
    for i in range(n):
        ez = key(z[i]).exchange
        lp, op = _LOAD(lam[i]), _LOAD(out[i])
        need(project(out[i]) == out[i] and project(lam[i]) == lam[i])
        need(sum_or_diff(a1[i], ez(Kp), ec(lp)) and sum_or_diff(a2[i], ez(_LOAD(Lp[i])), ec(op)))


def after_lock(th, m):
    return H(b"th-lock", th, *m["lam"], *m["deck"])


def deal(P_, N, t, *, points, seeds, ctx, tick):
    """One honest deal; ``tick(name, call)`` runs each computation that is measured. Gives the value of READY."""
    S = [Secrets(seeds[j], ctx, j) for j in range(P_)]
    com = [tick("commit", lambda j=j: commit_msg(S[j])) for j in range(P_)]
    decks = [sorted(points)]
    ths = [start_transcript(ctx, com, decks[0])]
    sm = []
    for j in range(P_):
        sm.append(tick("shuffle", lambda j=j: shuffle_msg(S[j], ths[-1], decks[-1])))
        tick("check deck", lambda: check_shuffle(N, sm[-1]))
        decks.append(sm[-1]["deck"])
        ths.append(after_shuffle(ths[-1], sm[-1]))
    sh = [tick("shadow", lambda j=j: shadow_msg(S[j], ths[j], decks[j], t, ths[j + 1])) for j in range(P_)]
    Sh = shadow_set(ths[-1], sh)
    coins = [s.coin() for s in S]
    bits = [challenge_bits(ths[j], j, sm[j], sh[j], coins) for j in range(P_)]
    for j in range(P_):
        ans = tick("answer", lambda j=j: answer_msg(S[j], ths[j], bits[j], Sh))
        tick(
            "verify answer",
            lambda j=j, ans=ans: check_answer(ths[j], j, decks[j], sm[j], shadows=sh[j], bits=bits[j], t=t, ans=ans),
        )
    Ls, thl = [decks[-1]], [ths[-1]]
    for j in range(P_):
        lm = tick("lock", lambda j=j: lock_msg(S[j], ths[j], sm[j]["K"], thl[-1], Ls[-1]))
        tick("verify lock", lambda j=j, lm=lm: check_lock(thl[j], j, sm[j]["K"], Ls[j], lm))
        Ls.append(lm["deck"])
        thl.append(after_lock(thl[-1], lm))
    return H(b"ready", ctx, thl[-1], Sh)
