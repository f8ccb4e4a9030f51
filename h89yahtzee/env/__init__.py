"""The game as an environment for programs that learn: Gymnasium for one player, PettingZoo for two to ten.

    import gymnasium, h89yahtzee.env

    env = gymnasium.make("H89Yahtzee-v0", rules="official")
    games = gymnasium.make_vec("H89Yahtzee-v0", num_envs=1024)
    table = h89yahtzee.env.YahtzeeTable(players=4)

`pip install 'h89yahtzee[env]'` installs the packages that the environments need. `players.numbered_actions`
describes actions and observations, which are numbers; docs/learning.md shows a policy that learns.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from h89yahtzee.env.several_players import YahtzeeTable

try:
    import gymnasium
except ModuleNotFoundError as missing:
    message = f"h89yahtzee.env needs {missing.name}: pip install 'h89yahtzee[env]'"
    raise ModuleNotFoundError(message, name=missing.name) from None

from h89yahtzee.env.one_player import YahtzeeEnv, YahtzeeVectorEnv

__all__ = ["YahtzeeEnv", "YahtzeeTable", "YahtzeeVectorEnv"]

gymnasium.register(
    "H89Yahtzee-v0",
    entry_point="h89yahtzee.env.one_player:YahtzeeEnv",
    vector_entry_point="h89yahtzee.env.one_player:YahtzeeVectorEnv",
)


def __getattr__(name: str) -> "type[YahtzeeTable]":
    """Import YahtzeeTable only when it is asked for: PettingZoo may be missing where Gymnasium is installed, as it
    is with Python 3.15."""
    if name != "YahtzeeTable":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from h89yahtzee.env.several_players import YahtzeeTable
    except ModuleNotFoundError as missing:
        message = f"YahtzeeTable needs {missing.name}: pip install 'h89yahtzee[env]'"
        raise ModuleNotFoundError(message, name=missing.name) from None
    return YahtzeeTable
