"""The services of game101: rooms that talk gRPC to each other and import nothing of one another."""
