"""The rules of the games: pure functions of frozen values, no input or output, no clock, no dice."""
