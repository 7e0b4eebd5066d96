"""The rules service: judges and applies moves, and gives each seat its view."""
