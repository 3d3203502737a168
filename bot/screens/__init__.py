"""What people are shown: functions from a table and a view to a `Screen`. No Discord, no store, no clock."""
