"""A tournament as one page for a browser."""
