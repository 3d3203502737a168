"""The trainer of the bots' weights: an engine in C++, built when it is needed, and what drives it."""
