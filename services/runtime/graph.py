"""Which service of the cluster may call what; whatever is not written here is denied.

The one place where the harness names services. Tenants may call every method that is served.
"""

from collections.abc import Mapping
from typing import Final

MAY_CALL: Final[Mapping[str, frozenset[str]]] = {
    "table": frozenset(
        {
            "/game101.v1.BotService/ChooseMove",
            "/game101.v1.DealerService/Commit",
            "/game101.v1.DealerService/Deal",
            "/game101.v1.DealerService/OpenPositions",
            "/game101.v1.DealerService/Reveal",
            "/game101.v1.RulesService/ApplyMove",
            "/game101.v1.RulesService/DescribeRules",
            "/game101.v1.RulesService/EditDraft",
            "/game101.v1.RulesService/GetView",
            "/game101.v1.RulesService/ListMoves",
            "/game101.v1.RulesService/StartHand",
            "/game101.v1.ScoringService/ScoreHand",
            "/game101.v1.ScoringService/SettleHand",
        }
    ),
}
"""By the name of the caller: the paths of methods."""
