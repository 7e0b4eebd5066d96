"""Small positions of a seat that has opened, and the best rest of its turn by trying everything."""

from random import Random

from engine.okey import apply, legal_moves
from engine.okey.melds import Binding, Meld, Placed, pair, series
from engine.okey.moves import Discard, PutBack
from engine.okey.ruleset import PRESETS, RuleSet
from engine.okey.state import SEATS, Opening, Phase, State
from engine.okey.tiles import (
    EMPTY,
    NUMBERED,
    TILES,
    Face,
    Tile,
    face,
    hand_of,
    is_okey,
    number_of,
    okey_face,
    own_face,
    tiles_of,
)

TURN = 9


def turn(random: Random, most: int) -> State:
    """Returns a position in which a seat that has opened holds up to so many tiles and has drawn."""
    indicator = Tile(random.randrange(NUMBERED))
    okey = okey_face(indicator)
    rules = _rules(random)
    loose = [Tile(tile) for tile in range(TILES) if tile != indicator]
    random.shuffle(loose)
    pairs_beside = random.random() < 0.5
    own_pairs = random.random() < 0.3
    melds = _melds(random, loose, okey, rules, pairs=pairs_beside or own_pairs)
    hand = _hand(random, loose, okey, melds, random.randint(2, most))
    same_turn = random.random() < 0.2
    openings = [Opening(own_pairs, 101, TURN if same_turn else 1), None, Opening(pairs_beside, 101, 2), None]
    return State(
        rules=rules,
        order=bytes((indicator,)),
        starter=0,
        hands=(hand_of(hand), EMPTY, EMPTY, EMPTY),
        stock=5,
        discards=((),) * SEATS,
        melds=tuple(melds),
        owners=(2,) * len(melds),
        openings=tuple(openings),
        penalties=(0,) * SEATS,
        seat=0,
        phase=Phase.PLAY,
        turn=TURN,
        taken=random.choice(hand) if random.random() < 0.25 else None,
        layoffs=0,
    )


def _rules(random: Random) -> RuleSet:
    base = PRESETS[random.choice(sorted(PRESETS))]
    changed = {
        "layoff_same_turn": random.random() < 0.7,
        "layoff_cap_pairs": random.choice((None, 0, 1, 2)),
        "series_opener_pairs": random.choice(("if_pairs_opener", "never")),
        "group_okey_binding": random.choice(tuple(Binding)),
        "penalties": random.random() < 0.7,
        "islek_includes_swap": random.random() < 0.7,
        "pairs_hand_factor": random.choice((1, 2)),
        "held_okey_mode": random.choice(("in_sum", "flat")),
    }
    return RuleSet(**{name: changed.get(name, getattr(base, name)) for name in RuleSet.__dataclass_fields__})


def _melds(random: Random, loose: list[Tile], okey: Face, rules: RuleSet, pairs: bool) -> list[Meld]:
    """Takes a few melds out of the loose tiles, OKEYs among them."""
    melds = []
    for _ in range(random.randint(1, 4)):
        shape = random.choice(("run", "group", "pair")) if pairs else random.choice(("run", "group"))
        number, colour = random.randint(1, 13), random.randrange(4)
        if shape == "run":
            low = random.randint(1, 11)
            faces = [
                face(colour, each) for each in range(low, min(13, low + random.choice((2, 2, 3, 6, 12))) + 1)
            ]
        elif shape == "group":
            faces = [face(each, number) for each in random.sample(range(4), random.choice((3, 3, 4)))]
        else:
            faces = [face(colour, number)] * 2
        placed = _placed(random, loose, okey, faces)
        if placed:
            meld = pair(placed, okey) if shape == "pair" else series(placed, okey, rules.group_okey_binding)
            assert isinstance(meld, Meld)
            melds.append(meld)
            loose[:] = [tile for tile in loose if tile not in meld.tiles]
    return melds


def _placed(random: Random, loose: list[Tile], okey: Face, faces: list[Face]) -> list[Placed]:
    """Returns tiles for some faces, at times an OKEY, or none when there are too few."""
    placed: list[Placed] = []
    free = list(loose)
    for each in faces:
        natural = [tile for tile in free if not is_okey(tile, okey) and own_face(tile, okey) == each]
        wild = [tile for tile in free if is_okey(tile, okey)]
        if wild and (not natural or random.random() < 0.25):
            placed.append(Placed(wild[0], each))
        elif natural:
            placed.append(Placed(natural[0]))
        else:
            return []
        free.remove(placed[-1].tile)
    return placed


def _hand(random: Random, loose: list[Tile], okey: Face, melds: list[Meld], count: int) -> list[Tile]:
    """Takes a hand of tiles, many of which have something to do with the table or each other."""
    hand: list[Tile] = []
    while len(hand) < count:
        near = {each % 52 + step for meld in melds for each in meld.faces for step in (-1, 0, 1)}
        near |= {own_face(tile, okey) + step for tile in hand for step in (-1, 0, 1, 13)}
        weights = [12 if is_okey(tile, okey) else 4 if own_face(tile, okey) in near else 1 for tile in loose]
        hand.append(random.choices(loose, weights)[0])
        loose.remove(hand[-1])
    return hand


def least_by_trying(state: State) -> tuple[int, bool] | None:
    """Returns the least that the turn can cost, and whether it does not end in finishing with an OKEY.

    ``None`` means that no discard is possible, since the tile taken from the left cannot be used.
    """
    known = set()
    waiting = [state]
    best = None
    while waiting:
        now = waiting.pop()
        key = (now.hands[0], frozenset(now.melds), now.layoffs, now.taken)
        if key in known:
            continue
        known.add(key)
        for move in legal_moves(now):
            after = apply(now, 0, move)
            if isinstance(move, Discard):
                cost = _cost(after, move.tile)
                best = cost if best is None or cost < best else best
            elif not isinstance(move, PutBack):
                waiting.append(after)
    return best


def _cost(after: State, discard: Tile) -> tuple[int, bool]:
    if after.finish is not None:
        return 0, not is_okey(discard, after.okey)
    return left_score(after) + after.penalties[0], True


def left_score(state: State) -> int:
    """Returns what the tiles left in the first seat's hand score. Rule A12.3."""
    opening = state.openings[0]
    assert opening is not None
    factor = state.rules.pairs_hand_factor if opening.pairs else 1
    held = 101 if state.rules.held_okey_mode == "flat" else 101 * factor
    return sum(
        held if is_okey(tile, state.okey) else factor * number_of(own_face(tile, state.okey))
        for tile in tiles_of(state.hands[0])
    )
