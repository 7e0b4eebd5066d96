"""Why the card game 101 refuses a move: a closed list of codes.

A refusal names the first rule broken, in the order of this list. Cards in facts are cards that the
seat itself named or holds, or that lie open.
"""

from engine.refusal import Reason


class CardReason(Reason):
    """A refusal's code. Public: never renamed, never reused."""

    ROUND_ENDED = "ROUND_ENDED"
    """The round is over. Rules C13, C16."""
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    """Another seat is to move. Rule C3. Facts: ``turn``, the seat from 1."""
    CARD_NOT_HELD = "CARD_NOT_HELD"
    """The card is not in the seat's hand. Rule C3. Facts: ``card``."""
    CARD_FITS = "CARD_FITS"
    """No drawing while a card fits. Rules C1, C2, C3, C5. Facts: ``card``, one that fits."""
    ACE_BINDS = "ACE_BINDS"
    """An ace must be answered by an ace, where allowed a queen. Rule C8. Facts: ``top``; ``card``,
    the one that does not answer; or ``answer``, one that does, when the seat wanted to draw."""
    NO_ANSWER = "NO_ANSWER"
    """This card never answers this pending draw. Rule C11. Facts: ``card``, ``top``, ``pending``."""
    NAMED_SUIT = "NAMED_SUIT"
    """A queen named a suit, and the card is neither of it nor a queen. Rule C9. Facts: ``card``, ``suit``."""
    NO_MATCH = "NO_MATCH"
    """The card matches the top card neither in suit nor in rank. Rules C3, C5, C11. Facts: ``card``,
    ``top``."""
    SUIT_MISSING = "SUIT_MISSING"
    """A queen that does not end the round must name a suit. Rule C9. Facts: ``card``."""
    SUIT_UNKNOWN = "SUIT_UNKNOWN"
    """What the queen names is none of the four suits. Rule C9. Facts: ``card``."""
    SUIT_NOT_ASKED = "SUIT_NOT_ASKED"
    """Only a queen names a suit, and not one that ends the round. Rule C9. Facts: ``card``."""
