"""What a host says of names and codes."""

EXPECTED_NAME = "Expected a name in ASCII letters, digits and signs."
EXPECTED_SHORTER = "Expected a name of at most {most} characters."
EXPECTED_ANOTHER = "Nobody can be called {name} here: expected another name."
TOO_MANY = "This host knows as many people as it can."
