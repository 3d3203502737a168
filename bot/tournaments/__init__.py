"""Tournaments as values: who plays whom, how the games are counted, what happened. Pure, without a store or Discord."""
