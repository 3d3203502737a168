"""Measurements: medians and ratios of one run, each against the plain way that it also carries."""
