"""Tables, people and settings in the store. No Discord, no texts."""
