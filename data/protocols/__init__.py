"""What is asked of the store: a protocol for each subject. `data.store.Store` is all of them together.

Each has its statements in `data/queries` and is carried out by the file of the same name in `data/sql`.
"""
