"""Tests of the trainer; those that need its engine are skipped where there is no C++ compiler."""
