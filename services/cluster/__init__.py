"""All services on one machine: to run them, to watch a match, and for tests and benchmarks."""
