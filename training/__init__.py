"""The trainer of the automatic players' weights: an engine in C++, built when it is needed, and what drives it."""
