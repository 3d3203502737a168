"""Comparing a picture with the one that somebody looked at and found good."""

from __future__ import annotations

import os
from pathlib import Path

from PIL import Image, ImageChops


def compare(picture: bytes, golden: Path, tmp_path: Path) -> None:
    """Fail unless the PNG is pixel by pixel the golden one; with `UPDATE_GOLDEN` it becomes the golden one."""
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_bytes(picture)
        return
    actual = tmp_path / golden.name
    actual.write_bytes(picture)
    assert golden.exists(), f"there is no {golden}; look at {actual} and run `make golden`"
    with Image.open(golden) as expected, Image.open(actual) as drawn:
        assert drawn.size == expected.size, f"{actual} has another size than {golden}"
        box = ImageChops.difference(drawn.convert("RGB"), expected.convert("RGB")).getbbox()
    assert box is None, f"{actual} differs from {golden} within {box}"
