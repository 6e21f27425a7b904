"""What one seat sees: the game's state with the faces that its own seeds open, folded along with the public match.

The public match checks everything once for the whole device; a view only opens more faces.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from joker_lan.engine import EVERYONE, Face, Opened, Seat, Slot, State, includes
from protocol.deck.context import Secrets
from protocol.deck.dealing import own_lock
from protocol.folding import Folded
from protocol.position import JointDeck, Position


@dataclass(frozen=True, slots=True)
class View:
    """The state as the owners of some seats see it together: one seat in play, all of them in a replay."""

    seats: frozenset[Seat]
    state: State

    @classmethod
    def begin(cls, position: Position, *seats: Seat) -> "View":
        """Return the view of seats before anything was dealt."""
        return cls(frozenset(seats), position.state)

    def follow(
        self, folded: Folded, secrets: Mapping[tuple[bytes, Seat], Secrets]
    ) -> tuple["View", tuple[object, ...]]:
        """Fold what one entry did to the public match and open what these seats may now see.

        `secrets` are the secrets of these seats by (context, seat). Returns the view after it and what happened there.
        """
        state = self.state
        happenings: list[object] = []
        game = folded.position.terms.game
        for each in folded.inputs:
            step = game.fold(state, each)
            state = step.state
            happenings.extend(step.happenings)
        own = self._own_faces(folded.position, state, secrets)
        if own:
            step = game.fold(state, Opened(own))
            state = step.state
            happenings.extend(step.happenings)
        return replace(self, state=state), tuple(happenings)

    def _own_faces(
        self, position: Position, state: State, secrets: Mapping[tuple[bytes, Seat], Secrets]
    ) -> dict[Slot, Face]:
        playing = position.playing
        if playing is None or not playing.deck.is_cut:
            return {}
        faces: dict[Slot, Face] = {}
        known, number = state.table.faces, playing.number
        for slot, audience in state.table.audience.items():
            # What all may see opens to all with one entry: copies of a state differ in closed faces only.
            if slot.deck != number or slot in known or audience is EVERYONE:
                continue
            if any(includes(audience, seat) for seat in self.seats):
                face = self._face(playing, slot.place, secrets)
                if face is not None:
                    faces[slot] = face
        return faces

    def _face(self, playing: JointDeck, place: int, secrets: Mapping[tuple[bytes, Seat], Secrets]) -> Face | None:
        deck = playing.deck
        shares = deck.shares.get(place, {})
        if len(shares) + len(self.seats) < len(playing.seats):
            return None  # keys of others are missing; own keys would not be enough
        keys = dict(shares)
        for seat in self.seats:
            own = secrets.get((deck.ctx, seat))
            if own is not None:
                keys[playing.player(seat)] = own_lock(deck, own, place)
        if len(keys) < len(playing.seats):
            return None
        card = deck.open_place(place, keys)
        return None if card is None else playing.pack.faces[card]
