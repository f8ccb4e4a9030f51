"""What the page says beside the tube, and on the start page of games that can't begin."""

FROM_LINK = "The link: {fault}"
TOO_LONG = "expected at most {most} characters"
TWICE = "{word} is there twice"
MARKUP = "players: expected names without markup, not {name!r}"

NO_FILES = "This browser keeps no files for this page: games are lost when it is closed. Export them before that."
PLAIN_HTTP = "Browsers keep nothing by plain http: games are lost when this page closes. Export them before that."
OTHER_TAB = "Another tab has the saved games: what is played here is lost when this tab is closed."
BROKEN = "The games that were kept here can't be read; new ones begin."
FULL = "The browser has no room for this game: it goes on, and is lost when the page is closed. Export it."

NOT_HERE = "With several columns only easy, medium, classic play: no browser has numpy."
NO_SOLVER = "This browser can't run the solver: only people and classic play, no coach."
"""What stands on the tube too has 77 characters at most."""

TAKEN_IN = "{name}: {taken} of {found} games are new here. g shows them when a game is over."
NOT_TAKEN_IN = "{name}: {fault}"
NOTHING_TO_EXPORT = "There are no games to export yet."

WRONG_SPEED = "An H19 has {speeds} baud, not {baud}."
TERMINAL_GONE = "The terminal is gone ({reason}). The game goes on here."
TERMINAL_LEFT = "The terminal is free again. The game goes on here."
