"""Pictures, pure: a `Scene` becomes a palette image and PNG bytes.

Must not know Discord, the store, a clock, chance or the environment; no file is read once the theme is loaded, and
nothing is translated: every word arrives in the scene.
"""
