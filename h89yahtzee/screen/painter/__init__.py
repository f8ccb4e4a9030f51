"""From one screen to the next in the fewest bytes."""
