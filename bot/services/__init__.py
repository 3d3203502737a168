"""Tables, people, results and settings in the store. No Discord, no texts."""
