"""Automatic players. They see what a person in their seat would see: a `SeatView`, nothing else."""
