"""The lock file: it names its holder, and overwrites nothing of somebody else."""

from bot.process.lock_file import LockFile


def test_the_next_holder_finds_the_name_of_the_last(tmp_path):
    for name, before in (("online-1/1", ""), ("online-2/1", "online-1/1")):
        lock = LockFile(tmp_path / "games.lock")
        assert lock.lock() == before
        lock.sign(name)
        lock.unlock()


def test_a_file_of_somebody_else_is_not_overwritten(tmp_path):
    path = tmp_path / "games.lock"
    for text in ("a list\nof things", "x" * 5000, "two words"):
        path.write_text(text)
        lock = LockFile(path)
        assert lock.lock() is None
        lock.sign("online-1/1")
        lock.unlock()
        assert path.read_text() == text
