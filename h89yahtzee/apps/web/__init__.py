"""The game on a web page; this package runs in the page's worker (a thread of the browser)."""
