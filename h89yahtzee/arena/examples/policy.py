"""A bot whose moves a policy predicts: until there is one, the last legal action.

Other files of this folder, such as the policy's, are open to the bot, and others aren't.
"""

from typing import Any

from h89yahtzee.arena.policy_bot import Observed, PolicyBot


class NewPolicy(PolicyBot):
    def __init__(self) -> None:
        """Load the policy, once a game, from a file in this folder."""
        # self.policy = MaskablePPO.load(Path(__file__).with_name("policy.zip"), device="cpu")

    def predict(self, observation: Observed, action_mask: Any) -> Any:  # noqa: ARG002
        """Return the number of a legal action, as H89Yahtzee-v0 numbers them, or a tuple that begins with it."""
        # return self.policy.predict(observation, action_masks=action_mask, deterministic=True)
        return action_mask.nonzero()[0][-1]
