"""A bot that plays by a policy. Until you change `predict` so that it asks a policy, the bot chooses the last legal
action.

The bot can read all files in this folder, such as the file of the policy, but no other files of yours.
"""

from typing import Any

from h89yahtzee.arena.policy_bot import Observed, PolicyBot


class NewPolicy(PolicyBot):
    def __init__(self) -> None:
        """Load the policy from a file in this folder; this method is called at the start of each game."""
        # self.policy = MaskablePPO.load(Path(__file__).with_name("policy.zip"), device="cpu")

    def predict(self, observation: Observed, action_mask: Any) -> Any:  # noqa: ARG002
        """Return the number that a legal action has in H89Yahtzee-v0, or a tuple that begins with this number."""
        # return self.policy.predict(observation, action_masks=action_mask, deterministic=True)
        return action_mask.nonzero()[0][-1]
