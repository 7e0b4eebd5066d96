"""The contract and the engine, in each other's words: decodes, encodes, decides nothing."""
