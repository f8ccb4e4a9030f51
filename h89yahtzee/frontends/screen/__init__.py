"""Tables and other rooms on a screen: the card, captions of keys, keys and clicks."""
