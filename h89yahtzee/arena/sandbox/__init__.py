"""Bots as processes of their own, and what confines them."""
