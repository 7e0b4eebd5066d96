"""The dealer: orders of a deck that nobody can predict, bend or doubt. It knows no game."""
